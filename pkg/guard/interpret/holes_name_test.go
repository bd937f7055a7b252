package interpret_test

import (
	"testing"

	"github.com/ctxhook/ctxhook/pkg/guard/follow"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// TestHolesAreOurs: no text names the unknown part of another, here a fresh
// directory, by a variable that is empty when it runs.
func TestHolesAreOurs(t *testing.T) {
	for _, name := range []string{"ctxhook_u0", "ctxhook_0", "ctxhook__0", "ctxhook_8000000000000000_0"} {
		s := follow.Parse(`T=$(mktemp -d); bash -c "ls $T"; rm -rf $`+name+`/etc`, shell.Options{})
		last := s.Calls[len(s.Calls)-1]
		if part := last.Argv[2].Parts[0]; part.Temp || part.Text != "$"+name {
			t.Errorf("%s stands for %+v", name, part)
		}
	}
}
