package shell

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// process returns the state of a new process that a call starts: of the variables
// and functions of the shell it has those that are exported.
func (r *runner) process() *state {
	st := *r.st
	st.parent, st.vars, st.funcs, st.aliases = nil, nil, nil, nil
	st.errexit, st.nounset = false, false
	for s := r.st; s != nil; s = s.parent {
		for name, v := range s.vars {
			if _, ok := st.vars[name]; !ok && r.w.isExported(name) {
				st.set(name, v)
			}
		}
		for name, f := range s.funcs {
			if _, ok := st.funcs[name]; !ok && r.w.exported[name] {
				if st.funcs == nil {
					st.funcs = map[string]*function{}
				}
				st.funcs[name] = f
			}
		}
	}
	for _, a := range r.x.assigns {
		st.setWord(a.Name, a.Value)
	}
	return &st
}

// isExported reports whether new processes get a variable: the text exports it, or
// it comes from the environment.
func (w *walker) isExported(name string) bool {
	if w.exported[name] || w.exportsAll {
		return true
	}
	switch name {
	case "HOME", "PATH", "TMPDIR", "USER", "LOGNAME", "SHELL", "PWD", "OLDPWD", "LANG", "CI":
		return true
	}
	if w.opt.Env == nil {
		return false
	}
	_, ok := w.opt.Env(name)
	return ok
}

// export remembers that a name is exported.
func (w *walker) export(name string) {
	if w.exported == nil {
		w.exported = map[string]bool{}
	}
	w.exported[name] = true
}

// exports remembers what a declaration exports.
func (w *walker) exports(d *syntax.DeclClause) {
	all := d.Variant.Value == "export"
	for _, a := range d.Args {
		if a.Name == nil && a.Value != nil {
			flags := a.Value.Lit()
			all = all || strings.HasPrefix(flags, "-") && strings.Contains(flags, "x")
		}
	}
	for _, a := range d.Args {
		if a.Name != nil && all {
			w.export(a.Name.Value)
		}
	}
}
