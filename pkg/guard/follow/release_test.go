package follow_test

import (
	"fmt"
	"testing"

	"github.com/ctxhook/ctxhook/pkg/guard/follow"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
	"github.com/ctxhook/ctxhook/rules"
)

// TestRelease: a text is read alike whatever was read in the same memory before.
func TestRelease(t *testing.T) {
	texts := []string{
		"cd /w && rm -rf \"$X\"/a b{1,2}", "f() { rm \"$1\"; }; f a; f b | sh", "cat > a <<'X'\ny\nX", "for i in a b c d e f g h; do echo $i; done; kill -9 1",
		"if [ \"$a\" = b ]; then sudo -u bob make x; fi", "echo ((", "python3 -c 'import os; os.remove(\"a\")'", "", "ls -la /etc/a > b 2>&1",
	}
	read := func(text string) (string, *shell.Script) {
		s := follow.Parse(text, shell.Options{Models: rules.Command, Functions: rules.Function})
		all := fmt.Sprint(s.Text, s.Problems, s.Work.Done())
		for i := range s.Calls {
			c := &s.Calls[i]
			all += fmt.Sprintf("\n%s %v %v %v %v %v %v %v", c.Program, c.Argv, c.Args.Sub, c.Args.Operands, c.Redirs, c.Cwd, c.Via, c.Span)
		}
		return all, s
	}
	want := make(map[string]string)
	for _, text := range texts {
		want[text], _ = read(text)
	}
	for _, before := range texts {
		for _, text := range texts {
			_, s := read(before)
			s.Release()
			got, s := read(text)
			if got != want[text] {
				t.Fatalf("%q behind %q: got %s, want %s", text, before, got, want[text])
			}
			s.Release()
		}
	}
}
