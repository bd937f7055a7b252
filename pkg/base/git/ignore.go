package git

import (
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
)

const (
	maxIgnoreFile = 1 << 20
	maxPatterns   = 10_000 // in one file
)

// pattern is one line of a file of patterns.
type pattern struct {
	text    string
	literal int // how much of text stands for itself
	not     bool
	dirs    bool // only directories match
	base    bool // the last element of a path is matched

	compiled bool
	never    bool
	wild     wildcard // what follows the literal part
}

// list is a file of patterns.
type list struct {
	base     string // the directory it speaks of, with a slash at its end; "" for the root
	patterns []pattern
	sorted   *sorted // nil: not yet
}

// parsePatterns reads a file in the syntax of .gitignore.
func parsePatterns(base, text string) (*list, error) {
	l := &list{base: base}
	for line := range strings.SplitSeq(strings.TrimPrefix(text, "\ufeff"), "\n") {
		line = strings.TrimSuffix(line, "\r")
		line, _, _ = strings.Cut(line, "\x00")
		if line == "" || line[0] == '#' {
			continue
		}
		p := newPattern(trimBlanks(line))
		if len(l.patterns) == maxPatterns {
			return nil, ErrBound
		}
		l.patterns = append(l.patterns, p)
	}
	return l, nil
}

// trimBlanks drops blanks at the end, but for a quoted one.
func trimBlanks(s string) string {
	end := 0
	for i := 0; i < len(s); i++ {
		if s[i] == '\\' {
			if i++; i == len(s) {
				return s
			}
		} else if s[i] == ' ' {
			continue
		}
		end = i + 1
	}
	return s[:end]
}

