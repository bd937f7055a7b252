package journal

import (
	"path"
	"slices"
	"strings"
	"time"

	"github.com/ctxhook/ctxhook/pkg/base/redact"
	"github.com/ctxhook/ctxhook/pkg/guard/command"
	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/memory/claims"
	"github.com/ctxhook/ctxhook/pkg/memory/diagnose"
	"github.com/ctxhook/ctxhook/pkg/memory/ledger"
	"github.com/ctxhook/ctxhook/pkg/memory/lessons"
)

// claimSteps is how far a session is looked back at for what was done since a check
// failed.
const claimSteps = 200

// Rest is what is said where an agent would stop.
type Rest struct {
	Reminder string // of what it would leave undone
	Claim    string // that the record contradicts what it says
	Weakened string // for the user: what made a check pass

	Owed *BrokenPreference // what the user wants to go well first, and did not; nil for none

	ClaimKey, WeakenedKey string // the check, and what became of it
}

// rest holds what an agent says last against the record. rested is up to when what was done was
// there when it stopped before.
func (j *Journal) rest(v *view, rested time.Time, r *Rest) error {
	c := &v.judge.Config
	if j.Call.Session == "" || v.judge.Project == "" || !c.Learn.Claims && !c.Learn.Weakening {
		return nil
	}
	list, err := v.tx.SessionChecks(v.judge.Project, j.Call.Session)
	if err != nil {
		return err
	}
	steps, err := v.tx.Steps(j.Call.Session, claimSteps)
	if err != nil {
		return err
	}
	v.running = j.running()
	said := claims.Find(j.Call.Said)
	list = v.standing(list, steps, len(said) > 0 || soundsWell(j.Call.Said))
	if c.Learn.Weakening {
		for i := range list {
			l := &list[i]
			what := l.Check.Weakened.String()
			if l.State == memory.Open && claims.Tells(j.Call.Said, failedNames(l.Check)) {
				continue // the message tells of it
			}
			if l.State == memory.Open && what == "" {
				what = strings.Join(v.weakenedSince(l, steps).found, ", ")
			}
			if l.State == memory.Closed && v.restored(l, stepsAfter(steps, l)) {
				continue // it passed as it was, too
			}
			if what != "" && !j.askedFor(what) {
				r.Weakened, r.WeakenedKey = weakenedText(l, what), l.ID+what
				break
			}
		}
	}
	beside, besideWhat := v.weakenedBeside(steps)
	if j.askedFor(besideWhat) {
		beside = nil
	}
	if c.Learn.Weakening && r.Weakened == "" && beside != nil {
		r.Weakened, r.WeakenedKey = weakenedBesideText(beside, besideWhat), beside.ID+besideWhat
	}
	if !c.Learn.Claims || !c.InjectContext || j.Call.GoesOn {
		return nil
	}
	discloses := claims.Says(j.Call.Said, reader().Discloses)
	for i := range list {
		l := &list[i]
		k := slices.IndexFunc(said, func(c claims.Claim) bool {
			return (v.claims(&c, l) || v.callsOtherwise(&c, l, steps)) && !namesRun(&c, l, stepsAfter(steps, l))
		})
		if k < 0 {
			if c, ok := claims.Named(j.Call.Said, v.names(l.Check)); ok && !namesRun(&c, l, stepsAfter(steps, l)) {
				said, k = append(said, c), len(said)
			}
		}
		takesOut := false
		if c, ok := v.exempted(j.Call.Said, l); ok && k < 0 && ranHere(l, steps) {
			said, k, takesOut = append(said, c), len(said), true
		}
		if k < 0 && ranHere(l, steps) && workedOn(l, steps, rested) {
			if c, ok := v.sounds(j.Call.Said, l, said, steps); ok && (!saysOfOthers(said, l) || claims.SpeaksOf(l.Check.Kind, c.Sentence)) && !namesRun(&c, l, stepsAfter(steps, l)) {
				said, k = append(said, c), len(said)
			}
		}
		if k < 0 || l.State == memory.Open && claims.Tells(j.Call.Said, failedNames(l.Check)) || l.Check.Flaky || !v.ofCaller(l, j.Call.Subagent, steps) {
			continue
		}
		if l.State == memory.Open && !takesOut && v.owns(j.Call.Said, l.Check, said[k].All) {
			continue
		}
		if l.State == memory.Closed && j.askedFor(l.Check.Weakened.String()) || said[k].Command == "" && v.outside(l.Check) {
			continue
		}
		if text := v.contradicted(l, &said[k], steps, discloses); text != "" {
			r.Claim, r.ClaimKey = text, l.ID+l.Last.String()+lastEdit(stepsAfter(steps, l))
			return nil
		}
	}
	if j.Call.Subagent == "" {
		if r.Claim, r.ClaimKey = v.blamed(j.Call.Said, list, steps); r.Claim != "" {
			return nil
		}
	}
	r.Claim, r.ClaimKey, err = v.hollow(j.Call.Said, said, steps, j.Call.Subagent, discloses && slices.ContainsFunc(list, func(l memory.Lesson) bool { return l.Check.Weakened.Len() > 0 }))
	if r.Claim == "" && err == nil {
		if r.Claim, r.ClaimKey = v.untested(said, steps); r.Claim == "" {
			r.Claim, r.ClaimKey = v.undone(j.Call.Said, steps, j.Call.Subagent)
		}
	}
	if r.Claim == "" && beside != nil && !discloses && j.Call.Subagent == "" {
		if c, ok := claims.Sounds(j.Call.Said, true, nil, reader().Admits); ok && len(said) == 0 {
			said = append(said, c)
		} else if c, ok := claims.Mentions(j.Call.Said, nil, "", nil, reader().Admits); ok && len(said) == 0 {
			said = append(said, c)
		}
		if len(said) > 0 {
			name := quoted(beside.Command)
			if k := slices.IndexFunc(list, func(l memory.Lesson) bool { return slices.Contains(v.weakenedSince(&l, steps).found, besideWhat) }); k >= 0 {
				name = checkName(&list[k]) // gh run view only shows that it fails
			}
			r.Claim, r.ClaimKey = claimBeside(name, besideWhat, &said[0]), beside.ID+besideWhat
		}
	}
	return err
}

