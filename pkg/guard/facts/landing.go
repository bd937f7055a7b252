package facts

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"errors"
	"io"
	"maps"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/git"
	"github.com/ctxhook/ctxhook/pkg/base/paths"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
)

// maxCompared bounds how large a file is compared with what replaces it.
const maxCompared = 1 << 20

// landing lists the files of a directory that are overwritten by others and
// that git cannot bring back. Outside of a work tree nothing is known.
func (s *Source) landing(ctx context.Context, q rule.LandingQuery) rule.LandingState {
	dir, err := s.resolved(q.Dir)
	if err != nil {
		return rule.LandingState{}
	}
	if q.Among != nil {
		return s.landingAmong(ctx, dir, &q)
	}
	r, err := s.find(q.Dir)
	if err != nil || r == nil {
		return rule.LandingState{}
	}
	there := make(map[string]string) // files that are overwritten, and what replaces them if that is known
	add := func(name, from string) bool {
		if name = landsAs(name, &q); name != "" && len(there) < s.entries {
			info, err := os.Lstat(filepath.Join(dir, name))
			if err == nil && !info.IsDir() && info.Size() > 0 && !(from != "" && sameContent(from, filepath.Join(dir, name), info)) {
				there[name] = from
			}
		}
		return ctx.Err() == nil
	}
	if q.Commit != "" {
		err = s.committed(ctx, r, q.Commit, func(name string) bool { return add(name, "") })
	}
	for _, from := range q.From {
		if err == nil {
			err = s.members(ctx, from, add)
		}
	}
	if err != nil && !errors.Is(err, errStopped) || ctx.Err() != nil {
		return rule.LandingState{}
	}
	l := rule.LandingState{Known: true}
	if len(there) == 0 {
		return l
	}
	rel, err := s.place(r, dir)
	if err != nil {
		return rule.LandingState{}
	}
	change := func(name string) bool {
		below := strings.HasSuffix(name, "/")
		full := filepath.Join(r.root, filepath.FromSlash(name))
		for have := range there {
			if p := filepath.Join(dir, have); p == full || below && within(p, full) {
				l.Names = append(l.Names, have)
				delete(there, have)
			}
		}
		return len(there) > 0
	}
	all := maps.Clone(there)
	err = r.Status(git.Query{Path: rel, Untracked: git.Each, Ignored: true}, func(c git.Change) bool {
		return c.Staged == 0 && c.Work == git.Hidden || change(c.Path)
	})
	if left(err) {
		there, l.Names = all, nil
		if err = s.ready(ctx, r); err == nil {
			err = s.status(ctx, r, func(kind byte, rest []byte) bool {
				return change(statusName(kind, rest))
			}, "--untracked-files=all", "--ignored=matching", "--", r.pathspec(cmp.Or(rel, ".")))
		}
	}
	if err != nil && !errors.Is(err, errStopped) {
		return rule.LandingState{}
	}
	return l
}

// committed passes the names of the files of a commit to add, until it returns
// false.
func (s *Source) committed(ctx context.Context, r *repo, commit string, add func(name string) bool) error {
	id, err := r.Resolve(commit)
	if err == nil {
		var names []string
		if names, err = r.Changed("", id, maxFiles); err == nil && len(names) < maxFiles {
			for _, name := range names {
				if !add(name) {
					return errStopped
				}
			}
			return nil
		}
	}
	if err != nil && !left(err) {
		return err
	}
	return s.gitIn(ctx, r, 0, func(record []byte) bool { return add(string(record)) }, "ls-tree", "-r", "-z", "--name-only", "--full-tree", commit)
}

// maxFiles bounds how many files of a commit are read without git.
const maxFiles = 50_000

// within reports whether a path lies below a directory.
func within(p, dir string) bool {
	separator := string(filepath.Separator)
	return strings.HasPrefix(p, strings.TrimSuffix(dir, separator)+separator)
}

// statusName returns the path in a record of git status.
func statusName(kind byte, rest []byte) string {
	fields := map[byte]int{'1': 7, 'u': 9}[kind] // in front of the path
	for range fields {
		_, after, _ := bytes.Cut(rest, []byte(" "))
		rest = after
	}
	return string(rest)
}

