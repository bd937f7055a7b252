package interpret

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// State holds what the shell knows at one point of a text. A subshell or a
// branch works on a fork, which reads through to its parent.
type State struct {
	parent  *State
	depth   int // of parents
	vars    map[string]value
	funcs   map[string]*function
	aliases map[string]string

	Cwd    shell.Dir
	dirs   []shell.Dir              // pushd
	oldpwd *shell.Word              // nil: where the shell that runs the text was before
	fds    map[string]*shell.Source // what descriptors above the standard ones read from
	links  *link                    // symbolic links and mounts that the text made

	made *madePath // what the text has made so far

	params  []shell.Word // $1 ..; nil with anyArgs when unknown
	anyArgs bool
	given   int         // with anyArgs: how many of them are surely there
	with    []string    // variables without which this does not run: [ "$CI" = true ] || exit
	Zero    *shell.Word // $0, when it is known
	script  bool        // a file is followed: of parameters that it is not given, it may make sure itself
	last    *shell.Word // $_, the last word of the command before

	errexit, nounset        bool
	loop, spawn, Late, pipe bool
	captured                bool // its output becomes words
	cond                    bool // runs only under some condition
	branch                  int  // what decides whether it runs; see Script.Follows
	Where                   string
	box                     *shell.Box
	wrappers                []string
	Via                     int
	Code                    string // language the calls are read from
	Guess                   bool   // what is read is only likely to be a command
}

// value is what a variable may hold.
type value struct {
	alts  []shell.Word // possible values of a scalar
	elems []shell.Word // elements of an array
	keys  []string     // of the elements, where the text names them
	array bool
	vague bool   // an array that may have other elements
	ref   string // the variable that is meant instead: declare -n
	unset bool   // the text has unset it
	num   bool   // what is assigned to it is arithmetic: declare -i
	fold  byte   // what is assigned to it is written in small letters, l, or capitals, u: declare -l
	spare *spareRoom
}

type function struct {
	body   *syntax.Stmt
	pos    Position
	called bool

	changes uint8    // what is known of what it changes; see changesNothing
	reads   []string // variables, known with changes
	calls   []string // names, likewise
	meant   string   // what these meant then; see meanings
}

// NewState returns what a shell knows that begins.
func NewState() *State {
	return &State{Via: -1, anyArgs: true}
}

// previous returns the directory before this one.
func (st *State) previous() shell.Word {
	if st.oldpwd == nil {
		return shell.UnknownWord("$OLDPWD")
	}
	return *st.oldpwd
}

// fewForks is how many states within each other are all looked through.
const fewForks = 16

// Fork returns a state for a subshell or a branch.
func (st *State) Fork() *State {
	c := *st
	c.parent, c.vars, c.funcs, c.aliases, c.fds = st, nil, nil, nil, nil
	if st.depth > fewForks && st.vars == nil && st.funcs == nil && st.aliases == nil && st.fds == nil {
		c.parent = st.parent // there is nothing to look up in it
	} else {
		c.depth++
	}
	c.dirs = st.dirs[:len(st.dirs):len(st.dirs)]
	c.wrappers = st.wrappers[:len(st.wrappers):len(st.wrappers)]
	return &c
}

// Conditional marks that what follows runs only under a condition.
func (w *Walker) Conditional(st *State) {
	st.cond = true
	if len(w.script.Branches) == 0 {
		w.script.Branches = append(w.script.Branches, 0)
	}
	w.script.Branches = append(w.script.Branches, st.branch)
	st.branch = len(w.script.Branches) - 1
}

func (st *State) get(name string) (value, bool) {
	for s := st; s != nil; s = s.parent {
		if v, ok := s.vars[name]; ok {
			return v, true
		}
	}
	return value{}, false
}

// HasVars reports whether the text has given any variable a value.
func (st *State) HasVars() bool {
	for s := st; s != nil; s = s.parent {
		if len(s.vars) > 0 {
			return true
		}
	}
	return false
}

// target returns the variable that a name stands for, references followed.
func (st *State) target(name string) string {
	for range maxRefs {
		v, ok := st.get(name)
		if !ok || v.ref == "" {
			return name
		}
		name = v.ref
	}
	return name
}

// maxRefs bounds how many references are followed in a row.
const maxRefs = 8

func (st *State) set(name string, v value) {
	if st.vars == nil {
		st.vars = map[string]value{}
	}
	st.vars[name] = v
}

// SetWord gives a variable a value.
func (st *State) SetWord(name string, w shell.Word) { st.set(name, value{alts: []shell.Word{w}}) }

func (st *State) fn(name string) *function {
	for s := st; s != nil; s = s.parent {
		if f, ok := s.funcs[name]; ok {
			return f
		}
	}
	return nil
}

func (st *State) alias(name string) (string, bool) {
	for s := st; s != nil; s = s.parent {
		if a, ok := s.aliases[name]; ok {
			return a, a != ""
		}
	}
	return "", false
}

// Inside returns the state for what a call runs.
func (st *State) Inside(program string, i int, where string) *State {
	c := st.Fork()
	c.Via = i
	c.wrappers = append(c.wrappers, program)
	if !shell.SameShell(program) {
		c.last = nil // a new process has $_ from its environment
		c.errexit, c.nounset = false, false
	}
	if where != "" {
		c.Where, c.links, c.box = where, nil, nil
		c.Cwd = shell.Dir{Path: shell.Word{Parts: []shell.Part{{Kind: shell.Unknown, Text: where + ":", Path: true, Set: true}}}}
	}
	return c
}

// Stops takes over the options of a shell that its call gives it: sh -ec '..'.
func (st *State) Stops(c *shell.Call) {
	switch c.Program {
	case "sh", "bash", "dash", "ksh", "zsh", "ash", "mksh":
		st.errexit = st.errexit || c.Args.Has("-e")
		st.nounset = st.nounset || c.Args.Has("-u")
	}
}

// Pass sets the parameters.
func (st *State) Pass(params []shell.Word) { st.params, st.anyArgs = params, false }

// KeepParams sets the parameters to those of another state.
func (st *State) KeepParams(of *State) {
	st.params, st.anyArgs, st.given = of.params, of.anyArgs, of.given
}

// Multiplies reports whether what runs here runs beside what started it, and does so
// surely.
func (st *State) Multiplies() bool { return (st.spawn || st.pipe) && !st.cond }

// TakeMade takes over what another state has made.
func (st *State) TakeMade(from *State) { st.made = from.made }

// Contain notes what is known of the container that a call runs something in. fresh says
// that it is made for the call, and here that this machine runs it; cwd is where the text runs.
func (st *State) Contain(c *shell.Call, cwd string, fresh, here bool) {
	dir := shell.LitWord(cwd)
	if cwd == "" {
		dir = shell.LitWord(".")
	}
	if c.Cwd.Else != nil {
		dir = shell.UnknownWord("$PWD")
	} else if len(c.Cwd.Path.Parts) > 0 {
		dir = shell.JoinPath(dir, c.Cwd.Path)
	}
	st.box = shell.NewBox(c, dir, fresh, here)
	if f := c.Args.Flag("-w", "--workdir"); f != nil && f.Value != nil {
		if p, ok := f.Value.Literal(); ok && strings.HasPrefix(p, "/") {
			st.Cwd = shell.Dir{Path: shell.LitWord(p)}
		}
	}
}

// StartScript begins a script of its own, of which this is the text.
func (st *State) StartScript(text string) { st.script, st.errexit = true, startsErrexit(text) }

// PassUnknown leaves the parameters unknown.
func (st *State) PassUnknown() { st.params, st.anyArgs = nil, true }