// sounds returns by what a message sounds as if a check were well that is not, or that
// passes because something was taken from it: then whatever is said to be done is about it,
// too.
func (v *view) sounds(message string, l *memory.Lesson, said []claims.Claim, steps []memory.Activity) (c claims.Claim, ok bool) {
	since := stepsAfter(steps, l)
	if l.State == memory.Closed && l.Check.Dropped || v.owed(l, steps) {
		if c, ok = claims.Sounds(message, true, nil, reader().Admits); !ok {
			c, ok = claims.Mentions(message, nameWords(v.names(l.Check)), l.Check.Kind, nil, reader().Admits)
		}
		return c, ok
	}
	// What was done without a check that failed is done: only what is said of the check counts.
	done := len(editedSince(since)) == 0 && !slices.ContainsFunc(since, func(s memory.Activity) bool { return s.Run != nil && v.leavesOut(s.Run, l.Check) })
	if c, ok = claims.Sounds(message, done, said, reader().Admits); !ok {
		c, ok = claims.Mentions(message, nameWords(v.names(l.Check)), l.Check.Kind, said, reader().Admits)
	}
	return c, ok && !v.triedAgain(l.Check, since, c.All || v.speaksOfWhole(l, c.Sentence))
}

// askedFor reports whether the user asked in the session for what made a check weaker.
func (j *Journal) askedFor(what string) bool {
	if what == "" {
		return false
	}
	gone := diagnose.AsksGone(what)
	return slices.ContainsFunc(diagnose.AsksFor(what), j.wasAsked) || len(gone) > 0 && !slices.ContainsFunc(gone, func(word string) bool { return !j.wasAsked(word) })
}

// wasAsked reports whether a prompt of the session asks for a kind of change.
func (j *Journal) wasAsked(kind string) bool {
	return ledger.FirstTold(readLedger(j.ledgerFile()), ledger.Key(asked+kind), toldSince()) != ""
}

