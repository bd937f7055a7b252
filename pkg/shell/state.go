package shell

import "mvdan.cc/sh/v3/syntax"

// state holds what the shell knows at one point of a text. A subshell or a
// branch works on a fork, which reads through to its parent.
type state struct {
	parent  *state
	depth   int // of parents
	vars    map[string]value
	funcs   map[string]*function
	aliases map[string]string

	cwd    Dir
	dirs   []Dir              // pushd
	oldpwd *Word              // nil: where the shell that runs the text was before
	fds    map[string]*Source // what descriptors above the standard ones read from
	links  *link              // symbolic links and mounts that the text made

	made *madePath // what the text has made so far

	params  []Word // $1 ..; nil with anyArgs when unknown
	anyArgs bool
	given   int      // with anyArgs: how many of them are surely there
	with    []string // variables without which this does not run: [ "$CI" = true ] || exit
	zero    *Word    // $0, when it is known
	script  bool     // a file is followed: of parameters that it is not given, it may make sure itself
	last    *Word    // $_, the last word of the command before

	errexit, nounset        bool
	loop, spawn, late, pipe bool
	captured                bool // its output becomes words
	cond                    bool // runs only under some condition
	branch                  int  // what decides whether it runs; see Script.Follows
	where                   string
	box                     *box
	wrappers                []string
	via                     int
	code                    string // language the calls are read from
}

// value is what a variable may hold.
type value struct {
	alts  []Word   // possible values of a scalar
	elems []Word   // elements of an array
	keys  []string // of the elements, where the text names them
	array bool
	vague bool   // an array that may have other elements
	ref   string // the variable that is meant instead: declare -n
	unset bool   // the text has unset it
	num   bool   // what is assigned to it is arithmetic: declare -i
	spare *spareRoom
}

type function struct {
	body   *syntax.Stmt
	spans  spanMap
	called bool
}

func newState() *state {
	return &state{via: -1, anyArgs: true}
}

// previous returns the directory before this one.
func (st *state) previous() Word {
	if st.oldpwd == nil {
		return unknown("$OLDPWD")
	}
	return *st.oldpwd
}

// fewForks is how many states within each other are all looked through.
const fewForks = 16

// fork returns a state for a subshell or a branch.
func (st *state) fork() *state {
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

// conditional marks that what follows runs only under a condition.
func (w *walker) conditional(st *state) {
	st.cond = true
	if len(w.script.branches) == 0 {
		w.script.branches = append(w.script.branches, 0)
	}
	w.script.branches = append(w.script.branches, st.branch)
	st.branch = len(w.script.branches) - 1
}

func (st *state) get(name string) (value, bool) {
	for s := st; s != nil; s = s.parent {
		if v, ok := s.vars[name]; ok {
			return v, true
		}
	}
	return value{}, false
}

// hasVars reports whether the text has given any variable a value.
func (st *state) hasVars() bool {
	for s := st; s != nil; s = s.parent {
		if len(s.vars) > 0 {
			return true
		}
	}
	return false
}

// target returns the variable that a name stands for, references followed.
func (st *state) target(name string) string {
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

func (st *state) set(name string, v value) {
	if st.vars == nil {
		st.vars = map[string]value{}
	}
	st.vars[name] = v
}

func (st *state) setWord(name string, w Word) { st.set(name, value{alts: []Word{w}}) }

func (st *state) fn(name string) *function {
	for s := st; s != nil; s = s.parent {
		if f, ok := s.funcs[name]; ok {
			return f
		}
	}
	return nil
}

func (st *state) alias(name string) (string, bool) {
	for s := st; s != nil; s = s.parent {
		if a, ok := s.aliases[name]; ok {
			return a, a != ""
		}
	}
	return "", false
}

// inside returns the state for what a call runs.
func (st *state) inside(program string, i int, where string) *state {
	c := st.fork()
	c.via = i
	c.wrappers = append(c.wrappers, program)
	if !sameShell(program) {
		c.last = nil // a new process has $_ from its environment
	}
	if where != "" {
		c.where, c.links, c.box = where, nil, nil
		c.cwd = Dir{Path: Word{Parts: []Part{{Kind: Unknown, Text: where + ":", Path: true, Set: true}}}}
	}
	return c
}

// pass sets the parameters.
func (st *state) pass(params []Word) { st.params, st.anyArgs = params, false }

// multiplies reports whether what runs here runs beside what started it, and does so
// surely.
func (st *state) multiplies() bool { return (st.spawn || st.pipe) && !st.cond }

// takeMade takes over what another state has made.
func (st *state) takeMade(from *state) { st.made = from.made }

// contain notes what is known of the container that a call runs something in.
func (st *state) contain(c *Call, home string, fresh bool) {
	st.mount(c, home)
	if fresh && st.links == nil {
		st.box = newBox(c)
	}
}

// startScript begins a script of its own, of which this is the text.
func (st *state) startScript(text string) { st.script, st.errexit = true, startsErrexit(text) }

// passUnknown leaves the parameters unknown.
func (st *state) passUnknown() { st.params, st.anyArgs = nil, true }
