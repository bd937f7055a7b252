package lint

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/paths"
	"github.com/ctxhook/ctxhook/pkg/guard/facts"
)

// Usage is an error in the options or paths of the user.
type Usage struct{ Err error }

func (u *Usage) Error() string { return u.Err.Error() }
func (u *Usage) Unwrap() error { return u.Err }

func usagef(format string, args ...any) error { return &Usage{fmt.Errorf(format, args...)} }

// walker finds the files. In a repository git lists them, because only git
// reads .gitignore exactly. Elsewhere it takes all files.
type walker struct {
	o     *Options
	use   *use
	ctx   context.Context
	send  func(*file) bool // false: stop
	git   *facts.Source
	roots []*os.Root
	sent  map[string]bool // absolute paths, when several were named

	missing []string // named paths that do not exist
}

// errEnough ends a walk whose results are no longer wanted.
var errEnough = errors.New("enough")

func (w *walker) walk() error {
	w.git = facts.New(facts.Options{Cwd: w.o.Dir})
	paths := w.o.Paths
	if len(paths) == 0 {
		paths = []string{"."}
	}
	paths, err := w.existing(paths)
	if err != nil {
		return err
	}
	if w.o.Staged || w.o.Base != "" {
		err = w.changed(paths)
	} else {
		err = w.named(paths)
	}
	if errors.Is(err, errEnough) {
		return nil
	}
	return err
}

// existing returns the paths that exist, and collects the others. If none
// exists there is nothing to report on, so that is an error.
func (w *walker) existing(paths []string) (there []string, err error) {
	for _, p := range paths {
		if _, err := os.Stat(w.abs(p)); p != "-" && errors.Is(err, fs.ErrNotExist) {
			w.missing = append(w.missing, p)
			continue
		}
		there = append(there, p)
	}
	if len(there) == 0 {
		return nil, usagef("there is no file %q", w.missing[0])
	}
	return there, nil
}

// close closes the directories when the last file has been read.
func (w *walker) close() {
	for _, r := range w.roots {
		r.Close()
	}
}

func (w *walker) named(paths []string) error {
	if len(paths) > 1 {
		w.sent = make(map[string]bool)
	}
	for _, p := range paths {
		if p == "-" {
			if err := w.stdin(); err != nil {
				return err
			}
			continue
		}
		abs := w.abs(p)
		f := &file{
			shown: w.shown(p, abs, ""), key: w.key(abs), explicit: true,
			open: func() (io.ReadCloser, int64, error) { return openNamed(abs) },
		}
		info, err := os.Stat(abs)
		if err == nil && info.IsDir() {
			if err = w.dir(p, abs); err == nil {
				continue
			}
		}
		if errors.Is(err, errEnough) {
			return err
		}
		f.err = err // a directory that cannot be read does not end the run
		if err := w.put(abs, f); err != nil {
			return err
		}
	}
	return nil
}

func (w *walker) stdin() error {
	data, err := io.ReadAll(io.LimitReader(w.o.Stdin, maxExplicit+1))
	if err != nil {
		return fmt.Errorf("standard input: %w", err)
	}
	f := &file{shown: "stdin", explicit: true, open: openBytes(data)}
	if name := w.o.StdinName; name != "" {
		f.shown, f.key = w.shown(name, w.abs(name), ""), w.key(w.abs(name))
	}
	return w.put("-", f)
}

func (w *walker) abs(p string) string {
	if filepath.IsAbs(p) {
		return filepath.Clean(p)
	}
	return filepath.Join(w.o.Dir, p)
}

// shown returns the name of a file in reports: from the user's directory where
// that is above it, else as typed.
func (w *walker) shown(typed, abs, below string) string {
	if rel, ok := relative(w.o.Dir, abs); ok {
		return rel
	}
	return filepath.ToSlash(filepath.Join(typed, below))
}

// key returns a file's path in its project.
func (w *walker) key(abs string) string {
	base := w.o.Project
	if base == "" {
		base = w.o.Dir
	}
	if rel, ok := relative(base, abs); ok {
		return rel
	}
	return strings.TrimPrefix(filepath.ToSlash(abs), "/")
}

