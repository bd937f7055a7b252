package facts_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/ctxhook/ctxhook/pkg/guard/facts"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
)

// byName is a session that wrote what has "own" in its name; what has "maybe"
// there it may have written.
type byName struct{ linked bool }

func (byName) File(f facts.File) rule.Author {
	name := filepath.Base(f.Path)
	switch {
	case strings.Contains(name, "own"):
		return rule.Author{Kind: rule.AuthorSession}
	case strings.Contains(name, "maybe"), f.Changed.IsZero():
		return rule.Author{}
	}
	return rule.Author{Kind: rule.AuthorUser}
}

func (b byName) Tree(string, time.Time) rule.Author {
	if b.linked {
		return rule.Author{Kind: rule.AuthorSession}
	}
	return rule.Author{}
}

func (byName) Earlier(string) []rule.Past { return nil }

func (byName) Head() string { return "" }

func (byName) Refused(string) time.Time { return time.Time{} }

func (byName) Held() []facts.Held { return nil }

func (byName) Sum([]byte) int64 { return 0 }

func (byName) Live() bool                        { return true }
func (byName) Stash(time.Time, bool) rule.Author { return rule.Author{} }

func (byName) Commit(facts.Made) bool { return false }

func TestAuthors(t *testing.T) {
	repo := newRepo(t)
	for name, text := range map[string]string{"own.go": "x", "theirs.go": "x", "clean.go": "x", "gone.go": "x", ".gitignore": "*.log\nout/\n"} {
		write(t, filepath.Join(repo, name), text)
	}
	git(t, repo, "add", "-A")
	git(t, repo, "commit", "-q", "-m", "files")
	for _, name := range []string{"own.go", "theirs.go", "new/own.md", "new/theirs.md", "maybe/maybe.md", "own.log", "theirs.log", "out/theirs.bin"} {
		write(t, filepath.Join(repo, filepath.FromSlash(name)), "changed\n")
	}
	write(t, filepath.Join(repo, "empty", "theirs.md"), "")
	write(t, filepath.Join(repo, "theirs.copy"), "x")
	write(t, filepath.Join(repo, ".git", "hooks", "theirs"), "x")
	write(t, filepath.Join(repo, ".git", "hooks", "own"), "x")
	link := os.Symlink("out/theirs.bin", filepath.Join(repo, "theirs.link"))
	if err := os.Remove(filepath.Join(repo, "gone.go")); err != nil {
		t.Fatal(err)
	}
	outside := realDir(t)
	write(t, filepath.Join(outside, "own.md"), "x")
	linked := filepath.Join(realDir(t), "linked")
	git(t, repo, "worktree", "add", "-q", linked)
	write(t, filepath.Join(linked, "theirs.go"), "changed again\n")

	fromRepo := func(dir, name string) string {
		rel, err := filepath.Rel(repo, filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		return filepath.ToSlash(rel)
	}
	own := rule.AuthorState{Known: true, Own: 1}
	theirs := func(names ...string) rule.AuthorState {
		s := rule.AuthorState{Known: true}
		for _, name := range names {
			s.Theirs = append(s.Theirs, rule.Authored{Name: name, Author: rule.Author{Kind: rule.AuthorUser}})
		}
		return s
	}
	with := func(s rule.AuthorState, own int) rule.AuthorState {
		s.Own = own
		return s
	}
	tree := func(s rule.AuthorState) rule.AuthorState {
		s.Tree = true
		return s
	}
	for _, tt := range []struct {
		name string
		q    rule.LossQuery
		by   byName
		want rule.AuthorState
	}{
		{"own file", rule.LossQuery{Path: "own.go", Tracked: true}, byName{}, own},
		{"file of the user", rule.LossQuery{Path: "theirs.go", Tracked: true}, byName{}, theirs("theirs.go")},
		{"changes of the tree", rule.LossQuery{Path: ".", Tracked: true}, byName{}, tree(with(theirs("theirs.go"), 1))},
		{"directory", rule.LossQuery{Path: "new"}, byName{}, tree(with(theirs("new/theirs.md"), 1))},
		{"names", rule.LossQuery{Path: ".", Names: []string{"new/", "own.go"}}, byName{}, with(theirs("new/theirs.md"), 2)},
		{"pattern", rule.LossQuery{Path: "new/*.md", Pattern: true}, byName{}, with(theirs("new/theirs.md"), 1)},
		{"search", rule.LossQuery{Path: "new/the*.md", Pattern: true, Deep: true}, byName{}, theirs("new/theirs.md")},
		{"search at any depth", rule.LossQuery{Path: "*irs.md", Pattern: true, Deep: true}, byName{}, theirs("new/theirs.md")},
		{"search that finds a directory", rule.LossQuery{Path: "ne*", Pattern: true, Deep: true}, byName{}, tree(with(theirs("new/theirs.md"), 1))},
		{"search in a place that has such a name", rule.LossQuery{Path: "new/n*", Pattern: true, Deep: true}, byName{}, rule.AuthorState{}},
		{"search in several places", rule.LossQuery{Path: "n*/theirs.md", Pattern: true, Deep: true}, byName{}, rule.AuthorState{}},
		{"search that finds nothing", rule.LossQuery{Path: "*.zip", Pattern: true, Deep: true}, byName{}, rule.AuthorState{}},
		{"file that the session may have written", rule.LossQuery{Path: "maybe"}, byName{}, tree(rule.AuthorState{Known: true, Unsure: []string{"maybe/maybe.md"}, More: true})},
		{"ignored files", rule.LossQuery{Path: ".", Names: []string{"own.log", "theirs.log", "out/"}}, byName{}, with(theirs("theirs.log", "out/theirs.bin"), 1)},
		{"file without content", rule.LossQuery{Path: "empty"}, byName{}, tree(rule.AuthorState{Known: true})},
		{"content that git has under another name", rule.LossQuery{Path: "theirs.copy"}, byName{}, own},
		{"a hook", rule.LossQuery{Path: ".git/hooks/own"}, byName{}, own},
		{"a hook of the user", rule.LossQuery{Path: ".git/hooks/theirs"}, byName{}, theirs(".git/hooks/theirs")},
		{"the history", rule.LossQuery{Path: ".git/HEAD"}, byName{}, rule.AuthorState{}},
		{"deleted file", rule.LossQuery{Path: "gone.go", Tracked: true}, byName{}, rule.AuthorState{Known: true}},
		{"clean file", rule.LossQuery{Path: "clean.go", Tracked: true}, byName{}, rule.AuthorState{}},
		{"missing file", rule.LossQuery{Path: "nothing.go"}, byName{}, rule.AuthorState{}},
		{"pattern of nothing", rule.LossQuery{Path: "*.nothing", Pattern: true}, byName{}, rule.AuthorState{}},
		{"outside of git", rule.LossQuery{Path: outside}, byName{}, tree(own)},
		{"outside of the project", rule.LossQuery{Path: outside, Outside: true}, byName{}, tree(rule.AuthorState{Known: true, More: true})},
		{"linked worktree of the user", rule.LossQuery{Path: linked, Outside: true}, byName{}, tree(theirs(fromRepo(linked, "theirs.go")))},
		{"linked worktree of the session", rule.LossQuery{Path: linked, Outside: true}, byName{linked: true}, tree(own)},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := facts.New(facts.Options{Cwd: repo, Wall: 10 * time.Second, Authors: tt.by})
			if diff := cmp.Diff(tt.want, s.Authors(tt.q)); diff != "" {
				t.Errorf("authors (-want +got):\n%s", diff)
			}
		})
	}
	if s := facts.New(facts.Options{Cwd: repo, Wall: 10 * time.Second, Authors: byName{}}); link == nil {
		if diff := cmp.Diff(own, s.Authors(rule.LossQuery{Path: "theirs.link"})); diff != "" {
			t.Errorf("a link (-want +got):\n%s", diff)
		}
	}
	if got := source(t, repo).Authors(rule.LossQuery{Path: "own.go"}); got.Known {
		t.Errorf("without a session %+v is known", got)
	}

	c := source(t, repo).Changes(filepath.Join(repo, "new"), 100)
	if at := c.Files["new/own.md"]; c.Root != repo || !c.Known || at.IsZero() || !c.Files["clean.go"].IsZero() || !c.Untracked["new/own.md"] || c.Untracked["own.go"] {
		t.Errorf("changes of %+v", c)
	}
	if diff := cmp.Diff([]string{"gone.go"}, c.Gone); diff != "" {
		t.Errorf("gone (-want +got):\n%s", diff)
	}
	if source(t, repo).Changes(repo, 2).Known {
		t.Error("more changes than the bound are known")
	}
}
