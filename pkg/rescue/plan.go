package rescue

import (
	"context"
	"errors"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/ctxhook/ctxhook/pkg/paths"
)

// Change is what an undo does to a path.
type Change struct {
	Path    string
	Do      Deed
	Refused string // why it is not done; "": it is
	want    want
	have    fs.FileInfo // nil: nothing is there
}

// Deed is a kind of change.
type Deed string

// The deeds.
const (
	Restore Deed = "restore" // the content, or where a link leads
	Create  Deed = "create"  // what is gone
	Chmod   Deed = "mode"
	Remove  Deed = "remove" // what was not there
)

// Why changes are refused.
const (
	// ChangedSince: the file was changed after what an undo undoes had ended.
	ChangedSince = "changed since"
	// MayBeNewer: when that ended was not heard, and the file has a content of its own:
	// it is not known whose.
	MayBeNewer = "it may be newer: the end of the command was not reported"
)

// End is what is known of the end of what a snapshot was taken for.
type End struct {
	At    time.Time // zero: it was not reported
	Never bool      // it did nothing: it was refused or denied before it ran
}

// Plan is what an undo does.
type Plan struct {
	State       *State
	Changes     []Change
	Stashes     []Stash  // dropped since, that come back; the newest first
	Stay        []string // files that are newer than the snapshot, or may be
	Unkept      []Unkept // what was not kept, and does not come back
	Never       bool     // the command never ran, so there is nothing to undo
	StagingLost int      // files that were staged, where nothing is now
}

// Empty reports whether the tree is as the snapshot has it.
func (p *Plan) Empty() bool { return len(p.Changes)+len(p.Stashes) == 0 }

// Options say what of a snapshot is brought back.
type Options struct {
	Paths []string // these and what is below them; nil: all
	End   End      // of what it undoes: what was changed later, or may have been, is refused
	Force bool     // it is not
}

// Planner compares snapshots with the tree as it is now.
type Planner struct {
	store *Store
	now   *scan
	seen  *sight
	files map[string]map[string]blob // of commits
}

// Planner looks at the tree. It changes nothing.
func (s *Store) Planner(ctx context.Context) (*Planner, error) {
	now, err := s.scan(ctx, false)
	return &Planner{store: s, now: now, seen: s.newSight(), files: make(map[string]map[string]blob)}, err
}

// commit returns the files of a commit.
func (p *Planner) commit(ctx context.Context, id string) (map[string]blob, error) {
	files, known := p.files[id]
	if known {
		return files, nil
	}
	files, err := p.store.filesOf(ctx, id, p.now.prefix, ValidPath)
	if err == nil {
		p.files[id] = files
	}
	return files, err
}

// Plan says what has to be done so that the tree is again as in a snapshot.
func (pl *Planner) Plan(ctx context.Context, state *State, o Options) (*Plan, error) {
	s, l := pl.store, pl.now
	if o.End.Never && !o.Force {
		return &Plan{State: state, Never: true}, nil
	}
	root, err := paths.OpenRoot(s.Root)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	t := &target{seen: pl.seen, state: state}
	if state.Whole {
		if t.files, err = pl.commit(ctx, state.Head); err != nil {
			return nil, err
		}
	}
	t.fill()
	may := make(map[string]bool) // by path: only what is new there
	for p := range state.entries {
		may[p] = true
	}
	if state.Whole {
		changed, err := s.changedBetween(ctx, state.Head, l.Head, l.prefix)
		if err != nil {
			return nil, err
		}
		for _, p := range changed {
			may[p] = true
		}
		var undone *State // an ignored file that an undo brought back goes with it
		if state.Undoes != "" {
			undone, _ = s.State(state.Undoes)
		}
		for _, f := range l.found {
			may[f.path] = may[f.path] || !f.ignored || undone.has(f.path)
		}
		for _, list := range [][]Entry{l.dirs, l.modes} {
			for i := range list {
				may[list[i].Path] = may[list[i].Path] || !list[i].Ignored || undone.has(list[i].Path)
			}
		}
	}
	p := &Plan{State: state, Unkept: lost(root, state, o.Paths)}
	unheard := state.exact() && o.End.At.IsZero() && !o.Force
	for _, name := range slices.Sorted(maps.Keys(may)) {
		if !may[name] || !ValidPath(name) || s.ours(name) || len(o.Paths) > 0 && !slices.ContainsFunc(o.Paths, func(dir string) bool { return in(dir, name) }) {
			continue
		}
		c, err := t.change(ctx, root, name)
		if err != nil {
			return nil, err
		}
		switch {
		case c == nil:
			continue
		case c.Do == Remove && (unheard || !state.exact()):
			p.Stay = append(p.Stay, name)
			continue
		case o.Force || c.have == nil || c.have.IsDir():
		case !o.End.At.IsZero() && later(c.have, o.End.At):
			c.Refused = ChangedSince
		case unheard && c.Do == Restore && c.have.Size() > 0:
			same, err := pl.asCommitted(ctx, root, name)
			if err != nil {
				return nil, err
			}
			if !same {
				c.Refused = MayBeNewer
			}
		}
		p.Changes = append(p.Changes, *c)
	}
	if len(o.Paths) == 0 && state.Whole {
		p.Stashes = s.dropped(ctx, state.Stashes, l.Stashes)
		if state.Staged > 0 && l.Staged == 0 {
			p.StagingLost = state.Staged
		}
	}
	return p, nil
}