// newPattern reads one pattern.
func newPattern(line string) pattern {
	var p pattern
	p.text, p.not = strings.CutPrefix(line, "!")
	p.literal = strings.IndexAny(p.text, `*?[\`)
	if p.literal < 0 {
		p.literal = len(p.text)
	}
	if n := len(p.text); n > 0 && p.text[n-1] == '/' {
		p.text, p.dirs = p.text[:n-1], true
		p.literal = min(p.literal, n-1)
	}
	p.base = !strings.Contains(p.text, "/")
	if !p.base && p.text[0] == '/' {
		p.text = p.text[1:]
		p.literal = max(p.literal-1, 0)
	}
	return p
}

// match reports whether the pattern matches a path below the base of its list.
func (p *pattern) match(name string, steps *int) bool {
	if p.base {
		name = name[strings.LastIndexByte(name, '/')+1:]
	}
	if len(name) < p.literal || name[:p.literal] != p.text[:p.literal] {
		return false
	}
	if p.literal == len(p.text) {
		return len(name) == p.literal
	}
	if !p.compiled {
		p.compiled = true
		w, ok := compile(p.text[p.literal:], !p.base)
		p.wild, p.never = w, !ok
	}
	return !p.never && p.wild.match(name[p.literal:], steps)
}

// ignores answers for one directory which paths in it are ignored.
type ignores struct {
	lists []*list // those that count most come last
	first *list   // counts before them
	all   bool    // the directory is itself ignored
	bare  bool    // files of patterns are not read
}

// rules returns the patterns that hold in the root.
func (r *Repo) rules() (ignores, error) {
	if !r.memo.excluded {
		if err := r.readExcludes(); err != nil {
			return ignores{}, err
		}
	}
	top, listed := r.memo.dirs[""]
	return r.enterDir(ignores{lists: r.memo.excludes}, "", listed && top.has(".gitignore") || !listed && exists(r.root, ".gitignore"))
}

// readExcludes reads the patterns that lie outside of the work tree.
func (r *Repo) readExcludes() error {
	user, ok := r.config.last("core.excludesfile")
	if !ok {
		if dir := r.options.userDir(); dir != "" {
			user = filepath.Join(dir, "ignore")
		}
	} else if user != "" {
		if user, ok = r.options.userPath(user); !ok {
			return unsupported("core.excludesfile")
		}
		if !filepath.IsAbs(user) {
			user = filepath.Join(r.root, user)
		}
	}
	var lists []*list
	add := func(text []byte, err error) error {
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		} else if err != nil {
			return err
		}
		l, err := parsePatterns("", string(text))
		lists = append(lists, l)
		return err
	}
	if user != "" {
		if err := add(r.readUser(user, maxIgnoreFile)); err != nil {
			return err
		}
	}
	if err := add(r.read(r.common, "info/exclude", maxIgnoreFile)); err != nil {
		return err
	}
	r.memo.excludes, r.memo.excluded = lists, true
	return nil
}

// enterDir returns the patterns that hold in a directory, from those of the
// directory above. has says whether there is a .gitignore in it.
func (r *Repo) enterDir(in ignores, dir string, has bool) (ignores, error) {
	if in.all || in.bare || !has {
		return in, nil
	}
	l, ok := r.memo.ignore[dir]
	if !ok {
		var err error
		if l, err = r.readIgnore(dir); err != nil {
			return in, err
		}
		if r.memo.ignore == nil {
			r.memo.ignore = make(map[string]*list)
		}
		r.memo.ignore[dir] = l
	}
	if l != nil {
		in.lists = append(in.lists[:len(in.lists):len(in.lists)], l)
	}
	return in, nil
}

// readIgnore reads the .gitignore of a directory, nil where git reads none.
func (r *Repo) readIgnore(dir string) (*list, error) {
	name := path.Join(dir, ".gitignore")
	info, err := os.Lstat(r.full(name))
	switch {
	case err != nil && !missing(err):
		return nil, err
	case err != nil || info.Mode()&fs.ModeSymlink != 0 || info.IsDir():
		return nil, nil
	case !info.Mode().IsRegular():
		return nil, damaged(name)
	}
	text, err := r.readFound(r.root, name, maxIgnoreFile)
	if err != nil {
		return nil, err
	}
	if dir != "" {
		dir += "/"
	}
	return parsePatterns(dir, string(text))
}

// match reports whether a path in the directory is ignored.
func (in ignores) match(rel string, dir bool, steps *int) (bool, error) {
	if in.all {
		return true, nil
	}
	if in.first != nil {
		if p := in.first.match(rel, dir, steps); p != nil {
			return !p.not, nil
		}
	}
	for i := len(in.lists) - 1; i >= 0; i-- {
		if p := in.lists[i].match(rel, dir, steps); p != nil {
			return !p.not, nil
		}
	}
	if *steps < 0 {
		return false, ErrBound
	}
	return false, nil
}

// match returns the pattern that decides about a path, or nil.
func (l *list) match(rel string, dir bool, steps *int) *pattern {
	name := rel[len(l.base):]
	if len(l.patterns) >= manyPatterns {
		return l.find(name, dir, steps)
	}
	for i := len(l.patterns) - 1; i >= 0; i-- {
		p := &l.patterns[i]
		if *steps--; *steps < 0 {
			return nil
		}
		if (dir || !p.dirs) && p.match(name, steps) {
			return p
		}
	}
	return nil
}

// Ignored reports whether git ignores a path that it does not track, as git
// check-ignore does. The path may be missing; it ends in a slash to be a
// directory then.
func (r *Repo) Ignored(rel string) (bool, error) {
	if err := r.begin(); err != nil {
		return false, err
	}
	x, err := r.readIndex()
	if err != nil {
		return false, err
	}
	rel, isDirectory := strings.CutSuffix(rel, "/")
	if !plainPath(rel) {
		return false, nil
	}
	if lo, hi := x.below(rel); lo < hi {
		return false, nil
	}
	in, err := r.rules()
	if err != nil {
		return false, err
	}
	for at := 0; ; {
		slash := strings.IndexByte(rel[at:], '/')
		if slash < 0 {
			return in.match(rel, isDirectory || isDir(r.full(rel)), &r.left.steps)
		}
		dir := rel[:at+slash]
		if in, err = r.descend(in, dir); err != nil {
			return false, err
		}
		at += slash + 1
	}
}

// descend returns the patterns that hold in a directory from those of the
// directory above.
func (r *Repo) descend(in ignores, dir string) (ignores, error) {
	info, err := os.Lstat(r.full(dir))
	switch {
	case err != nil && !missing(err):
		return in, err
	case err == nil && !info.IsDir():
		return in, unsupported("a path beyond a link or file")
	case err == nil && exists(r.full(dir), ".git"):
		return in, unsupported("a repository in another")
	}
	ignored, err := in.match(dir, true, &r.left.steps)
	if err != nil {
		return in, err
	}
	in.all = ignored
	return r.enterDir(in, dir, err == nil)
}
