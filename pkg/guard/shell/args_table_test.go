package shell_test

import (
	"strings"
	"testing"

	"github.com/ctxhook/ctxhook/pkg/guard/follow"
	"github.com/ctxhook/ctxhook/pkg/guard/readtest"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
	"github.com/ctxhook/ctxhook/rules"
)

// TestArgs holds how the shipped models read command lines: subcommand, options with
// their values, operands, and the effects of the rows whose conditions hold.
func TestArgs(t *testing.T) {
	for _, name := range []string{"testdata/args.txt", "testdata/branches.txt"} {
		readtest.File(t, name, func(text string) (list []string) {
			s := follow.Parse(text, shell.Options{Models: rules.Command, Functions: rules.Function, Home: "/home/me", Cwd: "/home/me/app"})
			for i := range s.Calls {
				c := &s.Calls[i]
				words := []string{c.Program + ":"}
				if len(c.Args.Sub) > 0 {
					words = append(words, "sub="+strings.Join(c.Args.Sub, " "))
				}
				for _, f := range c.Args.Flags {
					word := f.Name
					if f.Option == nil && f.Name != "--" {
						word += "(?)"
					}
					if f.Value != nil {
						word += "=" + f.Value.String()
					}
					for _, w := range f.Words {
						word += "," + w.String()
					}
					words = append(words, word)
				}
				for k, w := range c.Args.Operands {
					if c.Args.Has("--") && k == c.Args.Front {
						words = append(words, "|")
					}
					words = append(words, "<"+w.String()+">")
				}
				for _, v := range c.Args.Verbs {
					for k := range v.Effects {
						if c.Args.Holds(v) {
							words = append(words, "does="+string(v.Effects[k].Do))
							for _, w := range c.On(v.Effects[k].On) {
								words[len(words)-1] += "," + w.String()
							}
						}
					}
				}
				if p := c.Prints(); p != "" {
					words = append(words, "prints="+p)
				}
				if c.Boxed() {
					words = append(words, "boxed")
					for _, at := range []string{"/srv", "/srv/data/x", "/tmp/x", "/"} {
						if !c.Discarded(shell.LitWord(at)) {
							words = append(words, "keeps="+at)
						}
					}
				}
				for _, w := range c.Cloned() {
					if c.Args.Is([]string{"clone", "repo clone"}) {
						words = append(words, "clones="+w.String())
					}
				}
				list = append(list, strings.Join(words, " "))
			}
			for _, p := range s.Problems {
				list = append(list, "! "+p.Kind+": "+p.Say)
			}
			for i := range s.Written {
				w := &s.Written[i]
				line := "> " + w.Path
				switch {
				case w.Known:
					line += " known"
				case s.Brought(w):
					line += " brought"
				default:
					m := s.Material(w)
					line += " made with " + strings.TrimSpace(m.Words)
					for _, text := range m.Texts {
						line += " «" + text + "»"
					}
				}
				list = append(list, line)
			}
			return list
		})
	}
}
