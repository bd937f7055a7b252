package lint

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"sort"

	"github.com/ctxhook/ctxhook/pkg/base/paths"
	"github.com/ctxhook/ctxhook/pkg/base/tree"
	"github.com/ctxhook/ctxhook/pkg/guard/extract"
	"github.com/ctxhook/ctxhook/pkg/guard/safety"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// rewrites adds to the findings of a shell script the edits that take their
// danger away. Other files get none: there the text is not written as the
// shell reads it.
func (t *text) rewrites(p *extract.Piece, findings []safety.Finding) {
	if p.Surface != "script" || p.Name != "" || len(p.Segments) != 1 || p.Segments[0] != (tree.Segment{Len: len(t.data)}) {
		return
	}
	for i := range findings {
		f := &findings[i]
		if !f.Empty && !f.Astray {
			continue
		}
		var edits []Edit
		for _, e := range shell.Rewrites(p.Text, p.Dialect, []shell.Risky{{Span: f.Span, Empty: f.Empty, Astray: f.Astray}}) {
			if e.Text == " || exit" && !bytes.HasPrefix(t.data, []byte("#!")) {
				continue // whoever sources the file would lose the shell
			}
			edits = append(edits, Edit{At: e.From, Old: p.Text[e.From:e.To], New: e.Text})
		}
		from, to := p.Span(headOf(p.Text, f.Span))
		for k := range t.findings {
			if o := &t.findings[k]; o.from == from && o.to == to && o.Rule.ID == f.Rule {
				o.Edits = edits
			}
		}
	}
}

// Change is what a file becomes by the edits of its findings.
type Change struct {
	Path  string // as the findings name it
	Lines []LineChange

	file   string
	before []byte
	after  []byte
}

// LineChange is a line before and after.
type LineChange struct {
	Line     int
	Old, New string
}

// ErrChanged is the error for a file that is not what was judged.
var ErrChanged = errors.New("changed since it was checked")

// Changes returns what the edits of findings make of the files they were found
// in, in the order of the paths. It writes nothing.
func (o *Options) Changes(findings []Finding) ([]Change, error) {
	edits := map[string][]Edit{}
	for i := range findings {
		f := &findings[i]
		edits[f.Path] = append(edits[f.Path], f.Edits...)
	}
	var out []Change
	var failed error
	for path, list := range edits {
		if len(list) == 0 {
			continue
		}
		c := Change{Path: path, file: filepath.FromSlash(path)}
		if !filepath.IsAbs(c.file) {
			c.file = filepath.Join(o.Dir, c.file)
		}
		if err := c.make(list); err != nil {
			failed = errors.Join(failed, &os.PathError{Op: "fix", Path: path, Err: err})
			continue
		}
		out = append(out, c)
	}
	sort.Slice(out, func(i, j int) bool { return out[i].Path < out[j].Path })
	return out, failed
}

func (c *Change) make(edits []Edit) error {
	var err error
	if c.before, err = paths.ReadFile(c.file, maxExplicit); err != nil {
		return err
	}
	if isWide(c.before) {
		return ErrChanged // offsets are those of the text
	}
	sort.SliceStable(edits, func(i, j int) bool { return edits[i].At < edits[j].At })
	at := 0
	for i, e := range edits {
		if i > 0 && e == edits[i-1] {
			continue
		}
		if e.At < at || e.At+len(e.Old) > len(c.before) || string(c.before[e.At:e.At+len(e.Old)]) != e.Old {
			return ErrChanged
		}
		c.after = append(c.after, c.before[at:e.At]...)
		c.after = append(c.after, e.New...)
		at = e.At + len(e.Old)
	}
	c.after = append(c.after, c.before[at:]...)
	c.lines()
	return nil
}

// lines compares line by line: no edit adds or removes one.
func (c *Change) lines() {
	old, now := splitLines(c.before), splitLines(c.after)
	for i := range old {
		if i < len(now) && old[i] != now[i] {
			c.Lines = append(c.Lines, LineChange{Line: i + 1, Old: old[i], New: now[i]})
		}
	}
}

func splitLines(data []byte) []string {
	var out []string
	start := 0
	for i, b := range data {
		if b == '\n' {
			out = append(out, string(data[start:i]))
			start = i + 1
		}
	}
	return append(out, string(data[start:]))
}

// Write replaces the file, whole or not at all, with its mode. It refuses a
// file that has changed, and one that a link stands for.
func (c *Change) Write() (err error) {
	info, err := os.Lstat(c.file)
	if err != nil {
		return err
	}
	if !info.Mode().IsRegular() {
		return &os.PathError{Op: "fix", Path: c.Path, Err: paths.ErrNotRegular}
	}
	f, err := os.CreateTemp(filepath.Dir(c.file), "."+filepath.Base(c.file)+".*")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, os.Remove(f.Name()))
		}
	}()
	_, err = f.Write(c.after)
	err = errors.Join(err, f.Chmod(info.Mode().Perm()), f.Sync(), f.Close())
	if err != nil {
		return err
	}
	now, err := paths.ReadFile(c.file, maxExplicit)
	if err != nil {
		return err
	}
	if string(now) != string(c.before) {
		return &os.PathError{Op: "fix", Path: c.Path, Err: ErrChanged}
	}
	return os.Rename(f.Name(), c.file)
}
