package rule

import (
	"slices"
	"strconv"
)

// The conditions of a rule's facts.
const (
	TreeDirty     = "tree.dirty"     // tracked files have changes
	TreeClean     = "tree.clean"     // no tracked file has
	TreeUntracked = "tree.untracked" // there are untracked files
	TreeNone      = "tree.none"      // the directory is in no work tree
	TreeLinked    = "worktree.linked"

	PathMissing   = "path.missing"
	PathExists    = "path.exists"
	PathEmpty     = "path.empty"   // there is nothing in it to lose
	PathSession   = "path.session" // the session itself wrote it
	PathIgnored   = "path.ignored"
	PathClean     = "path.clean" // git can give all of it back, but for what it ignores
	PathDirty     = "path.dirty"
	PathConflict  = "path.conflict" // all that has changes there is in a conflict
	PathUntracked = "path.untracked"
	PathSymlink   = "path.symlink"
	PathRepo      = "path.repository" // the history of a repository goes with it

	BranchMerged   = "branch.merged"
	BranchPushed   = "branch.pushed"
	BranchUnpushed = "branch.unpushed" // it holds commits that are nowhere else
	BranchOwn      = "branch.own"      // and the session made these, and put no work of others into them
	BranchKept     = "branch.kept"     // it holds none
	BranchMissing  = "branch.missing"
	BranchLast     = "branch.last" // its commits hold the last copy of work of others

	CleanNothing   = "clean.nothing"   // nothing would be deleted
	CleanGenerated = "clean.generated" // only what tools make again
	CleanSecret    = "clean.secret"    // a .env file or a database is among it
	CleanFiles     = "clean.files"     // anything would be deleted

	LandingWork   = "landing.work"   // files with content that is in no commit are overwritten
	LandingGuard  = "landing.guard"  // files that keep the guard on are replaced by others
	LandingSpares = "landing.spares" // nothing lands on such a file

	StashNone   = "stash.none"
	StashSome   = "stash.some"
	StashKept   = "stash.kept"   // it is the newest, and what it holds is in a commit
	StashOwn    = "stash.own"    // the session pushed those that the call works on
	StashLast   = "stash.last"   // one of them holds the last copy of work of others
	StashTheirs = "stash.theirs" // it did not push one of them
	StashPushed = "stash.pushed" // an earlier call of the text pushes it, if there is something to push; else it is an older one

	TheirsNone   = "theirs.none"   // only work of the session itself is lost
	TheirsSome   = "theirs.some"   // work of others is lost
	TheirsUnsure = "theirs.unsure" // of none of it is known that it is theirs, and of some not that it is its own

	HoldsLast = "holds.last" // the last copy of work of others is lost, where the session put it

	LiveEdited = "live.edited" // another session, which goes on, wrote the file that is changed
	LiveTree   = "live.tree"   // or something in the directory whose files are changed
	LiveSwept  = "live.swept"  // or something in the tree that is taken into a commit or a stash

	UserEdited = "user.edited" // what is changed holds work of the user that is in no commit
	UserSwept  = "user.swept"  // or what is taken into a commit or a stash does

	PushNew     = "push.new"     // the remote does not have the branch
	PushKept    = "push.kept"    // the remote loses nothing
	PushOwn     = "push.own"     // or commits of this session alone
	PushForeign = "push.foreign" // commits of others would be gone
	PushShared  = "push.shared"  // commits that were pushed would be gone from a branch that everybody uses
	PushFetched = "push.fetched" // what was fetched just before would be gone
	PushRefused = "push.refused" // a push failed, and nothing was fetched since
	PushStrange = "push.strange" // what is deleted was never fetched

	WriteKeeps = "write.keeps" // some of what a file held stays, which a tool writes whole

	DatabaseTest = "database.test" // each database that what is run names is on this machine or for tests

	CloneUnpushed = "clone.unpushed" // a repository with work that is nowhere else goes
	CloneKept     = "clone.kept"     // a linked worktree without changes goes: its commits stay

	MadeSession = "made.session" // the session itself made what is taken away
	MadeCopy    = "made.copy"    // the text copies the database before

	ListedNamed = "listed.named" // what another call lists for it is chosen there by a name or a label

	RegistrationGone  = "registration.gone"  // the agent would no longer call ctxhook
	RegistrationLoose = "registration.loose" // and no commit has them

	RegistrationListed = "registration.listed" // the same, by names that another call lists
)

