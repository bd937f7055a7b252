package follow_test

import (
	"strings"
	"testing"

	"github.com/ctxhook/ctxhook/pkg/guard/follow"
	"github.com/ctxhook/ctxhook/pkg/guard/readtest"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
	"github.com/ctxhook/ctxhook/rules"
)

// TestFollowed holds what calls run by the shipped models: texts and files, hooks and
// settings, and programs of other languages.
func TestFollowed(t *testing.T) {
	for _, name := range []string{"testdata/followed.txt", "testdata/branches.txt"} {
		readtest.File(t, name, func(text string) (list []string) {
			s := follow.Parse(text, shell.Options{Models: rules.Command, Functions: rules.Function, Home: "/home/me", Cwd: "/home/me/app"})
			for i := range s.Calls {
				c := &s.Calls[i]
				list = append(list, readtest.Call(c))
				for _, run := range c.Runs {
					words := []string{" runs", run.Lang}
					if run.Known {
						words = append(words, "known")
					} else if run.Text.String() != "" {
						words = append(words, "«"+run.Text.String()+"»")
					}
					if run.File != nil {
						words = append(words, "file "+run.File.String())
					}
					if run.Net {
						words = append(words, "from the network")
					}
					list = append(list, strings.Join(words, " "))
				}
			}
			for _, p := range s.Problems {
				list = append(list, "! "+p.Kind+": "+p.Say)
			}
			return list
		})
	}
}
