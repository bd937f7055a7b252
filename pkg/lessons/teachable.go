package lessons

import (
	"path"
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/command"
	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/rule"
	"github.com/ctxhook/ctxhook/pkg/shell"
)

// Teachable reports whether a fix may be told to a model. A command that passes
// because it checks less, or because it does something else, removes the error and
// not its cause: one success shows no difference between the two. What is told is
// a step done before, another program for a missing one, another directory, and a
// corrected typo.
func Teachable(l *memory.Lesson, reader Reader) bool {
	if l.Kind != memory.LessonFix {
		return true
	}
	for _, step := range l.Recipe() {
		if step.Edit {
			continue
		}
		if s := reader.Script(step.Text); SwitchesOff(s, nil) || changesTests(s) {
			return false
		}
	}
	return l.From.Len() == 0 || sameWorkAfter(l, reader)
}

// SwitchesOff reports whether a command leaves out a check, or hides that one
// failed, which another command, nil for none, does not.
func SwitchesOff(s, unlike *shell.Script) bool {
	had := func(word string) bool {
		return unlike != nil && slices.ContainsFunc(unlike.Calls, func(c shell.Call) bool { return slices.Contains(spelled(&c), word) })
	}
	if strings.Contains(s.Text, "||") && (unlike == nil || !strings.Contains(unlike.Text, "||")) {
		return true
	}
	if does(s, rule.Bypass) && (unlike == nil || !does(unlike, rule.Bypass)) {
		return true
	}
	for i := range s.Calls {
		c := &s.Calls[i]
		for _, w := range spelled(c) {
			if (uncheckedBy(c, w) || leavesOut(w)) && !had(w) {
				return true
			}
		}
	}
	return false
}

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

// does reports whether a call of a command has one of some effects, as the models
// of the programs say.
func does(s *shell.Script, kinds ...rule.EffectKind) bool {
	return slices.ContainsFunc(s.Calls, func(c shell.Call) bool { return hasEffect(&c, kinds) })
}

func hasEffect(c *shell.Call, kinds []rule.EffectKind) bool {
	return slices.ContainsFunc(c.Args.Verbs, func(v *rule.Verb) bool {
		return slices.ContainsFunc(v.Effects, func(e rule.Effect) bool { return slices.Contains(kinds, e.Do) })
	})
}

// changesTests reports whether a command deletes, moves or rewrites files of tests:
// what was red is then not run, or asks for less.
func changesTests(s *shell.Script) bool {
	changing := []rule.EffectKind{rule.Delete, rule.Move, rule.Edit, rule.Overwrite}
	return slices.ContainsFunc(s.Calls, func(c shell.Call) bool {
		return hasEffect(&c, changing) && slices.ContainsFunc(c.Args.Operands, func(w shell.Word) bool {
			name := path.Base(w.String())
			return strings.Contains(name, ".") && (strings.Contains(name, "test") || strings.Contains(name, "spec."))
		})
	})
}

