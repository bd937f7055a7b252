package rule_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ctxhook/ctxhook/pkg/rule"
)

// is asks a state of a machine about every condition there is.
func is(tree rule.TreeState, path rule.PathState, branch rule.BranchState) []string {
	var hold []string
	for _, condition := range rule.Conditions() {
		if tree.Is(condition) || path.Is(condition) || branch.Is(condition) {
			hold = append(hold, condition)
		}
	}
	return hold
}

func TestConditions(t *testing.T) {
	tests := []struct {
		name   string
		tree   rule.TreeState
		path   rule.PathState
		branch rule.BranchState
		want   []string
	}{
		{name: "unknown", tree: rule.TreeState{Repo: true, Modified: 1}, path: rule.PathState{Exists: true, Ignored: true, Repo: true}, branch: rule.BranchState{Exists: true, Merged: true}},
		{name: "no tree", tree: rule.TreeState{Known: true}, want: []string{rule.TreeNone}},
		{name: "clean tree", tree: rule.TreeState{Known: true, Repo: true}, want: []string{rule.TreeClean}},
		{name: "untracked files do not make a tree dirty", tree: rule.TreeState{Known: true, Repo: true, Untracked: 1}, want: []string{rule.TreeClean, rule.TreeUntracked}},
		{name: "a tree not seen to its end is not clean", tree: rule.TreeState{Known: true, Repo: true, More: true}},
		{name: "dirty linked tree", tree: rule.TreeState{Known: true, Repo: true, Modified: 1, Linked: true}, want: []string{rule.TreeDirty, rule.TreeLinked}},
		{name: "missing path", path: rule.PathState{Known: true}, want: []string{rule.PathMissing}},
		{name: "clean path", path: rule.PathState{Known: true, Exists: true, Repo: true, Files: 1, Tracked: 1}, want: []string{rule.PathClean}},
		{name: "a path that git has nothing of is not clean", path: rule.PathState{Known: true, Exists: true, Repo: true, Files: 1}},
		{name: "a path outside of git is not clean", path: rule.PathState{Known: true, Exists: true, Files: 1}},
		{name: "a path with a repository in it is not clean", path: rule.PathState{Known: true, Exists: true, Repo: true, Files: 1, Tracked: 1, Repos: 1}, want: []string{rule.PathRepo}},
		{name: "a path not seen to its end is not clean", path: rule.PathState{Known: true, Exists: true, Repo: true, Files: 1, Tracked: 1, More: true}},
		{name: "ignored path", path: rule.PathState{Known: true, Exists: true, Repo: true, Ignored: true}, want: []string{rule.PathIgnored}},
		{name: "changed path", path: rule.PathState{Known: true, Exists: true, Repo: true, Modified: 1, Untracked: 1}, want: []string{rule.PathDirty, rule.PathUntracked}},
		{name: "link", path: rule.PathState{Known: true, Exists: true, Symlink: true, Files: 1}, want: []string{rule.PathSymlink}},
		{name: "absent branch", branch: rule.BranchState{Known: true}},
		{name: "merged and pushed branch", branch: rule.BranchState{Known: true, Exists: true, Merged: true, Pushed: true}, want: []string{rule.BranchMerged, rule.BranchPushed}},
		{name: "branch with commits nowhere else", branch: rule.BranchState{Known: true, Exists: true, Ahead: 1}, want: []string{rule.BranchUnpushed}},
	}
	covered := make(map[string]bool)
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := is(tt.tree, tt.path, tt.branch)
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("conditions (-want +got):\n%s", diff)
			}
		})
		for _, condition := range tt.want {
			covered[condition] = true
		}
	}
	for _, condition := range rule.Conditions() {
		if !covered[condition] {
			t.Errorf("no case in which %s holds", condition)
		}
	}
}

func TestPlaceholders(t *testing.T) {
	tree := rule.TreeState{Known: true, Repo: true, Branch: "main", Modified: 3, Untracked: 4, Stashes: 5, More: true}
	path := rule.PathState{Known: true, Exists: true, Files: 6, Untracked: 7, Modified: 8}
	branch := rule.BranchState{Known: true, Exists: true, Ahead: 9}
	want := map[string]string{
		"tree.modified": "3+", "tree.untracked": "4+", "tree.stashes": "5", "tree.branch": "main",
		"path.files": "6", "path.untracked": "7", "path.modified": "8", "branch.ahead": "9",
	}
	got := make(map[string]string)
	for _, name := range rule.Placeholders() {
		got[name] = tree.Value(name) + path.Value(name) + branch.Value(name)
		if unknown := (rule.TreeState{}).Value(name) + (rule.PathState{}).Value(name) + (rule.BranchState{}).Value(name); unknown != "" {
			t.Errorf("{%s} of what is unknown is %q, want nothing", name, unknown)
		}
		if !strings.Contains(name, ".") {
			t.Errorf("placeholder %q names no state", name)
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("values (-want +got):\n%s", diff)
	}
}
