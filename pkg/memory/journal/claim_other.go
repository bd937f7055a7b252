package journal

import (
	"slices"
	"strings"
	"unicode"

	"github.com/ctxhook/ctxhook/pkg/base/display"
	"github.com/ctxhook/ctxhook/pkg/base/redact"
	"github.com/ctxhook/ctxhook/pkg/guard/command"
	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/memory/claims"
	"github.com/ctxhook/ctxhook/pkg/memory/diagnose"
	"github.com/ctxhook/ctxhook/pkg/memory/lessons"
)

// untested says that tests of which a message claims that they pass never ran: what was built
// was told to leave them out, and nothing in the session may have run them.
func (v *view) untested(said []claims.Claim, steps []memory.Activity) (text, key string) {
	k := slices.IndexFunc(said, func(c claims.Claim) bool { return c.Kind == "test" && c.Command == "" })
	if k < 0 || len(steps) >= claimSteps {
		return "", ""
	}
	var built *memory.Run
	for _, s := range steps { // the latest first
		ran := s.Run
		if ran == nil || ran.Outcome == memory.Denied || ran.Outcome == memory.Refused {
			continue
		}
		script := v.judge.Script(ran.Command)
		leaves := leavesTests(ran.Command.String())
		switch {
		case leaves && ran.Outcome == memory.OK && reader().Checks(script):
			if built == nil {
				built = ran
			}
		case leaves:
		case ran.Check != nil, reader().Checks(script), mayCheck(script), v.tally(ran.ID, ran.Check).Ran > 0:
			return "", ""
		}
	}
	if built == nil || v.tally(built.ID, built.Check).Ran > 0 {
		return "", ""
	}
	return claimOfHollow(built, showsNoTest, redact.Text{}, &said[k]), built.ID
}

// leavesTests reports whether a command is told to leave all tests out.
func leavesTests(text string) bool {
	text = " " + strings.Join(strings.Fields(text), " ") + " "
	return slices.ContainsFunc(leavesTestsWords[:], func(w string) bool { return strings.Contains(text, " "+strings.ReplaceAll(w, "/", " ")+" ") })
}

// blamed says that a check of which a message says that it failed before the work had passed
// in the session, before files were edited. A failure that was looked for in another state of
// the files may be older, whatever passed.
func (v *view) blamed(message string, list []memory.Lesson, steps []memory.Activity) (text, key string) {
	said := claims.Blames(message)
	if len(said) == 0 {
		return "", ""
	}
	var found *memory.Lesson
	var run *memory.Run
	var edited []string
	for i := range list {
		l := &list[i]
		if l.State != memory.Open || l.Check.Flaky {
			continue
		}
		passed, files := v.passedAtFirst(l, steps)
		if passed == nil {
			return "", "" // it may be about this one
		}
		found, run, edited = l, passed, files
	}
	if found == nil {
		return "", ""
	}
	k := slices.IndexFunc(said, func(b claims.Blamed) bool {
		return b.Kind == "" || b.Kind == found.Check.Kind || b.Kind == "test" && len(found.Check.Tests) > 0
	})
	if k < 0 {
		return "", ""
	}
	return claimOfBlame(run, &claims.Claim{Sentence: said[k].Sentence}, edited), found.ID + run.ID
}

// passedAtFirst returns the run in which what failed passed last, in the session, and the files
// that were edited before it failed; nil where it did not, or where the state before was looked
// at since.
func (v *view) passedAtFirst(l *memory.Lesson, steps []memory.Activity) (passed *memory.Run, edited []string) {
	red := -1
	for i, s := range steps { // the latest first
		ran := s.Run
		if ran == nil {
			continue
		}
		if v.takesBack(ran) {
			return nil, nil
		}
		switch c := ran.Check; {
		case c != nil && slices.ContainsFunc(c.Fails(), func(f *memory.Check) bool { return f.Key == l.Key || f.Covers(l.Check) }):
			red = i
		case red >= 0 && (slices.ContainsFunc(c.Passes(), func(p *memory.Check) bool { return p.Covers(l.Check) }) || c == nil && v.passesInside(ran, steps[red].Run, l.Check.Tool)):
			for _, between := range steps[red:i] {
				if e := between.Edit; e != nil && !lessons.IsProse(e.Path.String()) {
					edited = append(edited, v.below(e.Path.String()))
				}
			}
			if len(edited) == 0 {
				return nil, nil
			}
			return ran, edited
		}
	}
	return nil, nil
}