// spelled returns the variables and the words of a call, behind its program.
func spelled(c *shell.Call) []string {
	var list []string
	for _, a := range c.Assigns {
		list = append(list, a.Name+"="+a.Value.String())
	}
	for _, w := range c.Argv[min(1, len(c.Argv)):] {
		list = append(list, w.String())
	}
	return list
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

// leavesOut reports whether an option or a variable says by its name that
// something is not checked, whatever program reads it.
func leavesOut(word string) bool {
	name, value, set := strings.Cut(word, "=")
	if low := strings.ToLower(name); strings.HasPrefix(low, "-") {
		if value == "false" && strings.ContainsAny(low, "abcdefghijklmnopqrstuvwxyz") && rule.Bold("no-"+strings.TrimLeft(low, "-")) {
			return true
		}
		if strings.HasPrefix(low, "-dskip") || strings.HasPrefix(low, "--") && rule.Bold(low) {
			return true
		}
		rest, no := strings.CutPrefix(low, "--no-")
		return no && slices.ContainsFunc(checkNouns[:], func(noun string) bool { return strings.Contains(rest, noun) })
	}
	if !set || name != strings.ToUpper(name) {
		return false
	}
	low := strings.ToLower(name)
	return slices.ContainsFunc([]string{"skip", "insecure", "ignore", "disable", "unsafe", "bypass", "no_verify", "noverify"}, func(part string) bool { return strings.Contains(low, part) }) ||
		switches(value) && slices.ContainsFunc(checkNouns[:], func(noun string) bool { return strings.Contains(low, noun) })
}

// checkNouns are what a check is called in the names of options and variables.
var checkNouns = [...]string{"verify", "check", "test", "lint", "valid", "strict", "frozen", "locked", "immutable", "hook", "fail", "error", "ssl", "tls"}

// switches reports whether a value only switches something on or off.
func switches(value string) bool {
	switch strings.ToLower(value) {
	case "", "0", "1", "true", "false", "yes", "no", "on", "off":
		return true
	}
	return false
}

// sameWorkAfter reports whether a correction leaves a command the work it had: all
// its words, but for a missing program and typos.
func sameWorkAfter(l *memory.Lesson, reader Reader) bool {
	line := l.What.String()
	from, to := l.From.String(), l.Remedy.String()
	missing := MissingName(line)
	if dir, rest, ok := strings.Cut(to, " && "); ok && strings.HasPrefix(dir, "cd ") && !strings.Contains(rest, "&&") {
		to = rest // the same command in another directory
	}
	was, now := reader.Script(l.From), reader.Script(l.Remedy)
	if SwitchesOff(now, was) {
		return false
	}
	a, b := strings.Fields(from), strings.Fields(to)
	d := diff(a, b)
	var gone, come []string
	gone = d.only
	for _, i := range d.more {
		come = append(come, b[i])
	}
	if missing != "" && len(gone) > 0 && slices.Contains(a, missing) {
		gone = slices.DeleteFunc(slices.Clone(gone), func(w string) bool { return w == missing })
		return len(gone) == 0 && !slices.ContainsFunc(come, isSetting)
	}
	if len(gone) == 0 { // something was added
		return len(come) == 0 || !slices.ContainsFunc(come, func(w string) bool { return !addable(w, line, now) })
	}
	if len(gone) != len(come) {
		return false
	}
	for i := range gone {
		if !typo(gone[i], come[i], line) {
			return false
		}
	}
	return true
}

// isSetting reports whether a word is an option or sets a variable.
func isSetting(w string) bool { return strings.HasPrefix(w, "-") || strings.Contains(w, "=") }

// addable reports whether a word that a correction adds leaves the work as it is: an
// option or a variable that the error asks for by name, or the words of a program
// that runs the command, such as uv run.
func addable(w, line string, now *shell.Script) bool {
	name, value, set := strings.Cut(w, "=")
	switch {
	case strings.HasPrefix(w, "-"):
		return hasWord(line, name)
	case set:
		return !switches(value) && hasWord(line, name)
	}
	return slices.ContainsFunc(now.Calls, func(c shell.Call) bool {
		return c.Via >= 0 && len(now.Calls[c.Via].Argv) > 0 && slices.ContainsFunc(now.Calls[c.Via].Argv, func(v shell.Word) bool { return v.Is(w) })
	})
}

// typo reports whether a word is another one misspelt, which the error names. A
// number is none: that of a port or a stage is another operand.
func typo(from, to, line string) bool {
	digits := func(r rune) rune {
		if '0' <= r && r <= '9' {
			return -1
		}
		return r
	}
	if strings.HasPrefix(from, "-") != strings.HasPrefix(to, "-") || strings.Map(digits, from) == strings.Map(digits, to) {
		return false
	}
	named := strings.Contains(line, strings.TrimLeft(from, "-")) || strings.Contains(line, strings.TrimLeft(to, "-"))
	return named && (command.Similarity(from, to) >= misspelt || path.Base(from) == path.Base(to))
}

// SameWords reports whether a command has the words of another, but for typos and
// for options spelled out.
func SameWords(was, now *shell.Script) bool {
	a, b := strings.Fields(was.Text), strings.Fields(now.Text)
	d := diff(a, b)
	if len(d.only) != len(d.more) {
		return false
	}
	for i, w := range d.only {
		to := b[d.more[i]]
		x, y := strings.TrimLeft(w, "-"), strings.TrimLeft(to, "-")
		spelled := x != w && y != to && x != "" && y != "" && x[0] == y[0] // -n and --now
		if !spelled && !typo(w, to, w) {
			return false
		}
	}
	return true
}
