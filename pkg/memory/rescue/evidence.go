package rescue

import (
	"bytes"
	"context"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/ctxhook/ctxhook/pkg/base/members"
	"github.com/ctxhook/ctxhook/pkg/base/paths"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/safety"
	"github.com/ctxhook/ctxhook/pkg/memory/ledger"
)

// While a command runs, its user goes on working, and the file system does not tell who
// wrote a file. What the command wrote is known by what it names: its targets, as it was
// judged, and the words of its text and of the files that it ran.

// Target is what a command names to change.
type Target struct {
	Path string          `json:"path"`           // below the root
	Glob bool            `json:"glob,omitempty"` // its last element is a pattern
	Deep bool            `json:"deep,omitempty"` // of names at any depth
	Kind rule.EffectKind `json:"kind,omitempty"` // what becomes of it
}

func (t *Target) members() []members.Member {
	return []members.Member{{"path", &t.Path}, {"glob", &t.Glob}, {"deep", &t.Deep}, {"kind", (*string)(&t.Kind)}}
}

// Targets returns those of some targets that lie in the tree, as a snapshot keeps them.
func (s *Store) Targets(list []safety.Target) (out []Target) {
	for _, t := range list {
		if rel, ok := s.Below(filepath.FromSlash(t.Path)); ok && utf8.ValidString(rel) {
			out = append(out, Target{rel, t.Pattern, t.Deep, t.Kind})
		}
	}
	return out
}

// covers reports whether a target names a path, or a directory that it is in.
func (t *Target) covers(p string) bool {
	if !t.Glob {
		return in(t.Path, p)
	}
	for ; p != "."; p = path.Dir(p) {
		if ok, _ := path.Match(t.Path, p); ok {
			return true
		}
		if ok, _ := path.Match(path.Base(t.Path), path.Base(p)); ok && t.Deep && in(path.Dir(t.Path), p) {
			return true
		}
	}
	return false
}

// evidence is what tells which paths a command wrote.
type evidence struct {
	targets []Target
	before  *target
	said    []string // the text of the command
	open    bool     // it may write more than its targets
	ran     []string // then: the texts of the files that it ran
	globs   []string // the patterns in all of these texts

	beside []*ledger.Call // that ran at the same time
	root   string         // of the tree: the ledger names files from the top
}

// maxRan bounds what is read of a file that a command ran.
const maxRan = 256 << 10

// evidence collects what is known of a command that ran on a tree.
func (pl *Planner) evidence(ctx context.Context, before *target, c *ledger.Call, beside []*ledger.Call) *evidence {
	e := &evidence{targets: before.state.Targets, before: before, said: []string{before.state.Command.String()}, beside: beside, root: pl.store.Root}
	if c == nil {
		return e
	}
	if c.Command.Len() > 0 {
		e.said = []string{c.Command.String()}
	}
	if e.open = c.Open; e.open {
		for _, name := range c.Runs {
			e.ran = append(e.ran, pl.textOf(ctx, before, name))
		}
		for _, text := range slices.Concat(e.said, e.ran) {
			e.globs = append(e.globs, globsIn(text)...)
		}
	}
	return e
}

// textOf returns the text of a file as a command found it: what the snapshot has, or the
// disk where that does not tell. It returns "" for what cannot be read.
func (pl *Planner) textOf(ctx context.Context, before *target, name string) string {
	s := pl.store
	rel, ok := s.Below(filepath.FromSlash(name))
	if ok {
		w, unknown := before.at(rel)
		switch {
		case unknown || w.Kind != File:
		case w.blob.id == "":
			var b bytes.Buffer
			if w.stamp.size <= maxRan && s.copyTo(&b, w.Hash) == nil {
				return b.String()
			}
		case pl.seen.load(ctx, &w) == nil && len(w.data) <= maxRan:
			return string(w.data)
		}
	}
	data, _ := paths.ReadFile(filepath.FromSlash(name), maxRan)
	return string(data)
}

// globs are the patterns in a text that name files by more than a star. To compile them
// takes longer than a silent hook: only undo does.
var globs = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`[\pL\pN_./-]*\*[\pL\pN_.*/-]*[\pL\pN][\pL\pN_.*/-]*|[\pL\pN_./-]*[\pL\pN][\pL\pN_./-]*\*`)
})

// globsIn lists the patterns in a text. Of "$dir"/*.md only what follows the directory is
// known.
func globsIn(text string) (list []string) {
	for _, at := range globs().FindAllStringIndex(text, -1) {
		glob, before := text[at[0]:at[1]], text[max(at[0]-1, 0):at[0]]
		switch dir, rest, in := strings.Cut(glob, "/"); {
		case in && (before == "$" || before == "{"), in && dir == "" && before != "" && strings.Contains("}\"')", before):
			glob = rest
		}
		if strings.Trim(glob, "*/.") != "" {
			list = append(list, strings.TrimPrefix(glob, "./"))
		}
	}
	return list
}