// landsAs returns the place of a file with the name that it has in an archive,
// or "" where it does not come out of it.
func landsAs(name string, q *rule.LandingQuery) string {
	name = path.Clean(filepath.ToSlash(name))
	if path.IsAbs(name) || name == ".." || strings.HasPrefix(name, "../") {
		return ""
	}
	covers := func(list []string) bool {
		for _, pattern := range list {
			pattern = strings.TrimPrefix(strings.TrimSuffix(pattern, "/"), "./")
			for p := name; p != "."; p = path.Dir(p) {
				whole, _ := path.Match(pattern, p)
				base, _ := path.Match(pattern, path.Base(p))
				if whole || base && !strings.Contains(pattern, "/") {
					return true
				}
			}
		}
		return false
	}
	if len(q.Only) > 0 && !covers(q.Only) || covers(q.Exclude) {
		return ""
	}
	for range q.Strip {
		_, rest, ok := strings.Cut(name, "/")
		if !ok {
			return ""
		}
		name = rest
	}
	return name
}

// sameContent reports whether a file is replaced by one like it.
func sameContent(from, to string, info os.FileInfo) bool {
	other, err := os.Stat(from)
	if err != nil || os.SameFile(other, info) {
		return err == nil
	}
	if !other.Mode().IsRegular() || !info.Mode().IsRegular() || other.Size() != info.Size() || info.Size() > maxCompared {
		return false
	}
	a, errA := paths.ReadFile(from, maxCompared)
	b, errB := paths.ReadFile(to, maxCompared)
	return errA == nil && errB == nil && bytes.Equal(a, b)
}

// members passes the names of the files that an archive or a directory holds to
// add, and for a directory where they are, until add returns false.
func (s *Source) members(ctx context.Context, from string, add func(name, from string) bool) error {
	contents := strings.HasSuffix(from, "/.")
	from, ok := s.abs(from)
	if !ok {
		return os.ErrNotExist
	}
	info, err := os.Stat(from)
	switch {
	case err != nil:
		return err
	case !info.IsDir() && !info.Mode().IsRegular():
		return errors.New("neither a file nor a directory")
	case !info.IsDir():
		return s.listed(ctx, from, add)
	}
	base := ""
	if !contents {
		base = filepath.Base(from)
	}
	left := s.entries
	return filepath.WalkDir(from, func(p string, e os.DirEntry, err error) error {
		if left--; err != nil || left < 0 {
			return errors.Join(err, errStopped)
		}
		rel, err := filepath.Rel(from, p)
		if err == nil && !e.IsDir() && !add(filepath.Join(base, rel), p) {
			return errStopped
		}
		return err
	})
}

// listed passes the names of the files in an archive to add. The programs that
// list it only read; their settings in the environment are left out, since those
// of tar can run commands.
func (s *Source) listed(ctx context.Context, archive string, add func(name, from string) bool) error {
	f, err := paths.Open(archive)
	if err != nil {
		return err
	}
	head := make([]byte, 4)
	_, err = io.ReadFull(f, head)
	f.Close()
	if err != nil {
		return err
	}
	argv := []string{"tar", "-tf", archive}
	if string(head) == "PK\x03\x04" {
		argv = []string{"unzip", "-Z1", archive}
	}
	program, err := exec.LookPath(argv[0])
	if err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	cmd := exec.CommandContext(ctx, program, argv[1:]...)
	cmd.Dir = string(filepath.Separator) // no program of the archive's directory unpacks it
	cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "LANG=C.UTF-8", "SystemRoot=" + os.Getenv("SystemRoot")}
	setProcessGroup(cmd)
	out, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	lines := bufio.NewScanner(out)
	for left := s.entries; lines.Scan(); left-- {
		if name := lines.Text(); left == 0 || !strings.HasSuffix(name, "/") && !add(name, "") {
			cancel()
			cmd.Wait()
			return errStopped
		}
	}
	return cmd.Wait()
}
