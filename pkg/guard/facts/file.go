package facts

import (
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/fault"
	"github.com/ctxhook/ctxhook/pkg/base/git"
	"github.com/ctxhook/ctxhook/pkg/base/look"
	"github.com/ctxhook/ctxhook/pkg/base/paths"
	"github.com/ctxhook/ctxhook/pkg/base/unread"
	"github.com/ctxhook/ctxhook/pkg/base/wide"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
)

// The bounds of the files that a command runs.
const (
	maxFile      = 256 << 10 // bytes of one that is read
	maxFileBytes = 1 << 20   // of all
	maxLong      = 4 << 20   // bytes of one that is looked through
	maxLongBytes = 8 << 20   // of all
	maxLooked    = 256       // names that are looked up
)

// File implements rule.Files. It reads regular files of the project and of the
// system's directories for temporary ones, to which links lead as well, and those that
// the session wrote elsewhere.
func (s *Source) File(path string) rule.FileState {
	path, ok := s.abs(path)
	if !ok {
		return rule.FileState{Unread: closed("its directory is not known")}
	}
	if _, known := s.files[path]; !known && len(s.files) >= maxLooked {
		return rule.FileState{Unread: unread.Part{Reason: unread.Many}}
	}
	f := ask(s, &s.files, path, func(context.Context) rule.FileState { return s.file(path) })
	if !f.Known && f.Unread.Reason == unread.No {
		f.Unread.Reason = unread.Late
	}
	return f
}

func (s *Source) file(path string) rule.FileState {
	if _, err := os.Lstat(path); errors.Is(err, fs.ErrNotExist) {
		return rule.FileState{Unread: unread.Part{Reason: unread.Absent}} // mostly; nothing else is looked at
	}
	real, err := filepath.EvalSymlinks(path)
	if err != nil {
		return rule.FileState{Unread: closed(paths.Reason(err))}
	}
	root, name := s.rootOf(real)
	if root == "" && s.ofSession(real) {
		root, name = filepath.Split(real)
	}
	if root == "" {
		return rule.FileState{Unread: closed("outside of the project"), Apart: s.apart(real)}
	}
	before, err := os.Lstat(real)
	if err != nil {
		return rule.FileState{Unread: closed(paths.Reason(err))}
	}
	data, err := paths.ReadFileIn(root, name, maxFile)
	switch {
	case errors.Is(err, paths.ErrTooLarge):
		return s.long(root, name)
	case err != nil:
		return rule.FileState{Unread: closed(paths.Reason(err))}
	}
	after, err := os.Lstat(real)
	switch {
	case err != nil || !os.SameFile(before, after) || after.Size() != int64(len(data)) || !after.ModTime().Equal(before.ModTime()):
		return rule.FileState{Unread: closed("it changed while it was read")}
	}
	if data = []byte(wide.Marked(string(data))); bytes.IndexByte(data, 0) >= 0 {
		if first, _, _ := bytes.Cut(data, []byte("\n")); bytes.IndexByte(first, 0) >= 0 {
			return rule.FileState{Unread: closed("a binary file")}
		}
		data = bytes.ReplaceAll(data, []byte{0}, nil) // as a shell reads it
	}
	if s.bytes += len(data); s.bytes > maxFileBytes {
		return rule.FileState{Unread: unread.Part{Reason: unread.Many}}
	}
	fault.At("facts", string(data))
	return rule.FileState{Known: true, Text: string(data)}
}

// apart returns the text of a script of the user's outside of the project; "" of others.
func (s *Source) apart(real string) string {
	home, err := filepath.EvalSymlinks(s.home)
	if s.home == "" || err != nil {
		return ""
	}
	name, err := filepath.Rel(home, real)
	if err != nil || !filepath.IsLocal(name) {
		return ""
	}
	data, err := paths.ReadFileIn(home, name, maxFile)
	if s.bytes += len(data); err != nil || s.bytes > maxFileBytes || bytes.IndexByte(data, 0) >= 0 {
		return ""
	}
	return string(data)
}

