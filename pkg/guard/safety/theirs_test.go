package safety_test

import (
	"strings"
	"testing"

	"github.com/ctxhook/ctxhook/pkg/base/policy"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/safety"
)

// shared is a dirty tree of a session and a user: of what lies below own/ all is
// the session's, and of anything else it is the user's.
type shared struct{ calm }

func (shared) Tree(string) rule.TreeState {
	return rule.TreeState{Known: true, Repo: true, Root: "/w/p", Modified: 2, Untracked: 1}
}

func (shared) Path(path string) rule.PathState {
	return rule.PathState{Known: true, Exists: true, Repo: strings.HasPrefix(path, "/w/p"), Files: 1, Untracked: 1, Modified: 1}
}

func (shared) Clean(string, rule.CleanQuery) rule.CleanState {
	return rule.CleanState{Known: true, Names: []string{"own/a"}}
}

func (shared) Authors(q rule.LossQuery) rule.AuthorState {
	if q.Holds {
		return rule.AuthorState{Known: true}
	}
	if q.Outside {
		return rule.AuthorState{Known: true, Own: 1, More: true}
	}
	if strings.Contains(q.Path+strings.Join(q.Names, " "), "own/") {
		return rule.AuthorState{Known: true, Own: 1}
	}
	return rule.AuthorState{Known: true, Theirs: []rule.Authored{{Name: "notes.md", Author: rule.Author{Kind: rule.AuthorUser}}}}
}

func (shared) Stash(string) rule.StashState {
	return rule.StashState{Known: true, Messages: []string{"a", "b"}, Stashes: []rule.Stash{
		{Commit: "1f3c9d2", Author: rule.Author{Kind: rule.AuthorSession}}, {Commit: "2a5b1c0", Author: rule.Author{Kind: rule.AuthorOther}},
	}}
}

// TestTheirs: work of others raises a risk, the session's own lowers it, unless
// the text itself changes what is lost.
func TestTheirs(t *testing.T) {
	at := safety.Dirs{Home: "/home/ann", Cwd: "/w/p", Project: "/w/p"}
	e := engine()
	for _, tt := range []struct {
		text  string
		want  policy.Risk
		names bool
	}{
		{"git checkout -- own/a", policy.Low, false},
		{"git checkout -- b", policy.High, true},
		{"git checkout .", policy.High, true},
		{"git reset --hard", policy.High, true},
		{"git clean -fd", policy.Low, false},
		{"rm own/a", policy.Safe, false},
		{"rm b", policy.High, true},
		{"echo x > own/a", policy.Safe, false},
		{"echo x > b", policy.High, true},
		{"git stash && git checkout .", policy.Low, false},
		{"cp b /tmp/b && rm b", policy.Safe, false},
		{"mv notes.md own/a && rm own/a", policy.High, true},
		{"mv notes.md /tmp/a && rm /tmp/a", policy.High, true},
		{"mv notes.md /tmp/a && rm /tmp/b", policy.Safe, false},
		{"mkdir -p /tmp/d && mv notes.md /tmp/d/ && rm -r /tmp/d", policy.High, true},
		{"cp notes.md /tmp/a && rm notes.md && rm /tmp/a", policy.High, true},
		{"cp notes.md /tmp/a && rm /tmp/a", policy.Safe, false},
		{"cat notes.md > /tmp/a; rm notes.md; rm /tmp/a", policy.High, true},
		{"tar -cf - notes.md | gzip > /tmp/n.tgz && rm notes.md && rm /tmp/n.tgz", policy.High, true},
		{"zip -q /tmp/n.zip notes.md && rm /tmp/n.zip", policy.Safe, false},
		{"git diff > /tmp/p && git checkout -q . && rm /tmp/p", policy.High, true},
		{"git diff > /tmp/p && rm /tmp/p", policy.Safe, false},
		{"mv notes.md /tmp/a && mv /tmp/a notes.md && rm -f /tmp/a", policy.Low, false},
		{"mv notes.md /tmp/a; mv b notes.md; rm -f notes.md", policy.High, true},
		{"mv notes.md /tmp/a && mv /tmp/a /tmp/b && rm /tmp/b", policy.High, true},
		{"mkdir -p /tmp/d && mv notes.md /tmp/d && mv own/a /tmp/d", policy.Safe, false},
		{"mv notes.md /tmp/d && echo x > /tmp/d", policy.High, true},
		{"git stash -u && git stash drop", policy.High, true},
		{"ls | grep notes | xargs rm", policy.High, true},
		{"ls | grep -v notes | xargs rm", policy.Safe, false},
		{"ls | grep draft | xargs rm", policy.Safe, false},
		{"ls /w/p | sed 's#^#/w/p/#' | xargs rm -f", policy.High, true},
		{"ls | sed 's/md$/html/' | xargs rm -f", policy.Safe, false},
		{"ls *.md *.txt | xargs rm", policy.High, true},
		{"find . -maxdepth 1 -name 'n*' | xargs rm", policy.High, true},
		{"find . -maxdepth 1 -name '*.log' | xargs rm", policy.Safe, false},
		{"git ls-files -o --exclude-standard | xargs rm", policy.High, true},
		{"git ls-files -o -- own | xargs rm", policy.Medium, false},
		{"grep -l Bob *.md | xargs rm", policy.High, true},
		{"git status -s | grep '^??' | cut -c4- | while read -r f; do rm \"$f\"; done", policy.High, true},
		{"git status --porcelain | awk '/^ M/{print $2}' | xargs rm", policy.Safe, false},
		{"rm -rf own/a", policy.Low, false},
		{"rm -rf /w/other/own/", policy.High, false},
		{"rm -rf /", policy.Critical, false},
		{"rm -rf ~", policy.Critical, false},
		{"ssh web1 'rm -rf own/a'", policy.High, false},
		{"git stash drop", policy.Low, false},
		{"git stash drop stash@{1}", policy.High, false},
		{"git stash clear", policy.High, false},
		{"git stash pop", policy.Safe, false},
		{"git stash pop stash@{1}", policy.High, false},
		{"git stash apply 2a5b1c0", policy.Safe, false},
	} {
		v := e.Judge(tt.text, at, shared{})
		named := false
		for _, f := range v.Findings {
			named = named || len(f.Theirs) > 0 && strings.Contains(strings.Join(f.Facts, " "), "notes.md (not by this session")
		}
		if v.Risk != tt.want || named != tt.names {
			t.Errorf("%s: %v, names %v; want %v, %v: %+v", tt.text, v.Risk, named, tt.want, tt.names, v.Findings)
		}
	}
}
