package interpret

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// changesNothing reports whether a function leaves nothing behind in the shell, for others
// that follow: no variable, directory, option or file that it writes by a redirection. It
// runs only programs that do no harm either, so that nothing depends on the values that
// variables have at a later call.
//
// What it calls may be declared anew, or be another function in a subshell: what was found
// holds while all those names mean the same.
func (w *Walker) changesNothing(f *function, st *State) bool {
	switch {
	case f.changes == changesSome, f.changes == changesAsked: // of one that calls itself it is not known yet
		return false
	case f.changes == changesNothing && f.meant == meanings(f.calls, st):
		return true
	}
	f.changes = changesAsked
	p := purity{st: st, w: w, locals: map[string]bool{}, reads: map[string]bool{}, calls: map[string]bool{}}
	pure := w.at.pos.file == nil && p.of(f.body)
	f.reads, f.calls = slices.Sorted(maps.Keys(p.reads)), slices.Sorted(maps.Keys(p.calls))
	f.meant = meanings(f.calls, st)
	if f.changes = changesNothing; !pure {
		f.changes = changesSome
	}
	return pure
}

// meanings says which function each of some names means, where one is declared.
func meanings(names []string, st *State) string {
	var b strings.Builder
	for _, name := range names {
		b.WriteString(name)
		if f := st.fn(name); f != nil {
			b.WriteByte('=')
			b.WriteString(strconv.Itoa(int(f.body.Pos().Offset())))
		}
		b.WriteByte(0)
	}
	return b.String()
}

// What is known of what a function changes.
const (
	changesUnknown = iota
	changesAsked   // while it is looked at
	changesNothing
	changesSome
)

// purity looks whether code leaves nothing behind.
type purity struct {
	w      *Walker
	st     *State
	locals map[string]bool
	reads  map[string]bool // the variables, also of functions that it calls
	calls  map[string]bool // the names of what it calls, likewise
}

func (p *purity) of(body *syntax.Stmt) bool {
	pure := true
	syntax.Walk(body, func(n syntax.Node) bool {
		if !pure {
			return false
		}
		switch n := n.(type) {
		case *syntax.Stmt:
			pure = !n.Background && !n.Coprocess
		case *syntax.Redirect:
			pure = p.redirect(n)
		case *syntax.DeclClause:
			pure = p.declares(n)
		case *syntax.CallExpr:
			pure = p.call(n)
		case *syntax.WordIter:
			pure = p.locals[n.Name.Value]
		case *syntax.ParamExp:
			pure = !n.Excl && (n.Exp == nil || n.Exp.Op != syntax.AssignUnset && n.Exp.Op != syntax.AssignUnsetOrNull)
			if n.Param != nil {
				p.reads[n.Param.Value] = true
			}
		case *syntax.ArithmExp:
			p.arithmetic(n.X)
		case *syntax.UnaryTest:
			pure = n.Op != syntax.TsVarSet && n.Op != syntax.TsRefVar
		case *syntax.FuncDecl, *syntax.LetClause, *syntax.ArithmCmd, *syntax.CStyleLoop, *syntax.CoprocClause:
			pure = false
		case *syntax.UnaryArithm:
			pure = n.Op != syntax.Inc && n.Op != syntax.Dec
		case *syntax.BinaryArithm:
			pure = !strings.HasSuffix(n.Op.String(), "=") || n.Op == syntax.Eql || n.Op == syntax.Neq || n.Op == syntax.Leq || n.Op == syntax.Geq
		}
		return pure
	})
	return pure
}

// arithmetic notes the variables of an expression, which stand there without a sign.
func (p *purity) arithmetic(x syntax.ArithmExpr) {
	syntax.Walk(x, func(n syntax.Node) bool {
		if w, ok := n.(*syntax.Word); ok && syntax.ValidName(w.Lit()) {
			p.reads[w.Lit()] = true
		}
		return true
	})
}

// redirect: one to another descriptor or to nowhere, or from a text that stands there.
func (p *purity) redirect(r *syntax.Redirect) bool {
	switch r.Op {
	case syntax.DplOut, syntax.Hdoc, syntax.DashHdoc, syntax.WordHdoc:
		return true
	case syntax.RdrIn, syntax.DplIn:
		return false // the file may hold something else the next time
	}
	to := r.Word.Lit()
	return to == "/dev/null" || to == "/dev/stderr" || to == "/dev/stdout" || to == "/dev/tty"
}

func (p *purity) declares(d *syntax.DeclClause) bool {
	switch d.Variant.Value {
	case "local", "declare", "typeset":
	default:
		return false
	}
	for _, a := range d.Args {
		if a.Name == nil { // an option
			if o := a.Value.Lit(); strings.ContainsAny(o, "gn") || o == "" {
				return false
			}
			continue
		}
		p.locals[a.Name.Value] = true
	}
	return true
}

func (p *purity) call(c *syntax.CallExpr) bool {
	if len(c.Args) == 0 {
		for _, a := range c.Assigns {
			if a.Name == nil || !p.locals[a.Name.Value] {
				return false
			}
		}
		return true
	}
	name := c.Args[0].Lit()
	p.calls[name] = true
	if f := p.st.fn(name); f != nil {
		pure := p.w.changesNothing(f, p.st)
		for _, name := range f.reads {
			p.reads[name] = true
		}
		for _, name := range f.calls {
			p.calls[name] = true
		}
		return pure
	}
	switch name {
	case "", ".", "source", "eval", "exec", "exit", "cd", "pushd", "popd", "set", "shopt", "unset", "read", "mapfile", "readarray", "trap", "alias", "unalias", "getopts",
		"shift", "hash", "builtin", "command", "ln", "mkdir", "mktemp", "mount", "umount", "compgen", "complete", "setopt", "emulate", "zmodload", "autoload", "zle", "env", "enable":
		return false
	case "printf":
		return len(c.Args) < 2 || c.Args[1].Lit() != "-v"
	case ":", "return", "break", "continue", "echo", "true", "false", "[", "test":
		return true
	}
	return tellsLittleWord(shell.ProgramName(name))
}
