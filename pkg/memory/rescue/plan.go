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

	"github.com/ctxhook/ctxhook/pkg/base/paths"
	"github.com/ctxhook/ctxhook/pkg/memory/ledger"
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
	// MayBeLater: what is gone may have been removed after the command had ended.
	MayBeLater = "it may have been removed later: its directory was changed since"
	// NotKnown: while the command ran, the file got a content that the command is not known
	// to have written.
	NotKnown = "changed while the command ran, not known by whom"
	// InTheWay: a file that stays stands where a directory of it would be.
	InTheWay = "a file that was left stands in its way"
)

// End is what is known of the end of what a snapshot was taken for.
type End struct {
	At    time.Time    // zero: it was not reported
	Never bool         // it did nothing: it was refused or denied before it ran
	Call  *ledger.Call // the command, as the ledger has it; nil: it has not

	Beside []*ledger.Call // those that ran at the same time

	// Seen returns what its session saw of a file first after the end; nil: it is not known
	// what that saw.
	Seen func(place string) (state ledger.FileState, known bool)
}

// Plan is what an undo does.
type Plan struct {
	State       *State
	Changes     []Change
	Stashes     []Stash  // dropped since, that come back; the newest first
	Stay        []string // files that are newer than the snapshot, or may be
	Unknown     []string // files that are new since the command began, and not known to be its work
	Later       []string // files that were changed after the command had ended, and are not known to have been changed by it
	Others      []string // files that differ, and are not known to have been changed by the command
	Unkept      []Unkept // what was not kept, and does not come back
	Never       bool     // the command never ran, so there is nothing to undo
	StagingLost int      // files that were staged, where nothing is now
	Passed      []Passed // later commands that were passed over, the latest first

	holds map[string]bool // directories in which the snapshot has something
}

// Empty reports whether the tree is as the snapshot has it.
func (p *Plan) Empty() bool { return len(p.Changes)+len(p.Stashes) == 0 }

// Options say what of a snapshot is brought back.
type Options struct {
	Paths []string           // these and what is below them; nil: all
	End   End                // of what it undoes: what was changed later, or may have been, is refused
	After *State             // the next look at the whole tree after that end; nil: there was none
	Of    func(*Moment) bool // the snapshots that count; nil: all
	Force bool               // what was changed later is not refused
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
	now, err := &scan{}, error(nil)
	if !s.sparse {
		now, err = s.scan(ctx, false)
	}
	return &Planner{store: s, now: now, seen: s.newSight(), files: make(map[string]map[string]blob)}, err
}

// commit returns the files of a commit.
func (p *Planner) commit(ctx context.Context, id string) (map[string]blob, error) {
	files, known := p.files[id]
	if known {
		return files, nil
	}
	files, err := p.store.filesOf(ctx, id, p.now.prefix, validPath)
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
	t, err := pl.target(ctx, state)
	if err != nil {
		return nil, err
	}
	d := &difference{planner: pl, root: root, before: t, end: o.End.At, force: o.Force, command: state.Before == BeforeCommand, call: o.End.Call, beside: o.End.Beside, saw: o.End.Seen, unheard: state.exact() && o.End.At.IsZero()}
	if o.After != nil && (d.unheard || !o.End.At.IsZero()) {
		if d.after, err = pl.target(ctx, o.After); err != nil {
			return nil, err
		}
	}
	may, err := pl.mayDiffer(ctx, state, !o.End.At.IsZero())
	if err != nil {
		return nil, err
	}
	p := &Plan{State: state, Unkept: lost(root, state, o.Paths), holds: t.holds}
	for _, name := range may {
		if !validPath(name) || s.ours(name) || len(o.Paths) > 0 && !slices.ContainsFunc(o.Paths, func(dir string) bool { return in(dir, name) }) {
			continue
		}
		c, err := t.change(ctx, root, name)
		if err != nil {
			return nil, err
		}
		if c == nil {
			continue
		}
		if c.Do == Remove && (d.unheard && !o.Force || !state.exact()) {
			p.Stay = append(p.Stay, name)
			continue
		}
		caused, err := d.caused(ctx, c)
		if err != nil {
			return nil, err
		}
		ours, err := true, error(nil)
		if caused {
			ours, err = d.ours(ctx, c)
		}
		switch {
		case err != nil:
			return nil, err
		case !caused:
			p.Others = append(p.Others, name)
		case c.Refused == ChangedSince && c.Do != Remove && d.onlyLater(ctx, c):
			p.Later = append(p.Later, name)
		case !ours && c.Do == Remove:
			p.Unknown = append(p.Unknown, name)
		case !ours:
			c.Refused = NotKnown
			p.Changes = append(p.Changes, *c)
		case c.Do == Remove && c.Refused == ChangedSince: // it was made, or written, later
			p.Stay = append(p.Stay, name)
		default:
			p.Changes = append(p.Changes, *c)
		}
	}
	p.leaveBelow(root)
	if len(o.Paths) == 0 && state.Whole {
		then := state.Stashes
		if o.After != nil && !o.Force {
			then = missing(then, o.After.Stashes)
		}
		p.Stashes = s.dropped(ctx, then, l.Stashes)
		if state.Staged > 0 && l.Staged == 0 {
			p.StagingLost = state.Staged
		}
	}
	return p, nil
}

