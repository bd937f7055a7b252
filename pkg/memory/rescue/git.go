package rescue

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/git"
)

// InGit reports whether the tree is in a work tree of git.
func (s *Store) InGit() bool {
	root, err := s.Facts.Root(s.Root)
	return err == nil && root != ""
}

// maxStashes bounds how many stashes are remembered.
const maxStashes = 100

// blob is a file of a commit.
type blob struct {
	id   string
	mode string // as git has it
}

// filesOf returns the files of a commit among those wanted, by their paths below
// the root.
func (s *Store) filesOf(ctx context.Context, commit, prefix string, wanted func(path string) bool) (map[string]blob, error) {
	out := make(map[string]blob)
	if commit == "" {
		return out, nil
	}
	if !git.IsHash(commit) {
		return nil, ErrDamaged
	}
	err := s.Facts.Run(ctx, s.Root, nil, func(r io.Reader) error {
		return eachRecord(r, func(record string) {
			head, path, _ := strings.Cut(record, "\t")
			path, ok := strings.CutPrefix(path, prefix)
			if f := strings.Fields(head); ok && len(f) == 3 && wanted(path) {
				out[path] = blob{id: f[2], mode: f[0]}
			}
		})
	}, "ls-tree", "-r", "-z", "--full-tree", commit)
	if err != nil {
		return nil, fmt.Errorf("commit %s, which had the unchanged files, cannot be read: %w", commit[:12], err)
	}
	return out, nil
}

// changedBetween returns the files that two commits do not have in common.
func (s *Store) changedBetween(ctx context.Context, a, b, prefix string) ([]string, error) {
	var out []string
	if a == b {
		return nil, nil
	}
	add := func(path string) {
		if path, ok := strings.CutPrefix(path, prefix); ok {
			out = append(out, path)
		}
	}
	if a == "" || b == "" {
		all, err := s.filesOf(ctx, a+b, prefix, func(string) bool { return true })
		for path := range all {
			out = append(out, path)
		}
		return out, err
	}
	if !git.IsHash(a) || !git.IsHash(b) {
		return nil, ErrDamaged
	}
	err := s.Facts.Run(ctx, s.Root, nil, func(r io.Reader) error { return eachRecord(r, add) },
		"diff-tree", "-r", "-z", "--name-only", "--no-renames", "--no-ext-diff", "--no-textconv", a, b)
	if err != nil {
		return nil, fmt.Errorf("commit %s, which had the unchanged files, cannot be read: %w", a[:12], err)
	}
	return out, nil
}

// eachRecord visits what git prints with -z, one record after the other.
func eachRecord(r io.Reader, visit func(string)) error {
	in := bufio.NewReader(r)
	for {
		record, err := in.ReadString(0)
		switch {
		case err == io.EOF && record == "":
			return nil
		case err != nil:
			return err
		}
		visit(record[:len(record)-1])
	}
}

// errFilter is the error of a file that a program of the user's turns into what a
// commit has, such as git-lfs.
var errFilter = errors.New("a filter makes it; to get it back: git checkout")

// readBlob writes the content that a file of a commit has in the tree: with its line
// ends, but without what programs would make of it.
func (s *Store) readBlob(ctx context.Context, b blob, path string, w io.Writer) error {
	if !git.IsHash(b.id) {
		return ErrDamaged
	}
	filtered, err := s.filtered(ctx, path)
	if err != nil {
		return err
	}
	if filtered {
		return errFilter
	}
	return s.Facts.Run(ctx, s.Root, nil, func(r io.Reader) error {
		_, err := io.Copy(w, r)
		return err
	}, "cat-file", "--filters", "--path="+path, b.id)
}

// errBytes is the error of a file whose bytes in the work tree a commit does not give.
var errBytes = errors.New("its line ends were not those of the commit; to get it as it is committed: git checkout")

// readRaw writes the content of a file as the commit has it.
func (s *Store) readRaw(ctx context.Context, b blob, w io.Writer) error {
	return s.Facts.Run(ctx, s.Root, nil, func(r io.Reader) error {
		_, err := io.Copy(w, r)
		return err
	}, "cat-file", "blob", b.id)
}

// filtered reports whether a program turns a file into what a commit has.
func (s *Store) filtered(ctx context.Context, path string) (bool, error) {
	value := ""
	err := s.Facts.Run(ctx, s.Root, nil, func(r io.Reader) error {
		n := 0
		return eachRecord(r, func(field string) {
			if n++; n == 3 {
				value = field
			}
		})
	}, "check-attr", "-z", "filter", "--", path)
	return value != "unspecified" && value != "unset" && value != "", err
}

// linkOf returns where a link of a commit leads.
func (s *Store) linkOf(ctx context.Context, b blob) (string, error) {
	var text bytes.Buffer
	err := s.Facts.Run(ctx, s.Root, nil, func(r io.Reader) error {
		_, err := io.Copy(&text, io.LimitReader(r, 64<<10))
		return err
	}, "cat-file", "blob", b.id)
	return text.String(), err
}

// hasCommit reports whether a commit still exists.
func (s *Store) hasCommit(ctx context.Context, id string) bool {
	return git.IsHash(id) && s.Facts.Run(ctx, s.Root, nil, drain, "cat-file", "-e", id+"^{commit}") == nil
}

// hasBlob reports whether git has a content.
func (s *Store) hasBlob(ctx context.Context, id string) bool {
	return git.IsHash(id) && s.Facts.Run(ctx, s.Root, nil, drain, "cat-file", "-e", id) == nil
}

// storeStash puts a dropped stash back.
func (s *Store) storeStash(ctx context.Context, st Stash) error {
	if !git.IsHash(st.Commit) {
		return ErrDamaged
	}
	return s.Facts.Run(ctx, s.Root, nil, drain, "stash", "store", "-m", st.Message, st.Commit)
}

func drain(r io.Reader) error {
	_, err := io.Copy(io.Discard, r)
	return err
}

// gitMode returns the permissions of a file of a commit in a tree.
func gitMode(mode string, dir uint32) uint32 {
	n, _ := strconv.ParseUint(mode, 8, 32)
	return usual(dir, n&0o100 != 0)
}
