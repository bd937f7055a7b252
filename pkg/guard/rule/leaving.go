package rule

// LeavesSecret holds where what leaves this machine, or goes into a commit, an image or a
// package, holds what looks like a secret in use.
const LeavesSecret = "leaves.secret"

// LeavesNothing holds where a package says that it is private: npm refuses to publish it.
const LeavesNothing = "leaves.nothing"

// LeavingQuery says what leaves.
type LeavingQuery struct {
	Dir   string // of the call, absolute
	As    string // one of the Leaving constants
	Paths []string
	All   bool   // of a commit: what is tracked and changed, too
	File  string // of an image: its Dockerfile, where it is named
}

// As what files leave.
const (
	LeavingFiles   = "files"   // Paths, and what is below them
	LeavingCommit  = "commit"  // what is staged, and what is changed of Paths
	LeavingPackage = "package" // what npm packs of Dir
	LeavingImage   = "image"   // what a Dockerfile copies of Paths
)

// LeavingState is what was found in it.
type LeavingState struct {
	Known   bool
	Names   []string // files that hold a secret, relative to Dir where they are below it
	Members []string // what archives among them hold, by name
	Private bool     // the package that is asked about
}

// Is reports whether a condition holds.
func (l LeavingState) Is(condition string) bool {
	if condition == LeavesNothing {
		return l.Known && l.Private
	}
	return condition == LeavesSecret && l.Known && len(l.Names) > 0
}

// Value returns what a placeholder stands for.
func (l LeavingState) Value(name string) Told {
	if name != "leaves.names" || len(l.Names) == 0 {
		return Told{}
	}
	return names(l.Names, false)
}
