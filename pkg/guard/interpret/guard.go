package interpret

import (
	"slices"
	"strconv"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// known is what a condition says of a parameter where it holds.
type known struct {
	name   string // a variable, or the number of a positional parameter
	is     string // it is this text; "" when it is only not empty
	except bool   // it is any text but that of is
}

// assume notes in st what a condition says when it came out as given: after
// [ -n "$x" ] || exit, x is not empty.
func (w *Walker) assume(cond *syntax.Stmt, came bool, st *State) {
	for _, k := range w.learned(cond, came, st) {
		st.learn(k)
	}
	w.missing(cond, came, st)
}

// during notes what a condition says for as long as f runs.
func (w *Walker) during(cond *syntax.Stmt, st *State, f func()) {
	facts := w.learned(cond, true, st)
	if len(facts) == 0 {
		f()
		return
	}
	given, with, before := st.given, st.with, make([]value, len(facts))
	for i, k := range facts {
		before[i], _ = st.get(k.name)
		st.learn(k)
	}
	after := make([]value, len(facts))
	for i, k := range facts {
		after[i], _ = st.get(k.name)
	}
	f()
	st.given, st.with = min(st.given, given), with
	for i, k := range facts {
		now, _ := st.get(k.name)
		if len(now.alts) > 0 && len(after[i].alts) > 0 && &now.alts[0] == &after[i].alts[0] { // not set again
			if len(before[i].alts) == 0 {
				before[i].alts = []shell.Word{shell.UnknownWord("$" + k.name)}
			}
			st.set(k.name, before[i])
		}
	}
}

// learn narrows what a parameter may hold. What it surely does not hold is
// dropped, unless nothing would be left.
func (st *State) learn(k known) {
	if !k.except && (k.is == "true" || k.is == "1") && len(st.with) < maxConditions && !slices.Contains(st.with, k.name) {
		st.with = append(st.with[:len(st.with):len(st.with)], k.name)
	}
	if n, ok := decimal(k.name); ok {
		if k.is == "" {
			st.given = max(st.given, n)
		}
		return
	}
	k.name = st.target(k.name)
	v, ok := st.get(k.name)
	if v.array || v.num {
		return
	}
	if !ok {
		v.alts = []shell.Word{shell.UnknownWord("$" + k.name)}
		if k.is != "" && !k.except {
			k.is = "" // that it may have this value is not known to be the text's doing
		}
	}
	var alts []shell.Word
	for _, a := range v.alts {
		t, literal := a.Literal()
		switch {
		case k.except && literal && t == k.is, !k.except && k.is == "" && literal && t == "":
		case len(v.alts) > 1 && len(a.Parts) == 1 && a.Parts[0].Unset && k.is == "": // it is what the text sets
		case k.except && k.is == "", k.is == "" || !k.except && literal && t == k.is:
			alts = append(alts, surely(a))
		case k.except:
			alts = append(alts, a.Clone())
		case !literal:
			alts = addAlt(alts, shell.LitWord(k.is))
		}
	}
	if len(alts) == 0 {
		return
	}
	v.alts = alts
	st.set(k.name, v)
}

// learned returns what a condition says when it came out as given.
func (w *Walker) learned(cond *syntax.Stmt, came bool, st *State) []known {
	if !w.Spend(1) {
		return nil
	}
	if cond.Negated {
		came = !came
	}
	switch c := cond.Cmd.(type) {
	case *syntax.CallExpr:
		if len(c.Args) == 0 {
			return assignedWell(c, came)
		}
		switch c.Args[0].Lit() {
		case "[", "test":
			return classicTest(c.Args[1:], came)
		}
	case *syntax.TestClause:
		return tested(c.X, came)
	case *syntax.ArithmCmd:
		return comparedCount(c.X, came)
	case *syntax.Block:
		if len(c.Stmts) == 1 {
			return w.learned(c.Stmts[0], came, st)
		}
	case *syntax.BinaryCmd:
		switch {
		case c.Op == syntax.AndStmt && came, c.Op == syntax.OrStmt && !came:
			return append(w.learned(c.X, came, st), w.learned(c.Y, came, st)...)
		case c.Op == syntax.AndStmt && speaks(c.Y): // [ -z "$x" ] && echo usage && exit
			return w.learned(c.X, false, st)
		}
	}
	return nil
}

// speaks reports whether a statement only prints, which does not fail.
func speaks(s *syntax.Stmt) bool {
	c, ok := s.Cmd.(*syntax.CallExpr)
	if !ok || len(c.Args) == 0 {
		return false
	}
	switch c.Args[0].Lit() {
	case "echo", "printf", ":", "true":
		return true
	}
	return false
}

// assignedWell returns the variables that are set from a command that went
// well: x=$(cmd) || exit.
func assignedWell(c *syntax.CallExpr, came bool) []known {
	if !came || len(c.Assigns) != 1 || c.Assigns[0].Name == nil || !failsWith(c.Assigns[0].Value) {
		return nil
	}
	return []known{{name: c.Assigns[0].Name.Value}}
}

// failsWith reports whether an assignment fails where the command it takes its
// value from prints nothing. A pipe hides the failure of all but the last.
func failsWith(v *syntax.Word) bool {
	if v == nil || len(v.Parts) != 1 {
		return false
	}
	p := v.Parts[0]
	if q, ok := p.(*syntax.DblQuoted); ok && len(q.Parts) == 1 {
		p = q.Parts[0]
	}
	s, ok := p.(*syntax.CmdSubst)
	if !ok || len(s.Stmts) == 0 {
		return false
	}
	b, ok := s.Stmts[len(s.Stmts)-1].Cmd.(*syntax.BinaryCmd)
	return !ok || b.Op == syntax.AndStmt
}

// classicTest reads the words of [ or test.
func classicTest(args []*syntax.Word, came bool) []known {
	if n := len(args); n > 0 && args[n-1].Lit() == "]" {
		args = args[:n-1]
	}
	if len(args) > 0 && args[0].Lit() == "!" {
		return classicTest(args[1:], !came)
	}
	for i, a := range args {
		if op := a.Lit(); i > 0 && i < len(args)-1 && (op == "-a" && came || op == "-o" && !came) {
			return append(classicTest(args[:i], came), classicTest(args[i+1:], came)...)
		} else if i > 0 && (op == "-a" || op == "-o") {
			return nil
		}
	}
	switch len(args) {
	case 1:
		return notEmpty(args[0], came)
	case 2:
		return unary(args[0].Lit(), args[1], came)
	case 3:
		return compared(args[0], args[1].Lit(), args[2], came)
	}
	return nil
}

// tested reads [[ .. ]].
func tested(x syntax.TestExpr, came bool) []known {
	switch x := x.(type) {
	case *syntax.ParenTest:
		return tested(x.X, came)
	case *syntax.Word:
		return notEmpty(x, came)
	case *syntax.UnaryTest:
		if x.Op == syntax.TsNot {
			return tested(x.X, !came)
		}
		if v, ok := x.X.(*syntax.Word); ok {
			return unary(x.Op.String(), v, came)
		}
	case *syntax.BinaryTest:
		switch x.Op {
		case syntax.AndTest, syntax.OrTest:
			if (x.Op == syntax.AndTest) == came {
				return append(tested(x.X, came), tested(x.Y, came)...)
			}
			return nil
		}
		l, ok := x.X.(*syntax.Word)
		r, ok2 := x.Y.(*syntax.Word)
		if ok && ok2 {
			return compared(l, x.Op.String(), r, came)
		}
	}
	return nil
}

// unary reads -n "$x" and its like. What a test of files finds has a name.
func unary(op string, v *syntax.Word, came bool) []known {
	switch op {
	case "-z":
		return notEmpty(v, !came)
	case "-n":
		return notEmpty(v, came)
	case "-d", "-e", "-a", "-f", "-s", "-r", "-w", "-x", "-L", "-h", "-S", "-p", "-b", "-c", "-O", "-G":
		if name := below(v); came && name != "" {
			return []known{{name: name}}
		}
		return notEmpty(v, came)
	}
	return nil
}

// notEmpty returns the parameter a word consists of, where the word is known
// to be not empty.
func notEmpty(v *syntax.Word, is bool) []known {
	if name := sole(v); is && name != "" {
		return []known{{name: name}}
	}
	return nil
}

// compared reads "$x" = text and the comparisons of $# with a number.
func compared(l *syntax.Word, op string, r *syntax.Word, came bool) []known {
	text, literal := plainText(r)
	name := sole(l)
	if name == "" && literal && text != "" {
		name = withDefault(l, text)
	}
	if lit, n := leading(l); lit != "" && n != "" && strings.HasPrefix(text, lit) { // "x$1" = x
		name, text = n, text[len(lit):]
	}
	if name == "" || !literal {
		return nil
	}
	if name == "#" {
		n, err := strconv.Atoi(text)
		if err != nil {
			return nil
		}
		return atLeast(op, n, came)
	}
	switch op {
	case "!=":
		came = !came
	case "=", "==":
	default:
		return nil
	}
	switch {
	case strings.ContainsAny(text, "*?["):
		if came && strings.IndexAny(text, "*[") != 0 { // [[ $x == /opt/* ]]
			return []known{{name: name}}
		}
		return nil
	case came && text == "":
		return nil
	}
	return []known{{name: name, is: text, except: !came}}
}

// comparedCount reads (( $# < 1 )).
func comparedCount(x syntax.ArithmExpr, came bool) []known {
	b, ok := x.(*syntax.BinaryArithm)
	if !ok {
		return nil
	}
	l, ok := b.X.(*syntax.Word)
	r, ok2 := b.Y.(*syntax.Word)
	if !ok || !ok2 || sole(l) != "#" {
		return nil
	}
	n, err := strconv.Atoi(r.Lit())
	if err != nil {
		return nil
	}
	return atLeast(b.Op.String(), n, came)
}

// atLeast returns the positional parameters that a comparison of $# with a
// number shows to be there.
func atLeast(op string, n int, came bool) []known {
	if !came {
		switch op {
		case "-lt", "<":
			op = "-ge"
		case "-le", "<=":
			op = "-gt"
		case "-ne", "!=":
			op = "-eq"
		case "-eq", "=", "==":
			if op, n = "-ge", n+1; n > 1 {
				return nil
			}
		default:
			return nil
		}
	}
	switch op {
	case "-gt", ">":
		n++
	case "-ne", "!=":
		if n != 0 {
			return nil
		}
		n = 1
	case "-ge", ">=", "-eq", "=", "==":
	default:
		return nil
	}
	if n < 1 {
		return nil
	}
	return []known{{name: strconv.Itoa(n)}}
}
