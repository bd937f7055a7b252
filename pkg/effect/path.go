package effect

import (
	"strings"

	"github.com/ctxhook/ctxhook/pkg/shell"
)

// Dirs are the directories in which a script would run. Empty fields are
// unknown.
type Dirs struct {
	Home    string
	Cwd     string
	Project string   // root of the project; Cwd when unknown
	Guard   []string // absolute paths of ctxhook's and the agent's own files
	Cache   string   // the one of them that is recreated when it is missing
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
	}
	switch {
	case l.open:
		return c | l.openClass()
	case l.abs:
		return c | l.absolute(at)
	}
	return c | l.relative()
}

// openClass returns the class of a path that begins with an unknown.
func (l location) openClass() Class {
	switch {
	case l.first.Temp:
		return Temp
	case l.first.Path || l.first.Set:
		return UnknownPath
	case l.first.Unset && len(l.segs) == 1 && l.segs[0] == hole:
		return 0 // empty, or set in the environment
	case tempName(l.first.Text) && !l.left && l.segs[0] == hole && (len(l.segs) == 1 || !nearRoot(l.segs[1:])):
		return Temp
	}
	rest := l.segs
	if len(rest) > 0 && rest[0] == hole {
		rest = rest[1:]
		switch {
		case len(rest) == 0 && len(l.segs) == 1:
		case nearRoot(rest):
			return UnknownPath | MaybeRoot
		}
	}
	return UnknownPath
}

// nearRoot reports whether segments at the root are all of it, a directory
// there that the system or its users need, or all in one. $X/opt/tool with $X
// empty is one program, and $X/build-* nothing.
func nearRoot(segs []string) bool {
	switch {
	case len(segs) == 0 || strings.HasPrefix(segs[0], "*") || everything(segs[0]) || systemGlob(segs[0]):
		return true
	case !systemName(segs[0]) && segs[0] != "home" && segs[0] != "Users":
		return false
	}
	if n := len(segs); everything(segs[n-1]) {
		segs = segs[:n-1]
	}
	return len(segs) == 1 || len(segs) == 2 && (segs[0] == "home" || segs[0] == "Users" || essentialIn(segs[0], segs[1]))
}

// tempName reports whether a variable holds a temporary directory by its name.
func tempName(name string) bool {
	n := strings.ToLower(strings.ReplaceAll(name, "_", ""))
	return strings.HasPrefix(n, "$") && tempVariableName(n)
}

func isGlob(s string) bool { return strings.ContainsAny(s, "*?[") }

// everything reports whether a segment is a glob that matches everything.
func everything(s string) bool {
	switch s {
	case "*", "**", ".*", "*.*", "{*,.*}", ".[!.]*", ".??*", ".[^.]*", "?*":
		return true
	}
	return false
}

// relative classifies a path below or above an unnamed start directory.
func (l location) relative() Class {
	rest := l.segs
	switch {
	case l.up > 0 && whole(rest):
		return AboveProject
	case l.up > 0:
		return OutsideProject
	case whole(rest):
		return ProjectRoot | Project
	}
	return Project
}

// whole reports whether segments match all of a directory: none, or globs for
// everything. */dist does not.
func whole(segs []string) bool {
	for _, s := range segs {
		if !everything(s) {
			return false
		}
	}
	return true
}

