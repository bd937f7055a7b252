package display

import (
	"strings"
	"testing"
)

func TestTokens(t *testing.T) {
	tests := []struct {
		name, text string
		want       int
	}{
		{"nothing", "", 0},
		{"words", "the tests fail", 5},
		{"a path", "pkg/hook/tell_test.go:42", 14},
		{"a hash", "9f86d081", 6},
		{"no blanks", strings.Repeat("x", 300), 100},
		{"letters that are rare", "é你", 5},
		{"no text", "\xff\xfe", 6},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := Tokens(tt.text); got != tt.want {
				t.Errorf("%q: %d, want %d", tt.text, got, tt.want)
			}
		})
	}
}