// Program returns the path of a program of the user's below the home that is found by its name;
// "" of others.
func (s *Source) Program(name string) string {
	if s.home == "" {
		return ""
	}
	for _, dir := range filepath.SplitList(s.getenv("PATH")) {
		file := filepath.Join(dir, name)
		info, err := os.Stat(file)
		if err != nil || !info.Mode().IsRegular() || runtime.GOOS != "windows" && info.Mode()&0o111 == 0 {
			continue
		}
		if rel, err := filepath.Rel(s.home, file); err == nil && filepath.IsLocal(rel) && filepath.IsAbs(dir) {
			return file
		}
		return ""
	}
	return ""
}

// long returns a file that is too long to be read, with its text if it may be looked
// through.
func (s *Source) long(root, name string) rule.FileState {
	f := rule.FileState{Unread: unread.Part{Reason: unread.Long}}
	data, err := paths.ReadFileIn(root, name, maxLong)
	if s.longs += len(data); err != nil || s.longs > maxLongBytes {
		f.Head = headOf(root, name)
		return f
	}
	text := wide.Marked(string(data))
	f.Head = text[:min(maxHead, len(text))]
	if !strings.Contains(f.Head, "\x00") {
		f.Text = strings.ReplaceAll(text, "\x00", "")
	}
	return f
}

// closed is why a file is not read as what a program runs.
func closed(say string) unread.Part { return unread.Part{Reason: unread.Closed, Say: say} }

// maxHead bounds how much of a file is read to see what kind of file it is.
const maxHead = 256

// headOf returns how a file begins.
func headOf(root, name string) string {
	dir, err := paths.OpenRoot(root)
	if err != nil {
		return ""
	}
	defer dir.Close()
	f, err := paths.OpenIn(dir, name)
	if err != nil {
		return ""
	}
	defer f.Close()
	head := make([]byte, maxHead)
	n, _ := io.ReadFull(f, head)
	return string(head[:n])
}

// ofSession reports whether the session that asks wrote a file, wherever it lies.
func (s *Source) ofSession(real string) bool {
	info, err := os.Lstat(real)
	if s.author == nil || err != nil || !info.Mode().IsRegular() {
		return false
	}
	f := File{Path: real, Written: info.ModTime(), Changed: paths.ChangeTime(info), Unseen: true, Born: look.Born(real)}
	return s.author.File(f).Kind == rule.AuthorSession
}

// maxNames bounds how many files a pattern stands for.
const maxNames = maxLooked

// Names implements rule.Files. It looks where files are read.
func (s *Source) Names(pattern string) []string {
	pattern, ok := s.abs(pattern)
	if !ok {
		return nil
	}
	return ask(s, &s.names, pattern, func(context.Context) []string { return s.matching(pattern) })
}

func (s *Source) matching(pattern string) (names []string) {
	fixed := pattern
	if i := strings.IndexAny(pattern, "*?["); i >= 0 {
		fixed = pattern[:i] + "x"
	}
	real, err := filepath.EvalSymlinks(filepath.Dir(fixed))
	if err != nil {
		return nil
	}
	if root, _ := s.rootOf(filepath.Join(real, "x")); root == "" {
		return nil
	}
	found, err := filepath.Glob(pattern)
	if err != nil {
		return nil
	}
	for _, name := range found[:min(len(found), maxNames)] {
		switch info, err := os.Stat(name); {
		case err != nil:
		case info.IsDir():
			names = append(names, name+"/")
		case info.Mode().IsRegular():
			names = append(names, name)
		}
	}
	return names
}

// rootOf returns the directory below which a file may be read, and the file's
// name from there; "" where there is none. Neither path has symbolic links.
func (s *Source) rootOf(real string) (root, name string) {
	if s.roots == nil {
		s.roots = s.readable()
	}
	for _, root := range s.roots {
		if rel, err := filepath.Rel(root, real); err == nil && filepath.IsLocal(rel) && rel != "." {
			return root, rel
		}
	}
	return "", ""
}

// readable returns the directories below which files are read.
func (s *Source) readable() []string {
	project := s.project
	if project == "" {
		project, _ = s.abs(".")
		if r, err := s.find(project); err == nil && r != nil {
			project = r.root
		}
	}
	roots := []string{}
	for _, dir := range [...]string{project, os.TempDir(), "/tmp", "/var/tmp"} {
		real, err := filepath.EvalSymlinks(dir)
		if err == nil && filepath.IsAbs(real) && filepath.Dir(real) != real {
			roots = append(roots, real)
		}
	}
	return roots
}

