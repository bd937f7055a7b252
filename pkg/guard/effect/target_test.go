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

func TestIsHere(t *testing.T) {
	for address, want := range map[string]bool{
		"localhost": true, "localhost:9200/index": true, "http://localhost:9200/index": true, "127.0.0.1/x": true, "[::1]:9200": true, "http://[::1]/x": true,
		"localhost.example.com": false, "http://example.com/localhost": false, "10.0.0.1": false, "[::2]:80": false, "": false, "http://": false, "/var/run/x": false, "[": false, "[]": false,
	} {
		if got := effect.IsHere(address); got != want {
			t.Errorf("%q is here: %t, want %t", address, got, want)
		}
	}
}
