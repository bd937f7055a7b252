package effect

import (
	"strings"

	"github.com/ctxhook/ctxhook/pkg/shell"
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
}

// hole stands for an unknown part in a path's text.
const hole = "\x00"

// location is a path as far as it is known.
type location struct {
	abs   bool
	up    int      // how many levels it leads above the start directory, when not abs
	segs  []string // segments; globs as written, unknowns with a hole
	first shell.Part
	open  bool // begins with an unknown
	left  bool // .. led out of that
}

// locate resolves a word in the directory of its call.
func locate(w shell.Word, d shell.Dir, at Dirs) location {
	full := d.Join(w)
	if len(full.Parts) == 0 {
		return location{}
	}
	var b strings.Builder
	for _, p := range full.Parts {
		if p.Kind == shell.Unknown {
			if t := b.String(); p.Text == "$(ls)" && strings.HasSuffix(t, "/") {
				b.WriteString("*") // dir/$(ls dir)
				continue
			}
			b.WriteString(hole)
			continue
		}
		b.WriteString(p.Text)
	}
	text := strings.ReplaceAll(b.String(), `\`, "/")
	l := location{}
	if full.Parts[0].Kind == shell.Unknown {
		l.open, l.first = true, full.Parts[0]
	}
	text, device := windowsPath(text)
	if device {
		return location{abs: true} // what is not a path means the device itself
	}
	l.abs = strings.HasPrefix(text, "/")
	if !l.abs && !l.open && at.Cwd != "" {
		text = at.Cwd + "/" + text
		l.abs = true
	}
	for _, s := range strings.Split(text, "/") {
		switch {
		case s == "" || s == ".":
		case s == ".." && len(l.segs) > 0 && !strings.Contains(l.segs[len(l.segs)-1], hole):
			l.segs = l.segs[:len(l.segs)-1]
		case s == ".." && len(l.segs) > 0:
			l.segs = l.segs[:len(l.segs)-1]
			if len(l.segs) == 0 {
				l.open, l.left = true, true
				l.segs = append(l.segs, hole)
			}
		case s == "..":
			l.up++
		default:
			l.segs = append(l.segs, s)
		}
	}
	if l.abs {
		l.up = 0
	}
	if l.abs && at.Fold {
		spell(l.segs, at)
	}
	return l
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
func (l location) path() string {
	p := strings.Join(l.segs, "/")
	if l.abs {
		return "/" + p
	}
	return strings.Repeat("../", l.up) + p
}

// Literal returns the absolute path of a word, when nothing in it is unknown.
func Literal(w shell.Word, d shell.Dir, at Dirs) (string, bool) {
	l := locate(w, d, at)
	p := l.path()
	return p, l.abs && !strings.ContainsAny(p, hole+"*?")
}

// Pattern returns the absolute path of a word with a glob in its last element,
// when nothing in it is unknown.
func Pattern(w shell.Word, d shell.Dir, at Dirs) (string, bool) {
	l := locate(w, d, at)
	p := l.path()
	n := len(l.segs)
	return p, l.abs && n > 0 && isGlob(l.segs[n-1]) && !strings.Contains(p, hole) && !isGlob(strings.Join(l.segs[:n-1], "/"))
}

// Meets reports whether a word may stand for a path, for a directory that
// holds it or for something below it.
func Meets(w shell.Word, d shell.Dir, at Dirs, path string) bool {
	if locate(w, d, at).meets(path) {
		return true
	}
	return d.Else != nil && locate(w, shell.Dir{Path: *d.Else}, at).meets(path)
}

func (l location) meets(path string) bool {
	if !l.abs {
		return !l.open || l.openClass()&Temp == 0
	}
	p := ""
	for _, s := range l.segs {
		if isGlob(s) || strings.Contains(s, hole) {
			break
		}
		p += "/" + s
	}
	return p == "" || within(p, path) || within(path, p)
}

// ClassOf classifies a path. A relative path that would mean something else
// if a cd before it failed is classified in both places.
func ClassOf(w shell.Word, d shell.Dir, at Dirs) Class {
	c := locate(w, d, at).class(at)
	if len(w.Parts) > 0 && len(d.Path.Parts) > 0 && mayBeEmpty(w.Parts[0]) {
		c |= locate(w, shell.Dir{}, at).class(at) & MaybeRoot // wherever the shell is
	}
	if len(w.Parts) > 1 && len(d.Path.Parts) > 0 && w.Parts[0].Kind == shell.Unknown {
		c &^= Device // $ROOT/etc/fstab in /dev is rather an absolute path
	}
	if d.Else != nil {
		other := locate(w, shell.Dir{Path: *d.Else}, at).class(at)
		c |= other & (Root | Home | System | ProjectRoot | AboveProject)
	}
	return c
}

// mayBeEmpty reports whether an unknown part can come out as nothing.
func mayBeEmpty(p shell.Part) bool {
	return p.Kind == shell.Unknown && !p.Path && !p.Temp && !p.Set
}

func (l location) class(at Dirs) Class {
	var c Class
	if n := len(l.segs); n > 0 {
		c |= byName(l.segs, at)
		if at.Fold {
			c |= byName(strings.Split(strings.ToLower(strings.Join(l.segs, "/")), "/"), at) & (Secret | Startup | VCS)
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

func isGlob(s string) bool { return strings.ContainsAny(s, "*?[") }

// within reports whether a path is a directory or below it.
func within(p, dir string) bool {
	return dir != "" && (p == dir || strings.HasPrefix(p, dir+"/"))
}
