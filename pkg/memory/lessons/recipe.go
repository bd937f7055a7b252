package lessons

import (
	"path"
	"slices"
	"strings"
	"unicode"

	"github.com/ctxhook/ctxhook/pkg/base/redact"
	"github.com/ctxhook/ctxhook/pkg/guard/command"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
	"github.com/ctxhook/ctxhook/pkg/memory"
)

// recipe returns the steps between a failure and the next run that may have
// fixed it. A missing program or module is fixed by a command. A failing check
// is fixed by edits and by commands that write files, and not by running parts
// of the check.
func recipe(a *attempt, reader Reader) []memory.Step {
	failed, programs := a.failed, command.Programs(reader.Program)
	if slices.ContainsFunc(a.steps, func(s memory.Activity) bool { return s.Run != nil && undoes(s.Run, programs) }) {
		return nil
	}
	installs := needsInstall(failed.Errors[0].Class)
	inFiles := failed.Check != nil && !installs
	steps := withoutEvasions(slices.Clone(a.steps), a, reader)
	if failed.Check.Verifies() {
		work := stepsOf(failed, programs)
		steps = slices.DeleteFunc(steps, func(s memory.Activity) bool { return s.Run != nil && within(s.Run, failed, work, reader) })
	}
	if inFiles {
		edited := slices.ContainsFunc(steps, func(s memory.Activity) bool { return s.Edit != nil })
		steps = slices.DeleteFunc(steps, func(s memory.Activity) bool { return s.Run != nil && besideCheck(s.Run, edited, programs) })
	}
	steps = slices.DeleteFunc(steps, func(s memory.Activity) bool { return s.Run != nil && unrelated(s.Run, failed, programs) })
	list := withoutTidying(stepsDone(steps, reader), reader)
	if nothingAnswers(failed) {
		list = without(list, func(d memory.Step) bool { return !d.Edit && installsNamed(reader.Script(d.Text)) })
	}
	if installs { // the command that does is the fix, wherever it stands
		list = without(list, func(d memory.Step) bool { return d.Edit })
	} else {
		list = lastTried(list, reader)
	}
	if len(list) > maxRecipeSteps {
		list = relevant(list, failed)
	}
	return list
}

// lastTried leaves out of several commands what was tried before the last one: had it
// helped, nothing else would have been done. What goes with the last one is the work of the
// same program.
func lastTried(list []memory.Step, reader Reader) []memory.Step {
	if len(list) < 2 || slices.ContainsFunc(list, func(d memory.Step) bool { return d.Edit }) {
		return list
	}
	last := reader.Script(list[len(list)-1].Text)
	return slices.DeleteFunc(slices.Clone(list), func(d memory.Step) bool {
		s := reader.Script(d.Text)
		return !slices.ContainsFunc(command.MainCalls(s), func(i int) bool {
			return slices.ContainsFunc(command.MainCalls(last), func(k int) bool { return s.Calls[i].Program == last.Calls[k].Program })
		})
	})
}

// withoutTidying leaves out of several steps those that only throw away what tools make
// again: what was done besides that is the fix.
func withoutTidying(list []memory.Step, reader Reader) []memory.Step {
	tidies := func(d memory.Step) bool {
		if d.Edit {
			return false
		}
		s := reader.Script(d.Text)
		return !slices.ContainsFunc(command.MainCalls(s), func(i int) bool { return !hasEffect(&s.Calls[i], []rule.EffectKind{rule.Prune}) })
	}
	return without(list, tidies)
}

// without leaves out steps of a kind, unless there are no others.
func without(list []memory.Step, kind func(memory.Step) bool) []memory.Step {
	if rest := slices.DeleteFunc(slices.Clone(list), kind); len(rest) > 0 {
		return rest
	}
	return list
}

// nothingAnswers reports whether a failure says that a service does not answer: no package
// mends that.
func nothingAnswers(failed *memory.Run) bool {
	return slices.ContainsFunc(failed.Errors, func(e memory.Error) bool {
		line := strings.ToLower(e.Line.String())
		return slices.ContainsFunc([]string{"refused", "unreachable", "could not connect", "cannot connect", "failed to connect", "econnrefused", "daemon running", "no answer", "no response", "not respond", "not ready", "not running", "not listening"}, func(says string) bool {
			return strings.Contains(line, says)
		})
	})
}

