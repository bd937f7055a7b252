package rule

import (
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/unread"
)

// Lossy is a machine on which everything can be lost: no file is in a commit,
// and no commit is anywhere else. The examples of rules that rest on facts
// alone are judged on it.
type Lossy struct{}

// Tree implements Facts.
func (Lossy) Tree(dir string) TreeState {
	return TreeState{Known: true, Repo: true, Root: dir, Branch: "main", Modified: 1, Untracked: 1, Stashes: 1}
}

// Path implements Facts.
func (Lossy) Path(string) PathState {
	return PathState{Known: true, Exists: true, Repo: true, Files: 2, Untracked: 1, Modified: 1}
}

// Real implements Facts.
func (Lossy) Real(path string) string { return path }

// Branch implements Facts.
func (Lossy) Branch(_, name, _ string) BranchState {
	if strings.Contains(name, ".") {
		return BranchState{Known: true} // no branch has a dot in its name
	}
	return BranchState{Known: true, Exists: true, Ahead: 1}
}

// Left implements Facts.
func (Lossy) Left(LeftQuery) LeftState {
	return LeftState{Known: true, Commits: 1, Newest: "work of another"}
}

// Glob implements Facts.
func (Lossy) Glob(string, bool) PathState {
	return PathState{Known: true, Exists: true, Repo: true, Untracked: 1, More: true}
}

// Clean implements Facts.
func (Lossy) Clean(string, CleanQuery) CleanState {
	return CleanState{Known: true, Names: []string{"notes.md"}}
}

// Stash implements Facts.
func (Lossy) Stash(string) StashState {
	theirs := Stash{Commit: "1f3c9d2", Author: Author{Kind: AuthorUser}}
	return StashState{Known: true, Messages: []string{"WIP on main"}, Stashes: []Stash{theirs, theirs}}
}

// Push implements Facts.
func (Lossy) Push(string, []string, bool) PushState {
	return PushState{Known: true, Branch: "main", Foreign: 1, Gone: 1, Newest: "work of another"}
}

// Landing implements Facts.
func (Lossy) Landing(LandingQuery) LandingState {
	return LandingState{Known: true, Names: []string{"notes.md"}, Gone: []string{".claude/settings.json"}}
}

// Earlier implements Facts.
func (Lossy) Earlier(string) []Past { return nil }

// Leaving implements Facts.
func (Lossy) Leaving(LeavingQuery) LeavingState {
	return LeavingState{Known: true, Names: []string{"settings.yaml"}}
}

// Authors implements Facts. No session asks whose work is lost; another one works on
// everything, and so does the user.
func (Lossy) Authors(q LossQuery) AuthorState {
	by := AuthorOther
	switch {
	case q.Kept, q.Holds:
		by = AuthorUser
	case !q.Live:
		return AuthorState{}
	}
	return AuthorState{Known: true, Theirs: []Authored{{Name: "notes.md", Author: Author{Kind: by}}}}
}

// Processes implements Facts.
func (Lossy) Processes(ProcessQuery) ProcessState {
	return ProcessState{Known: true, Ancestor: "agent (pid 7)", Outside: "server (pid 8)"}
}

// File implements Files.
func (Lossy) File(path string) FileState {
	for end, text := range map[string]string{
		"/package.json": "{\"dependencies\": {\n\"lodash\": \"^4.17.21\"\n}}\n", "/requirements.txt": "requests==2.32.3\n", "/Cargo.toml": "[dependencies]\ntokio = \"1\"\n",
		"/.npmrc": "ignore-scripts=true\n",
	} {
		if strings.HasSuffix(path, end) {
			return FileState{Known: true, Text: text}
		}
	}
	return FileState{Unread: unread.Part{Reason: unread.Absent}}
}

// Names implements Files.
func (Lossy) Names(string) []string { return nil }

// Hook implements Files.
func (Lossy) Hook(string, string) (path, root string) { return "", "" }

// Committed implements Files.
func (Lossy) Committed(string) bool { return false }

// Registration implements Facts.
func (Lossy) Registration(RegistrationQuery) RegistrationState {
	return RegistrationState{Known: true, Gone: []string{".claude/settings.json"}}
}
