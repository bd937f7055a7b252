package facts_test

import (
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ctxhook/ctxhook/pkg/guard/rule"
)

func TestClean(t *testing.T) {
	tests := []struct {
		name string
		dir  string
		q    rule.CleanQuery
		want []string
	}{
		{name: "files here", want: []string{"new.md"}},
		{name: "directories as well", q: rule.CleanQuery{Dirs: true}, want: []string{"lab/", "new.md"}},
		{name: "in a directory that is all untracked", dir: "lab", q: rule.CleanQuery{Dirs: true}, want: []string{"./"}},
		{name: "ignored as well", q: rule.CleanQuery{Dirs: true, Ignored: true}, want: []string{"lab/", "new.md", "out/"}},
		{name: "ignored alone", q: rule.CleanQuery{Dirs: true, OnlyIgnored: true}, want: []string{"out/"}},
		{name: "named", q: rule.CleanQuery{Paths: []string{"lab"}}, want: []string{"lab/"}},
		{name: "excluded", q: rule.CleanQuery{Dirs: true, Exclude: []string{"*.md"}}, want: []string{"lab/"}},
		{name: "nothing of that name", q: rule.CleanQuery{Paths: []string{"none", "src/none"}, Dirs: true}},
		{name: "by a pattern", q: rule.CleanQuery{Paths: []string{"none", "n?w.*"}}, want: []string{"new.md"}},
		{name: "tracked", q: rule.CleanQuery{Paths: []string{"a.txt"}}},
	}
	repo := newRepo(t)
	write(t, filepath.Join(repo, "new.md"), "x")
	write(t, filepath.Join(repo, "lab", "x.py"), "x")
	write(t, filepath.Join(repo, "out", "bin"), "x")
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			want := rule.CleanState{Known: true, Names: tt.want}
			if diff := cmp.Diff(want, source(t, repo).Clean(filepath.Join(repo, tt.dir), tt.q)); diff != "" {
				t.Errorf("Clean(%q, %+v) (-want +got):\n%s", tt.dir, tt.q, diff)
			}
		})
	}
	if got := source(t, repo).Clean(realDir(t), rule.CleanQuery{}); got.Known {
		t.Errorf("Clean outside of a repository = %+v, want unknown", got)
	}
}
