package interpret_test

import (
	"testing"

	"github.com/ctxhook/ctxhook/pkg/guard/follow"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// A parameter of zsh may have no name.
func TestNamelessParameter(t *testing.T) {
	s := follow.Parse(`x="${(l:8:):-}$(rm a)"`, shell.Options{Dialect: shell.Zsh})
	if len(s.Calls) == 0 || s.Calls[0].Program != "rm" {
		t.Errorf("the call of rm is not read: %+v", s.Calls)
	}
}
