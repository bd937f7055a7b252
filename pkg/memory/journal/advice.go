package journal

import (
	"cmp"
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/order"
	"github.com/ctxhook/ctxhook/pkg/base/redact"
	"github.com/ctxhook/ctxhook/pkg/guard/command"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/memory/diagnose"
	"github.com/ctxhook/ctxhook/pkg/memory/lessons"
)

// advise chooses the fixes to tell about a failure. known are those known
// without the memory, advice is what the session was told before.
func (u *update) advise(ran *memory.Run, known []memory.Fix, advice []memory.Advice) ([]memory.Fix, error) {
	remembered, err := u.knownFixes(ran, !u.widely)
	if err != nil {
		return nil, err
	}
	fixes, err := u.flakyFix(ran)
	if err != nil {
		return nil, err
	}
	fixes = append(append(fixes, remembered...), known...)
	if u.widely {
		like, err := u.workedLike(ran, compareQuick)
		if err != nil {
			return nil, err
		}
		fixes = append(fixes, like...)
	}
	var told []memory.Fix
	runnable := false
	for _, f := range fixes {
		if len(told) == MaxFixes || repeatsAny(told, f) {
			continue
		}
		if heard, err := u.heard(ran, f, advice); err != nil {
			return nil, err
		} else if heard {
			continue
		}
		if runnable && f.Command.Len() == 0 {
			continue // words beside a command may say the opposite
		}
		misfired, err := u.tx.Misfires(ran.Project, f)
		if err != nil {
			return nil, err
		}
		if misfired >= memory.MaxMisfires {
			continue
		}
		a := memory.Advice{Time: u.now, Session: ran.Session, Project: ran.Project, Run: ran.ID, Fix: f}
		if err := u.tx.AddAdvice(&a); err != nil {
			return nil, err
		}
		told = append(told, f)
		runnable = runnable || f.Command.Len() > 0
	}
	return told, nil
}

// MaxFixes is how many fixes are told at a time: a second one is for when the
// first does not fit, a fourth one is noise.
const MaxFixes = 3

// repeatsAny reports whether a fix says what others say.
func repeatsAny(told []memory.Fix, f memory.Fix) bool {
	return slices.ContainsFunc(told, func(t memory.Fix) bool {
		return t.Command == f.Command && f.Command.Len() > 0 || t.Text == f.Text
	})
}

// heard reports whether the model that ran a command was told of a fix already.
// A subagent has heard nothing of what others of its session were told, and of a
// session that was compacted nothing is left. Advice that was followed and did not
// help is not told again either.
func (v *view) heard(ran *memory.Run, f memory.Fix, advice []memory.Advice) (bool, error) {
	for i := range advice {
		told := &advice[i]
		if !sameAdvice(f, told.Fix) || told.Followed == "" && told.Time.Before(compacted(&v.judge.Places, ran.Session)) {
			continue
		}
		about, ok, err := v.tx.Run(told.Run)
		if err != nil || !ok || about.Session != ran.Session || about.Subagent == ran.Subagent {
			return err == nil, err
		}
	}
	return false, nil
}

// sameAdvice reports whether one fix tells a model what another has told.
func sameAdvice(f, told memory.Fix) bool {
	switch {
	case f.Command.Len() > 0 && told.Command == f.Command && told.Signature == f.Signature:
		return true // in whatever words, and wherever it is from
	case f.Lesson != "":
		return told.Lesson == f.Lesson // its words change with its counts
	case f.Rule != "" && f.Command.Len() == 0:
		return told.Rule == f.Rule // the advice is the same for another file
	}
	return told.Signature == f.Signature && told.Command == f.Command && told.Text == f.Text
}

// knownFixes returns what fixed the errors of a run here before, the surest
// first. An agent is told only what is certain.
func (v *view) knownFixes(ran *memory.Run, certain bool) ([]memory.Fix, error) {
	var keys []string
	for _, e := range ran.Errors {
		keys = append(keys, e.Keys()...)
	}
	if len(keys) == 0 {
		return nil, nil
	}
	known, err := v.tx.Lessons(ran.Project, memory.LessonFix, keys)
	if err != nil {
		return nil, err
	}
	known = withoutOutdated(known)
	order.By(known, func(a, b memory.Lesson) int { return cmp.Compare(v.worth(&b), v.worth(&a)) })
	everywhere, err := v.tx.GlobalFixes(keys)
	if err != nil {
		return nil, err
	}
	for i := range everywhere { // unless it is known here, however it went
		if !slices.ContainsFunc(known, func(o memory.Lesson) bool { return lessons.SameFix(&o, &everywhere[i], nil) }) {
			known = append(known, everywhere[i])
		}
	}
	if err := v.here(known, ran.Project); err != nil {
		return nil, err
	}
	script := v.judge.Script(ran.Command)
	var fixes []memory.Fix
	for i := range known {
		if lessons.Bypasses(&known[i], v.judge) || v.guarded(&known[i]) { // as older versions learned it
			continue
		}
		if certain && (!v.caused(&known[i], ran) || v.outOfPlace(&known[i])) {
			continue
		}
		if known[i].State < memory.Retired && !lessons.Faded(&known[i], v.idle(&known[i])) {
			// To delete or to kill may have been right once.
			if f, ok := v.fix(&known[i], script); ok && (!certain || f.Safe || f.Command.Len() == 0 || command.Fetches(v.judge.Script(f.Command)) || v.onlyPrivileged(f.Command, script.Text)) {
				fixes = append(fixes, f)
			}
		}
	}
	return fixes, nil
}

