package safety_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ctxhook/ctxhook/pkg/guard/follow"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/safety"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
	"github.com/ctxhook/ctxhook/rules"
)

func TestTargets(t *testing.T) {
	at := safety.Dirs{Home: "/home/u", Cwd: "/home/u/shop", Project: "/home/u/shop"}
	for _, test := range []struct {
		name, command string
		want          []safety.Target
	}{
		{"delete", "rm -rf data ../notes", []safety.Target{{"/home/u/shop/data", false, false, rule.Delete}, {"/home/u/notes", false, false, rule.Delete}}},
		{"redirect", "date > log.txt", []safety.Target{{"/home/u/shop/log.txt", false, false, rule.Overwrite}}},
		{"move", "mv a b", []safety.Target{{"/home/u/shop/a", false, false, rule.Move}, {"/home/u/shop/b", false, false, rule.Overwrite}}},
		{"in place", "sed -i s/a/b/ ~/x", []safety.Target{{"/home/u/x", false, false, rule.Overwrite}}},
		{"glob", "rm *.txt", []safety.Target{{"/home/u/shop/*.txt", true, false, rule.Delete}}},
		{"found", "find . -name '*.txt' -delete", []safety.Target{{"/home/u/shop/*.txt", true, true, rule.Delete}}},
		{"once", "rm a; rm a", []safety.Target{{"/home/u/shop/a", false, false, rule.Delete}}},
		{"made again", "rm -rf node_modules", nil},
		{"not known", `rm -rf "$DIR"`, nil},
		{"only read", "cat a", nil},
		{"another machine", "ssh host rm a", nil},
		{"null", "ls > /dev/null", nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := follow.Parse(test.command, shell.Options{Models: rules.Command, Functions: rules.Function, Home: at.Home, Cwd: at.Cwd})
			if diff := cmp.Diff(test.want, safety.Targets(s, at)); diff != "" {
				t.Errorf("%s (-want +got):\n%s", test.command, diff)
			}
		})
	}
}
