package rescue

import (
	"context"
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

// ChangedSince says that a file was changed after what an undo undoes had ended.
const ChangedSince = "changed since"

// Plan is what an undo does.
type Plan struct {
	State       *State
	Changes     []Change
	Stashes     []Stash  // dropped since, that come back; the newest first
	Stay        []string // files that are newer than the snapshot
	StagingLost int      // files that were staged, where nothing is now
}

// Empty reports whether the tree is as the snapshot has it.
func (p *Plan) Empty() bool { return len(p.Changes)+len(p.Stashes) == 0 }

// Options say what of a snapshot is brought back.
type Options struct {
	Paths []string  // these and what is below them; nil: all
	Ended time.Time // when what it undoes had ended: what was changed later is refused
	Force bool      // it is not
}

// Planner compares snapshots with the tree as it is now.
type Planner struct {
	store *Store
	now   *look
	files map[string]map[string]blob // of commits
}

// Planner looks at the tree. It changes nothing.
func (s *Store) Planner(ctx context.Context) (*Planner, error) {
	now, err := s.look(ctx)
	return &Planner{store: s, now: now, files: make(map[string]map[string]blob)}, err
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
	root, err := paths.OpenRoot(s.Root)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	t := &target{store: s, state: state}
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
	p := &Plan{State: state}
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
		case c.Do == Remove && !state.exact():
			p.Stay = append(p.Stay, name)
		default:
			if !o.Force && c.have != nil && !o.Ended.IsZero() && !c.have.IsDir() && later(c.have, o.Ended) {
				c.Refused = ChangedSince
			}
			p.Changes = append(p.Changes, *c)
		}
	}
	if len(o.Paths) == 0 && state.Whole {
		p.Stashes = s.dropped(ctx, state.Stashes, l.Stashes)
		if state.Staged > 0 && l.Staged == 0 {
			p.StagingLost = state.Staged
		}
	}
	return p, nil
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
// when there is none. ended says when what one was taken for had ended.
func (pl *Planner) Newest(ctx context.Context, o Options, ended func(*Moment) time.Time) (found *Plan, err error) {
	any := false
	visit := func(list []batch, i int) bool {
		any = true
		state := fold(list, i+1)
		o.Ended = ended(&state.Moment)
		var p *Plan
		if p, err = pl.Plan(ctx, state, o); err == nil && !p.Empty() {
			found = p
		}
		return found == nil && err == nil
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
