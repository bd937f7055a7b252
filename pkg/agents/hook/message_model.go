package hook

import (
	"slices"
	"strconv"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/display"
	"github.com/ctxhook/ctxhook/pkg/base/policy"
	"github.com/ctxhook/ctxhook/pkg/base/redact"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/safety"
	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/memory/journal"
)

// Every text that a model reads, except those that are stored with a lesson or
// cut to a budget: those are in journal/wording.go. A model is never told how
// to let a command through.

// couldNotJudge is told when ctxhook itself failed and must not let the command
// through.
const couldNotJudge = "ctxhook failed to check this command, and on_error stops unchecked commands."

// unjudged is told when a command takes too long to check.
const unjudged = "ctxhook could not check this command in time. Run it in smaller parts."

// maskedForModel says that an answer is not what the tool wrote.
func maskedForModel(n int) string {
	what, them := "1 secret", "it"
	if n > 1 {
		what, them = strconv.Itoa(n)+" secrets", "them"
	}
	return "ctxhook: " + what + " in this output shown as " + redact.Marker + ". Writing that marker into a file would destroy " + them + "."
}

// runAgain tells a model that a command was stopped to make it think, where
// the user chose that with "unattended: once".
const runAgain = "No user is present: if the task needs exactly this, run it again."

// verdictForModel says what would happen, why that is bad, what is at stake on
// this machine, and one thing to do instead. What the command contained is
// redacted first.
func verdictForModel(of *judgement, action policy.Action, id string) string {
	v := &of.verdict
	f := v.Riskiest()
	if f == nil || action == policy.Silent {
		return ""
	}
	mark := "(" + markOf(of, id) + "):"
	what := sentence(f.Message)
	why := join(reason(f), stake(f), others(v, f))
	var s string
	switch action {
	case policy.Block:
		who := "Only the user may " + of.verb() + " this."
		if f.By != "" {
			who = "The policy of this machine forbids it."
		}
		s = join("ctxhook blocked this", mark, what, why, who, instead(v, f, "Instead"))
	case policy.Ask:
		s = join("ctxhook", mark, what, why, instead(v, f, "Instead"))
	default:
		// The model reads it when the command has run.
		if f.Kept != "" {
			s = join("ctxhook warns", mark, what, "The files were kept before: the user can undo it.", others(v, f))
			break
		}
		s = join("ctxhook warns", mark, what, why, instead(v, f, "Better"))
	}
	return redact.Clean(s).String()
}

// repeatForModel says that a command or the call of another tool was denied once, and why.
func repeatForModel(why, id, what string) string {
	return redact.Clean(join("Stopped once"+mark(id)+": "+why, "Repeat the "+what+" to run it anyway.")).String()
}

// mark names a decision by its id, where it has one.
func mark(id string) string {
	if id == "" {
		return ""
	}
	return " (" + id + ")"
}

// whyAndInstead says how a command failed before, and what to do instead: in the
// fewest words, because that is one step between the model and its work.
func whyAndInstead(known *journal.RepeatedFailure) string {
	why := known.Why()
	if known.Fix == nil {
		return sentence(why)
	}
	command := quotedCommand(*known.Fix)
	if command == "" || !known.Fix.Safe || strings.Contains(known.Fix.Text.String(), command) {
		return join(sentence(why), adviceForModel(*known.Fix))
	}
	return why + ": use " + command + "."
}

// preferenceForModel says that a command or call was stopped because it breaks a preference.
func preferenceForModel(b *journal.BrokenPreference, id, what string) string {
	if b.Instead == "" && b.Preferences[0].Rule.Forbids() {
		next := "Leave it to the user."
		if command := b.Beside(); command != "" {
			next = "The same line says what to run: " + ruleWord(command) + "."
		}
		return redact.Clean(join("Stopped"+mark(id)+":", sentence(b.Why()), next, "If the user asked for this now, repeat the "+what+".")).String()
	}
	return repeatForModel(join(sentence(b.Why()), wantedForModel(b)), id, what)
}