// outside reports whether a check ran outside of the project, of which a message speaks where
// it names no command: cd /tmp/spike && cargo test.
func (v *view) outside(c *memory.Check) bool {
	if c.Seen == nil {
		return false
	}
	script := v.judge.Script(c.Seen.Command)
	calls := command.MainCalls(script)
	return len(calls) > 0 && !slices.ContainsFunc(calls, func(i int) bool {
		dir, known := script.Calls[i].Cwd.Path.Literal()
		return !known || !path.IsAbs(dir) || strings.HasPrefix(dir+"/", v.judge.Project+"/")
	})
}

// ranHere reports whether a check failed, or passed again, in the session.
func ranHere(l *memory.Lesson, steps []memory.Activity) bool {
	return slices.ContainsFunc(steps, func(s memory.Activity) bool { return s.Run != nil && s.Run.ID == l.Run })
}

// saysOfOthers reports whether a message says of other checks, by their command or as tests, that they
// are well: who counts up what passes claims no more by the words beside that.
func saysOfOthers(said []claims.Claim, l *memory.Lesson) bool {
	return slices.ContainsFunc(said, func(c claims.Claim) bool {
		return c.Command != "" || c.Kind == "test" && !c.About(l.Check.Kind) && claims.SpeaksOf("test", c.Sentence)
	})
}

// workedOn reports whether a check ran, or files were edited, since an agent stopped before: of what
// it left as it was then, it speaks by its name or not at all.
func workedOn(l *memory.Lesson, steps []memory.Activity, rested time.Time) bool {
	return l.Last.After(rested) || slices.ContainsFunc(steps, func(s memory.Activity) bool {
		return s.Time().After(rested) && (s.Edit != nil && !lessons.IsProse(s.Edit.Path.String()) || s.Run != nil && s.Run.ID == l.Run)
	})
}

// asked begins the key of what a prompt of the session asked for.
const asked = "asked "

// noteAsked remembers which changes of checks a prompt asks for: they are not told as
// weakening.
func (j *Journal) noteAsked(prompt string) {
	if !j.Judge.Config.Learn.Weakening || j.Call.Session == "" {
		return
	}
	for _, what := range reader().AskedFor(prompt) {
		j.toldIn(j.ledgerFile(), asked+what)
	}
}

// namesRun reports whether a claim of some tests has, in full, a command with operands that passed
// in one of some steps: "`busted spec/trie_spec.lua` passes" says nothing of busted. So it is with a
// claim that names another directory than that of a check, in which one of its kind passed.
func namesRun(c *claims.Claim, red *memory.Lesson, steps []memory.Activity) bool {
	said := strings.ReplaceAll(c.Sentence, "`", "")
	words := strings.FieldsFunc(said, func(c rune) bool { return strings.ContainsRune(" ,;:()*'\"", c) })
	return slices.ContainsFunc(steps, func(s memory.Activity) bool {
		if s.Run == nil || s.Run.Outcome != memory.OK {
			return false
		}
		if p := s.Run.Check; p != nil && p.Kind == red.Check.Kind && apart(p.Dir(), red.Check.Dir()) {
			names := func(dir string) bool {
				return slices.Contains(words, path.Base(dir)) || slices.Contains(words, path.Base(dir)+"/")
			}
			if names(p.Dir()) && !names(red.Check.Dir()) {
				return true
			}
		}
		if c.All {
			return false
		}
		command := s.Run.Command.String()
		return len(strings.Fields(command)) > 1 && strings.Contains(said, command)
	})
}

// claims reports whether a claim is about a check that a lesson holds: about its kind,
// or the command would have run all of it.
func (v *view) claims(c *claims.Claim, l *memory.Lesson) bool {
	tests := l.Check.Kind == "test" || len(l.Check.Tests) > 0 || l.Check.Counts != nil || reader().Tally(l.Check.Lines.String()).Ran > 0 || // which builds run as well
		l.Check.Seen != nil && strings.Contains(l.Check.Seen.Command.String(), " test")
	switch s := l.Check.Seen; {
	case c.Command == "":
		return c.About(l.Check.Kind) || c.Kind == "test" && tests || c.Kind == "build" && s != nil && v.asksFor("build", s.Command) && !v.ranBeside(l.Check)
	case s == nil:
		return false
	default:
		text := redact.Clean(c.Command)
		script := v.judge.Script(text)
		key := command.Key(script, s.Cwd, v.judge.Project)
		return key != "" && key == command.Key(v.judge.Script(s.Command), s.Cwd, v.judge.Project) ||
			slices.ContainsFunc(reader().Named(&diagnose.Output{Command: text, Script: script, Dir: s.Cwd}), func(n *memory.Check) bool { return n.Covers(l.Check) })
	}
}

