package git

import "testing"

// Blanks at the end of a pattern do not count, unless one is quoted.
func TestTrimBlanks(t *testing.T) {
	for _, tt := range []struct{ line, want string }{
		{"a", "a"}, {"a  ", "a"}, {`a\ `, `a\ `}, {`a\  `, `a\ `}, {`a\ b `, `a\ b`}, {`a\`, `a\`}, {`a\\ `, `a\\`}, {"  a", "  a"}, {"   ", ""}, {"", ""},
	} {
		if got := trimBlanks(tt.line); got != tt.want {
			t.Errorf("%q is %q, want %q", tt.line, got, tt.want)
		}
	}
}