// forbiddenForModel says that the user never wants a command, and what there is instead.
func forbiddenForModel(b *journal.BrokenPreference, id string) string {
	return redact.Clean(join("Stopped"+mark(id)+":", sentence(b.Why()), wantedForModel(b))).String()
}

// noteForModel tells of a broken preference once the command has run.
func noteForModel(b *journal.BrokenPreference) string { return join("ctxhook:", otherwiseForModel(b)) }

// otherwiseForModel says which preference a command broke that has run, and what to
// run the next time.
func otherwiseForModel(b *journal.BrokenPreference) string {
	next := wantedForModel(b)
	switch {
	case b.Missing != "":
		next = missingForModel(b)
	case next != "":
		next = "Next time: " + next
	}
	return redact.Clean(join(sentence(b.Why()), next)).String()
}

// rewriteForModel tells which command ran in the place of the one that was sent.
func rewriteForModel(b *journal.BrokenPreference) string {
	return redact.Clean(join("ctxhook ran", wanted(b), "in place of your command:", sentence(b.Why()))).String()
}

// wantedForModel says what to run in the place of a command that breaks a
// preference: all of it where that is known.
func wantedForModel(b *journal.BrokenPreference) string {
	if command := wanted(b); command != "" {
		if b.Lines() != nil {
			return "In it, use " + command + "."
		}
		return "Use " + command + "."
	}
	text := memory.ByForm(&b.Preferences[0].Rule, remedies{b.Place})
	if b.Missing != "" {
		text += " " + missingForModel(b)
	}
	return text
}

// owedForModel says what the user wants to go well before an agent is done.
func owedForModel(b *journal.BrokenPreference) string {
	return redact.Clean(join("ctxhook:", sentence(b.Why()), memory.ByForm(&b.Preferences[0].Rule, remedies{}), "If that cannot be, say so.")).String()
}

// missingForModel says that what a preference wants is not there.
func missingForModel(b *journal.BrokenPreference) string {
	return ruleWord(b.Missing) + " is not installed here."
}

// remedies say what to do in the place of a command that breaks a rule, by its form.
type remedies struct{ place string }

func (remedies) Use(r *memory.PreferenceRule) string {
	return "Do it with " + ruleWord(r.Prefer) + "."
}

func (remedies) Always(r *memory.PreferenceRule) string {
	return "Run it with " + ruleWord(r.With) + "."
}
func (remedies) Never(*memory.PreferenceRule) string { return "Leave it to the user." }
func (remedies) Text(*memory.PreferenceRule) string  { return "Leave it to the user." }

func (remedies) After(r *memory.PreferenceRule) string {
	if slices.Contains(rule.CheckKinds, r.After) {
		return "First run the " + r.After + " command: it has to pass after the last edit."
	}
	return "First run " + ruleWord(r.After) + ": it has to succeed after the last edit."
}

func (d remedies) Place(r *memory.PreferenceRule) string {
	return placeForModel(&r.Place, ruleWord(d.place))
}

// ruleWord quotes what a rule names.
func ruleWord(s string) string { return journal.Quoted(redact.Clean(s), journal.ShortQuote) }

// placeForModel says what a call changes or reaches that the user wants left alone.
func placeForModel(r *memory.PlaceRule, what string) string {
	does := "This changes " + what
	switch {
	case r.Target != "":
		does = "This reaches " + what
	case r.Deed == memory.ToCommit:
		does = "This commits " + what
	case r.Deed == memory.ToDelete:
		does = "This deletes " + what
	case r.Only:
		does += ", outside of `" + strings.Join(r.List(), "` and `") + "`"
	}
	return does + ". Do the work without it, or ask the user."
}

