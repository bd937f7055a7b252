package rule

// Facts answers questions about this machine, lazily and read-only. An
// answer with Known false says nothing, and no verdict may need one.
type Facts interface {
	Files
	// Tree is asked about a directory, absolute or relative to the place the
	// source was made for.
	Tree(dir string) TreeState
	// Path is asked about an operand. Nothing is expanded in it, and a
	// symbolic link at its end is not followed.
	Path(path string) PathState
	// Real is asked where a clean, absolute path leads through symbolic links. Of
	// one that does not exist, what does is followed. A path that is not known
	// stays as it is.
	Real(path string) string
	// Branch is asked about a local branch by its short name, in the
	// repository that holds dir; "" is what is checked out. With to it is
	// asked what is left behind when the branch goes to that commit.
	Branch(dir, name, to string) BranchState
	// Left is asked which commits nothing leads to any more.
	Left(q LeftQuery) LeftState
	// Glob is asked about the files that a pattern matches now: with deep, also
	// those of that name in directories below, as find looks for them.
	Glob(pattern string, deep bool) PathState
	// Clean is asked what git clean would delete in a directory.
	Clean(dir string, q CleanQuery) CleanState
	// Stash is asked about the stashes of the repository that holds a
	// directory.
	Stash(dir string) StashState
	// Push is asked what a forced push of these operands, a remote and what
	// goes there, would take off the remote; with remove, what the deletion of
	// these branches would.
	Push(dir string, operands []string, remove bool) PushState
	// Landing is asked which files of a directory are overwritten, with content
	// that is in no commit, when others are unpacked or copied there.
	Landing(q LandingQuery) LandingState
	// Leaving is asked which files and texts that leave this machine hold a secret.
	Leaving(q LeavingQuery) LeavingState
	// Earlier is asked for the commands of this session that went well and speak of a
	// word, oldest first, and for those that may have chosen another cluster or account.
	Earlier(word string) []Past
	// Authors is asked whose work is lost.
	Authors(q LossQuery) AuthorState
	// Registration is asked whether a call of git takes away the settings that
	// make the agent call ctxhook.
	Registration(q RegistrationQuery) RegistrationState
	// Processes is asked which processes a command would end.
	Processes(q ProcessQuery) ProcessState
}

// TreeState is the state of the git work tree that holds a directory.
type TreeState struct {
	Known     bool
	Repo      bool   // false: the directory is in no work tree
	Root      string // absolute top of the work tree
	Branch    string // "" when detached
	Modified  int    // tracked files with staged or unstaged changes
	Staged    int    // of these, files with staged ones
	Untracked int    // untracked files, a directory of nothing else counting once
	Stashes   int
	Linked    bool // a linked worktree, not the main one
	More      bool // the counts stopped at a bound
}

// PathState is the state of a path. Counts are of the files at or below it; More
// says that they are the least there is, because a bound was met or because
// git was told not to look at some of them.
type PathState struct {
	Known     bool
	Exists    bool
	Empty     bool // a file without content, or a directory without files
	Dir       bool
	Symlink   bool // the path itself is a link; nothing is said about its target
	Repo      bool // inside a git work tree, and git answered for it
	Ignored   bool // the whole of it is ignored by git
	Files     int
	Tracked   int
	Untracked int      // neither tracked nor ignored
	Modified  int      // tracked, with changes that are not committed
	Conflicts int      // of these, in a conflict of a merge
	Repos     int      // repositories of their own at or below it, whose history goes with it
	Ignores   []string // what git ignores below it, by paths from here, at most 100
	More      bool
}

// BranchState is the state of a local branch.
type BranchState struct {
	Known  bool
	Exists bool
	Merged bool // reachable from HEAD, from its upstream or from the default branch
	Pushed bool // its tip is on a remote, as far as was last heard
	Ahead  int  // commits that no other branch, tag or remote has
	Own    bool // the session made these, with nobody else's work in them
	More   bool // there may be more of them, as the remote loses branches too

	Holds []Authored // work of others, whose last copy is in commits that no other branch, tag or remote has

	// Squashed says that what they change stands in a commit of what it may have been merged
	// into.
	Squashed bool
}

// CleanQuery says how git clean is called.
type CleanQuery struct {
	Ignored     bool // -x: ignored files as well
	OnlyIgnored bool // -X: and no others
	Dirs        bool // -d: directories as well
	Exclude     []string
	Paths       []string
}

// CleanState is what git clean would delete.
type CleanState struct {
	Known bool
	Names []string // relative to the directory asked about; a directory ends in /
	More  bool     // the list stopped at a bound

	// What the names say is worked out by package safety, which knows classes
	// of paths. It leaves in Names what is worth keeping.
	Generated bool // some of it is made again by tools
	Secret    bool // a secret or a database is among it
}

// StashState is the state of a repository's stashes.
type StashState struct {
	Known    bool
	Messages []string // newest first
	Stashes  []Stash  // newest first; nil where there is no record of them

	// Chosen is set by package safety: the stashes that a call works on, by their
	// place; nil where it names none by its place.
	Chosen []int

	// Pushed is set by package safety: an earlier call of the text pushes the stash that the
	// call works on. Where that finds nothing to push, it works on an older one.
	Pushed bool

	// Takes is set by package safety: work of others that an earlier call of the text puts
	// into what is dropped.
	Takes []Authored

	Kept  bool     // what the newest holds is in a commit that HEAD leads to
	Files []string // of the newest, or some of them
	Added int      // how many of Files git did not track
}

// Stash is one stash.
type Stash struct {
	Commit string
	Author Author
	Holds  []Authored // work of others, of which it is the last copy
}

// PushState is what a forced push would take off a remote, as far as was last
// heard from it.
type PushState struct {
	Known   bool
	New     bool   // the remote does not have the branch
	Gone    int    // commits of the remote that are nowhere here; of a branch that everybody uses, all
	Foreign int    // commits of the remote that were never on the branch here
	Newest  string // the subject of the newest of them
	Branch  string // the remote's name of the branch
	Tip     string // its commit as last heard of, abbreviated; "" when it is not known
	Own     bool   // the session made the commits that are gone then, with nobody else's work in them
	Refused bool   // a push of this session failed, and nothing was fetched since

	Strange string // of what is deleted, the first that was never fetched: what the remote has of it is not known

	Branches bool // of what is deleted: a branch of the remote is among it
	Default  bool // and the one that others start from

	// Fetched is set by package safety: the text fetches before the push, and
	// takes nothing of that into the branch.
	Fetched bool
}

// LandingQuery says what lands where.
type LandingQuery struct {
	Dir     string   // where it lands
	From    []string // archives, and directories: what such a directory holds where it ends in "/."
	Commit  string   // instead: the files of a commit of the repository that holds Dir
	Only    []string // of an archive, what is named; "" all
	Exclude []string // patterns of names that are left out
	Strip   int      // how many elements of a name in an archive are dropped
	Among   []string // ask only which of these files, relative to Dir, others land on
}

// LandingState is what would be overwritten.
type LandingState struct {
	Known bool
	Names []string // relative to Dir
	More  bool     // the list stopped at a bound
	Gone  []string // of Among, what called ctxhook and then does not, or is another program
	Spare bool     // nothing lands on any of Among
}
