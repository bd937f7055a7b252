package journal

import (
	"path"
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/redact"
	"github.com/ctxhook/ctxhook/pkg/guard/command"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
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

	ClaimKey, WeakenedKey string // the check, and what became of it
}

// rest holds what an agent says last against the record.
func (j *Journal) rest(v *view, r *Rest) error {
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
	if c.Learn.Weakening {
		for i := range list {
			l := &list[i]
			what := l.Check.Weakened.String()
			if l.State == memory.Open && what == "" {
				what = strings.Join(v.weakenedSince(l, steps).found, ", ")
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
	said, discloses := claims.Find(j.Call.Said), claims.Says(j.Call.Said, reader().Discloses)
	for i := range list {
		l := &list[i]
		k := slices.IndexFunc(said, func(c claims.Claim) bool { return v.claims(&c, l) || v.callsOtherwise(&c, l, steps) })
		if k < 0 {
			if c, ok := claims.Named(j.Call.Said, v.names(l.Check)); ok {
				said, k = append(said, c), len(said)
			}
		}
		if k < 0 && ranHere(l, steps) {
			if c, ok := v.sounds(j.Call.Said, l, said, steps); ok {
				said, k = append(said, c), len(said)
			}
		}
		if k < 0 || l.Check.Flaky || !v.ofCaller(l, j.Call.Subagent, steps) {
			continue
		}
		if l.State == memory.Closed && j.askedFor(l.Check.Weakened.String()) {
			continue
		}
		if text := v.contradicted(l, &said[k], steps, discloses); text != "" {
			r.Claim, r.ClaimKey = text, l.ID+l.Last.String()
			return nil
		}
	}
	r.Claim, r.ClaimKey, err = v.hollow(j.Call.Said, said, steps, j.Call.Subagent)
	if r.Claim == "" && beside != nil && !discloses && j.Call.Subagent == "" {
		if c, ok := claims.Sounds(j.Call.Said, true, nil, reader().Admits); ok && len(said) == 0 {
			said = append(said, c)
		} else if c, ok := claims.Mentions(j.Call.Said, nil, "", nil, reader().Admits); ok && len(said) == 0 {
			said = append(said, c)
		}
		if len(said) > 0 {
			r.Claim, r.ClaimKey = claimBeside(beside, besideWhat, &said[0]), beside.ID+besideWhat
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
	if c, ok = claims.Sounds(message, len(editedSince(since)) == 0, said, reader().Admits); !ok {
		c, ok = claims.Mentions(message, nameWords(v.names(l.Check)), l.Check.Kind, said, reader().Admits)
	}
	return c, ok && !triedAgain(l.Check, since, c.All || v.speaksOfWhole(l, c.Sentence))
}

// nameWords returns the words of names by which a message may speak of a check: compare and
// golden of compare_golden.sh. Words by which many are called are none.
func nameWords(names []string) (list []string) {
	for _, name := range names {
		for _, w := range strings.FieldsFunc(strings.ToLower(strings.TrimSuffix(name, path.Ext(name))), func(c rune) bool { return isNoWord(c) }) {
			if len(w) > 3 && !slices.Contains(list, w) && !speaksOfCheck("", w) && !speaksOfCheck("lint", w) && !reader().RunsOthers(w) {
				list = append(list, w)
			}
		}
	}
	return list
}

// askedFor reports whether the user asked in the session for what made a check weaker.
func (j *Journal) askedFor(what string) bool {
	return what != "" && slices.ContainsFunc(diagnose.AsksFor(what), j.wasAsked)
}

// wasAsked reports whether a prompt of the session asks for a kind of change.
func (j *Journal) wasAsked(kind string) bool {
	return ledger.FirstTold(readLedger(j.ledgerFile()), ledger.Key(asked+kind), toldSince()) != ""
}

// ranHere reports whether a check failed, or passed again, in the session.
func ranHere(l *memory.Lesson, steps []memory.Activity) bool {
	return slices.ContainsFunc(steps, func(s memory.Activity) bool { return s.Run != nil && s.Run.ID == l.Run })
}

// triedAgain reports whether something went well since a check failed that may look at the
// same, by whatever name: what is said in general words may be about that. What is said of
// all is not about less than what failed.
func triedAgain(red *memory.Check, since []memory.Activity, all bool) bool {
	return slices.ContainsFunc(since, func(s memory.Activity) bool {
		switch r := s.Run; {
		case r == nil || r.Outcome != memory.OK:
			return false
		case r.Check == nil:
			return speaksOfCheck(red.Kind, r.Command.String())
		default:
			return looksAtSame(red, r) && !(all && narrower(r.Check, red))
		}
	})
}

// narrower reports whether a check that passed looked at less than one that failed: at a
// part, with the same tool, or with one that was told at which.
func narrower(passed, red *memory.Check) bool {
	if passed.Tool == red.Tool {
		return !passed.Covers(red)
	}
	return strings.Contains(passed.Tool, " ") && strings.TrimPrefix(passed.Key, passed.Dir()+": "+passed.Tool) != ""
}

// looksAtSame reports whether a run passed a check of the kind of one that failed, or ran
// whatever it is set up to run. Linters find different things. Tests show that what they
// are built from builds, where one program does both: go test, and not vitest after vite
// build.
func looksAtSame(red *memory.Check, ran *memory.Run) bool {
	family := func(tool string) string { first, _, _ := strings.Cut(tool, " "); return first }
	return slices.ContainsFunc(ran.Check.Passes(), func(p *memory.Check) bool {
		switch kin := family(p.Tool) == family(red.Tool); {
		case reader().RunsOthers(p.Tool) || reader().RunsOthers(red.Tool):
			return p.Kind == red.Kind || speaksOfCheck(red.Kind, ran.Command.String())
		case p.Kind == red.Kind:
			return p.Tool == red.Tool && goal(p) == goal(red) || p.Kind == "test" || p.Kind == "build"
		default:
			return kin && p.Kind == "test" && red.Kind == "build"
		}
	})
}

// goal returns what a tool was told to do, "" where that is not said: fmt of terraform fmt.
func goal(c *memory.Check) string {
	for _, w := range strings.Fields(strings.TrimPrefix(strings.TrimPrefix(c.Key, c.Dir()+": "), c.Tool)) {
		if w = strings.TrimLeft(w, memory.Unclear); !strings.ContainsFunc(w, func(c rune) bool { return (c < 'a' || c > 'z') && c != '-' && c != ':' }) && w[0] != '-' {
			return w
		}
		break
	}
	return ""
}

// speaksOfCheck reports whether a word of a command is one by which people call what runs
// checks of a kind, or begins with one: make dbt-ci, mise run test. Options are none.
func speaksOfCheck(kind, command string) bool {
	begins := []string{"check", "verif", "valid"}
	switch kind {
	case "lint", "types", "format":
		begins = append(begins, "lint", "type", "style", "fmt", "format")
	default:
		begins = append(begins, "test", "spec", "unit", "e2e", "integ", "smoke", "accept", "bench", "compar", "audit", "golden", "regress")
	}
	return slices.ContainsFunc(strings.Fields(strings.ToLower(command)), func(word string) bool {
		return word[0] != '-' && slices.ContainsFunc(strings.FieldsFunc(word, isNoWord), func(w string) bool {
			return w == "ci" || w == "all" || w == "qa" || slices.ContainsFunc(begins, func(p string) bool { return strings.HasPrefix(w, p) })
		})
	})
}

func isNoWord(c rune) bool { return (c < 'a' || c > 'z') && (c < '0' || c > '9') }

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

// claims reports whether a claim is about a check that a lesson holds: about its kind,
// or the command would have run all of it.
func (v *view) claims(c *claims.Claim, l *memory.Lesson) bool {
	tests := l.Check.Kind == "test" || len(l.Check.Tests) > 0 || l.Check.Counts != nil || reader().Tally(l.Check.Lines.String()).Ran > 0 || // which builds run as well
		l.Check.Seen != nil && strings.Contains(l.Check.Seen.Command.String(), " test")
	switch s := l.Check.Seen; {
	case c.Command == "":
		return c.About(l.Check.Kind) || c.Kind == "test" && tests
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

// callsOtherwise reports whether a claim names a command that did not run since a check
// failed, and calls the same program for the same target: `dune runtest` for dune build
// @runtest.
func (v *view) callsOtherwise(c *claims.Claim, l *memory.Lesson, steps []memory.Activity) bool {
	if c.Command == "" || l.Check.Seen == nil {
		return false
	}
	said := targets(c.Command)
	if len(said) < 2 || slices.ContainsFunc(stepsAfter(steps, l), func(s memory.Activity) bool {
		return s.Run != nil && strings.Contains(s.Run.Command.String(), c.Command)
	}) {
		return false
	}
	script := v.judge.Script(l.Check.Seen.Command)
	return slices.ContainsFunc(command.MainCalls(script), func(i int) bool {
		red := targets(strings.Join(command.Words(&script.Calls[i]), " "))
		return len(red) > 1 && red[0] == said[0] && !slices.ContainsFunc(said[1:], func(w string) bool { return !slices.Contains(red[1:], w) })
	})
}

// targets returns the words of a command without its options, and without what marks a
// target.
func targets(command string) (list []string) {
	for _, w := range strings.Fields(command) {
		if w[0] == '-' || strings.Contains(w, "=") {
			continue
		}
		if w = strings.Trim(path.Base(w), "@:'\""); w != "" {
			list = append(list, w)
		}
	}
	return list
}

// names returns by which names a message may speak of a check: its tool, the script that
// ran it, or the first two words of its command. Programs that run whatever they are asked
// for are none without that.
func (v *view) names(c *memory.Check) (list []string) {
	add := func(name string) {
		if len(name) > 2 && !slices.Contains(list, name) {
			list = append(list, name)
		}
	}
	if c.Seen != nil {
		s := v.judge.Script(c.Seen.Command)
		for _, i := range command.MainCalls(s) {
			call := &s.Calls[i]
			if len(call.Argv) == 0 {
				continue
			}
			words := command.Words(call)
			for _, w := range words[:min(2, len(words))] {
				if name := path.Base(w); path.Ext(name) != "" && path.Ext(name) != name {
					add(name)
				}
			}
			if len(words) > 0 && !reader().RunsOthers(words[0]) && !command.Is(call, rule.Interpreter) {
				add(words[0])
			}
			for n := 1; n < min(4, len(words)) && !strings.ContainsAny(words[n], "./="); n++ {
				add(strings.Join(words[:n+1], " "))
			}
		}
	}
	if !reader().RunsOthers(c.Tool) {
		add(c.Tool)
	}
	return list
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
		case c == nil && s.Run.Outcome != memory.Denied && s.Run.Outcome != memory.Refused:
			if what, err := v.showsOf(s.Run); err == nil && what == showsIt && v.mayRun(s.Run, l.Check) {
				return true
			}
		case c != nil && !c.Failed && c.Kind == l.Check.Kind && asMany(l.Check.Counts, c.Counts) && !(said.All && narrower(c, l.Check)): // the same suite, called in another way
			return true
		case c != nil && !c.Failed && !said.All && c.Tool != l.Check.Tool && s.Run.Outcome == memory.OK && looksAtSame(l.Check, s.Run):
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
	selected := slices.DeleteFunc(strings.FieldsFunc(strings.TrimPrefix(passed.Key, passed.Dir()+": "+passed.Tool), func(c rune) bool { return strings.ContainsRune(" =*'\"/", c) }), func(w string) bool {
		return len(w) < 4 || strings.ContainsAny(w[:1], "-~+?") || strings.Contains(red.Key, w)
	})
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