// undoes reports whether a run takes work back or switches to other work.
func undoes(r *memory.Run, programs command.Programs) bool {
	if r.Outcome != memory.OK {
		return false
	}
	for part := range strings.SplitSeq(r.Template.String(), "; ") {
		if programs.PartTraits(part)&rule.Undoes != 0 {
			return true
		}
	}
	return false
}

// within reports whether a run does no more than part of some work, perhaps
// with other words. What a runner or an interpreter is told to run is its work: cargo xtask
// gen is no part of cargo xtask test.
func within(r, failed *memory.Run, work []string, reader Reader) bool {
	if slices.ContainsFunc(stepsOf(r, reader.Program), func(act string) bool { return !slices.Contains(work, act) }) {
		return false
	}
	s, whole := reader.Script(r.Command), reader.Script(failed.Command)
	return !slices.ContainsFunc(command.MainCalls(s), func(i int) bool {
		c := &s.Calls[i]
		if !runsNamed(c) {
			return false
		}
		named := func(w string) bool {
			return w[:min(1, len(w))] == "-" || slices.ContainsFunc(whole.Calls, func(f shell.Call) bool {
				return f.Program == c.Program && slices.Contains(words(&f), w)
			})
		}
		return slices.ContainsFunc(words(c), func(w string) bool { return !named(w) })
	})
}

// runsNamed reports whether a call runs what its operands name: a target or a script.
func runsNamed(c *shell.Call) bool {
	return command.Is(c, rule.Interpreter) || command.TakesTarget([]string{c.Program}) || len(c.Args.Sub) > 0 && command.TakesTarget([]string{c.Program, c.Args.Sub[0]})
}

// besideCheck reports whether a run changes nothing that a check reads: it
// records work, or, where files were edited, builds and tries it.
func besideCheck(r *memory.Run, edited bool, programs command.Programs) bool {
	kinds := rule.ReadOnly | rule.Records
	if edited {
		kinds |= rule.RunsUserCode
	}
	for part := range strings.SplitSeq(r.Template.String(), "; ") {
		if programs.PartTraits(part)&kinds == 0 {
			return false
		}
	}
	return true
}

// unrelated reports whether a run cannot have removed the cause of a failure: it
// records work for a program that did not fail, formats what no formatter or
// linter has refused, or builds what the same program would build again.
func unrelated(r, failed *memory.Run, programs command.Programs) bool {
	parts, failing := strings.Split(r.Template.String(), "; "), strings.Split(failed.Template.String(), "; ")
	same := func(part string) bool {
		return slices.ContainsFunc(failing, func(f string) bool { return program(f) == program(part) })
	}
	if !slices.ContainsFunc(parts, func(p string) bool {
		return programs.PartTraits(p)&(rule.ReadOnly|rule.Records) == 0 || same(p)
	}) {
		return true
	}
	switch c := failed.Check; {
	case formats(r):
		return c == nil || c.Kind != "format" && c.Kind != "lint"
	case r.Check == nil || r.Check.Kind != "build" || r.Check.Lines.Len() > 0: // a runner may build what another program reads
		return false
	}
	// mvn flyway:migrate builds nothing, nor does gradle installPlugins.
	return !slices.ContainsFunc(parts, func(p string) bool { return !same(p) || strings.Contains(p, ":") }) && !namesOtherGoal(r.Check.Key)
}

// namesOtherGoal reports whether the last word of a build's key names a goal, in the way of
// generateProto, and says nothing of building.
func namesOtherGoal(key string) bool {
	goal := key[strings.LastIndexByte(key, ' ')+1:]
	if strings.ContainsAny(goal, "/.=") || strings.ToLower(goal) == goal && !strings.Contains(goal, "-") {
		return false
	}
	var spaced strings.Builder
	for _, c := range goal {
		if unicode.IsUpper(c) {
			spaced.WriteByte(' ')
		}
		spaced.WriteRune(unicode.ToLower(c))
	}
	parts := strings.FieldsFunc(spaced.String(), isNoLetter)
	return len(parts) > 1 && !slices.ContainsFunc(parts, func(part string) bool { return goalBuildsWord(part) || part == "classes" || part == "jar" })
}

