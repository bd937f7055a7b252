package rule

// Facts answers questions about this machine, lazily and read-only. An
// answer with Known false says nothing, and no verdict may need one.
type Facts interface {
	// Tree is asked about a directory, absolute or relative to the place the
	// source was made for.
	Tree(dir string) TreeState
	// Path is asked about an operand. Nothing is expanded in it, and a
	// symbolic link at its end is not followed.
	Path(path string) PathState
	// Branch is asked about a local branch by its short name, in the
	// repository that holds dir.
	Branch(dir, name string) BranchState
}

// TreeState is the state of the git work tree that holds a directory.
type TreeState struct {
	Known     bool
	Repo      bool   // false: the directory is in no work tree
	Root      string // absolute top of the work tree
	Branch    string // "" when detached
	Modified  int    // tracked files with staged or unstaged changes
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
	Dir       bool
	Symlink   bool // the path itself is a link; nothing is said about its target
	Repo      bool // inside a git work tree, and git answered for it
	Ignored   bool // the whole of it is ignored by git
	Files     int
	Tracked   int
	Untracked int // neither tracked nor ignored
	Modified  int // tracked, with changes that are not committed
	Repos     int // repositories of their own at or below it, whose history goes with it
	More      bool
}

// BranchState is the state of a local branch.
type BranchState struct {
	Known  bool
	Exists bool
	Merged bool // reachable from HEAD, from its upstream or from the default branch
	Pushed bool // its tip is on a remote, as far as was last heard
	Ahead  int  // commits that no other branch, tag or remote has
}
