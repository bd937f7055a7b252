package interpret_test

import (
	"strconv"
	"testing"

	"github.com/ctxhook/ctxhook/pkg/guard/follow"
	"github.com/ctxhook/ctxhook/pkg/guard/readtest"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
	"github.com/ctxhook/ctxhook/rules"
)

// TestCalls holds which calls real texts make, with the models that are shipped: their
// words as far as they are known, where and when they run, what they read and write.
func TestCalls(t *testing.T) {
	for _, name := range []string{"testdata/calls.txt", "testdata/branches.txt"} {
		readtest.File(t, name, func(text string) (list []string) {
			s := follow.Parse(text, shell.Options{Models: rules.Command, Functions: rules.Function, Home: "/home/me", Cwd: "/home/me/app"})
			for i := range s.Calls {
				list = append(list, readtest.Call(&s.Calls[i]))
			}
			for _, p := range s.Problems {
				list = append(list, "! "+p.Kind+": "+p.Say)
			}
			for _, w := range s.Written {
				if w.Known {
					list = append(list, "> "+w.Path+": "+strconv.Quote(readtest.Word(w.Text)))
				}
			}
			return list
		})
	}
}
