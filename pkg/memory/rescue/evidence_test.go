package rescue

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/ctxhook/ctxhook/pkg/base/redact"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/memory/ledger"
)

// A command is known to have written what it names, and nothing else that was written while
// it ran.
func TestWhatACommandWrote(t *testing.T) {
	_, s := plainTree(t, map[string]string{"notes.md": "1", "src/a.ts": "2", "src/deep/b.ts": "3", "docs/c.md": "4", "gen.sh": "for d in docs; do echo > out.$d.txt; done; fmt 'src/*.ts'"})
	state := take(t, s, AtCommand)
	planner, err := s.Planner(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		name, command string
		open          bool
		targets       []Target
		wrote, not    []string
	}{
		{"nothing is named", "cargo fmt", true, nil, nil, []string{"notes.md", "src/a.ts", "new.md"}},
		{"targets", "", false, []Target{{"notes.md", false, false, rule.Overwrite}, {"src/*.ts", true, false, rule.Edit}}, []string{"notes.md", "src/a.ts"}, []string{"src/deep/b.ts", "docs/c.md", "src/new.ts"}},
		{"a directory", "", false, []Target{{"src", false, false, rule.Edit}}, []string{"src/a.ts", "src/deep/b.ts"}, []string{"src/new.ts", "notes.md"}},
		{"a new directory", "", false, []Target{{"copy", false, false, rule.Overwrite}}, []string{"copy", "copy/x", "copy/deep/y"}, []string{"copied/x", "notes.md"}},
		{"what is deleted has no content", "rm notes.md src/a.ts", false, []Target{{"notes.md", false, false, rule.Delete}, {"src", false, false, rule.Discard}}, nil, []string{"notes.md", "src/a.ts"}},
		{"a new file by its text", "node make.js new.md gen/app.js", false, nil, []string{"new.md", "gen/app.js", "gen/other.js"}, []string{"other.md", "notes.md"}},
		{"a file by its text", "tool notes.md", true, nil, []string{"notes.md"}, []string{"docs/c.md", "notes2.md"}},
		{"a file by its text, of which all is known", "cat notes.md", false, nil, nil, []string{"notes.md"}},
		{"patterns in a text", "tool '*.md' src/*.ts", true, nil, []string{"notes.md", "docs/c.md", "src/a.ts"}, []string{"gen.sh", "new.md"}},
		{"patterns in directories that are not known", `tool "$d"/*.md ${e}/*.ts`, true, nil, []string{"notes.md", "docs/c.md", "src/deep/b.ts"}, []string{"gen.sh"}},
		{"all of a directory", "find . -not -path './docs/*' -name 'b.*' -delete; tool deep/*", true, nil, []string{"docs/c.md", "src/deep/b.ts"}, []string{"notes.md", "src/a.ts", "gen.sh"}},
		{"a directory in a text", "tool --in docs src/a.ts", true, nil, []string{"docs/c.md", "src/a.ts"}, []string{"src/deep/b.ts", "docs/new.md"}},
		{"beside out/1.txt", "mkdir -p out; echo > out/2.txt", true, nil, []string{"out/2.txt"}, []string{"out/1.txt", "out/3.txt"}},
		{"beside notes.md", "tool notes.md src/a.ts", true, nil, []string{"src/a.ts"}, []string{"notes.md"}},
		{"what it ran", "sh gen.sh", true, nil, []string{"docs/c.md", "src/a.ts"}, []string{"notes.md", "new.md"}},
	} {
		var beside []*ledger.Call // another command that writes a file at the same time
		if name, ok := strings.CutPrefix(test.name, "beside "); ok {
			beside = []*ledger.Call{{Names: []string{ledger.NameWhole + filepath.ToSlash(filepath.Join(s.Root, filepath.FromSlash(name)))}}}
		}
		t.Run(test.name, func(t *testing.T) {
			now := *state
			now.Targets = test.targets
			before, err := planner.target(t.Context(), &now)
			if err != nil {
				t.Fatal(err)
			}
			put(t, s.Root+"/gen.sh", "rm notes.md new.md") // later
			call := &ledger.Call{Command: redact.Clean(test.command), Open: test.open}
			if strings.HasPrefix(test.command, "sh ") {
				call.Runs = []string{s.Root + "/gen.sh"}
			}
			e := planner.evidence(t.Context(), before, call, beside)
			for _, p := range test.wrote {
				if !e.wrote(p) {
					t.Errorf("%s is not its work", p)
				}
			}
			for _, p := range test.not {
				if e.wrote(p) {
					t.Errorf("%s is its work", p)
				}
			}
		})
	}
}

// What is gone went with a command that names it to delete.
func TestWhatACommandTook(t *testing.T) {
	before := &target{state: &State{Moment: Moment{Targets: []Target{{"data", false, false, rule.Delete}, {"src/*", true, false, rule.Move}, {"edited", false, false, rule.Edit}, {".", false, false, rule.Discard}}}}, files: map[string]blob{"committed": {id: "1"}, "data/c": {id: "2"}, "src/d/e": {id: "3"}}}
	e := &evidence{targets: before.state.Targets, before: before}
	for p, want := range map[string]bool{"data": true, "data/c": true, "src/d/e": true, "untracked": true, "committed": false, "src": true} {
		if got := e.took(p); got != want {
			t.Errorf("%s: %v", p, got)
		}
	}
}
