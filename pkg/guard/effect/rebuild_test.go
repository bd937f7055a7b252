package effect_test

import (
	"testing"

	"github.com/ctxhook/ctxhook/pkg/guard/effect"
	"github.com/ctxhook/ctxhook/pkg/guard/follow"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
	"github.com/ctxhook/ctxhook/rules"
)

// TestRebuilt holds that what the same text builds again counts as its own,
// and nothing else does.
func TestRebuilt(t *testing.T) {
	for _, tt := range []struct {
		name, text string
		want       bool
	}{
		{"built again", "rm -rf build && cmake -B build", true},
		{"by a script of the project", "rm -rf ./out; npm run build", true},
		{"by a module", "rm -rf build && python -m build", true},
		{"all in it", "cd build && rm -rf * && make", true},
		{"built before", "make && rm -rf build", false},
		{"no output of builds", "rm -rf src && make", false},
		{"only cleaned", "rm -rf build && make -n", false},
		{"sources among output", "rm -rf src .tox", false},
		{"fetched again", "rm -rf vendor/ && composer install", true},
		{"fetched for Elixir", "rm -rf apps/web/deps; mix deps.get", true},
		{"made by a module", "rm -rf env && python3 -m venv env", true},
		{"the root beside output", "rm -rf / out; rm -rf bin /", false},
		{"beside output, which git may know", "rm -rf out bin", false},
		{"fetched by another", "rm -rf vendor && mix deps.get", false},
		{"elsewhere", "rm -rf /srv/build && make", false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := follow.Parse(tt.text, shell.Options{Models: rules.Command, Functions: rules.Function})
			found := false
			for i := range s.Calls {
				for _, e := range effect.Of(s, i, effect.Dirs{Home: "/home/me"}) {
					if e.Kind == "delete" {
						found = true
						if got := e.Class&rule.ClassSetOf("made") != 0; got != tt.want {
							t.Errorf("%q: made is %v, want %v", tt.text, got, tt.want)
						}
					}
				}
			}
			if !found {
				t.Errorf("%q deletes nothing", tt.text)
			}
		})
	}
}