// asCommitted reports whether a file is as the commit has it that is checked out: what
// it has is not lost.
func (pl *Planner) asCommitted(ctx context.Context, root *os.Root, name string) (bool, error) {
	files, err := pl.commit(ctx, pl.now.Head)
	if err != nil {
		return false, err
	}
	if _, committed := files[name]; !committed {
		return false, nil
	}
	t := &target{seen: pl.seen, state: &State{Moment: Moment{Whole: true, DirMode: pl.now.DirMode}}, files: files}
	c, err := t.change(ctx, root, name)
	return err == nil && (c == nil || c.Do == Chmod), err
}

// lost returns what a snapshot does not hold of some paths, which are all where there
// are none. What git ignores is lost where it is gone.
func lost(root *os.Root, state *State, of []string) (list []Unkept) {
	for _, u := range state.Unkept {
		if len(of) > 0 && !slices.ContainsFunc(of, func(dir string) bool { return in(dir, u.Path) }) {
			continue
		}
		if _, err := root.Lstat(filepath.FromSlash(u.Path)); !u.Ignored || errors.Is(err, fs.ErrNotExist) {
			list = append(list, u)
		}
	}
	return list
}

// has reports whether a snapshot, which may be nil, holds a path.
func (s *State) has(path string) bool {
	if s == nil {
		return false
	}
	_, ok := s.entries[path]
	return ok
}

// exact reports whether what is not in a snapshot came after what it was taken
// for. Between a prompt and its undo, an agent may have made files that the
// user wants to keep: these stay.
func (m *Moment) exact() bool {
	return m.Whole && (m.Before == BeforeCommand || m.Before == BeforeUndo)
}

// sameTree reports whether an undo of one snapshot does what that of another does, if
// they hold the same paths.
func (m *Moment) sameTree(o *Moment) bool {
	return m.Whole == o.Whole && m.Head == o.Head && m.DirMode == o.DirMode && m.Undoes == o.Undoes && m.More == o.More && m.Tracked == o.Tracked &&
		slices.Equal(m.Stashes, o.Stashes) && slices.Equal(m.Unkept, o.Unkept)
}

// later reports whether a file was changed after a time.
func later(info fs.FileInfo, at time.Time) bool {
	st := stampOf(info)
	return max(st.mtime, st.ctime) > at.UnixNano()
}

// dropped returns the stashes that are gone and can come back.
func (s *Store) dropped(ctx context.Context, then, now []Stash) []Stash {
	var out []Stash
	for _, st := range then {
		if !slices.ContainsFunc(now, func(o Stash) bool { return o.Commit == st.Commit }) && s.hasCommit(ctx, st.Commit) {
			out = append(out, st)
		}
	}
	return out
}

// Newest returns the plan for the newest snapshot that the tree differs from, nil
// when there is none. At a command that never ran it goes no further back: what was
// changed before it is not to be undone by mistake. ended says how what a snapshot was
// taken for had ended.
func (pl *Planner) Newest(ctx context.Context, o Options, ended func(*Moment) End) (found *Plan, err error) {
	any := false
	var equal *Moment // the snapshot after the one visited, where the tree is as it has it
	visit := func(list []batch, i int) bool {
		any = true
		m := list[i].moment()
		o.End = ended(&m)
		if equal != nil && (!o.End.Never || o.Force) && i+1 < len(list) && len(list[i+1].entries) == 0 && m.sameTree(equal) {
			return true // the commands between were refused, or changed nothing
		}
		var p *Plan
		if p, err = pl.Plan(ctx, fold(list, i+1), o); err != nil || p.Never || !p.Empty() {
			found = p
			return false
		}
		if equal = nil; len(p.Stay) == 0 {
			equal = &p.State.Moment
		}
		return true
	}
	if e := pl.store.each(visit); e != nil {
		return nil, e
	}
	if err == nil && !any {
		err = ErrNone
	}
	return found, err
}

// Below returns an absolute path as snapshots name it: below the root of the tree,
// with slashes; "." is the whole tree.
func (s *Store) Below(name string) (string, bool) {
	if dir := s.real(filepath.Dir(name)); dir != "" {
		name = filepath.Join(dir, filepath.Base(name))
	}
	if info, err := os.Lstat(name); err == nil && info.Mode()&fs.ModeSymlink != 0 && s.real(name) == s.Root {
		return ".", true
	}
	rel, err := filepath.Rel(s.Root, name)
	return filepath.ToSlash(rel), err == nil && filepath.IsLocal(rel)
}

// real returns a path without symbolic links, "" where it leads nowhere.
func (s *Store) real(name string) string {
	real, _ := s.links.Follow(name)
	return real
}