// Conditions lists every condition a rule may name.
func Conditions() []string {
	return []string{
		TreeDirty, TreeClean, TreeUntracked, TreeNone, TreeLinked,
		PathMissing, PathExists, PathEmpty, PathSession, PathIgnored, PathClean, PathDirty, PathConflict, PathUntracked, PathSymlink, PathRepo,
		BranchMerged, BranchPushed, BranchUnpushed, BranchOwn, BranchKept, BranchMissing, BranchLast,
		CleanNothing, CleanGenerated, CleanSecret, CleanFiles,
		LandingWork, LandingGuard, LandingSpares,
		LeavesSecret, LeavesNothing,
		StashNone, StashSome, StashKept, StashOwn, StashLast, StashTheirs, StashPushed,
		TheirsNone, TheirsSome, TheirsUnsure, HoldsLast,
		LiveEdited, LiveTree, LiveSwept,
		UserEdited, UserSwept,
		PushNew, PushKept, PushOwn, PushForeign, PushShared, PushFetched, PushRefused, PushStrange,
		CloneUnpushed, CloneKept, MadeSession, MadeCopy, ListedNamed, WriteKeeps, DatabaseTest, DeclaredNear, DeclaredNone, DeclaredQuiet,
		RegistrationGone, RegistrationLoose, RegistrationListed,
		ProcessAncestor, ProcessOutside, ProcessProject,
	}
}

// Placeholders lists every value of a fact that a message may name.
func Placeholders() []string {
	return []string{
		"tree.modified", "tree.untracked", "tree.stashes", "tree.branch",
		"path.files", "path.untracked", "path.modified",
		"branch.ahead",
		"clean.names", "landing.names", "landing.guard", "leaves.names", "stash.named", "stash.theirs", "stash.commit", "theirs.names", "theirs.unsure", "holds.names", "live.names", "user.names", "push.foreign", "push.newest", "push.strange",
		"registration.files",
		"declared.name", "declared.like", "declared.file",
		"process.ancestor", "process.outside",
	}
}

// everybodys reports whether a branch is one that others start from, by its name.
func everybodys(branch string) bool {
	switch branch {
	case "main", "master", "trunk", "develop", "production", "prod", "stable", "release":
		return true
	}
	return false
}

// Is reports whether a tree condition holds. It never holds of an unknown
// tree, nor does a condition of something else.
func (t TreeState) Is(condition string) bool {
	if !t.Known {
		return false
	}
	switch condition {
	case TreeNone:
		return !t.Repo
	case TreeDirty:
		return t.Repo && t.Modified > 0
	case TreeClean:
		return t.Repo && t.Modified == 0 && !t.More
	case TreeUntracked:
		return t.Repo && t.Untracked > 0
	case TreeLinked:
		return t.Repo && t.Linked
	}
	return false
}

// Is reports whether a path condition holds.
func (p PathState) Is(condition string) bool {
	if !p.Known {
		return false
	}
	switch condition {
	case PathMissing:
		return !p.Exists
	case PathExists:
		return p.Exists
	case PathEmpty:
		return p.Exists && p.Empty && !p.More && p.Repos == 0
	case PathSymlink:
		return p.Symlink
	case PathRepo:
		return p.Repos > 0
	case PathIgnored:
		return p.Exists && p.Repo && p.Ignored
	case PathDirty:
		return p.Modified > 0
	case PathConflict:
		return p.Modified > 0 && p.Conflicts == p.Modified && !p.More
	case PathUntracked:
		return p.Untracked > 0
	case PathClean:
		// A repository below is not clean whatever its files are: commits
		// that were never pushed go with it. And silence of git about a path
		// it may not have recognised is no proof, tracked files are.
		return p.Exists && p.Repo && !p.Ignored && !p.More &&
			p.Modified == 0 && p.Untracked == 0 && p.Repos == 0 &&
			(p.Tracked > 0 || p.Files == 0)
	}
	return false
}