// wanted returns the command in the place of one that breaks a preference, or the
// only lines of it that differ; "" where it is not known or cannot be told
// as it is.
func wanted(b *journal.BrokenPreference) string {
	lines := b.Lines()
	if lines == nil {
		lines = []string{b.Whole()}
	}
	for i, line := range lines {
		clean := redact.Clean(line)
		if lines[i] = quotedCommand(memory.Fix{Command: clean}); clean.String() != line || lines[i] == "" {
			return ""
		}
	}
	return strings.Join(lines, " and ")
}

// adviceForModel tells of a fix, and of its command unless the text holds it.
func adviceForModel(f memory.Fix) string {
	text := sentence(display.Plain(f.Text.Cut(2 * journal.MaxQuoted).String()))
	command := quotedCommand(f)
	switch {
	case command == "":
		return text
	case strings.Contains(text, command):
		if f.Safe {
			return text
		}
		return text + " Ask the user before running it."
	case f.Safe:
		return text + " Run: " + command + "."
	}
	return text + " Ask the user before running " + command + "."
}

// advicesForModel tells of several fixes for one error. The first one with a
// command says what to do; others are choices beside it and not further orders,
// so what they say in words only is left out.
func advicesForModel(fixes []memory.Fix) string {
	var parts []string
	ordered := false
	for _, f := range fixes {
		command := quotedCommand(f)
		switch {
		case !ordered:
			parts = append(parts, adviceForModel(f))
		case command == "":
		case strings.Contains(f.Text.String(), command):
			parts = append(parts, adviceForModel(f))
		case f.Safe:
			parts = append(parts, "Or run: "+command+".")
		default:
			parts = append(parts, "Or, if the user agrees: "+command+".")
		}
		ordered = ordered || command != ""
	}
	return join(parts...)
}

// quotedCommand returns the command of a fix in backquotes, "" when there is
// none or it cannot be told as it is: it is long, or has lines or marks in it.
func quotedCommand(f memory.Fix) string {
	if f.Command.Len() == 0 {
		return ""
	}
	command := journal.Quoted(f.Command, 2*journal.MaxQuoted)
	if command != "`"+f.Command.String()+"`" {
		return ""
	}
	return command
}

// hiddenFailureForModel says that a check failed although the exit code is 0.
func hiddenFailureForModel(c *memory.Check, piped bool) string {
	s := journal.FailedCheck(c).String() + ", although the command exited 0"
	if piped {
		s += ": the pipe hides it"
	}
	return s + "."
}

// untestedForModel says that no test was run.
func untestedForModel(name string) string {
	return "No test matched " + journal.Quoted(redact.Clean(name), journal.ShortQuote) + ", so this pass proves nothing."
}

// sameResultForModel says that to look once more tells nothing new.
func sameResultForModel(a *journal.RepeatedResult) string {
	s := journal.Quoted(a.What, journal.ShortQuote) + " gave the same result " + strconv.Itoa(a.Times) + " times"
	if a.Polls {
		return s + ". Wait longer before the next try, or run one command in the background that waits for the change."
	}
	return s + ", and you changed nothing in between. Use that result: another look shows the same."
}

// others says what the other calls of a command would do, each by its riskiest finding, where
// that is as grave as what is told of the first. What takes the guard away is named beside
// any other loss, and so is what the first call does to something else, or shows to others.
func others(v *safety.Verdict, top *safety.Finding) string {
	const most = 3
	var list []string
	for _, f := range beside(v, top) {
		list = append(list, f.Message+inBrackets(f.Facts))
	}
	if len(list) == 0 {
		return ""
	}
	more := ""
	if n := len(list) - most; n > 0 {
		list, more = list[:most], "; and "+strconv.Itoa(n)+" more"
	}
	return sentence("Also: " + strings.Join(list, "; ") + more)
}

// inBrackets says what was seen on this machine, where that is short.
func inBrackets(facts []string) string {
	const most = 120
	if len(facts) == 0 || len(facts[0]) > most {
		return ""
	}
	return " (" + facts[0] + ")"
}

