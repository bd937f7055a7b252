package interpret

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// calledAgain is how often a function is walked that changes nothing, from one place and
// with the same arguments: each walk finds the same. Scripts with a function that prints
// messages would else spend all work on it, because the functions that call it are walked
// again for each of their own calls. What it prints may be run, so the variables that it
// reads have the same values, too.
const calledAgain = 8

// told is what the walks of a function at one place came to.
type told struct {
	walks int
	out   Output
}

// again returns what a call of a function came to before, where it need not be walked once
// more. note, if there is one, takes what it comes to.
func (w *Walker) again(f *function, args []shell.Word, x *Invocation, st *State) (out Output, ok bool, note func(Output)) {
	if len(x.Assigns)+len(x.redirs) > 0 || x.In != shell.OwnInput || !w.changesNothing(f, st) {
		return Output{}, false, nil
	}
	var b strings.Builder
	b.WriteString(strconv.Itoa(int(f.body.Pos().Offset())))
	at := w.at.Span(x.Span.From, x.Span.To)
	b.WriteByte(':')
	b.WriteString(strconv.Itoa(at.From))
	for i := range args {
		b.WriteByte(0)
		b.WriteString(args[i].String())
	}
	b.WriteByte(0)
	b.WriteString(st.Cwd.Path.String())
	for _, name := range f.reads {
		v, _ := st.get(st.target(name))
		b.WriteByte(0)
		for _, list := range [...][]shell.Word{v.alts, v.elems} {
			for i := range list {
				b.WriteByte(1)
				b.WriteString(list[i].String())
			}
			b.WriteByte(2)
		}
	}
	if b.Len() > 1<<12 {
		return Output{}, false, nil
	}
	key := b.String()
	t := w.told[key]
	if t.walks >= calledAgain {
		return t.out, true, nil
	}
	return Output{}, false, func(o Output) {
		if w.told == nil {
			w.told = make(map[string]told)
		}
		w.told[key] = told{t.walks + 1, o}
	}
}

// manyCalls is from how many on a call is not listed again that stands at the same place
// with the same words: a long script with functions that call functions has the same
// command thousands of times, and all of them mean the same.
const manyCalls = 2000

// sameCall returns the call in the list that is the same as this one.
func (w *Walker) sameCall(c *shell.Call) (i int, ok bool) {
	n := len(w.script.Calls)
	if n < manyCalls || len(c.Redirs)+len(c.Runs)+len(c.Wrappers) > 0 || len(c.Rare.Assigns)+len(c.Rare.Items)+len(c.Rare.Settings) > 0 || c.Rare.Effect != "" || c.Stdin != shell.OwnInput || c.Code != "" || c.Where != "" || w.at.pos.file != nil || c.Model != nil && len(c.Model.Nested) > 0 {
		return 0, false
	}
	var b strings.Builder
	for _, n := range [...]int{c.Span.From, c.Span.To, c.Via} {
		b.WriteString(strconv.Itoa(n))
		b.WriteByte(' ')
	}
	for _, is := range [...]bool{c.Loop, c.Spawn, c.Late, c.Captured} {
		if is {
			b.WriteByte('y')
		} else {
			b.WriteByte('n')
		}
	}
	b.WriteString(c.Cwd.Path.String())
	if c.Cwd.Else != nil {
		b.WriteByte(0)
		b.WriteString(c.Cwd.Else.String())
	}
	for i := range c.Argv {
		b.WriteByte(0)
		b.WriteString(c.Argv[i].String())
	}
	key := b.String()
	if i, ok := w.listed[key]; ok {
		return i, true
	}
	if w.listed == nil {
		w.listed = make(map[string]int)
	}
	w.listed[key] = n
	return 0, false
}

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
