package follow_test

import (
	"testing"

	"github.com/ctxhook/ctxhook/pkg/guard/follow"
	"github.com/ctxhook/ctxhook/pkg/guard/readtest"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// TestLinks holds that a path is judged by where it leads, and a link by its
// name when it is itself removed.
func TestLinks(t *testing.T) {
	of := func(name string) *rule.Command {
		switch name {
		case "ln":
			return &rule.Command{Names: []string{name}, Options: []rule.Option{{Names: []string{"-s"}}, {Names: []string{"-t"}, Arg: rule.RequiredArg}}}
		}
		return models(name)
	}
	for _, tt := range []struct{ name, text, want string }{
		{"what the link leads to", "ln -s / x; rm -rf x/", "/"},
		{"all in it", "ln -s /etc x; rm -rf x/*", "/etc/‹*›"},
		{"below it", "ln -s /etc x; rm x/passwd", "/etc/passwd"},
		{"the link itself", "ln -s / x; rm -rf x", "x"},
		{"another of that beginning", "ln -s / x; rm -rf xy/", "xy/"},
		{"a relative one", "ln -s b a/x; rm a/x/c", "a/b/c"},
		{"through a directory", "ln -s / x; cd x; rm usr", "usr @/"},
		{"a link to a link", "ln -s / x; ln -s x y; cd y; rm usr", "/usr @./x"},
		{"a hard link leads nowhere", "ln / x; rm x/y", "x/y"},
		{"into itself", "ln -s /opt/a/b /opt/a; /opt/a/x; rm -rf /", "/"},
		{"in a ring", "ln -s /opt/b /opt/a; ln -s /opt/a /opt/b; /opt/a; rm -rf /", "/"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := follow.Parse(tt.text, shell.Options{Models: of})
			got := ""
			for _, c := range s.Calls {
				if c.Program != "rm" {
					continue
				}
				got = readtest.Plain(c.Args.Operands[0])
				if c.Where == "" && len(c.Cwd.Path.Parts) > 0 {
					got += " @" + readtest.Plain(c.Cwd.Path)
				}
			}
			if got != tt.want {
				t.Errorf("rm in %q is on %q, want %q", tt.text, got, tt.want)
			}
		})
	}
}
