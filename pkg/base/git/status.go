package git

import "github.com/ctxhook/ctxhook/pkg/base/look"

// Kind is how a file differs. Its values are the letters of git status.
type Kind byte

// The kinds. The zero value is no difference.
const (
	Added       Kind = 'A' // in a work tree: named by git add -N
	Modified    Kind = 'M' // content or mode
	Deleted     Kind = 'D'
	TypeChanged Kind = 'T' // a file has become a link, or the other way round
	Unmerged    Kind = 'U' // a conflict, which is of the work tree
	Untracked   Kind = '?'
	Ignored     Kind = '!'
	// Hidden: tracked and there, but git was told not to look for changes, by
	// assume-unchanged or skip-worktree. It may differ or not.
	Hidden Kind = 'h'
)

// Change is a file that differs from what is committed.
type Change struct {
	Path   string // from the root, with slashes; a directory ends in one
	Staged Kind   // how the index differs from HEAD
	Work   Kind   // how the work tree differs from the index
}

// Depth says how untracked files are reported.
type Depth int

const (
	None Depth = iota
	// Collapsed reports a directory without tracked files once, if it holds an
	// untracked one; ignored files are not reported.
	Collapsed
	// Each reports each untracked file. A repository in the work tree is one
	// name with a slash.
	Each
)

// Query says which files Status looks at.
type Query struct {
	Path      string // it, and what is below it; "" everything
	Untracked Depth
	// Ignored reports ignored files as well, with Each. A directory that is
	// itself ignored and holds no tracked file is one name with a slash.
	Ignored bool
	// Exclude are patterns that count before all others, and Bare says that
	// there are no others.
	Exclude []string
	Bare    bool
	// Unreached, if it is set, is called with each file that there was no time to look at,
	// and each directory whose content is not known ("" is the whole tree).
	Unreached func(path string)
}

// Status passes the files that differ to visit, until it returns false: changed,
// staged, deleted, in conflict, untracked, ignored. It says what git status
// --no-renames --ignore-submodules=all does, and nothing of what is unchanged.
// What is staged and deleted comes first, the rest by directory. With an error
// the files passed before it count for nothing, but for look.ErrLate: they differ,
// and there may be others.
//
// A tracked file is compared by size, time and inode as git does, and by its
// content where these differ or were taken too soon after it was written.
func (r *Repo) Status(q Query, visit func(Change) bool) error {
	if err := r.begin(); err != nil {
		return err
	}
	if q.Path != "" && !plainPath(q.Path) {
		return damaged("a path in the repository")
	}
	x, err := r.readPart(q.Path)
	if err != nil {
		return err
	}
	lo, hi := x.below(q.Path)
	if inside, end := x.span(q.Path+"/", q.Path+"0"); q.Path != "" && inside < end && inside != lo {
		return unsupported("a conflict of a file and a directory")
	}
	if err := r.left.spendEntries(hi - lo); err != nil {
		return err
	}
	defer r.lookAhead(x, lo, hi)()
	if q.Path == "" {
		r.work.All()
	}
	staged, err := r.staged(x, q.Path)
	if err != nil {
		return err
	}
	w := &walk{r: r, x: x, q: q, staged: staged, visit: visit}
	for _, name := range staged.gone {
		if !visit(Change{Path: name, Staged: Deleted}) {
			return nil
		}
	}
	switch err := w.begin(lo, hi); {
	case err == errStop:
		return nil
	case err == nil && w.late:
		return look.ErrLate
	default:
		return err
	}
}
