package effect

import (
	"path"
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// Dirs are the directories in which a script would run, as paths.Slashed has them.
// Empty fields are unknown.
type Dirs struct {
	Home    string
	Cwd     string
	Project string   // root of the project; Cwd when unknown
	Guard   []string // absolute paths of ctxhook's and the agent's own files
	Cache   string   // the one of them that is recreated when it is missing
	Fold    bool     // the file system takes letters for the same in either case

	links  *links // where paths lead; nil: paths are only text
	follow bool   // a link at the end of a path is followed
}

// hole stands for an unknown part in a path's text.
const hole = "\x00"

// location is a path as far as it is known.
type location struct {
	abs   bool
	up    int      // how many levels it leads above the start directory, when not abs
	segs  []string // segments; globs as written, unknowns with a hole
	text  string   // of an absolute one
	first shell.Part
	open  bool // begins with an unknown
	left  bool // .. led out of that
}

// manySegments is how many segments a path may have that is located without
// memory of its own.
const manySegments = 12

// locate resolves a word in the directory of its call.
func locate(w shell.Word, d shell.Dir, at Dirs) location {
	l, _ := locateIn(w, d, at, nil)
	return l
}

// locateIn is locate, with room for the segments. The text of an absolute path is
// returned beside the location, so that who keeps it does not keep the room.
func locateIn(w shell.Word, d shell.Dir, at Dirs, room []string) (location, string) {
	l, text := start(w, d, at)
	for l.abs && len(text) > 1 && text[len(text)-1] == '/' {
		text = text[:len(text)-1]
	}
	clean := l.abs // text is the path, with nothing to leave out
	if l.segs = room[:0]; strings.Count(text, "/") >= cap(room) {
		l.segs = make([]string, 0, strings.Count(text, "/")+1)
	}
	for from := 0; from <= len(text); {
		s := text[from:]
		if i := strings.IndexByte(s, '/'); i >= 0 {
			s = s[:i]
		}
		switch {
		case s == "" || s == ".":
			clean = clean && from == 0
		case s == ".." && len(l.segs) > 0 && !strings.Contains(l.segs[len(l.segs)-1], hole):
			clean = false
			l.segs = l.segs[:len(l.segs)-1]
		case s == ".." && len(l.segs) > 0:
			clean = false
			l.segs = l.segs[:len(l.segs)-1]
			if len(l.segs) == 0 {
				l.open, l.left = true, true
				l.segs = append(l.segs, hole)
			}
		case s == "..":
			clean = false
			l.up++
		default:
			l.segs = append(l.segs, s)
		}
		from += len(s) + 1
	}
	if !l.abs {
		return l, ""
	}
	l.up = 0
	if at.Fold {
		clean = false
		spell(l.segs, at)
	}
	if !clean {
		text = "/" + strings.Join(l.segs, "/")
	}
	l.text = text
	return l, text
}

// start returns where a path begins, and its text, which has the segments.
func start(w shell.Word, d shell.Dir, at Dirs) (l location, text string) {
	base := d.Path.Parts
	if !d.Joins(w) {
		base = nil
	}
	first := base
	if len(base) == 0 {
		first = w.Parts
	}
	if len(first) == 0 {
		return l, ""
	}
	text = textOf(base, w.Parts)
	if strings.IndexByte(text, '\\') >= 0 {
		text = strings.ReplaceAll(text, `\`, "/")
	}
	text, device := windowsPath(text)
	if device {
		return location{abs: true}, "/" // what is not a path means the device itself
	}
	if first[0].Kind == shell.Unknown {
		l.open, l.first = true, first[0]
	}
	l.abs = strings.HasPrefix(text, "/")
	if !l.abs && !l.open && at.Cwd != "" {
		text = at.Cwd + "/" + text
		l.abs = true
	}
	return l, text
}

// listing is an unknown that has the names in a directory.
const listing = "$(ls)"

// textOf returns the text of a path in a directory, which may be nothing, with holes
// for what is unknown.
func textOf(dir, path []shell.Part) string {
	switch {
	case len(dir) == 0 && known(path):
		return path[0].Text
	case known(dir) && known(path):
		return dir[0].Text + "/" + path[0].Text
	}
	var b strings.Builder
	b.Grow(lengthOf(dir) + 1 + lengthOf(path))
	if addText(&b, dir); len(dir) > 0 {
		b.WriteByte('/')
	}
	addText(&b, path)
	return b.String()
}

// known reports whether a text is in one piece, as it mostly is.
func known(text []shell.Part) bool { return len(text) == 1 && text[0].Kind != shell.Unknown }

func addText(b *strings.Builder, text []shell.Part) {
	for i := range text {
		switch p := &text[i]; {
		case p.Kind != shell.Unknown:
			b.WriteString(p.Text)
		case p.Text == listing && strings.HasSuffix(b.String(), "/"):
			b.WriteByte('*') // dir/$(ls dir)
		default:
			b.WriteString(hole)
		}
	}
}

// lengthOf returns how many bytes addText adds.
func lengthOf(text []shell.Part) (n int) {
	for i := range text {
		if text[i].Kind != shell.Unknown {
			n += len(text[i].Text)
		} else {
			n++
		}
	}
	return n
}

// windowsPath turns a Windows path into a path from the root: C:\x, \\?\C:\x
// and Cygwin's /cygdrive/c/x are /c/x. device says that a verbatim path,
// marked by the question mark, names no drive: a variable in it came out empty
// or another shell took the backslashes.
func windowsPath(p string) (path string, device bool) {
	if rest := strings.TrimLeft(p, "/"); len(rest) < len(p) && strings.HasPrefix(rest, "?") {
		p = strings.TrimLeft(rest[1:], "/")
		if !drive(p) {
			return "", true
		}
	}
	if rest, ok := strings.CutPrefix(p, "/cygdrive/"); ok {
		return "/" + rest, false
	}
	if drive(p) {
		return "/" + strings.ToLower(p[:1]) + p[2:], false
	}
	return p, false
}

// drive reports whether a path begins with a Windows drive: C:/.
func drive(p string) bool {
	return len(p) >= 2 && p[1] == ':' && (p[0]|0x20 >= 'a' && p[0]|0x20 <= 'z') && (len(p) == 2 || p[2] == '/')
}

// path returns the text of a located path, globs as they are.
func (l *location) path() string {
	if l.abs {
		return l.text
	}
	return strings.Repeat("../", l.up) + strings.Join(l.segs, "/")
}

// Literal returns the absolute path of a word, when nothing in it is unknown.
func Literal(w shell.Word, d shell.Dir, at Dirs) (string, bool) {
	l, text := start(w, d, at)
	if l.abs && !at.Fold && !unsettled(text) { // nearly always
		return path.Clean(text), true
	}
	l = locate(w, d, at)
	p := l.path()
	return p, l.abs && !unsettled(p)
}

// Pattern returns the absolute path of a word with a glob in its last element,
// when nothing in it is unknown.
func Pattern(w shell.Word, d shell.Dir, at Dirs) (string, bool) {
	if !slices.ContainsFunc(w.Parts, globbed) && !slices.ContainsFunc(d.Path.Parts, globbed) && !isGlob(at.Cwd) { // nearly always
		return "", false
	}
	l := locate(w, d, at)
	p := l.path()
	n := len(l.segs)
	return p, l.abs && n > 0 && isGlob(l.segs[n-1]) && !strings.Contains(p, hole) && !isGlob(strings.Join(l.segs[:n-1], "/"))
}

// Spread returns the absolute path of a word with a glob in a directory on its way, as in
// data/*/a.csv, when nothing in it is unknown.
func Spread(w shell.Word, d shell.Dir, at Dirs) (string, bool) {
	const most = 3 // elements, each of which lists directories
	l := locate(w, d, at)
	p, globs := l.path(), 0
	for _, s := range l.segs {
		if strings.Contains(s, "**") {
			return p, false
		}
		if isGlob(s) {
			globs++
		}
	}
	return p, l.abs && globs > 0 && globs <= most && !strings.Contains(p, hole)
}

// AnyPattern returns the pattern of a word as Pattern, Below or Spread does.
func AnyPattern(w shell.Word, d shell.Dir, at Dirs) (pattern string, ok bool) {
	for _, of := range [...]func(shell.Word, shell.Dir, Dirs) (string, bool){Pattern, Below, Spread} {
		if pattern, ok = of(w, d, at); ok {
			break
		}
	}
	return pattern, ok
}

// FixedDir returns the directory in which all lies that a pattern matches.
func FixedDir(pattern string) string {
	if glob := strings.IndexAny(pattern, "*?["); glob >= 0 {
		return path.Dir(pattern[:glob] + "x")
	}
	return path.Dir(pattern)
}

// Below returns the pattern of a word that stands for names at any depth, as if all of them lay
// in the directory where the search begins: data/*.csv for data/**/*.csv.
func Below(w shell.Word, d shell.Dir, at Dirs) (string, bool) {
	if !slices.ContainsFunc(w.Parts, func(p shell.Part) bool { return p.Kind == shell.Glob && (p.Deep || strings.Contains(p.Text, "**")) }) {
		return "", false
	}
	l := locate(w, d, at)
	n := len(l.segs)
	if !l.abs || n == 0 || !isGlob(l.segs[n-1]) {
		return "", false
	}
	segs := slices.DeleteFunc(slices.Clone(l.segs[:n-1]), func(s string) bool { return s == "**" })
	p := "/" + strings.Join(append(segs, l.segs[n-1]), "/")
	return p, !strings.Contains(p, hole) && !isGlob(strings.Join(segs, "/"))
}

// globbed reports whether textOf has a glob for a part.
func globbed(p shell.Part) bool { return isGlob(p.Text) || p.Text == listing }

// Reach is where what a word stands for may lie.
type Reach struct {
	starts   []string // paths, of which the rest is not known
	anywhere bool
}

// ReachOf returns where what a word stands for may lie.
func ReachOf(w shell.Word, d shell.Dir, at Dirs) Reach {
	var r Reach
	r.add(locate(w, d, at))
	if d.Else != nil {
		r.add(locate(w, shell.Dir{Path: *d.Else}, at))
	}
	return r
}

func (r *Reach) add(l location) {
	if !l.abs {
		r.anywhere = r.anywhere || !l.open || l.openClass()&Temp == 0
		return
	}
	known := slices.IndexFunc(l.segs, func(s string) bool { return isGlob(s) || strings.Contains(s, hole) })
	if known < 0 {
		known = len(l.segs)
	}
	if known == 0 {
		r.anywhere = true
		return
	}
	r.starts = append(r.starts, "/"+strings.Join(l.segs[:known], "/"))
}

// Meets reports whether that may be a path, a directory that holds it or something
// below it.
func (r *Reach) Meets(path string) bool {
	return r.anywhere || slices.ContainsFunc(r.starts, func(p string) bool { return within(p, path) || within(path, p) })
}

// Overlaps reports whether two words may stand for the same path, or for one within the other.
func (r *Reach) Overlaps(other Reach) bool {
	return r.anywhere || other.anywhere || slices.ContainsFunc(other.starts, r.Meets)
}

// ClassOf classifies a path. A relative path that would mean something else
// if a cd before it failed is classified in both places.
func ClassOf(w shell.Word, d shell.Dir, at Dirs) Class {
	var room [manySegments]string
	l, _ := locateIn(w, d, at, room[:])
	return l.classOf(w, d, at)
}

// classOf classifies a located path, as ClassOf does.
func (l *location) classOf(w shell.Word, d shell.Dir, at Dirs) Class {
	c := l.class(at)
	if at.links != nil && l.abs {
		c = at.links.class(c, l, w, d, &at)
	}
	if len(w.Parts) > 0 && len(d.Path.Parts) > 0 && mayBeEmpty(w.Parts[0]) {
		here := locate(w, shell.Dir{}, at)
		c |= here.class(at) & MaybeRoot // wherever the shell is
	}
	if len(w.Parts) > 1 && len(d.Path.Parts) > 0 && w.Parts[0].Kind == shell.Unknown {
		c &^= Device // $ROOT/etc/fstab in /dev is rather an absolute path
	}
	if d.Else != nil {
		c |= classElse(w, d, at)
	}
	return c
}

// classElse classifies a path as far as it matters where a cd before it failed.
func classElse(w shell.Word, d shell.Dir, at Dirs) Class {
	l := locate(w, shell.Dir{Path: *d.Else}, at)
	return l.class(at) & (Root | Home | System | ProjectRoot | AboveProject)
}

// OnlyElse returns the classes that a path has only where a cd before it failed.
func OnlyElse(w shell.Word, d shell.Dir, at Dirs) Class {
	return classElse(w, d, at) &^ ClassOf(w, shell.Dir{Path: d.Path}, at)
}

// mayBeEmpty reports whether an unknown part can come out as nothing.
func mayBeEmpty(p shell.Part) bool {
	return p.Kind == shell.Unknown && !p.Path && !p.Temp && !p.Set
}

func (l *location) class(at Dirs) Class {
	var c Class
	if n := len(l.segs); n > 0 {
		c |= byName(l.segs, l.text, at)
		if at.Fold {
			c |= byName(strings.Split(strings.ToLower(strings.Join(l.segs, "/")), "/"), "", at) & (Secret | Startup | VCS)
		}
	}
	switch {
	case l.open:
		return c | l.openClass()
	case l.abs:
		return c | l.absolute(at)
	}
	return c | l.relative()
}

func isGlob(s string) bool {
	for i := range len(s) {
		if c := s[i]; c == '*' || c == '?' || c == '[' {
			return true
		}
	}
	return false
}

// unsettled reports whether a path may stand for another: it has a hole, or a
// wildcard.
func unsettled(p string) bool {
	for i := range len(p) {
		if c := p[i]; c == hole[0] || c == '*' || c == '?' {
			return true
		}
	}
	return false
}

// within reports whether a path is a directory or below it.
func within(p, dir string) bool {
	n := len(dir)
	return n > 0 && len(p) >= n && (len(p) == n || p[n] == '/') && p[:n] == dir // most fail before they are compared
}