// Is reports whether a branch condition holds.
func (b BranchState) Is(condition string) bool {
	if !b.Known || !b.Exists {
		return b.Known && condition == BranchMissing
	}
	switch condition {
	case BranchKept:
		return b.Ahead == 0
	case BranchOwn:
		return b.Own
	case BranchMerged:
		return b.Merged || b.Squashed
	case BranchPushed:
		return b.Pushed
	case BranchUnpushed:
		return b.Ahead > 0
	case BranchLast:
		return b.Ahead > 0 && len(b.Holds) > 0 && !b.Merged && !b.Squashed
	}
	return false
}

// Value returns what a placeholder stands for, "" when that is unknown.
func (t TreeState) Value(placeholder string) Told {
	if !t.Known || !t.Repo {
		return Told{}
	}
	switch placeholder {
	case "tree.modified":
		return own(count(t.Modified, t.More))
	case "tree.untracked":
		return own(count(t.Untracked, t.More))
	case "tree.stashes":
		return own(count(t.Stashes, false))
	case "tree.branch":
		return outside(t.Branch)
	}
	return Told{}
}

// Value returns what a placeholder stands for, "" when that is unknown.
func (p PathState) Value(placeholder string) Told {
	if !p.Known {
		return Told{}
	}
	switch placeholder {
	case "path.files":
		return own(count(p.Files, p.More))
	case "path.untracked":
		return own(count(p.Untracked, p.More))
	case "path.modified":
		return own(count(p.Modified, p.More))
	}
	return Told{}
}

// Value returns what a placeholder stands for, "" when that is unknown.
func (b BranchState) Value(placeholder string) Told {
	if !b.Known || !b.Exists {
		return Told{}
	}
	switch placeholder {
	case "holds.names":
		return authored(b.Holds, false)
	case "branch.ahead":
		return own(count(b.Ahead, b.More))
	}
	return Told{}
}

// Is reports whether a condition on a push holds.
func (p PushState) Is(condition string) bool {
	switch condition {
	case PushNew:
		return p.Known && p.New && !p.Refused
	case PushKept:
		return p.Known && !p.New && p.Gone == 0 && !p.Refused
	case PushOwn:
		return p.Known && p.Own && !p.Refused
	case PushRefused:
		return p.Refused
	case PushStrange:
		return p.Strange != ""
	case PushFetched:
		return p.Fetched
	case PushForeign:
		return p.Known && p.Foreign > 0
	case PushShared:
		return p.Known && p.Gone > 0 && everybodys(p.Branch)
	}
	return false
}

// Value returns what a placeholder stands for, "" when that is unknown.
func (p PushState) Value(placeholder string) Told {
	if placeholder == "push.strange" {
		return outside(p.Strange)
	}
	if !p.Known {
		return Told{}
	}
	switch placeholder {
	case "push.foreign":
		return own(count(p.Foreign, false))
	case "push.newest":
		return outside(p.Newest)
	}
	return Told{}
}

// Is reports whether a condition on the stashes holds.
func (s StashState) Is(condition string) bool {
	switch condition {
	case StashNone:
		return s.Known && len(s.Messages) == 0
	case StashSome:
		return s.Known && len(s.Messages) > 0
	case StashKept:
		return s.Known && s.Kept && len(s.Chosen) == 1 && s.Chosen[0] == 0
	case StashOwn:
		return len(s.Chosen) > 0 && !slices.ContainsFunc(s.Chosen, func(n int) bool { return s.author(n).Kind != AuthorSession })
	case StashLast:
		return len(s.Holds()) > 0
	case StashTheirs:
		return s.theirs() >= 0
	case StashPushed:
		return s.Known && s.Pushed && len(s.Messages) > 0
	}
	return false
}

// author returns who made a stash.
func (s StashState) author(n int) Author {
	if n < 0 || n >= len(s.Stashes) {
		return Author{}
	}
	return s.Stashes[n].Author
}

