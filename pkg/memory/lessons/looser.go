package lessons

import (
	"path"
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/command"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// Loosens reports whether a command checks less than another, has other variables
// in front, or takes its tests away.
func Loosens(now, was *shell.Script) bool {
	if SwitchesOff(now, was) || changesTests(now) {
		return true
	}
	for i := range now.Calls {
		for k := range was.Calls {
			x, y := &now.Calls[i], &was.Calls[k]
			same := func(a, b shell.Assign) bool { return a.Name == b.Name && a.Value.String() == b.Value.String() }
			if x.Program != "" && x.Program == y.Program && !slices.EqualFunc(x.Assigns, y.Assigns, same) {
				return true
			}
		}
	}
	return false
}

// KeepsWords reports whether a command has all the words of another, a short option
// perhaps spelled out: it may do more, and works on the same.
func KeepsWords(now, was *shell.Script) bool {
	has := strings.Fields(now.Text)
	for w := range strings.FieldsSeq(was.Text) {
		short := len(w) == 2 && w[0] == '-'
		if !slices.ContainsFunc(has, func(h string) bool { return h == w || short && strings.HasPrefix(h, "--"+w[1:]) }) {
			return false
		}
	}
	return true
}

// does reports whether a call of a command has one of some effects, as the models
// of the programs say.
func does(s *shell.Script, kinds ...rule.EffectKind) bool {
	return slices.ContainsFunc(s.Calls, func(c shell.Call) bool { return hasEffect(&c, kinds) })
}

func hasEffect(c *shell.Call, kinds []rule.EffectKind) bool {
	return slices.ContainsFunc(c.Args.Verbs, func(v *rule.Verb) bool {
		return c.Args.Holds(v) && slices.ContainsFunc(v.Effects, func(e rule.Effect) bool { return slices.Contains(kinds, e.Do) })
	})
}

// Edits reports whether a call changes text within files, as sed -i does.
func Edits(c *shell.Call) bool {
	return hasEffect(c, []rule.EffectKind{rule.Edit}) || c.Program == "patch" ||
		command.Is(c, rule.Filter|rule.Interpreter) && hasEffect(c, []rule.EffectKind{rule.Overwrite})
}

// OnlySetsMode reports whether a call does nothing but change the modes of files that it
// names, one by one.
func OnlySetsMode(c *shell.Call) bool {
	some := false
	for _, v := range c.Args.Verbs {
		if !c.Args.Holds(v) {
			continue
		}
		for _, e := range v.Effects {
			if e.Do != rule.Mode {
				return false
			}
			some = true
		}
	}
	return some && !slices.ContainsFunc(c.Args.Flags, func(f shell.Flag) bool { return f.Name == "-R" || f.Name == "--recursive" })
}

// Removes reports whether by its model a call removes or replaces something.
func Removes(c *shell.Call) bool {
	return hasEffect(c, []rule.EffectKind{rule.Delete, rule.Overwrite, rule.Move, rule.Discard, rule.Remove, rule.Drop, rule.Destroy, rule.Prune, rule.Presume, rule.Suspect})
}

// changesTests reports whether a command deletes, moves or rewrites files of tests:
// what was red is then not run, or asks for less.
func changesTests(s *shell.Script) bool {
	return changedOperand(s, testByName, rule.Delete, rule.Move, rule.Edit, rule.Overwrite) != ""
}

// testByName reports whether the name of a file says that it holds tests. Variables of an
// environment for tests are none.
func testByName(file string) bool {
	name := path.Base(file)
	return strings.Contains(name, ".") && !strings.HasPrefix(name, ".env") && (strings.Contains(name, "test") || strings.Contains(name, "spec."))
}

// changedOperand returns the first operand that is a test and that a call of a
// command does one of some effects to, "" for none.
func changedOperand(s *shell.Script, isTest func(string) bool, kinds ...rule.EffectKind) string {
	for i := range s.Calls {
		c := &s.Calls[i]
		if !hasEffect(c, kinds) {
			continue
		}
		for _, w := range c.Args.Operands {
			if isTest(w.String()) {
				return w.String()
			}
		}
	}
	return ""
}

// Deleted returns a file that a command deletes and of which a condition holds, "" for none.
func Deleted(s *shell.Script, is func(file string) bool) string {
	return changedOperand(s, is, rule.Delete)
}

// ChangedTest returns a file of tests that a command deletes, or moves to where no
// test lies, and which of the two.
func ChangedTest(s *shell.Script, isTest func(string) bool) (file, what string) {
	if file = Deleted(s, isTest); file != "" {
		return file, "deleted"
	}
	for i := range s.Calls {
		c := &s.Calls[i]
		n := len(c.Args.Operands)
		if n < 2 || !hasEffect(c, []rule.EffectKind{rule.Move}) {
			continue
		}
		for _, w := range c.Args.Operands[:n-1] {
			if from := w.String(); isTest(from) && !staysTest(from, c.Args.Operands[n-1].String(), isTest) {
				return from, "moved away"
			}
		}
	}
	return "", ""
}

// MovesTest reports whether a command moves a file of tests, by its name, to where it is
// one still.
func MovesTest(s *shell.Script, name string, isTest func(string) bool) bool {
	for i := range s.Calls {
		c := &s.Calls[i]
		n := len(c.Args.Operands)
		if n < 2 || !hasEffect(c, []rule.EffectKind{rule.Move}) {
			continue
		}
		to := c.Args.Operands[n-1].String()
		for _, w := range c.Args.Operands[:n-1] {
			if path.Base(w.String()) == name && staysTest(w.String(), to, isTest) {
				return true
			}
		}
	}
	return false
}

// staysTest reports whether a file of tests is still one where it is moved to: in the
// project, and by a name that runners find.
func staysTest(from, to string, isTest func(string) bool) bool {
	if path.IsAbs(to) && !path.IsAbs(from) || strings.HasPrefix(to, "..") || strings.HasPrefix(to, "~") {
		return false
	}
	if path.Ext(to) == "" || strings.HasSuffix(to, "/") {
		to = path.Join(to, path.Base(from))
	}
	if foundByNameWord(path.Ext(from)) && isTest(path.Base(from)) && !isTest(path.Base(to)) {
		return false // tests/pending_x.py in place of tests/test_x.py
	}
	return path.Ext(to) == path.Ext(from) && isTest(to)
}

// uncheckedBy reports whether by a word the program of a call checks less, as its
// model says: "-x", or of a subcommand "commit -n".
func uncheckedBy(c *shell.Call, word string) bool {
	if c.About == nil {
		return false
	}
	return slices.ContainsFunc(c.About.Unchecked, func(glob string) bool {
		sub, option, ok := strings.Cut(glob, " ")
		if !ok {
			return shell.MatchGlob(glob, word)
		}
		return slices.Contains(c.Args.Sub, sub) && shell.MatchGlob(option, word)
	})
}
