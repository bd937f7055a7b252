package effect

import "strings"

// openClass returns the class of a path that begins with an unknown.
func (l *location) openClass() Class {
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

// nearRoot reports whether segments behind the root name all of it, a directory that the
// system or its users need, or everything in such a directory. With an empty $X,
// $X/opt/tool is one program, and $X/build-* matches nothing.
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

// everything reports whether a segment is a glob that matches everything.
func everything(s string) bool {
	switch s {
	case "*", "**", ".*", "*.*", "{*,.*}", ".[!.]*", ".??*", ".[^.]*", "?*":
		return true
	}
	return false
}

// relative classifies a path below or above an unnamed start directory.
func (l *location) relative() Class {
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
func (l *location) absolute(at Dirs) Class {
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
		case allOf(p, project):
			c |= ProjectRoot | Project
		case within(p, project):
			c |= Project
			if at.Cwd != "" && at.Cwd != project && allOf(p, at.Cwd) {
				c |= ProjectRoot
			}
		case within(project, strings.TrimSuffix(trimGlob(p), "/")):
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

// allOf reports whether a path is a directory, or globs for everything below it.
func allOf(p, dir string) bool {
	if !within(p, dir) {
		return false
	}
	for p = p[len(dir):]; p != ""; {
		name, _, _ := strings.Cut(p[1:], "/")
		if !everything(name) {
			return false
		}
		p = p[1+len(name):]
	}
	return true
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
	case len(s) == 0:
		return 0
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
	case (len(s) == depth+2 || len(s) == depth+3 && everything(s[depth+2])) && homeFolderIn(strings.ToLower(s[depth]), strings.ToLower(s[depth+1])):
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

// depthIn returns how many segments of a path make a directory; 0 when it is not
// in that.
func depthIn(s []string, dir string) int {
	n := 0
	for name := range strings.SplitSeq(strings.Trim(dir, "/"), "/") {
		if n == len(s) || s[n] != name {
			return 0
		}
		n++
	}
	return n
}

// homeDepth returns how many segments make the home directory of a path.
func homeDepth(s []string, at Dirs) int {
	if at.Home != "" && at.Home != "/" {
		if n := depthIn(s, at.Home); n > 0 {
			return n
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