// absolute classifies an absolute path.
func (l location) absolute(at Dirs) Class {
	segs := l.segs
	if len(segs) == 0 || everything(segs[0]) || len(segs) == 1 && systemGlob(segs[0]) {
		return Root
	}
	p := l.path()
	var c Class
	project := at.Project
	if project == "" {
		project = at.Cwd
	}
	if project != "" && project != "/" && project != at.Home {
		switch {
		case p == project || strings.HasPrefix(p, project+"/") && whole(strings.Split(p[len(project)+1:], "/")):
			c |= ProjectRoot | Project
		case strings.HasPrefix(p, project+"/"):
			c |= Project
			if p == at.Cwd || strings.HasPrefix(p, at.Cwd+"/") && whole(strings.Split(p[len(at.Cwd)+1:], "/")) {
				c |= ProjectRoot
			}
		case strings.HasPrefix(project+"/", strings.TrimSuffix(trimGlob(p), "/")+"/"):
			c |= AboveProject
		}
	}
	if tempDepth(segs) > 0 && !within(p, at.Home) {
		if at.Project != "" && c&(Project|ProjectRoot) == Project {
			return c // work is work wherever its project lies
		}
		if sharedTemp(segs[tempDepth(segs):]) {
			c |= TempRoot
		}
		return c | Temp
	}
	c |= homeClass(segs, at)
	sys := systemClass(segs)
	switch {
	case ownHome(p, at):
		sys &^= System | BelowSystem | Mount // a home may well lie in /srv or /var/lib
	case c&Project != 0:
		sys &^= BelowSystem // so may a project
	}
	c |= sys
	if c&(Project|AboveProject) == 0 {
		c |= OutsideProject
	}
	return c
}

// within reports whether a path is a directory or below it.
func within(p, dir string) bool {
	return dir != "" && (p == dir || strings.HasPrefix(p, dir+"/"))
}

// trimGlob drops a last segment that matches everything.
func trimGlob(p string) string {
	i := strings.LastIndexByte(p, '/')
	if i >= 0 && everything(p[i+1:]) {
		return p[:i]
	}
	return p
}

// tempDepth returns how many segments make the temporary directory of a path; 0
// when it is in none.
func tempDepth(s []string) int {
	switch {
	case s[0] == "tmp" || s[0] == "temp":
		return 1
	case len(s) > 1 && s[0] == "private" && s[1] == "tmp",
		len(s) > 1 && s[0] == "var" && (s[1] == "tmp" || s[1] == "folders"),
		len(s) > 1 && s[0] == "dev" && s[1] == "shm":
		return 2
	case len(s) > 2 && s[0] == "private" && s[1] == "var" && (s[2] == "folders" || s[2] == "tmp"):
		return 3
	case len(s) > 2 && s[0] == "run" && s[1] == "user":
		return 3
	}
	return 0
}

// sharedTemp reports whether a path below a temporary directory is all of it,
// or holds the sockets and files of running programs.
func sharedTemp(rest []string) bool {
	return len(rest) == 0 || everything(rest[0]) || sharedTempName(rest[0])
}

// homeClass returns the class of home directories and their well-known
// folders.
func homeClass(s []string, at Dirs) Class {
	depth := homeDepth(s, at)
	switch {
	case depth == 0:
		return 0
	case len(s) <= depth || everything(s[depth]):
		return Home
	case (len(s) == depth+1 || len(s) == depth+2 && everything(s[depth+1])) && homeFolderName(strings.ToLower(s[depth])):
		return Home
	case len(s) == depth+1 && settingsName(s[depth]) || len(s) == depth+2 && settingsIn(s[depth], s[depth+1]):
		return Settings
	}
	return 0
}

// ownHome reports whether a path is the user's home or in it. Some accounts of
// the system have one of its directories for a home, which stays what it is.
func ownHome(p string, at Dirs) bool {
	if !within(p, at.Home) || at.Home == "/" {
		return false
	}
	return systemClass(strings.Split(strings.Trim(at.Home, "/"), "/"))&(System|Device|Root) == 0
}

// homeDepth returns how many segments make the home directory of a path.
func homeDepth(s []string, at Dirs) int {
	if at.Home != "" && at.Home != "/" {
		h := strings.Split(strings.Trim(at.Home, "/"), "/")
		if len(s) >= len(h) && strings.Join(s[:len(h)], "/") == strings.Join(h, "/") {
			return len(h)
		}
	}
	switch {
	case s[0] == "root":
		return 1
	case s[0] == "home" || s[0] == "Users":
		return 2
	case len(s) > 1 && len(s[0]) == 1 && strings.EqualFold(s[1], "users"):
		return 3
	case len(s) > 3 && s[0] == "mnt" && len(s[1]) == 1 && strings.EqualFold(s[2], "users"):
		return 4
	case s[0] == "export" && len(s) > 1 && s[1] == "home":
		return 3
	}
	return 0
}