// leaveBelow refuses what would have to take away a file that stays: src/a.go, where the
// user has made a file src since.
func (p *Plan) leaveBelow(root *os.Root) {
	stays := slices.Concat(p.Stay, p.Unknown, p.Later)
	for _, c := range p.Changes {
		if c.Refused != "" {
			stays = append(stays, c.Path)
		}
	}
	for _, name := range stays {
		if info, err := root.Lstat(filepath.FromSlash(name)); err != nil || info.IsDir() {
			continue
		}
		for i := range p.Changes {
			if c := &p.Changes[i]; c.Refused == "" && c.Path != name && in(name, c.Path) {
				c.Refused = InTheWay
			}
		}
	}
}

// target returns the tree as a snapshot has it.
func (pl *Planner) target(ctx context.Context, state *State) (*target, error) {
	t := &target{seen: pl.seen, state: state}
	if state.Whole {
		var err error
		if t.files, err = pl.commit(ctx, state.Head); err != nil {
			return nil, err
		}
	}
	t.fill()
	return t, nil
}

// mayDiffer returns the paths at which the tree may not be as a snapshot has it, in their
// order. With ignored, new files that git ignores are among them: without, they count as
// newer.
func (pl *Planner) mayDiffer(ctx context.Context, state *State, ignored bool) ([]string, error) {
	may := make(map[string]bool)
	for p := range state.entries {
		may[p] = true
	}
	if !state.Whole {
		err := pl.store.named(ctx, state, may)
		return slices.Sorted(maps.Keys(may)), err
	}
	l := pl.now
	changed, err := pl.store.changedBetween(ctx, state.Head, l.Head, l.prefix)
	if err != nil {
		return nil, err
	}
	for _, p := range changed {
		may[p] = true
	}
	ignored = ignored && state.exact()
	for _, f := range l.found {
		if !f.ignored || ignored {
			may[f.path] = true
		}
	}
	for _, list := range [][]Entry{l.dirs, l.modes} {
		for i := range list {
			if !list[i].Ignored || ignored {
				may[list[i].Path] = true
			}
		}
	}
	return slices.Sorted(maps.Keys(may)), nil
}

// lost returns what a snapshot does not hold of some paths, which are all where there
// are none. What git ignores is lost where it is gone, or its directory was changed.
func lost(root *os.Root, state *State, of []string) (list []Unkept) {
	for _, u := range state.Unkept {
		if len(of) > 0 && !slices.ContainsFunc(of, func(dir string) bool { return in(dir, u.Path) }) {
			continue
		}
		info, err := root.Lstat(filepath.FromSlash(u.Path))
		if !u.Ignored || errors.Is(err, fs.ErrNotExist) || err == nil && info.IsDir() && later(info, state.Time) {
			list = append(list, u)
		}
	}
	return list
}

// exact reports whether what is not in a snapshot came after what it was taken
// for. Between a prompt and its undo, an agent may have made files that the
// user wants to keep: these stay.
func (m *Moment) exact() bool {
	return (m.Whole || len(m.Named) > 0) && (m.Before == BeforeCommand || m.Before == BeforeUndo)
}

// sameTree reports whether an undo of one snapshot does what that of another does, if
// they hold the same paths.
func (m *Moment) sameTree(o *Moment) bool {
	return m.Whole == o.Whole && m.Head == o.Head && m.DirMode == o.DirMode && m.More == o.More && m.Tracked == o.Tracked &&
		slices.Equal(m.Stashes, o.Stashes) && slices.Equal(m.Named, o.Named) && slices.Equal(m.Unkept, o.Unkept)
}

// missing returns the stashes of a list that another does not have.
func missing(then, now []Stash) []Stash {
	return slices.DeleteFunc(slices.Clone(then), func(s Stash) bool {
		return slices.ContainsFunc(now, func(o Stash) bool { return o.Commit == s.Commit })
	})
}

// dropped returns the stashes that are gone and can come back.
func (s *Store) dropped(ctx context.Context, then, now []Stash) []Stash {
	var out []Stash
	for _, st := range missing(then, now) {
		if s.hasCommit(ctx, st.Commit) {
			out = append(out, st)
		}
	}
	return out
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