func relative(base, path string) (string, bool) {
	rel, err := filepath.Rel(base, path)
	if err != nil || !filepath.IsLocal(rel) {
		return "", false
	}
	return filepath.ToSlash(rel), true
}

// put sends a file, unless it is excluded or was sent before.
func (w *walker) put(abs string, f *file) error {
	if w.use.excluded(w.o, f.key) || w.sent[abs] {
		return nil
	}
	if w.sent != nil {
		w.sent[abs] = true
	}
	if !w.send(f) {
		return errEnough
	}
	return nil
}

// dir sends the files below a directory.
func (w *walker) dir(typed, abs string) error {
	real, err := filepath.EvalSymlinks(abs)
	if err != nil {
		return err
	}
	root, err := paths.OpenRoot(real)
	if err != nil {
		return err
	}
	w.roots = append(w.roots, root)
	below := func(name string) *file {
		at := filepath.Join(abs, filepath.FromSlash(name))
		return &file{
			shown: w.shown(typed, at, filepath.FromSlash(name)), key: w.key(at),
			open: func() (io.ReadCloser, int64, error) { return openIn(root, filepath.FromSlash(name)) },
		}
	}
	n, ok, err := w.tracked(real, abs, below)
	if ok || n > 0 || errors.Is(err, errEnough) {
		return err
	}
	// No repository, no git, or a directory that git ignores but the user
	// named.
	return w.plain(root, abs, below)
}

// tracked sends the tracked files below a directory, and the untracked ones
// that git does not ignore. It returns how many there were, and whether these
// are all.
func (w *walker) tracked(real, abs string, below func(name string) *file) (n int, ok bool, err error) {
	tree, err := w.git.WorkTree(real)
	if tree == nil || err != nil {
		return 0, false, err
	}
	rel, ok := relative(tree.Root(), real)
	if !ok {
		return 0, false, nil
	}
	args := []string{"--literal-pathspecs", "ls-files", "-z", "--cached", "--others", "--exclude-standard", "--", rel}
	prefix := rel + "/"
	if rel == "." {
		args, prefix = args[:len(args)-2], ""
	}
	last := ""
	err = tree.Git(w.ctx, nil, func(out io.Reader) error {
		return records(out, func(record []byte) error {
			name, ok := strings.CutPrefix(string(record), prefix)
			if !ok || name == last { // a conflict is listed in all its versions
				return nil
			}
			last = name
			n++
			f := below(strings.TrimSuffix(name, "/"))
			if strings.HasSuffix(name, "/") {
				f.note = "skipped: a repository of its own"
			}
			return w.put(filepath.Join(abs, filepath.FromSlash(name)), f)
		})
	}, args...)
	if n == 0 && err == nil && rel != "." {
		nothing := func(out io.Reader) error { _, err := io.Copy(io.Discard, out); return err }
		ignored := tree.Git(w.ctx, nil, nothing, "check-ignore", "--quiet", "--", rel) == nil
		return 0, !ignored, nil
	}
	return n, err == nil, err
}

// plain sends every file below a directory.
func (w *walker) plain(root *os.Root, abs string, below func(name string) *file) error {
	return fs.WalkDir(root.FS(), ".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			f := below(name)
			f.err = err
			return w.put(filepath.Join(abs, filepath.FromSlash(name)), f)
		case d.IsDir() && name != "." && notOurs(d.Name()):
			return fs.SkipDir
		case d.IsDir() || !d.Type().IsRegular():
			return nil
		}
		return w.put(filepath.Join(abs, filepath.FromSlash(name)), below(name))
	})
}

// notOurs reports whether a directory holds files of others, such as
// dependencies.
func notOurs(name string) bool {
	switch name {
	case ".git", ".hg", ".svn", ".jj", "node_modules":
		return true
	}
	return false
}

// records calls visit for every record of git's output, which end in zero
// bytes.
func records(out io.Reader, visit func([]byte) error) error {
	r := newRecordReader(out)
	for {
		record, err := r.ReadBytes(0)
		if err == io.EOF {
			return nil // text after the last end was cut off
		}
		if err != nil {
			return err
		}
		if err := visit(bytes.TrimSuffix(record, []byte{0})); err != nil {
			return err
		}
	}
}