// theirs returns the first stash among the chosen that the session did not make, or -1.
func (s StashState) theirs() int {
	for _, n := range s.Chosen {
		if kind := s.author(n).Kind; kind == AuthorOther || kind == AuthorUser || kind == AuthorEnded {
			return n
		}
	}
	return -1
}

// Holds returns what the chosen stashes hold the last copy of.
func (s StashState) Holds() (list []Authored) {
	for _, n := range s.Chosen {
		if n >= 0 && n < len(s.Stashes) {
			list = append(list, s.Stashes[n].Holds...)
		}
	}
	return append(list, s.Takes...)
}

// Value returns what a placeholder stands for, "" when that is unknown.
func (s StashState) Value(placeholder string) Told {
	switch {
	case placeholder == "holds.names":
		return authored(s.Holds(), false)
	case placeholder == "stash.named" && len(s.Chosen) == 1 && s.Chosen[0] > 0:
		return s.named(s.Chosen[0])
	case placeholder == "stash.named" && len(s.Messages) > 0:
		text := s.named(0)
		if len(s.Chosen) > 1 {
			text = own(count(len(s.Chosen), false) + " stashes, the newest ").and(text)
		}
		if len(s.Files) > 0 && !s.Pushed {
			text = text.and(own(" with "), names(s.Files, false))
		}
		return text
	case placeholder == "stash.theirs" && s.theirs() >= 0:
		return s.named(s.theirs())
	case placeholder == "stash.commit" && s.theirs() >= 0:
		return own(s.Stashes[s.theirs()].Commit)
	}
	return Told{}
}

// named returns a stash by its place in the list as it is now, and its message.
func (s StashState) named(n int) Told {
	text := own("stash@{" + strconv.Itoa(n) + "}")
	if n < len(s.Messages) && s.Messages[n] != "" {
		text = text.and(own(" ("), outside(s.Messages[n]), own(")"))
	}
	return text
}

// maxNames bounds how many names a sentence lists.
const maxNames = 4

// names lists the first names of a list.
func names(list []string, more bool) Told {
	var first []Told
	for _, name := range list[:min(len(list), maxNames)] {
		first = append(first, outside(name))
	}
	return listed(first, len(list), more)
}

// listed lists the first of several, and how many there are besides.
func listed(first []Told, of int, more bool) Told {
	text := joined(first, ", ")
	switch rest := of - len(first); {
	case rest > 0:
		text = text.and(own(" and " + count(rest, more) + " more"))
	case more:
		text = text.and(own(" and perhaps more"))
	}
	return text
}

// Is reports whether a condition on what git clean would delete holds.
func (c CleanState) Is(condition string) bool {
	if !c.Known {
		return false
	}
	nothing := len(c.Names) == 0 && !c.More
	switch condition {
	case CleanNothing:
		return nothing && !c.Generated
	case CleanGenerated:
		return nothing && c.Generated
	case CleanSecret:
		return c.Secret
	case CleanFiles:
		return len(c.Names) > 0
	}
	return false
}

// Value returns what a placeholder stands for, "" when that is unknown.
func (c CleanState) Value(placeholder string) Told {
	if placeholder != "clean.names" || len(c.Names) == 0 {
		return Told{}
	}
	return names(c.Names, c.More)
}

// Is reports whether a condition on what lands somewhere holds.
func (l LandingState) Is(condition string) bool {
	switch condition {
	case LandingWork:
		return l.Known && len(l.Names) > 0
	case LandingGuard:
		return l.Known && len(l.Gone) > 0
	case LandingSpares:
		return l.Known && l.Spare
	}
	return false
}

// Value returns what a placeholder stands for, "" when that is unknown.
func (l LandingState) Value(placeholder string) Told {
	switch {
	case placeholder == "landing.names" && len(l.Names) > 0:
		return names(l.Names, l.More)
	case placeholder == "landing.guard" && len(l.Gone) > 0:
		return names(l.Gone, false)
	}
	return Told{}
}

// count writes a number, and says when it is a lower bound.
func count(n int, more bool) string {
	if more {
		return "at least " + strconv.Itoa(n)
	}
	return strconv.Itoa(n)
}
