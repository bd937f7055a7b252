package interpret

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// Process returns the state of a new process that a call starts: of the variables
// and functions of the shell it has those that are exported.
func (w *Walker) Process(outer *State, assigns []shell.Assign) *State {
	st := *outer
	st.parent, st.vars, st.funcs, st.aliases = nil, nil, nil, nil
	st.errexit, st.nounset = false, false
	for s := outer; s != nil; s = s.parent {
		for name, v := range s.vars {
			if _, ok := st.vars[name]; !ok && w.exports.has(name) {
				st.set(name, v)
			}
		}
		for name, f := range s.funcs {
			if _, ok := st.funcs[name]; !ok && w.exports.names[name] {
				if st.funcs == nil {
					st.funcs = map[string]*function{}
				}
				st.funcs[name] = f
			}
		}
	}
	for _, a := range assigns {
		st.SetWord(a.Name, a.Value)
	}
	return &st
}

// exports are the variables and functions that new processes get.
type exports struct {
	names map[string]bool
	all   bool                                 // set -a
	env   func(string) (value string, ok bool) // of the text; may be nil
}

// has reports whether the text exports a variable, or it comes from the environment.
func (x *exports) has(name string) bool {
	if x.names[name] || x.all {
		return true
	}
	switch name {
	case "HOME", "PATH", "TMPDIR", "USER", "LOGNAME", "SHELL", "PWD", "OLDPWD", "LANG", "CI":
		return true
	}
	if x.env == nil {
		return false
	}
	_, ok := x.env(name)
	return ok
}

// add remembers that a name is exported.
func (x *exports) add(name string) {
	if x.names == nil {
		x.names = map[string]bool{}
	}
	x.names[name] = true
}

// declare remembers what a declaration exports.
func (x *exports) declare(d *syntax.DeclClause) {
	all := d.Variant.Value == "export"
	for _, a := range d.Args {
		if a.Name == nil && a.Value != nil {
			flags := a.Value.Lit()
			all = all || strings.HasPrefix(flags, "-") && strings.Contains(flags, "x")
		}
	}
	for _, a := range d.Args {
		if a.Name != nil && all {
			x.add(a.Name.Value)
		}
	}
}
