package effect

import (
	"path"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// links says where the paths of a script lead. A place may have several names: a
// home directory that is a link, /tmp of macOS, a directory of settings that lies in a
// repository of dotfiles. Nothing is looked at before a path is classified.
type links struct {
	on     realPaths
	text   Dirs // by the names that they were given
	dirs   Dirs // by those to which these lead, without links
	guard  []string
	known  bool
	differ bool // dirs from text, but for what is guarded
}

// realPaths returns where a clean, absolute path leads.
type realPaths interface{ Real(path string) string }

// On returns directories with what their names, and those of a script, lead to on
// this machine.
func (at Dirs) On(machine realPaths) Dirs {
	at.links = &links{on: machine, text: at}
	return at
}

// Off returns the directories by their names alone.
func (at Dirs) Off() Dirs {
	at.links = nil
	return at
}

// look finds where the directories lie, once.
func (k *links) look() *links {
	if k.known {
		return k
	}
	k.known, k.dirs = true, k.text
	k.dirs.links = nil
	for _, dir := range [...]*string{&k.dirs.Home, &k.dirs.Cwd, &k.dirs.Project} {
		if *dir != "" {
			real := k.on.Real(*dir)
			k.differ = k.differ || real != *dir
			*dir = real
		}
	}
	k.guard = k.text.Guard[:len(k.text.Guard):len(k.text.Guard)]
	k.dirs.Guard = make([]string, len(k.guard))
	for i, g := range k.text.Guard {
		real := k.on.Real(g)
		if k.dirs.Guard[i] = real; g == k.text.Cache {
			k.dirs.Cache = real
		} else if real != g {
			k.guard = append(k.guard, real)
		}
	}
	return k
}

// guards returns the guarded paths by all of their names.
func (at *Dirs) guards() []string {
	if at.links != nil {
		return at.links.look().guard
	}
	return at.Guard
}

// holds reports whether the home or the project lies in a directory, by any name.
func (at *Dirs) holds(dir string) bool {
	return within(at.Home, dir) || within(at.Project, dir) || at.links != nil && at.links.look().dirs.holds(dir)
}

// isHolder reports whether a directory is the home or the project, by any name.
func (at *Dirs) isHolder(dir string) bool {
	return dir == at.Home || dir == at.Project || at.links != nil && at.links.look().dirs.isHolder(dir)
}

// perilous are the classes that a path keeps by either of its names.
const perilous = Root | Home | System | BelowSystem | Device | Mount | ProjectRoot | AboveProject | VCS | Secret | Startup | Guard |
	MaybeRoot | UnknownPath | TempRoot | Settings

// class returns the class of a path by its own name, which is c, and by the one to
// which that leads. Where they differ in what makes a path harmless, the latter says
// where it lies.
func (k *links) class(c Class, l *location, w shell.Word, d shell.Dir, at *Dirs) Class {
	if len(l.segs) == 0 || l.segs[0] == "dev" || l.segs[0] == "proc" {
		return c // a link there leads to what the process that looks has open
	}
	p := k.path(l, w, d, at)
	if k.look(); !k.differ && p == l.path() {
		return c
	}
	real := location{abs: true, text: p, segs: strings.FieldsFunc(p, func(c rune) bool { return c == '/' })}
	if at.Fold {
		spell(real.segs, k.dirs)
		real.text = "/" + strings.Join(real.segs, "/")
	}
	there := real.class(k.dirs)
	if there&perilous == 0 {
		there |= c & Generated
	}
	return there | c&perilous
}

// above returns the path of a word with .. behind other names, which by text alone is
// another where one of these is a link.
func (k *links) above(l *location, w shell.Word, d shell.Dir, at *Dirs) string {
	whole := *at
	whole.follow = true
	if p := k.path(l, w, d, &whole); p != k.on.Real(l.path()) {
		return p
	}
	return l.path()
}

// path returns where a path leads. The shell takes .. of a cd for text, and programs
// take theirs for the directory above the one that they are in.
func (k *links) path(l *location, w shell.Word, d shell.Dir, at *Dirs) string {
	base, name := "", textOf(nil, w.Parts)
	if strings.IndexByte(name, '\\') >= 0 || at.Fold && !strings.HasPrefix(name, "/") && drive(name) {
		base, name = "/", l.path()
	} else if !strings.HasPrefix(name, "/") {
		if base = at.Cwd; d.Joins(w) && len(d.Path.Parts) > 0 {
			if base = textOf(nil, d.Path.Parts); !strings.HasPrefix(base, "/") {
				base = at.Cwd + "/" + base
			}
		}
		if base = path.Clean("/" + base); unsettled(base) {
			base, name = "/", l.path()
		}
	}
	whole := at.follow || strings.HasSuffix(name, "/") || strings.HasSuffix(name, "/.")
	p := "/"
	if base != "" && base != "/" {
		p = k.on.Real(base)
	}
	for name != "" {
		var seg string
		seg, name, _ = strings.Cut(name, "/")
		switch {
		case seg == "" || seg == ".":
		case seg == "..":
			p = path.Dir(p)
		case isGlob(seg) || strings.Contains(seg, hole):
			return path.Join(p, seg, name)
		default:
			p = strings.TrimSuffix(p, "/") + "/" + seg
			if whole || strings.Trim(name, "/.") != "" || strings.Contains(name, "..") {
				p = k.on.Real(p)
			}
		}
	}
	return p
}
