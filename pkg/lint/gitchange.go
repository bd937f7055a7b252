package lint

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/paths"
	"github.com/ctxhook/ctxhook/pkg/guard/facts"
)

// diffArgs make a diff that shows only which lines are new, regardless of how
// the repository configures diffs.
var diffArgs = []string{
	"-U0", "--inter-hunk-context=0", "--no-color", "--no-ext-diff", "--no-textconv", "--ignore-submodules=all", "--submodule=short",
	"--src-prefix=a/", "--dst-prefix=b/", "--no-relative", "--find-renames", "--diff-filter=d",
}

func newRecordReader(r io.Reader) *bufio.Reader { return bufio.NewReaderSize(r, 64<<10) }

// changed sends the files that have new lines.
func (w *walker) changed(paths []string) error {
	at, err := filepath.EvalSymlinks(w.o.Dir)
	if err != nil {
		return err
	}
	tree, err := w.git.WorkTree(at)
	if err != nil {
		return fmt.Errorf("%s: %w", w.o.Dir, err)
	}
	if tree == nil {
		return usagef("%s is in no git repository, so nothing tells what is new", w.o.Dir)
	}
	c := change{walker: w, tree: tree, paths: paths}
	if w.o.Staged {
		if w.o.Index != "" {
			tree.Index(w.abs(w.o.Index))
		}
		return c.staged()
	}
	return c.since(w.o.Base)
}

// change holds the new lines of a work tree, by path from its top.
type change struct {
	*walker
	tree  *facts.WorkTree
	paths []string
	added map[string]*lines
}

// wanted reports whether a file is below one of the paths that were named.
func (c *change) wanted(abs string) bool {
	for _, p := range c.paths {
		base := c.abs(p)
		if real, err := filepath.EvalSymlinks(base); err == nil {
			base = real
		}
		if _, ok := relative(base, abs); ok {
			return true
		}
	}
	return false
}

func (c *change) file(name string) (string, *file) {
	real := filepath.Join(c.tree.Root(), filepath.FromSlash(name))
	abs := real
	// The user may have come here through a link.
	if top, err := filepath.EvalSymlinks(c.o.Dir); err == nil {
		if rel, err := filepath.Rel(top, real); err == nil {
			abs = filepath.Join(c.o.Dir, rel)
		}
	}
	shown := c.shown(abs, abs, "")
	if rel, err := filepath.Rel(c.o.Dir, abs); err == nil {
		shown = filepath.ToSlash(rel)
	}
	return real, &file{shown: shown, key: c.key(abs)}
}

// since compares the work tree with its merge base with a commit. In untracked
// files every line is new.
func (c *change) since(base string) error {
	if strings.HasPrefix(base, "-") {
		return usagef("%q is not a commit", base)
	}
	commit, err := c.line("rev-parse", "--verify", "--quiet", "--end-of-options", base+"^{commit}")
	if err != nil {
		return usagef("%q is not a commit of this repository", base)
	}
	from, err := c.line("merge-base", commit, "HEAD")
	if err != nil {
		return usagef("%q shares no history with HEAD; in a shallow clone: git fetch --unshallow", base)
	}
	if err := c.diff(from); err != nil {
		return err
	}
	root, err := paths.OpenRoot(c.tree.Root())
	if err != nil {
		return err
	}
	c.roots = append(c.roots, root)
	put := func(name string, added *lines) error {
		real, f := c.file(name)
		if !c.wanted(real) {
			return nil
		}
		f.added = added
		f.open = func() (io.ReadCloser, int64, error) { return openIn(root, filepath.FromSlash(name)) }
		return c.put(real, f)
	}
	for _, name := range sortedKeys(c.added) {
		if err := put(name, c.added[name]); err != nil {
			return err
		}
	}
	return c.tree.Git(c.ctx, nil, func(out io.Reader) error {
		return records(out, func(record []byte) error {
			if bytes.HasSuffix(record, []byte("/")) {
				return nil
			}
			return put(string(record), nil)
		})
	}, "ls-files", "-z", "--others", "--exclude-standard")
}

// line returns the first line that a git command prints.
func (c *change) line(args ...string) (string, error) {
	var text []byte
	err := c.tree.Git(c.ctx, nil, func(out io.Reader) (err error) {
		text, err = io.ReadAll(io.LimitReader(out, 4<<10))
		return err
	}, args...)
	first, _, _ := strings.Cut(string(text), "\n")
	if err == nil && first == "" {
		err = errors.New("no answer")
	}
	return first, err
}

// staged compares the index with HEAD and reads the files from the index,
// which may differ from the work tree.
func (c *change) staged() error {
	if err := c.diff("--cached"); err != nil {
		return err
	}
	var names []string
	var ids bytes.Buffer
	args := append([]string{"diff", "--cached", "--raw", "--no-abbrev", "-z"}, diffArgs[2:]...)
	raw := ""
	renamed := false
	err := c.tree.Git(c.ctx, nil, func(out io.Reader) error {
		return records(out, func(record []byte) error {
			text := string(record)
			if strings.HasPrefix(text, ":") && raw == "" {
				raw = text
				renamed = false
				return nil
			}
			fields := strings.Fields(raw) // :100644 100755 OLD NEW M
			if len(fields) < 5 {
				return fmt.Errorf("git diff --raw: %q is no row", raw)
			}
			if (fields[4][0] == 'R' || fields[4][0] == 'C') && !renamed {
				renamed = true // the old name comes first
				return nil
			}
			raw = ""
			if real, _ := c.file(text); strings.HasPrefix(fields[1], "100") && c.added[text] != nil && c.wanted(real) {
				names = append(names, text)
				ids.WriteString(fields[3] + "\n")
			}
			return nil
		})
	}, args...)
	if err != nil || len(names) == 0 {
		return err
	}
	return c.tree.Git(c.ctx, &ids, func(out io.Reader) error { return c.blobs(newRecordReader(out), names) }, "cat-file", "--batch")
}

// blobs reads the answers of git cat-file: a line with the size, the bytes,
// and a line end.
func (c *change) blobs(out *bufio.Reader, names []string) error {
	for _, name := range names {
		head, err := out.ReadString('\n')
		if err != nil {
			return fmt.Errorf("git cat-file: %w", err)
		}
		fields := strings.Fields(head)
		if len(fields) != 3 {
			return fmt.Errorf("git cat-file: %q", strings.TrimSpace(head))
		}
		size, err := strconv.Atoi(fields[2])
		if err != nil {
			return fmt.Errorf("git cat-file: %w", err)
		}
		real, f := c.file(name)
		f.added = c.added[name]
		if size > maxFile {
			f.note = "skipped: larger than 2 MiB"
			if _, err := out.Discard(size + 1); err != nil {
				return err
			}
		} else {
			data := make([]byte, size+1)
			if _, err := io.ReadFull(out, data); err != nil {
				return fmt.Errorf("git cat-file: %w", err)
			}
			f.open = openBytes(data[:size])
		}
		if err := c.put(real, f); err != nil {
			return err
		}
	}
	return nil
}

func (c *change) diff(against string) error {
	args := append([]string{"-c", "core.quotePath=false", "diff"}, diffArgs...)
	err := c.tree.Git(c.ctx, nil, func(out io.Reader) (err error) {
		c.added, err = readDiff(newRecordReader(out))
		return err
	}, append(args, against, "--")...)
	if err != nil {
		return fmt.Errorf("git diff: %w", err)
	}
	return nil
}
