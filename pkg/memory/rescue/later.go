package rescue

import (
	"context"
	"path/filepath"
	"slices"

	"github.com/ctxhook/ctxhook/pkg/memory/ledger"
)

// What changed after a command had ended is not the work of the command. A file that has
// a later time may have been changed by both: what the session saw of it in between tells,
// or what the command names.

// sawUnchanged reports whether the session saw a file after the command had ended, as it
// was before the command.
func (d *difference) sawUnchanged(ctx context.Context, c *Change) bool {
	s, known := d.seen(c.Path)
	switch {
	case !known || c.want.Kind != File || c.have == nil:
		return false
	case s.Sum != 0 && c.want.blob.id == "" && c.Do == Restore:
		return s.Sum == ledger.SumOf(c.want.Hash)
	case s.Clean(): // as the commit has it, or gone
		return c.want.blob.id != "" && c.Do == Restore && d.before.state.Head == d.planner.now.Head && !d.evidence(ctx).took(c.Path)
	}
	return d.call != nil && s.Changed.Before(d.call.From) && !d.call.MayHaveChanged(s.Changed)
}

// seen returns what the session saw of a path first after the end of the command.
func (d *difference) seen(p string) (s ledger.FileState, known bool) {
	if d.saw == nil || !d.command || d.end.IsZero() {
		return s, false
	}
	return d.saw(d.place(p))
}

// place is where a path lies, as the ledger names it.
func (d *difference) place(p string) string {
	return filepath.ToSlash(filepath.Join(d.planner.store.Root, filepath.FromSlash(p)))
}

// onlyLater reports whether a change that is refused, because the file was changed since,
// may be nothing that the command did: the file was written after the end, and the command
// neither names it nor was seen to have changed it.
func (d *difference) onlyLater(ctx context.Context, c *Change) bool {
	if !d.command || c.have == nil || d.evidence(ctx).names(c.Path, d.place(c.Path), d.call) {
		return false
	}
	if s, known := d.seen(c.Path); known && (s.Clean() || !s.Changed.After(d.end)) {
		return false // it was changed before the end
	}
	if d.after != nil {
		if then, unknown := d.after.at(c.Path); !unknown {
			return then.Kind == File && then.blob.id == "" && then.stamp.ctime > d.end.UnixNano()
		}
	}
	return true
}

// names reports whether a command has a path in its targets or its texts, other than as
// what it runs.
func (e *evidence) names(p, place string, c *ledger.Call) bool {
	if slices.ContainsFunc(e.targets, func(t Target) bool { return t.covers(p) }) {
		return true
	}
	if c == nil {
		return e.named(ledger.HasName, p)
	}
	return c.Writes(place) || e.speaks(p) && !slices.Contains(c.Runs, place)
}