// withoutOutdated leaves out the fixes that misled, where another one has helped
// against the same error since.
func withoutOutdated(list []memory.Lesson) []memory.Lesson {
	return slices.DeleteFunc(slices.Clone(list), func(l memory.Lesson) bool {
		return l.Misfire > 0 && slices.ContainsFunc(list, func(o memory.Lesson) bool {
			return o.Key == l.Key && o.ID != l.ID && o.State == memory.Open && o.Last.After(l.Last)
		})
	})
}

// caused reports whether a fix can be told as the cause that an error went away.
// What was done once may be a coincidence, until the error is there again in a
// later session where it was not done, and says that it did not end by itself. Of an edit only
// the file is known, which tells where to look if it is one of settings.
func (v *view) caused(lesson *memory.Lesson, ran *memory.Run) bool {
	if recipe := lesson.Recipe(); edits(lesson) {
		return len(recipe) == 1 && reader().HoldsSettings(recipe[0].Text.String()) && (lesson.Worked >= 2 || lesson.Session != ran.Session)
	}
	return lesson.Elsewhere() || lesson.Worked >= 2 || lesson.From.Len() > 0 || lesson.Session != ran.Session && lessons.Answers(lesson, ran, v.judge)
}

// fix returns a lesson as a fix of a command that fails now, unless it is of no
// use here.
func (v *view) fix(lesson *memory.Lesson, script *shell.Script) (f memory.Fix, ok bool) {
	f = memory.Fix{Source: memory.SourceHistory, Signature: lesson.Key, Lesson: lesson.ID, Text: adviceText(lesson)}
	if lesson.From.Len() > 0 {
		f.Command = redact.Clean(lessons.ApplyCorrection(script, lesson))
	} else {
		f.Command = v.recipeCommand(lesson.Recipe())
	}
	if strings.Contains(f.Command.String(), redact.Mask) {
		f.Command = redact.Text{} // which variable is needed is told in words
	}
	// That it was right once to kill, to delete or to force does not make it
	// right today.
	f.Safe = !v.reckless(f.Command, script.Text) && !(lesson.Elsewhere() && command.Fetches(v.judge.Script(f.Command)))

	runnable := f.Command.Len() > 0
	disarm(v.judge, &f)
	if runnable && (f.Command.Len() == 0 || lesson.From.Len() > 0 && lessons.SwitchesOff(v.judge.Script(f.Command), script)) {
		return f, false // the guard would stop it
	}
	if !lesson.Elsewhere() {
		return f, true
	}
	switch {
	case lesson.From.Len() > 0 && !runnable:
		return f, false // it corrects a word that this command does not have
	case !v.harmless(lesson):
		return f, false // what is allowed elsewhere may need approval here
	}
	return f, true
}

// onlyPrivileged reports whether a command is reckless only because it is run with the
// rights of another user, who sets up what the project needs. The model is told to ask.
func (v *view) onlyPrivileged(text redact.Text, failed string) bool {
	calls := v.judge.Script(text).Calls
	return slices.ContainsFunc(calls, func(c shell.Call) bool { return privileged(c.Program) }) && !v.reckless(text, failed+" sudo doas")
}

func privileged(program string) bool { return program == "sudo" || program == "doas" }

// reckless reports whether a command has a reckless word that a failed command does not
// have. The subcommand exec is none, nor an option that takes a value: docker compose -f x.yml
// exec db forces nothing. Modes of single files are judged by the guard, and so is what a declared
// option removes.
func (v *view) reckless(text redact.Text, failed string) bool {
	s := v.judge.Script(text)
	for i := range s.Calls {
		a := &s.Calls[i].Args
		if words := command.Words(&s.Calls[i]); slices.Contains(words[1:min(3, len(words))], "exec") {
			failed += " exec"
		}
		for _, f := range a.Flags {
			if f.Option != nil && (f.Option.Arg == rule.RequiredArg || rule.SaysRemoves(f.Name) && !lessons.Removes(&s.Calls[i])) {
				failed += " " + f.Name
			}
		}
		if lessons.OnlySetsMode(&s.Calls[i]) {
			failed += " " + s.Calls[i].Program
		}
	}
	return diagnose.Reckless(text.String(), failed)
}
