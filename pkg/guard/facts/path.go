package facts

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/git"
	"github.com/ctxhook/ctxhook/pkg/base/paths"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
)

// path looks at a path and at what is below it. What the file system shows
// counts even where git cannot be asked.
func (s *Source) path(ctx context.Context, path string) rule.PathState {
	// Links above the last element are followed as the command would follow
	// them; git refuses a path beyond a link.
	parent, err := s.resolved(filepath.Dir(path))
	if errors.Is(err, os.ErrNotExist) {
		return rule.PathState{Known: true}
	}
	if err != nil {
		return rule.PathState{}
	}
	path = filepath.Join(parent, filepath.Base(path))
	info, err := os.Lstat(path)
	if errors.Is(err, os.ErrNotExist) {
		return rule.PathState{Known: true}
	}
	if err != nil {
		return rule.PathState{}
	}

	p := rule.PathState{Known: true, Exists: true, Dir: info.IsDir(), Symlink: info.Mode()&os.ModeSymlink != 0}
	home := parent
	if p.Dir {
		home = path
		s.walk(ctx, path, &p)
		p.Empty = p.Files == 0
	} else {
		p.Files = 1
		p.Empty = info.Mode().IsRegular() && info.Size() == 0
	}
	if inGitDir(path) {
		// This is the history itself, and no work tree.
		p.Repos = max(p.Repos, 1)
	} else if r, err := s.find(home); err == nil && r != nil {
		s.pathInRepo(ctx, r, path, &p)
	}
	if ctx.Err() != nil {
		return rule.PathState{}
	}
	return p
}

// resolved returns a directory without symbolic links.
func (s *Source) resolved(dir string) (string, error) {
	s.dirsMu.Lock()
	defer s.dirsMu.Unlock()
	return s.dirs.Follow(dir)
}

// maxReal bounds how many paths are asked about by Real.
const maxReal = 2000

// Real implements rule.Facts. It reads only the names on the way, and does not wait for
// another look.
func (s *Source) Real(path string) string {
	if path == "" || !s.dirsMu.TryLock() {
		return path
	}
	defer s.dirsMu.Unlock()
	if s.real++; s.real > maxReal {
		return path
	}
	return paths.Slashed(s.dirs.Real(paths.Native(path, runtime.GOOS)), runtime.GOOS)
}

// nowhere reports whether the directory of a clean path is known not to exist. It
// looks at nothing.
func (s *Source) nowhere(path string) bool {
	if !s.dirsMu.TryLock() { // someone still looks
		return false
	}
	defer s.dirsMu.Unlock()
	return os.IsNotExist(s.dirs.Err(path[:max(strings.LastIndexByte(path, filepath.Separator), 0)])) // a tenth of errors.Is, and asked for every path
}

// walk counts what is below a directory. It follows no link, and it crosses
// into other file systems because a recursive command does.
func (s *Source) walk(ctx context.Context, root string, p *rule.PathState) {
	left := s.entries
	for dirs := []string{root}; len(dirs) > 0 && !p.More; {
		dir := dirs[len(dirs)-1]
		dirs = dirs[:len(dirs)-1]
		f, err := paths.OpenDir(dir)
		if err != nil {
			p.More = true
			return
		}
		// Not os.ReadDir: it reads a directory of a million to its end.
		entries, err := f.ReadDir(left + 1)
		f.Close()
		if len(entries) > left || ctx.Err() != nil || err != nil && !errors.Is(err, io.EOF) {
			p.More = true
		}
		for _, entry := range entries[:min(len(entries), left)] {
			switch {
			case isGit(entry.Name()):
				p.Repos++
			case entry.IsDir():
				dirs = append(dirs, filepath.Join(dir, entry.Name()))
			default:
				p.Files++
			}
		}
		left -= min(len(entries), left)
	}
}

// pathInRepo adds what git knows of a path, or nothing when git fails
// half-way.
func (s *Source) pathInRepo(ctx context.Context, r *repo, path string, p *rule.PathState) {
	rel, err := filepath.Rel(r.root, path)
	if err != nil || rel == ".." || strings.HasPrefix(rel, ".."+string(filepath.Separator)) {
		return
	}
	if rel = filepath.ToSlash(rel); rel == "." {
		rel = ""
	}
	got := *p
	if err = s.readPath(r, rel, &got); left(err) {
		got = *p
		err = s.askPath(ctx, r, rel, &got)
	}
	if err != nil {
		return
	}
	got.Repo = true
	got.Ignored = got.Ignored && got.Tracked == 0 // files may be added by force
	*p = got
}