// withoutEvasions leaves out of steps what did the failed work with a check switched off,
// and what only took back what was done beside that, and edits of files in which a check was
// made weaker, which the same work passed without later.
func withoutEvasions(steps []memory.Activity, a *attempt, reader Reader) []memory.Activity {
	weaker := make(map[redact.Text]bool)
	for _, s := range a.steps {
		if s.Edit != nil && s.Edit.Weakens != "" {
			weaker[s.Edit.Path] = true
		}
	}
	steps = slices.DeleteFunc(steps, func(s memory.Activity) bool { return s.Edit != nil && weaker[s.Edit.Path] })
	var parts []string
	for _, s := range a.steps {
		if s.Run != nil && evades(s.Run, a.failed, reader) {
			parts = append(parts, strings.Split(s.Run.Template.String(), "; ")...)
		}
	}
	if parts == nil {
		return steps
	}
	return slices.DeleteFunc(steps, func(s memory.Activity) bool {
		return s.Run != nil && !slices.ContainsFunc(strings.Split(s.Run.Template.String(), "; "), func(part string) bool { return !slices.Contains(parts, part) })
	})
}

// evades reports whether a run did the work that failed, or what of it said so, with a
// check switched off. The work passed without that later, so that it was no step to it.
func evades(r, failed *memory.Run, reader Reader) bool {
	said := ""
	if len(failed.Errors) > 0 {
		said = failed.Errors[0].Line.String()
	}
	does := func(part string) bool {
		name := program(part)
		return strings.HasPrefix(said, name+": ") || slices.ContainsFunc(strings.Split(failed.Template.String(), "; "), func(f string) bool { return program(f) == name })
	}
	return slices.ContainsFunc(strings.Split(r.Template.String(), "; "), does) && SwitchesOff(reader.Script(r.Command), reader.Script(failed.Command))
}

// formats reports whether a run only lays out sources, as its check or its name
// says.
func formats(r *memory.Run) bool {
	if r.Check != nil {
		return r.Check.Kind == "format"
	}
	words := strings.FieldsFunc(r.Template.String(), func(c rune) bool { return c < 'a' || c > 'z' })
	return slices.Contains(words, "fmt") || slices.Contains(words, "format")
}

// relevant picks from many steps the edits of files that the failure names, or
// else the last step.
func relevant(list []memory.Step, failed *memory.Run) []memory.Step {
	var named []memory.Step
	for _, d := range list {
		if d.Edit && names(failed, d.Text) {
			named = append(named, d)
		}
	}
	if len(named) == 0 {
		return list[len(list)-1:]
	}
	return named[max(0, len(named)-maxRecipeSteps):]
}

// names reports whether a failure names a file.
func names(failed *memory.Run, file redact.Text) bool {
	base := path.Base(strings.ReplaceAll(file.String(), `\`, "/"))
	for _, e := range failed.Errors {
		if hasWord(e.Line.String(), base) {
			return true
		}
	}
	return failed.Check != nil && slices.ContainsFunc(failed.Check.Files, func(f redact.Text) bool {
		return path.Base(strings.ReplaceAll(f.String(), `\`, "/")) == base
	})
}

// Joinable reports whether a command can be joined to others with &&: it is a
// single command on one line, and does not change the shell.
func Joinable(s *shell.Script) bool {
	if len(s.Problems) > 0 || strings.ContainsAny(s.Text, "\n;&|#") {
		return false
	}
	for i := range s.Calls {
		if command.Is(&s.Calls[i], rule.Auxiliary) {
			return false
		}
	}
	return len(s.Calls) > 0
}

// asks reports whether a command does nothing but have a program verify what it keeps.
func asks(s *shell.Script) bool {
	return !slices.ContainsFunc(command.MainCalls(s), func(i int) bool {
		words := command.Words(&s.Calls[i])
		return len(words) != 3 || !slices.Contains([]string{"verify", "check", "validate"}, words[2]) || command.TakesTarget(words[:2])
	})
}

// stepsDone returns what was done, in order. A repeated step counts where it
// was done last.
func stepsDone(steps []memory.Activity, reader Reader) []memory.Step {
	var list []memory.Step
	for _, s := range steps {
		var d memory.Step
		switch {
		case s.Edit != nil:
			d = memory.Step{Text: s.Edit.Path, Edit: true}
		case changes(s.Run, reader.Program) && !asks(reader.Script(s.Run.Command)):
			d = memory.Step{Text: s.Run.Command}
		}
		if d.Text.Len() > 0 && !slices.Contains(list, d) {
			list = append(list, d)
		}
	}
	slices.Reverse(list)
	return list
}
