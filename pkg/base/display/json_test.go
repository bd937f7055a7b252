package display

import (
	"bytes"
	"encoding/json"
	"testing"
	"unicode"

	"github.com/google/go-cmp/cmp"
)

func TestJSON(t *testing.T) {
	tests := []struct{ name, value, want string }{
		{"plain", "rm -rf build", `"rm -rf build"`},
		{"what people write", "größe 大小 é 👍", `"größe 大小 é 👍"`},
		{"a control character of eight bits", "a\u009b31mb", `"a\u009b31mb"`},
		{"the one that removes", "a\x7fb", `"a\u007fb"`},
		{"what turns the text around", "\u202egnp.exe", `"\u202egnp.exe"`},
		{"what has no width", "a\u200bb\ufeff", `"a\u200bb\ufeff"`},
		{"a tag beyond sixteen bits", "a\U000e0041b", `"a\udb40\udc41b"`},
		{"no UTF-8", "a\xff", `"a\ufffd"`},
		{"escaped already", "\x1b[31m\u2028", `"\u001b[31m\u2028"`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			data, err := json.Marshal(tt.value)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, string(JSON(data))); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}

// For any text, programs read the same values, and a terminal gets no control
// characters.
func FuzzJSON(f *testing.F) {
	f.Add("a\u009bb\u202e\U000e0041 größe")
	f.Fuzz(func(t *testing.T, value string) {
		data, err := json.Marshal(value)
		if err != nil {
			t.Fatal(err)
		}
		var want, got string
		safe := JSON(bytes.Clone(data))
		if json.Unmarshal(data, &want) != nil || json.Unmarshal(safe, &got) != nil || want != got {
			t.Errorf("%q is read as %q, want %q", safe, got, want)
		}
		for _, r := range string(safe) {
			if !unicode.IsPrint(r) {
				t.Errorf("%q has %U", safe, r)
			}
		}
	})
}