// ofCaller reports whether a lesson may be held against who speaks: a subagent answers
// for what it ran itself.
func (v *view) ofCaller(l *memory.Lesson, subagent string, steps []memory.Activity) bool {
	return subagent == "" || slices.ContainsFunc(steps, func(s memory.Activity) bool {
		return s.Run != nil && s.Run.ID == l.Run && s.Run.Subagent == subagent
	})
}

// contradicted says how the record contradicts a claim about a check, steps being
// those of the session, the latest first: it is red, or its pass is owed to what was
// taken from it, which the message does not disclose. It is "" where the record says
// so, or does not tell.
func (v *view) contradicted(l *memory.Lesson, said *claims.Claim, steps []memory.Activity, discloses bool) string {
	after := slices.IndexFunc(steps, func(s memory.Activity) bool { return !s.Time().After(l.Last) })
	if after < 0 {
		after = len(steps)
	}
	since := steps[:after]
	if whole := *said; !said.All && v.speaksOfWhole(l, said.Sentence) {
		whole.All = true
		said = &whole
	}
	if _, here := v.checkedOut(l.Check.Seen); !here && l.Check.Seen != nil && l.Check.Seen.Tree != "" {
		return ""
	}
	switch {
	case l.State == memory.Closed && (!l.Check.Dropped || discloses || v.restored(l, since)):
	case l.State == memory.Closed:
		return claimOfWeakened(l, said)
	case l.State != memory.Open || !v.owed(l, steps) && v.mayHavePassed(l, said, since) || v.passedHere(l.Check, steps):
	case discloses && (l.Check.Weakened.Len() > 0 || len(v.weakenedSince(l, steps).found) > 0):
	default:
		if w := v.weakenedSince(l, steps); w.dropped && l.Check.Weakened.Len() == 0 {
			known, check := *l, *l.Check
			check.Weakened = redact.Clean(strings.Join(w.found, ", "))
			known.Check, l = &check, &known
		}
		return claimOfRed(l, said, editedSince(since))
	}
	return ""
}

// owed reports whether what passed since a check failed may owe that to what was taken from
// checks in between.
func (v *view) owed(l *memory.Lesson, steps []memory.Activity) bool {
	return l.State == memory.Open && v.weakenedSince(l, steps).dropped
}

// mayHavePassed reports whether a check that failed may have passed since: what ran it
// last left that open, or all that failed was run again, which is less than it.
func (v *view) mayHavePassed(l *memory.Lesson, said *claims.Claim, since []memory.Activity) bool {
	for _, s := range since {
		if s.Run == nil {
			continue
		}
		c := s.Run.Check
		switch {
		case c == nil && v.passesBy(s.Run, l.Check):
		case c == nil && s.Run.Outcome != memory.Denied && s.Run.Outcome != memory.Refused:
			if what, err := v.showsOf(s.Run); err == nil && what == showsIt && v.mayRun(s.Run, l.Check) {
				return true
			}
		case said.Command != "" && leavesGoal(said.Command, s.Run.Command.String()):
		case c != nil && !c.Failed && c.Kind == l.Check.Kind && !apart(c.Dir(), l.Check.Dir()) && asMany(l.Check.Counts, c.Counts) && !(said.All && narrower(c, l.Check)): // the same suite, called in another way
			return true
		case c != nil && !c.Failed && !said.All && c.Tool != l.Check.Tool && !apart(c.Dir(), l.Check.Dir()) && s.Run.Outcome == memory.OK && looksAtSame(l.Check, s.Run):
			return true
		case c == nil || c.Failed:
		case said.All || said.Command != "" || c.Without() != "":
		default:
			for _, p := range c.Passes() {
				if p.Tool == l.Check.Tool && !p.Laxer(l.Check) && coversFailures(p, l.Check) {
					return true
				}
			}
		}
	}
	return false
}

