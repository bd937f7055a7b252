package interpret

import (
	"maps"
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// surelyQuiet reports whether a program is known and does no harm, whatever it is given.
func (w *Walker) surelyQuiet(program string) bool {
	name := shell.ProgramName(program)
	about := w.about(name)
	if about == nil || w.ProgramMayHarm(name) && !showsOnly(about) {
		return false
	}
	is := about.TraitsOf(name)
	return is&(rule.ReadOnly|rule.Filter|rule.PassThrough|rule.Noise) != 0 && is&(rule.Launcher|rule.Interpreter|rule.RunsUserCode|rule.ProjectRunner) == 0
}

// showsOnly reports whether a program does nothing but read and print, which may be what is
// secret: grep.
func showsOnly(m *rule.Command) bool {
	if len(m.Nested) > 0 {
		return false
	}
	for _, v := range m.VerbsFor("") {
		for _, e := range v.Effects {
			if e.Do != rule.Read && e.Do != rule.Secret {
				return false
			}
		}
	}
	return true
}

// changesNothing reports whether a function leaves nothing behind in the shell, for others
// that follow: no variable, directory, option or file that it writes by a redirection. It
// runs only programs that do no harm either, so that nothing depends on the values that
// variables have at a later call.
func (w *Walker) changesNothing(f *function, st *State) bool {
	switch f.changes {
	case changesUnknown:
		f.changes = changesNothing // while it is looked at: one that calls itself
		p := purity{st: st, w: w, locals: map[string]bool{}, reads: map[string]bool{}}
		if w.at.pos.file != nil || !p.of(f.body) {
			f.changes = changesSome
		}
		f.reads = slices.Sorted(maps.Keys(p.reads))
	case changesSome:
		return false
	}
	return f.changes == changesNothing
}

// What is known of what a function changes.
const (
	changesUnknown = iota
	changesNothing
	changesSome
)

// purity looks whether code leaves nothing behind.
type purity struct {
	w      *Walker
	st     *State
	locals map[string]bool
	reads  map[string]bool // the variables, also of functions that it calls
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

// redirect: one to another descriptor or to nowhere.
func (p *purity) redirect(r *syntax.Redirect) bool {
	switch r.Op {
	case syntax.RdrIn, syntax.DplIn, syntax.DplOut, syntax.Hdoc, syntax.DashHdoc, syntax.WordHdoc:
		return true
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
	if f := p.st.fn(name); f != nil {
		pure := p.w.changesNothing(f, p.st)
		for _, name := range f.reads {
			p.reads[name] = true
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
	return p.w.surelyQuiet(name)
}