// readPath looks at the files of the repository.
func (s *Source) readPath(r *repo, rel string, p *rule.PathState) error {
	tracked, hidden, err := r.Tracked(rel)
	if err != nil {
		return err
	}
	p.Tracked = min(tracked, s.entries)
	p.More = p.More || hidden || tracked >= s.entries
	entries := 0
	return r.Status(git.Query{Path: rel, Untracked: git.Each, Ignored: true}, func(c git.Change) bool {
		switch {
		case c.Work == git.Untracked:
			p.Untracked++
		case c.Work == git.Ignored:
			ignores(p, c.Path, rel, false)
		case c.Staged != 0 || c.Work != git.Hidden:
			p.Modified++
			if c.Work == git.Unmerged {
				p.Conflicts++
			}
		}
		entries++
		p.More = p.More || entries == s.entries
		return entries < s.entries
	})
}

// askPath asks git.
func (s *Source) askPath(ctx context.Context, r *repo, rel string, p *rule.PathState) error {
	if rel == "" {
		rel = "."
	}
	if err := s.ready(ctx, r); err != nil {
		return err
	}
	index := make(chan indexCount, 1)
	go func() { index <- s.countIndexed(ctx, r, rel) }()

	entries := 0
	err := s.status(ctx, r, func(kind byte, rest []byte) bool {
		switch kind {
		case '?':
			p.Untracked++
		case '!':
			ignores(p, string(rest), rel, r.foldCase)
		default:
			p.Modified++
			if kind == 'u' {
				p.Conflicts++
			}
		}
		entries++
		return entries < s.entries
	}, "--untracked-files=all", "--ignored=matching", "--", r.pathspec(rel))
	known := <-index
	if errors.Is(err, errStopped) {
		p.More, err = true, nil
	}
	p.Tracked = known.files
	p.More = p.More || known.more
	return errors.Join(err, known.err)
}

// indexCount counts what git's index has at a path.
type indexCount struct {
	files int
	more  bool
	err   error
}

// countIndexed counts the tracked files at or below a path. It shows that git
// means the same path as the question: status says nothing of a clean path,
// nor of an unknown one.
func (s *Source) countIndexed(ctx context.Context, r *repo, rel string) indexCount {
	var in indexCount
	in.err = s.gitIn(ctx, r, 0, func(record []byte) bool {
		tag, name, _ := strings.Cut(string(record), " ")
		in.files++
		if tag == "S" || tag == strings.ToLower(tag) {
			// Marked skip-worktree or assume-unchanged: status looks away.
			if _, err := os.Lstat(filepath.Join(r.root, filepath.FromSlash(name))); err == nil {
				in.more = true
			}
		}
		return in.files < s.entries
	}, "ls-files", "-z", "-v", "--", r.pathspec(rel))
	if errors.Is(in.err, errStopped) {
		in.more, in.err = true, nil
	}
	return in
}

// pathspec names a path and nothing else to git. Where the file system takes
// two spellings for one path, so must git.
func (r *repo) pathspec(rel string) string {
	if r.foldCase {
		return ":(literal,icase)" + rel
	}
	return ":(literal)" + rel
}

// maxIgnores bounds how much of what git ignores below a path is named.
const maxIgnores = 100

// ignores adds a record of what git ignores: all of the path, or something below it.
func ignores(p *rule.PathState, record, rel string, foldCase bool) {
	if covers(record, rel, foldCase) {
		p.Ignored = true
	} else if below, ok := strings.CutPrefix(record, rel+"/"); ok && len(p.Ignores) < maxIgnores {
		p.Ignores = append(p.Ignores, strings.TrimSuffix(below, "/"))
	}
}

// covers reports whether a record of an ignored path covers all of rel.
func covers(record, rel string, foldCase bool) bool {
	record = strings.TrimSuffix(record, "/")
	if len(rel) > len(record) && rel[len(record)] == '/' {
		rel = rel[:len(record)]
	}
	return record == rel || foldCase && strings.EqualFold(record, rel)
}

// inGitDir reports whether a path is a repository's own directory or in it.
func inGitDir(path string) bool {
	for _, element := range strings.Split(filepath.ToSlash(path), "/") {
		if isGit(element) {
			return true
		}
	}
	return false
}

// isHook reports whether a path is a hook of a repository: a file like others, although it
// lies among those of git.
func isHook(path string) bool {
	dir, name := filepath.Split(filepath.ToSlash(path))
	return strings.HasSuffix(dir, "/.git/hooks/") && name != ""
}

// isGit knows the name in the spellings that some file systems take for it.
func isGit(name string) bool { return strings.EqualFold(name, ".git") }