// Hook implements rule.Files. Git runs files that may be executed.
func (s *Source) Hook(dir, name string) (path, root string) {
	dir, ok := s.abs(dir)
	if !ok {
		return "", ""
	}
	found := ask(s, &s.hooks, dir, func(context.Context) hooksOf { return s.hooksOf(dir) })
	if found.dir == "" {
		return "", ""
	}
	path = filepath.Join(found.dir, name)
	runs, known := found.runs[name]
	if !known {
		info, err := os.Stat(path)
		runs = err == nil && (info.Mode()&0o111 != 0 || runtime.GOOS == "windows")
		found.runs[name] = runs
		if real, err := filepath.EvalSymlinks(found.dir); runs && err == nil {
			if s.roots == nil {
				s.roots = s.readable()
			}
			s.roots = append(s.roots, real)
		}
	}
	if !runs {
		return "", ""
	}
	return path, found.root
}

// hooksOf is where the hooks of a repository are, and the top of its work tree.
type hooksOf struct {
	dir, root string
	runs      map[string]bool // whether there is a hook of a name, where that was asked
}

// hooksOf finds the hooks without opening the repository where its own settings
// cannot speak of them. Those of the user's are not in the project.
func (s *Source) hooksOf(dir string) hooksOf {
	for root := dir; ; root = filepath.Dir(root) {
		at := filepath.Join(root, ".git")
		if info, err := os.Lstat(at); err == nil {
			text, err := paths.ReadFile(filepath.Join(at, "config"), maxFile)
			if err == nil && info.IsDir() && !mayMoveHooks(text) && !s.movesHooks() {
				return hooksOf{filepath.Join(at, "hooks"), root, make(map[string]bool)}
			}
			break
		}
		if root == filepath.Dir(root) {
			return hooksOf{}
		}
	}
	r, err := s.find(dir)
	if err != nil || r == nil {
		return hooksOf{}
	}
	hooks, err := r.Hooks()
	if err != nil {
		return hooksOf{}
	}
	return hooksOf{hooks, r.root, make(map[string]bool)}
}

// movesHooks reports whether the settings of the user may say that hooks lie elsewhere.
func (s *Source) movesHooks() bool {
	home := s.getenv("HOME")
	for _, file := range [...]string{filepath.Join(home, ".gitconfig"), filepath.Join(home, ".config", "git", "config")} {
		if text, err := paths.ReadFile(file, maxFile); home != "" && err == nil && mayMoveHooks(text) {
			return true
		}
	}
	return false
}

// mayMoveHooks reports whether settings of git may say that hooks lie elsewhere.
func mayMoveHooks(settings []byte) bool {
	settings = bytes.ToLower(settings)
	return bytes.Contains(settings, []byte("hookspath")) || bytes.Contains(settings, []byte("include"))
}

// Committed implements rule.Files.
func (s *Source) Committed(path string) bool {
	path, ok := s.abs(path)
	return ok && ask(s, &s.settled, path, func(ctx context.Context) bool { return s.unchanged(ctx, path) })
}

// unchanged reports whether HEAD has a file as it is.
func (s *Source) unchanged(ctx context.Context, path string) bool {
	real, err := filepath.EvalSymlinks(path)
	if err != nil || inGitDir(real) {
		return false
	}
	r, err := s.find(filepath.Dir(real))
	if err != nil || r == nil {
		return false
	}
	rel, err := r.Rel(real)
	if err != nil || strings.Contains(rel, "\n") {
		return false
	}
	if files, hidden, err := r.Tracked(rel); err != nil || files != 1 || hidden {
		return false
	}
	info, err := os.Lstat(real)
	if err != nil || s.author != nil &&
		s.author.File(File{Path: real, Written: info.ModTime(), Changed: paths.ChangeTime(info), Tracked: true}).Kind == rule.AuthorSession &&
		!sameAs(r, s.author.Head(), rel, real) {
		return false
	}
	changed := false
	err = s.changes(ctx, r, rel, true, func(string, git.Kind) bool {
		changed = !sameAsHead(r, rel, real) // its mode is no content
		return false
	})
	return err == nil && !changed
}
