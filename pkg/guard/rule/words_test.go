package rule_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/ctxhook/ctxhook/pkg/guard/rule"
)

// machine is what is known of a machine.
type machine struct {
	tree         rule.TreeState
	path         rule.PathState
	branch       rule.BranchState
	clean        rule.CleanState
	stash        rule.StashState
	push         rule.PushState
	process      rule.ProcessState
	landing      rule.LandingState
	leaving      rule.LeavingState
	authors      rule.AuthorState
	registration rule.RegistrationState
	declared     rule.DeclaredState
}

// is asks about every condition there is.
func (m machine) is() []string {
	var hold []string
	for _, c := range rule.Conditions() {
		if m.tree.Is(c) || m.path.Is(c) || m.branch.Is(c) || m.clean.Is(c) || m.stash.Is(c) || m.push.Is(c) || m.process.Is(c) || m.landing.Is(c) || m.leaving.Is(c) || m.authors.Is(c) || m.registration.Is(c) || m.declared.Is(c) {
			hold = append(hold, c)
		}
	}
	return hold
}

func (m machine) value(name string) string {
	show := func(v rule.Told) string { return v.Show(func(s string) string { return s }) }
	return show(m.tree.Value(name)) + show(m.path.Value(name)) + show(m.branch.Value(name)) + show(m.clean.Value(name)) + show(m.stash.Value(name)) + show(m.push.Value(name)) + show(m.process.Value(name)) + show(m.landing.Value(name)) + show(m.leaving.Value(name)) + show(m.authors.Value(name)) + show(m.registration.Value(name)) + show(m.declared.Value(name))
}

// without leaves out what is so of every path that is there.
func without(list []string, name string) []string {
	if list = slices.DeleteFunc(list, func(s string) bool { return s == name }); len(list) == 0 {
		return nil
	}
	return list
}

