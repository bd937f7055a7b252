package safety_test

import (
	"testing"

	"github.com/ctxhook/ctxhook/pkg/base/policy"
	"github.com/ctxhook/ctxhook/pkg/base/unread"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/safety"
)

// calm is a machine on which nothing can be lost.
type calm struct{}

func (calm) Tree(string) rule.TreeState { return rule.TreeState{Known: true, Repo: true, Root: "/w/p"} }

func (calm) Path(string) rule.PathState {
	return rule.PathState{Known: true, Exists: true, Repo: true, Files: 1, Tracked: 1}
}

func (calm) Real(path string) string { return path }

func (calm) Registration(rule.RegistrationQuery) rule.RegistrationState {
	return rule.RegistrationState{Known: true}
}

func (calm) Processes(rule.ProcessQuery) rule.ProcessState { return rule.ProcessState{Known: true} }

func (calm) Branch(_, _, _ string) rule.BranchState {
	return rule.BranchState{Known: true, Exists: true, Merged: true, Pushed: true}
}

func (calm) Left(rule.LeftQuery) rule.LeftState { return rule.LeftState{Known: true} }

func (calm) Authors(rule.LossQuery) rule.AuthorState { return rule.AuthorState{} }

func (calm) Glob(string, bool) rule.PathState { return rule.PathState{} }

func (calm) Clean(string, rule.CleanQuery) rule.CleanState { return rule.CleanState{Known: true} }

func (calm) Landing(rule.LandingQuery) rule.LandingState { return rule.LandingState{Known: true} }

func (calm) Earlier(string) []rule.Past { return nil }

func (calm) Leaving(rule.LeavingQuery) rule.LeavingState { return rule.LeavingState{Known: true} }

func (calm) Stash(string) rule.StashState { return rule.StashState{Known: true} }

func (calm) Push(string, []string, bool) rule.PushState {
	return rule.PushState{Known: true, New: true}
}

func (calm) File(string) rule.FileState {
	return rule.FileState{Unread: unread.Part{Reason: unread.Absent}}
}

func (calm) Hook(string, string) (path, root string) { return "", "" }

func (calm) Names(string) []string { return nil }

func (calm) Committed(string) bool { return true }

// TestFactsSpeakOfTheirTree: what is known of the directory softens a verdict
// only where the command works on that directory.
func TestFactsSpeakOfTheirTree(t *testing.T) {
	at := safety.Dirs{Home: "/home/ann", Cwd: "/w/p", Project: "/w/p"}
	for _, tt := range []struct {
		name, text string
		softer     bool
	}{
		{"here", "git reset --hard", true},
		{"named directory", "git -C /w/p reset --hard", true},
		{"clean file", "git checkout -- a.go", true},
		{"clean file from a commit", "git checkout HEAD~2 -- a.go", true},
		{"merged branch", "git branch -D topic", true},
		{"other repository", "git --git-dir /r/.git reset --hard", false},
		{"other work tree", "git --work-tree=/r reset --hard", false},
		{"by a variable", "GIT_DIR=/r/.git git reset --hard", false},
		{"by an exported variable", "export GIT_WORK_TREE=/r; git reset --hard", false},
		{"by a setting", "git -c core.worktree=/r reset --hard", false},
		{"with its submodules", "git reset --hard --recurse-submodules", false},
		{"in submodules", "git submodule foreach git reset --hard", false},
		{"submodules themselves", "git submodule deinit -f .", false},
		{"at the top of the tree", "git rebase --exec 'git checkout -- a.go' main", false},
		{"unknown directory", `cd "$X" && git reset --hard`, false},
		{"another machine", "ssh h git reset --hard", false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			without := engine().Judge(tt.text, at, nil).Risk
			with := engine().Judge(tt.text, at, calm{}).Risk
			if without < policy.High {
				t.Fatalf("risk without facts = %v, want high or above", without)
			}
			if got := with < without; got != tt.softer {
				t.Errorf("risk %v with facts, %v without; want softer %v", with, without, tt.softer)
			}
		})
	}
}
