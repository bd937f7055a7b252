package effect

import (
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// BuildOutput reports whether an absolute path is a directory that builds
// usually write to.
func BuildOutput(w shell.Word, at Dirs) bool {
	l := locate(w, shell.Dir{}, at)
	return l.buildOutput()
}

// buildOutput reports whether a path is a directory that builds usually write
// to. A directory of that name may also hold sources.
func (l *location) buildOutput() bool {
	segs := l.segs
	if n := len(segs); n > 1 && everything(segs[n-1]) {
		segs = segs[:n-1]
	}
	if len(segs) == 0 {
		return false
	}
	switch strings.ToLower(segs[len(segs)-1]) {
	case "build", "builddir", "out", "output", "bin", "obj", "release", "debug", "_site", "site", "generated", "gen", "pkg", "public", "lib", "publish":
		return true
	}
	return false
}

// belowOutput reports whether a path of a project is, or lies below, a
// directory that hardly holds anything but what builds write.
func (l *location) belowOutput(at Dirs) bool {
	project := at.Project
	if project == "" {
		project = at.Cwd
	}
	segs := l.segs
	switch {
	case !l.abs || len(segs) == 0:
	case project != "" && within(l.path(), project):
		segs = segs[min(strings.Count(project, "/"), len(segs)):]
	default: // in a project of the home: ~/shop/build
		segs = segs[min(homeDepth(segs, at)+1, len(segs)):]
	}
	return slices.ContainsFunc(segs, outputOnly)
}

// outputOnly reports whether a directory of that name hardly holds anything but what
// builds write.
func outputOnly(name string) bool {
	switch name {
	case "build", "builddir", "out", "_site", "artifacts":
		return true
	}
	return false
}

// inProject reports whether a path lies in the project, or far enough below the
// home to lie in another.
func (l *location) inProject(c Class, at Dirs) bool {
	if c&Project != 0 {
		return true
	}
	if !l.abs || len(l.segs) == 0 {
		return false
	}
	depth := homeDepth(l.segs, at)
	return depth > 0 && len(l.segs) > depth+1 && c&(Home|System|BelowSystem|AboveProject) == 0
}

// besideOutput reports whether the same call deletes what hardly is anything
// but output: rm -rf out bin.
func (r *collector) besideOutput(d shell.Dir, at Dirs) bool {
	if r.beside == nil {
		beside := slices.ContainsFunc(r.call.Args.Operands, func(o shell.Word) bool {
			l := locate(o, d, at)
			return l.belowOutput(at)
		})
		r.beside = &beside
	}
	return *r.beside
}

// madeAgain reports whether the script makes again what it deletes.
func (r *collector) madeAgain(l *location, d shell.Dir, at Dirs) bool {
	if of, fetches := l.fetcher(); fetches != nil {
		return r.behind(of, fetches)
	}
	return l.buildOutput() && (r.behind("output", builds) || r.amongOutput(d, at))
}

// amongOutput reports whether the same call deletes what only tools make, in
// the same place: rm -rf dist build.
func (r *collector) amongOutput(d shell.Dir, at Dirs) bool {
	if r.among == nil {
		among := slices.ContainsFunc(r.call.Args.Operands, func(o shell.Word) bool {
			c := ClassOf(o, d, at)
			return c&Generated != 0 && c&Project != 0
		})
		r.among = &among
	}
	return *r.among
}

// behind reports whether a later call of the script makes again what this one
// deletes.
func (r *collector) behind(what string, makes func(*shell.Call) bool) bool {
	last, known := r.all.last[what]
	if !known {
		for last = len(r.script.Calls) - 1; last >= 0; last-- {
			if c := &r.script.Calls[last]; !c.Late && makes(c) {
				break
			}
		}
		if r.all.last == nil {
			r.all.last = make(map[string]int)
		}
		r.all.last[what] = last
	}
	return last > r.i
}

// fetcher returns the name of a directory and a test for the calls that fill it with the
// dependencies of a project, or nil where none is known. A directory of that
// name may also be in version control.
func (l *location) fetcher() (name string, fetches func(*shell.Call) bool) {
	segs := l.segs
	if n := len(segs); n > 1 && everything(segs[n-1]) {
		segs = segs[:n-1]
	}
	if len(segs) == 0 {
		return "", nil
	}
	switch name = segs[len(segs)-1]; name {
	case "vendor":
		return name, func(c *shell.Call) bool {
			switch c.Program {
			case "composer":
				return c.Args.Is([]string{"install", "i", "update"})
			case "go":
				return c.Args.Is([]string{"mod vendor", "work vendor"})
			case "cargo":
				return c.Args.Is([]string{"vendor"})
			}
			return false
		}
	case "deps":
		return name, func(c *shell.Call) bool {
			return (c.Program == "mix" || c.Program == "rebar3") && c.Args.Is([]string{"deps.get", "get-deps"})
		}
	case "env":
		return name, func(c *shell.Call) bool { return c.Program == "venv" || c.Program == "virtualenv" }
	}
	return "", nil
}

// scratch reports whether a call works in a repository that the same script
// made in a temporary directory: nothing in it is older than the script.
func (r *collector) scratch() bool {
	dir := r.call.Cwd
	if r.call.Program != "git" || r.call.Where != "" || dir.Else != nil || len(dir.Path.Parts) == 0 {
		return false
	}
	if c := ClassOf(dir.Path, shell.Dir{}, r.at); c&Temp == 0 || c&(Project|ProjectRoot|AboveProject) != 0 {
		return false
	}
	first, made := r.all.repositories()[dir.Path.String()]
	return made && first < r.i
}

// repositories returns the first call that makes a repository, by its directory.
func (x *Reader) repositories() map[string]int {
	if x.made != nil {
		return x.made
	}
	x.made = make(map[string]int)
	for i := range x.script.Calls {
		c := &x.script.Calls[i]
		if c.Program != "git" || c.Late || !c.Args.Is([]string{"init", "clone"}) || c.Args.Has("--help") {
			continue
		}
		dir := c.Cwd.Path
		if n := len(c.Args.Operands); n > 0 {
			dir = c.Args.Operands[n-1]
		} else if !c.Args.Is([]string{"init"}) {
			continue
		}
		name := dir.String()
		if _, made := x.made[name]; !made {
			x.made[name] = i
		}
	}
	return x.made
}

func builds(c *shell.Call) bool {
	switch {
	case (c.Program == "build" || c.Program == "PyInstaller") && len(c.Wrappers) > 0: // python -m build
		return true
	case c.Model == nil || c.Args.Has(c.Model.Harmless...):
		return false
	case c.Model.Type == "Build":
		return !c.Args.Is([]string{"clean"})
	}
	for _, v := range c.Args.Verbs {
		if v.Type == "Build" && c.Args.Holds(v) {
			return true
		}
	}
	return false
}