// passesInside reports whether a run of the command that failed later shows that a tool passed in
// what it runs, where a pipe hides how it ended: rake test | tail.
func (v *view) passesInside(ran, failed *memory.Run, tool string) bool {
	key := func(r *memory.Run) string { return command.Key(v.judge.Script(r.Command), r.Cwd, r.Project) }
	return ran.Outcome == memory.OK && key(ran) != "" && key(ran) == key(failed) && reader().PassedIn(&memory.Check{Lines: redact.Clean(v.output(ran.ID))}, tool)
}

// exempted says that a check is red for something else than what a message takes out of its
// claim: "all pass but for the flaky search test", where another one failed.
func (v *view) exempted(message string, l *memory.Lesson) (c claims.Claim, ok bool) {
	if l.State != memory.Open || len(l.Check.Tests) == 0 {
		return c, false
	}
	list := claims.Exempts(message)
	if len(list) == 0 {
		return c, false
	}
	output := v.output(l.Run)
	for i := range list {
		e := &list[i]
		names := exceptWords(e.Except)
		if !v.claims(&e.Claim, l) || len(names) == 0 || !identifies(e.Except) && !namesFile(output, names) {
			continue
		}
		if slices.ContainsFunc(l.Check.Tests, func(t redact.Text) bool { return !sharesWord(t.String(), names) }) &&
			!(len(l.Check.Files) == 1 && sharesWord(l.Check.Files[0].String(), names)) {
			return e.Claim, true
		}
	}
	return c, false
}

// exceptWords returns the words by which an exception names something.
func exceptWords(text string) (list []string) {
	add := func(text string, known func(string) bool) {
		for _, w := range wordsIn(text) {
			if len(w) > 3 && !known(w) && !slices.Contains(list, w) {
				list = append(list, w)
			}
		}
	}
	add(text, exceptionWord)
	for w := range strings.FieldsSeq(text) {
		if identifies(w) {
			add(w, func(w string) bool { return w == "test" || w == "spec" })
		}
	}
	return list
}

// wordsIn returns the words of a text, or of the names in it, in lower case and without the s of
// many: cart, page and spec of CartPage.spec.ts.
func wordsIn(text string) (list []string) {
	for _, w := range strings.FieldsFunc(strings.ToLower(diagnose.Spaced(text)), func(c rune) bool { return !unicode.IsLetter(c) }) {
		list = append(list, strings.TrimSuffix(w, "s"))
	}
	return list
}

// identifies reports whether a text has the name of a test or a file: test_total, search.spec.ts.
func identifies(text string) bool {
	return slices.ContainsFunc(strings.Fields(text), func(w string) bool {
		if code, is := strings.CutPrefix(strings.TrimLeft(w, "("), "`"); is && len(strings.Trim(code, "`'\"(),.;:")) > 3 {
			return true
		}
		w = strings.Trim(w, "`'\"(),.;:")
		return len(w) > 5 && !strings.Contains(w, "://") && (strings.Contains(w, "_") || strings.Contains(w, ".") && !strings.HasSuffix(w, ".") && strings.ContainsAny(w, "abcdefghijklmnopqrstuvwxyz"))
	})
}

// namesFile reports whether a word is a part of the name of a file that an output has.
func namesFile(output string, words []string) bool {
	for _, w := range strings.Fields(output) {
		if strings.ContainsAny(w, "./:") && len(w) < 200 && sharesWord(w, words) && reader().IsTest(strings.TrimRight(strings.SplitN(w, ":", 2)[0], ",;")) {
			return true
		}
	}
	return false
}

// sharesWord reports whether a name has one of some words, or the beginning of one.
func sharesWord(name string, words []string) bool {
	return slices.ContainsFunc(wordsIn(name), func(n string) bool {
		return slices.ContainsFunc(words, func(w string) bool {
			return len(n) > 3 && (strings.HasPrefix(n, w) || strings.HasPrefix(w, n))
		})
	})
}

// claimOfBlame says that what failed before, as it is said, had passed.
func claimOfBlame(passed *memory.Run, said *claims.Claim, edited []string) string {
	slices.Reverse(edited)
	edited = slices.Compact(edited)
	return redact.Clean("ctxhook: you say " + quotedClaim(said) + ", but " + quoted(passed.Command) + " passed (" + passed.Start.UTC().Format("15:04") + ") before " +
		display.Names(edited[:min(2, len(edited))], " and ") + " was edited. Say that it fails since, or fix it.").String()
}
