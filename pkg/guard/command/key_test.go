package command

import (
	"strings"
	"testing"

	"github.com/ctxhook/ctxhook/pkg/guard/follow"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
	"github.com/ctxhook/ctxhook/rules"
)

func commandKey(command, dir string) string {
	s := follow.Parse(command, shell.Options{Models: rules.Command, Functions: rules.Function, Cwd: dir})
	return Key(s, dir, "/p")
}

func TestCommandKey(t *testing.T) {
	type run struct{ command, dir string }
	tests := []struct {
		name string
		a, b run
		same bool
	}{
		{"itself", run{"npm run dev", "/p"}, run{"npm run dev", "/p"}, true},
		{"enters the directory", run{"npm run dev", "/p/web"}, run{"cd web && npm run dev", "/p"}, true},
		{"enters it by its whole path", run{"npm run dev", "/p/web"}, run{"cd /p/web; npm run dev", "/"}, true},
		{"filtered", run{"npm run dev", "/p"}, run{"npm run dev 2>&1 | tail -20", "/p"}, true},
		{"elsewhere", run{"npm run dev", "/p"}, run{"npm run dev", "/p/web"}, false},
		{"another operand", run{"npm run dev", "/p"}, run{"npm run build", "/p"}, false},
		{"another variable", run{"PORT=1 npm run dev", "/p"}, run{"PORT=2 npm run dev", "/p"}, false},
		{"another script on its input", run{"python3 - <<'E'\na()\nE", "/p"}, run{"python3 - <<'E'\nb()\nE", "/p"}, false},
		{"piped into what does more", run{"make list", "/p"}, run{"make list | xargs rm", "/p"}, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			a, b := commandKey(tt.a.command, tt.a.dir), commandKey(tt.b.command, tt.b.dir)
			if a == "" || b == "" {
				t.Fatalf("keys %q and %q", a, b)
			}
			if (a == b) != tt.same {
				t.Errorf("the same: %v, want %v", a == b, tt.same)
			}
		})
	}
	for name, command := range map[string]string{"nothing": "", "no shell": "if then", "too long": "echo " + strings.Repeat("x", MaxKey)} {
		if key := commandKey(command, "/p"); key != "" {
			t.Errorf("%s: key %q", name, key)
		}
	}
}
