package diagnose

import (
	"testing"

	"github.com/ctxhook/ctxhook/pkg/memory"
)

func TestShape(t *testing.T) {
	for _, tc := range []struct{ name, line, want string }{
		{"words stay", "error: externally-managed-environment", "error: externally-managed-environment"},
		{"blanks", "  a \t b  ", "a b"},
		{"path", "open /home/ann/p/x.txt: no such file", "open x.txt: no such file"},
		{"place", "src/a.go:12:5: undefined: fooBar", "a.go:N:N: undefined: fooBar"},
		{"windows path", `C:\w\a.cs(3,7): error CS0103`, "C:a.cs(N,N): error CS0103"},
		{"quoted name", "No module named 'yaml'", "No module named 'yaml'"},
		{"quoted path", "cannot open '/w/x/y.txt'", "cannot open 'y.txt'"},
		{"code", "error[E0308]: mismatched types", "error[E0308]: mismatched types"},
		{"numbers", "expected 3 arguments, got 12", "expected N arguments, got N"},
		{"duration", "timed out after 12.5s (1m30s)", "timed out after N (1m30s)"},
		{"hash", "object 1f2e3d4c5b6a not found at 0xc000012", "object H not found at H"},
		{"uuid", "job 123e4567-e89b-12d3-a456-426614174000 failed", "job H failed"},
		{"words of hexadecimal letters", "added defaced facade", "added defaced facade"},
		{"address", "GET https://h.example.org/a/b?c=1 failed", "GET https://h.example.org failed"},
		{"status", "npm error 404 Not Found", "npm error 404 Not Found"},
		{"a number that is no status", "took 404 ms", "took N ms"},
		{"program with a version", "python3.12: command not found", "python3.12: command not found"},
		{"bash", "bash: line 3: foo: command not found", "foo: command not found"},
		{"login shell", "-bash: foo: command not found", "foo: command not found"},
		{"zsh", "zsh:1: command not found: foo", "command not found: foo"},
		{"eval", "(eval):1: command not found: foo", "command not found: foo"},
		{"no shell", "grep: x: No such file", "grep: x: No such file"},
		{"empty", "", ""},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if got := shape(tc.line); got != tc.want {
				t.Errorf("got %q, want %q", got, tc.want)
			}
		})
	}
}

// Signatures are stored for years and must not change.
func TestSignatureIsStable(t *testing.T) {
	if got, want := memory.Signature("go", "x"), "9bb6dc720d9c6a8b"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if memory.Signature("a", "bc") == memory.Signature("ab", "c") {
		t.Error("class and shape run into each other")
	}
}