func TestConditions(t *testing.T) {
	tests := []struct {
		name         string
		tree         rule.TreeState
		path         rule.PathState
		branch       rule.BranchState
		clean        rule.CleanState
		stash        rule.StashState
		push         rule.PushState
		landing      rule.LandingState
		leaving      rule.LeavingState
		process      rule.ProcessState
		authors      rule.AuthorState
		registration rule.RegistrationState
		declared     rule.DeclaredState
		want         []string
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
		{name: "empty file", path: rule.PathState{Known: true, Exists: true, Empty: true, Files: 1}, want: []string{rule.PathEmpty}},
		{name: "a directory of no files with a repository in it is not empty", path: rule.PathState{Known: true, Exists: true, Empty: true, Repos: 1}, want: []string{rule.PathRepo}},
		{name: "only work of the session", authors: rule.AuthorState{Known: true, Own: 1}, want: []string{rule.PathSession, rule.TheirsNone}},
		{name: "no work", authors: rule.AuthorState{Known: true}, want: []string{rule.TheirsNone}},
		{name: "work of the session, and files that may be of others", authors: rule.AuthorState{Known: true, Own: 1, More: true}},
		{name: "work of the user", authors: rule.AuthorState{Known: true, Own: 1, Theirs: []rule.Authored{{Name: "a"}}}, want: []string{rule.TheirsSome, rule.HoldsLast}},
		{name: "work of another session that goes on", authors: rule.AuthorState{Theirs: []rule.Authored{{Name: "a", Author: rule.Author{Kind: rule.AuthorOther}}}}, want: []string{rule.LiveEdited, rule.LiveSwept}},
		{name: "in a directory, work of another session that goes on", authors: rule.AuthorState{Tree: true, Theirs: []rule.Authored{{Name: "a", Author: rule.Author{Kind: rule.AuthorOther}}}}, want: []string{rule.LiveTree, rule.LiveSwept}},
		{name: "work that the user wrote", authors: rule.AuthorState{Theirs: []rule.Authored{{Name: "a", Author: rule.Author{Kind: rule.AuthorUser}}}}, want: []string{rule.UserEdited, rule.UserSwept}},
		{name: "not known whose work", authors: rule.AuthorState{Own: 1, Theirs: []rule.Authored{{Name: "a"}}}},
		{name: "a stash that a commit has", stash: rule.StashState{Known: true, Messages: []string{"x", "y"}, Kept: true, Chosen: []int{0}}, want: []string{rule.StashSome, rule.StashKept}},
		{name: "all stashes, of which a commit has the newest", stash: rule.StashState{Known: true, Messages: []string{"x", "y"}, Kept: true, Chosen: []int{0, 1}}, want: []string{rule.StashSome}},
		{name: "squashed branch", branch: rule.BranchState{Known: true, Exists: true, Ahead: 1, Squashed: true}, want: []string{rule.BranchMerged, rule.BranchUnpushed}},
		{name: "own stash", stash: rule.StashState{Known: true, Messages: []string{"x"}, Stashes: []rule.Stash{{Author: rule.Author{Kind: rule.AuthorSession}}}, Chosen: []int{0}}, want: []string{rule.StashSome, rule.StashOwn}},
		{name: "own stash with the last copy of another's work", stash: rule.StashState{Known: true, Messages: []string{"x"}, Stashes: []rule.Stash{{Author: rule.Author{Kind: rule.AuthorSession}, Holds: []rule.Authored{{Name: "a"}}}}, Chosen: []int{0}}, want: []string{rule.StashSome, rule.StashOwn, rule.StashLast}},
		{name: "commits with the last copy of another's work", branch: rule.BranchState{Known: true, Exists: true, Ahead: 1, Holds: []rule.Authored{{Name: "a"}}}, want: []string{rule.BranchUnpushed, rule.BranchLast}},
		{name: "stash of another", stash: rule.StashState{Known: true, Messages: []string{"x"}, Stashes: []rule.Stash{{Author: rule.Author{Kind: rule.AuthorOther}}}, Chosen: []int{0}}, want: []string{rule.StashSome, rule.StashTheirs}},
		{name: "stash named by its commit", stash: rule.StashState{Known: true, Messages: []string{"x"}, Stashes: []rule.Stash{{Author: rule.Author{Kind: rule.AuthorOther}}}}, want: []string{rule.StashSome}},
		{name: "registration that no commit has", registration: rule.RegistrationState{Known: true, Gone: []string{"s.json"}, Loose: true}, want: []string{rule.RegistrationGone, rule.RegistrationLoose, rule.RegistrationListed}},
		{name: "files of which nobody is known", authors: rule.AuthorState{Known: true, Unsure: []string{"a"}, More: true}, want: []string{rule.TheirsUnsure}},
		{name: "branch of the remote that was never fetched", push: rule.PushState{Strange: "topic"}, want: []string{rule.PushStrange}},
		{name: "stash that the text pushes first", stash: rule.StashState{Known: true, Messages: []string{"x"}, Pushed: true}, want: []string{rule.StashSome, rule.StashPushed}},
		{name: "a stash that there is not", stash: rule.StashState{Known: true, Messages: []string{"x"}, Chosen: []int{3}}, want: []string{rule.StashSome}},
		{name: "nothing to clean", clean: rule.CleanState{Known: true}, want: []string{rule.CleanNothing}},
		{name: "caches to clean", clean: rule.CleanState{Known: true, Generated: true}, want: []string{rule.CleanGenerated}},
		{name: "a secret to clean", clean: rule.CleanState{Known: true, Names: []string{".env"}, Secret: true}, want: []string{rule.CleanSecret, rule.CleanFiles}},
		{name: "not known what to clean", clean: rule.CleanState{Names: []string{".env"}, Secret: true}},
		{name: "no stash", stash: rule.StashState{Known: true}, want: []string{rule.StashNone}},
		{name: "work where files land", landing: rule.LandingState{Known: true, Names: []string{"a"}}, want: []string{rule.LandingWork}},
		{name: "other settings land", landing: rule.LandingState{Known: true, Gone: []string{"settings.json"}}, want: []string{rule.LandingGuard}},
		{name: "nothing lands on settings", landing: rule.LandingState{Known: true, Spare: true}, want: []string{rule.LandingSpares}},
		{name: "a secret in what leaves", leaving: rule.LeavingState{Known: true, Names: []string{"a"}}, want: []string{rule.LeavesSecret}},
		{name: "a stash", stash: rule.StashState{Known: true, Messages: []string{"WIP"}}, want: []string{rule.StashSome}},
		{name: "a branch that the remote does not have", push: rule.PushState{Known: true, New: true}, want: []string{rule.PushNew}},
		{name: "commits of others on the remote", push: rule.PushState{Known: true, Foreign: 2, Gone: 2}, want: []string{rule.PushForeign}},
		{name: "pushed commits of a shared branch", push: rule.PushState{Known: true, Branch: "main", Gone: 1}, want: []string{rule.PushShared}},
		{name: "pushed commits of one's own branch", push: rule.PushState{Known: true, Branch: "fix/x", Gone: 1}},
		{name: "a push behind a fetch", push: rule.PushState{Fetched: true}, want: []string{rule.PushFetched}},
		{name: "a push that was refused", push: rule.PushState{Known: true, Refused: true}, want: []string{rule.PushRefused}},
		{name: "a remote that loses nothing", push: rule.PushState{Known: true}, want: []string{rule.PushKept}},
		{name: "absent branch", branch: rule.BranchState{Known: true}, want: []string{rule.BranchMissing}},
		{name: "merged and pushed branch", branch: rule.BranchState{Known: true, Exists: true, Merged: true, Pushed: true}, want: []string{rule.BranchMerged, rule.BranchPushed, rule.BranchKept}},
		{name: "branch with commits nowhere else", branch: rule.BranchState{Known: true, Exists: true, Ahead: 1}, want: []string{rule.BranchUnpushed}},
		{name: "branch with commits of the session", branch: rule.BranchState{Known: true, Exists: true, Ahead: 1, Own: true}, want: []string{rule.BranchUnpushed, rule.BranchOwn}},
		{name: "a push that takes commits of the session", push: rule.PushState{Known: true, Gone: 1, Own: true}, want: []string{rule.PushOwn}},
		{name: "a private package", leaving: rule.LeavingState{Known: true, Private: true}, want: []string{rule.LeavesNothing}},
		{name: "a path with a conflict", path: rule.PathState{Known: true, Exists: true, Repo: true, Modified: 1, Conflicts: 1}, want: []string{rule.PathDirty, rule.PathConflict}},
		{name: "a path with a conflict and a change", path: rule.PathState{Known: true, Exists: true, Repo: true, Modified: 2, Conflicts: 1}, want: []string{rule.PathDirty}},
		{name: "a process above this one", process: rule.ProcessState{Known: true, Ancestor: "node", Outside: "x"}, want: []string{rule.ProcessAncestor, rule.ProcessOutside}},
		{name: "the only registration goes", registration: rule.RegistrationState{Known: true, Gone: []string{"a.json"}}, want: []string{rule.RegistrationGone, rule.RegistrationListed}},
		{name: "a registration stays", registration: rule.RegistrationState{Known: true}},
		{name: "a name that is nearly another", declared: rule.DeclaredState{Name: "lodahs", Like: "lodash", None: true}, want: []string{rule.DeclaredNear, rule.DeclaredNone}},
		{name: "packages may run no scripts", declared: rule.DeclaredState{Quiet: true}, want: []string{rule.DeclaredQuiet}},
		{name: "no process", process: rule.ProcessState{Known: true}, want: []string{rule.ProcessProject}},
	}
	covered := map[string]bool{rule.PathExists: true, rule.DatabaseTest: true, rule.MadeSession: true, rule.MadeCopy: true, rule.ListedNamed: true, rule.WriteKeeps: true, rule.CloneUnpushed: true, rule.CloneKept: true} // asked of the command, or by name
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := without(machine{tt.tree, tt.path, tt.branch, tt.clean, tt.stash, tt.push, tt.process, tt.landing, tt.leaving, tt.authors, tt.registration, tt.declared}.is(), rule.PathExists)
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
	m := machine{
		tree:   rule.TreeState{Known: true, Repo: true, Branch: "main", Modified: 3, Untracked: 4, Stashes: 5, More: true},
		path:   rule.PathState{Known: true, Exists: true, Files: 6, Untracked: 7, Modified: 8},
		branch: rule.BranchState{Known: true, Exists: true, Ahead: 9},
		clean:  rule.CleanState{Known: true, Names: []string{"a", "b", "c", "d", "e", "f"}, More: true},
		stash: rule.StashState{Known: true, Messages: []string{"half", "old"}, Files: []string{"a.go"}, Chosen: []int{0, 1},
			Stashes: []rule.Stash{{Author: rule.Author{Kind: rule.AuthorSession}}, {Commit: "1f3c9d2", Author: rule.Author{Kind: rule.AuthorUser}}}},
		authors: rule.AuthorState{Known: true, Unsure: []string{"maybe.go"}, Theirs: []rule.Authored{
			{Name: "a.go", Author: rule.Author{Kind: rule.AuthorOther, Ago: 5 * time.Minute}}, {Name: "b.md", Author: rule.Author{Kind: rule.AuthorUser}},
			{Name: "c", Author: rule.Author{Kind: rule.AuthorUser, New: true}}, {Name: "d", Author: rule.Author{Kind: rule.AuthorOther, Ago: 50 * time.Hour}}, {Name: "e"},
		}},
		push:         rule.PushState{Known: true, Foreign: 2, Newest: "her work", Strange: "topic"},
		process:      rule.ProcessState{Known: true, Ancestor: "node (pid 1)", Outside: " a (pid 2)"},
		landing:      rule.LandingState{Known: true, Names: []string{"a", "b"}, Gone: []string{"s.json"}},
		leaving:      rule.LeavingState{Known: true, Names: []string{"a", "b"}},
		registration: rule.RegistrationState{Known: true, Gone: []string{"a.json", "b.json"}},
		declared:     rule.DeclaredState{Name: "lodahs", Like: "lodash", File: "package.json"},
	}
	want := map[string]string{
		"tree.modified": "at least 3", "tree.untracked": "at least 4", "tree.stashes": "5", "tree.branch": "main",
		"path.files": "6", "path.untracked": "7", "path.modified": "8", "branch.ahead": "9",
		"declared.name": "lodahs", "declared.like": "lodash", "declared.file": "package.json",
		"landing.names": "a, b", "landing.guard": "s.json", "leaves.names": "a, b", "clean.names": "a, b, c, d and at least 2 more", "stash.named": "2 stashes, the newest stash@{0} (half) with a.go",
		"stash.theirs": "stash@{1} (old)", "stash.commit": "1f3c9d2",
		"theirs.unsure": "maybe.go", "push.strange": "topic", "theirs.names": "a.go (edited by another session 5 min ago), b.md (not by this session, as far as is known), " +
			"c (changed outside this session since it began), d (edited by another session 2 days ago) and 1 more",
		"holds.names": "a.go (edited by another session 5 min ago), b.md (not by this session, as far as is known), " +
			"c (changed outside this session since it began), d (edited by another session 2 days ago) and 1 more",
		"user.names":   "b.md, c",
		"live.names":   "a.go (edited by another session 5 min ago), d (edited by another session 2 days ago)",
		"push.foreign": "2", "push.newest": "her work",
		"registration.files": "a.json and b.json",
		"process.ancestor":   "node (pid 1)", "process.outside": "a (pid 2)",
	}
	got := make(map[string]string)
	for _, name := range rule.Placeholders() {
		got[name] = m.value(name)
		if unknown := (machine{}).value(name); unknown != "" {
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
