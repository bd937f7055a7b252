package lang_test

import (
	"testing"

	"github.com/ctxhook/ctxhook/pkg/guard/follow"
	"github.com/ctxhook/ctxhook/pkg/guard/readtest"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
	"github.com/ctxhook/ctxhook/rules"
)

// TestPrograms holds which calls the program text of real commands makes, with the models
// and functions that are shipped.
func TestPrograms(t *testing.T) {
	for _, name := range []string{"testdata/programs.txt", "testdata/branches.txt"} {
		readtest.File(t, name, func(text string) (list []string) {
			s := follow.Parse(text, shell.Options{Models: rules.Command, Functions: rules.Function, Home: "/home/me", Cwd: "/home/me/app"})
			for i := range s.Calls {
				list = append(list, readtest.Call(&s.Calls[i]))
			}
			return list
		})
	}
}