// shows reports whether a finding is about something else than the files that other rules speak
// of: what others get to see, and commits.
func shows(f *safety.Finding) bool {
	pack, _, _ := strings.Cut(f.Rule, "/")
	return pack == "network" || pack == "secret" || f.Rule == "cloud/public" || f.Rule == "git/repository-public" || f.Rule == "git/reset-commits"
}

// beside returns the findings that are told of beside the first.
func beside(v *safety.Verdict, top *safety.Finding) (list []*safety.Finding) {
	told := map[int]bool{top.Call: true}
	said := map[string]bool{top.Message: true}
	for i := range v.Findings {
		f := &v.Findings[i]
		guard := strings.HasPrefix(f.Rule, "guard/")
		apart := f.Call == top.Call && (shows(f) && !shows(top) ||
			len(f.On) > 0 && len(top.On) > 0 && !slices.ContainsFunc(f.On, func(on string) bool { return slices.Contains(top.On, on) }))
		least := min(top.Risk, policy.High)
		if f.Call == top.Call && f.Rule == "git/reset-commits" {
			least = policy.Medium // with its changes the call throws away commits
		}
		if f.Risk < least || told[f.Call] && !guard && !apart || said[f.Message] || f.Message == "" {
			continue
		}
		for k := i + 1; k < len(v.Findings) && !guard && !apart; k++ {
			if g := &v.Findings[k]; g.Call == f.Call && g.Risk > f.Risk {
				f = g
			}
		}
		told[f.Call], said[f.Message] = true, true
		list = append(list, f)
	}
	return list
}

// reason says why a finding matters. Where what is lost is named, the names say it.
func reason(f *safety.Finding) string {
	if len(f.Theirs) > 0 {
		return ""
	}
	return sentence(f.Why)
}

// stake says what was seen on this machine.
func stake(f *safety.Finding) string {
	s := sentence(strings.Join(f.Facts, "; "))
	if s == "" {
		return ""
	}
	return capitalized(s)
}

// capitalized begins a sentence, unless its first word is a file.
func capitalized(s string) string {
	if first, _, _ := strings.Cut(s, " "); strings.ContainsAny(strings.TrimRight(first, ".:,"), "./") {
		return s
	}
	return strings.ToUpper(s[:1]) + s[1:]
}

// instead offers one thing to do: a command when there is one. What only looks, and what
// saves first, is no other way to do the same.
func instead(v *safety.Verdict, f *safety.Finding, lead string) string {
	switch {
	case len(f.Instead) > 0 && f.Offer() != safety.Replaces && lead == "Better": // the command has run by then
		return "Next time, first: `" + f.Instead[0] + "`."
	case len(f.Instead) > 0 && f.Offer() == safety.Looks:
		return "See first: `" + f.Instead[0] + "`."
	case len(f.Instead) > 0 && f.Offer() == safety.Saves:
		return saveFirst(v, f)
	case len(f.Instead) > 0:
		return lead + ": `" + f.Instead[0] + "`."
	case f.Mitigation != "":
		return sentence(f.Mitigation)
	}
	return ""
}

// saveFirst offers what saves all that is lost, by the first finding and those of its rule that
// are told beside it; where one of them cannot be saved so, only in words.
func saveFirst(v *safety.Verdict, f *safety.Finding) string {
	commands := []string{"`" + f.Instead[0] + "`"}
	for _, other := range beside(v, f) {
		switch {
		case other.Rule != f.Rule || other.Call == f.Call:
		case len(other.Instead) == 0 || other.Offer() != safety.Saves:
			return sentence(f.Mitigation)
		case !slices.Contains(commands, "`"+other.Instead[0]+"`"):
			commands = append(commands, "`"+other.Instead[0]+"`")
		}
	}
	if len(commands) > 2 {
		return sentence(f.Mitigation)
	}
	return "Save it first: " + strings.Join(commands, " and ") + "."
}