// mayRun reports whether a command may have run what failed in a check.
func (v *view) mayRun(ran *memory.Run, red *memory.Check) bool {
	out := &diagnose.Output{Command: ran.Command, Script: v.judge.Script(ran.Command), Dir: ran.Cwd}
	return slices.ContainsFunc(reader().Named(out), func(n *memory.Check) bool {
		return n.Covers(red) || reader().RunsOthers(n.Tool) || n.Tool == red.Tool && coversFailures(n, red)
	})
}

// coversFailures reports whether a check that passed ran what failed in another one:
// its files, or its tests by their names.
func coversFailures(passed, red *memory.Check) bool {
	if len(red.Files) > 0 && red.Seen != nil && !slices.ContainsFunc(red.Files, func(f redact.Text) bool { return !passed.Selects(namedFile(red.Seen, red, f.String())) }) {
		return true
	}
	selected := slices.DeleteFunc(selects(passed), func(w string) bool { return len(w) < 4 || strings.Contains(red.Key, w) })
	return len(red.Tests) > 0 && !slices.ContainsFunc(red.Tests, func(t redact.Text) bool {
		name := t.String()
		if slices.ContainsFunc(selected, func(w string) bool { return strings.Contains(name, w) }) {
			return false
		}
		if i := strings.LastIndexAny(name, ":>/"); i >= 0 {
			name = strings.TrimSpace(name[i+1:])
		}
		return !strings.Contains(passed.Key, name)
	})
}

// selects returns the words by which a check was told which tests to run, without paths: total
// of pytest -k total, test_total of tests/a.py::test_total.
func selects(c *memory.Check) (list []string) {
	for _, w := range strings.Fields(strings.TrimPrefix(c.Key, c.Dir()+": "+c.Tool)) {
		_, value, given := strings.Cut(w, "=")
		switch i := strings.LastIndex(w, "::"); {
		case given:
			list = append(list, strings.FieldsFunc(value, func(c rune) bool { return strings.ContainsRune("=*'\"/", c) })...)
		case i >= 0:
			list = append(list, w[i+2:])
		case !strings.ContainsAny(w[:1], "-~+?") && !strings.ContainsAny(w, "/."):
			list = append(list, strings.Trim(w, "*'\""))
		}
	}
	return list
}

// restored reports whether tests were changed again since a check passed weakened, and
// it passed after that.
func (v *view) restored(l *memory.Lesson, since []memory.Activity) bool {
	passed := false
	for _, s := range since { // the latest first
		switch {
		case s.Run != nil && s.Run.Check.Verifies() && !s.Run.Check.Failed && l.Check != nil && s.Run.Check.Tool == l.Check.Tool:
			passed = true
		case passed && s.Edit != nil && s.Edit.Weakens == "" && reader().IsTest(s.Edit.Path.String()):
			return true
		case passed && s.Run != nil && strings.HasPrefix(s.Run.Template.String(), "git ") && strings.Contains(s.Run.Command.String(), "test"):
			return true
		}
	}
	return false
}

// lastEdit returns when a file was edited last, "" for never: who is told that a check is red,
// edits, and says that it passes now, says something new.
func lastEdit(since []memory.Activity) string {
	for _, s := range since { // the latest first
		if s.Edit != nil && !lessons.IsProse(s.Edit.Path.String()) {
			return " " + s.Time().String()
		}
	}
	return ""
}

// editedSince names the files that were edited, the latest first.
func editedSince(since []memory.Activity) (names []string) {
	for _, s := range since {
		if s.Edit == nil || lessons.IsProse(s.Edit.Path.String()) {
			continue
		}
		if name := path.Base(s.Edit.Path.String()); !slices.Contains(names, name) && len(names) < 2 {
			names = append(names, name)
		}
	}
	return names
}
