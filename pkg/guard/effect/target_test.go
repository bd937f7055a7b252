package effect_test

import (
	"testing"

	"github.com/ctxhook/ctxhook/pkg/guard/effect"
	"github.com/ctxhook/ctxhook/pkg/guard/follow"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// An effect on another path forgets what was found out about its own.
func TestOntoAnotherPath(t *testing.T) {
	s := follow.Parse("rm /srv/a", shell.Options{Cwd: "/work"})
	c := &s.Calls[0]
	e := effect.Effect{Target: &c.Argv[1]}
	if got := e.Text(); got != "/srv/a" {
		t.Errorf("text %q", got)
	}
	onto := e.Onto("/srv/b")
	path, known := onto.Path(c, effect.Dirs{})
	if got := onto.Text(); got != "/srv/b" || path != got || !known {
		t.Errorf("text %q, path %q", got, path)
	}
}