// wrote reports whether a command is known to have written a path.
func (e *evidence) wrote(p string) bool {
	if e.others(p) {
		return false
	}
	if was, unknown := e.before.at(p); !unknown && was.Kind == Absent {
		return e.made(p)
	}
	return slices.ContainsFunc(e.targets, func(t Target) bool { return writes(t.Kind) && t.covers(p) }) || e.speaks(p)
}

// others reports whether another call that may have run at the same time names a path to
// write it.
func (e *evidence) others(p string) bool {
	place := filepath.ToSlash(filepath.Join(e.root, filepath.FromSlash(p)))
	return slices.ContainsFunc(e.beside, func(c *ledger.Call) bool { return c.Writes(place) })
}

// writes reports whether a file has a content of a command's making after an effect. What
// is discarded has that of a commit.
func writes(k rule.EffectKind) bool { return !takes(k) && k != rule.Discard }

// takes reports whether nothing is left at a path after an effect.
func takes(k rule.EffectKind) bool { return k == rule.Delete || k == rule.Move }

// speaks reports whether the texts of a command that may write more than its targets name
// a file that was there, or a directory that it is in.
func (e *evidence) speaks(p string) bool {
	if !e.open {
		return false
	}
	if e.named(ledger.HasName, p) {
		return true
	}
	for dir := path.Dir(p); dir != "."; dir = path.Dir(dir) {
		if e.named(ledger.HasDir, dir) {
			return true
		}
	}
	return slices.ContainsFunc(e.globs, func(glob string) bool { return matches(glob, p) })
}

// matches reports whether a pattern, in whatever directory it was used, matches a path or
// a directory that it is in.
func matches(glob, p string) bool {
	for ; p != "."; p = path.Dir(p) {
		rest := p
		for n := strings.Count(p, "/") - strings.Count(glob, "/"); n > 0; n-- {
			_, rest, _ = strings.Cut(rest, "/")
		}
		if ok, _ := path.Match(glob, rest); ok {
			return true
		}
	}
	return false
}

// made reports whether a command is known to have made a path that was not there: it
// names it, or a directory above it that was not there either. In one that was there,
// others make files as well, and so they do while another command makes it, too.
func (e *evidence) made(p string) bool {
	for at := p; at != "." && !e.before.holds[at] && e.before.state.entries[at].Kind != Dir; at = path.Dir(at) {
		if e.named(ledger.HasName, at) || slices.ContainsFunc(e.targets, func(t Target) bool { return !t.Glob && writes(t.Kind) && t.Path == at }) {
			return true
		}
		if len(e.beside) > 0 {
			break
		}
	}
	return false
}

// named reports whether one of the texts has the last name of a path.
func (e *evidence) named(has func(text, name string) bool, p string) bool {
	is := func(text string) bool { return has(text, path.Base(p)) }
	return slices.ContainsFunc(e.said, is) || slices.ContainsFunc(e.ran, is)
}

// took reports whether a path that is gone is known to have gone with the command: it
// names that, or it checked out a commit that does not have it.
func (d *difference) took(ctx context.Context, p string) (bool, error) {
	if !d.command || d.evidence(ctx).took(p) {
		return d.command, nil
	}
	now, err := d.planner.commit(ctx, d.planner.now.Head)
	_, then := d.before.files[p]
	_, still := now[p]
	return then && !still && d.planner.now.Head != "", err
}

func (e *evidence) took(p string) bool {
	_, committed := e.before.files[p]
	return slices.ContainsFunc(e.targets, func(t Target) bool {
		switch {
		case t.Kind == rule.Discard || t.Kind == rule.Delete && t.Path == ".":
			return !committed && t.covers(p) // as git clean does
		}
		return takes(t.Kind) && t.covers(p)
	})
}

// evidence returns what is known of the command.
func (d *difference) evidence(ctx context.Context) *evidence {
	if d.known == nil {
		d.known = d.planner.evidence(ctx, d.before, d.call, d.beside)
	}
	return d.known
}

// ours reports whether what is at a path of a change is known to be of the command's
// making, or nothing is lost with it.
func (d *difference) ours(ctx context.Context, c *Change) (bool, error) {
	switch {
	case d.force || !d.command || d.end.IsZero() || c.Refused != "" || c.have == nil || c.Do == Chmod:
		return true, nil
	case c.Do == Restore && (c.have.IsDir() || c.have.Mode().IsRegular() && c.have.Size() == 0), d.evidence(ctx).wrote(c.Path):
		return true, nil
	case !c.have.Mode().IsRegular() && c.have.Mode()&os.ModeSymlink == 0:
		return false, nil
	}
	// A stash that comes back brings new files, too.
	return d.planner.inGit(ctx, d.root, c, c.Do == Restore || d.evidence(ctx).named(ledger.HasName, "stash"))
}
