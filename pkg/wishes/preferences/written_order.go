package preferences

import (
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/memory"
)

// event is what has to come after something: classes of commands, and commands.
type event struct{ classes, commands []string }

func (e event) is() bool { return len(e.classes)+len(e.commands) > 0 }

// before reads which commands come first: "run `make lint` before every commit", "never push
// without running `make check`", and the first half of "before committing, run ..".
func (r *lineReader) before(words []token) bool {
	if rest, ok := startsWith(words, "before|prior to"); ok {
		e, tail := r.eventAt(rest)
		if !e.is() {
			return false
		}
		r.event = e
		if len(tail) > 0 && !isHarmless(tail) {
			r.event = event{}
			return false
		}
		return true
	}
	if isNegated(words) {
		return r.neverBefore(words)
	}
	for i := 1; i+1 < len(words); i++ {
		if !words[i].is("before") && !(words[i].is("prior") && words[i+1].is("to")) {
			continue
		}
		rest := words[i+1:]
		if words[i].is("prior") {
			rest = rest[1:]
		}
		e, tail := r.eventAt(rest)
		if _, ok := startsWith(tail, purposes); !e.is() || !ok && !isHarmless(tail) {
			return false
		}
		r.ordered(e, words[:i])
		return true
	}
	if rest, ok := startsWith(words, "only commit|only push|commit only|push only"); ok {
		if rest, ok = startsWith(rest, "after|when|once|if"); ok {
			deed := words[:1]
			if words[0].is("only") {
				deed = words[1:2]
			}
			e, _ := r.eventAt(deed)
			r.ordered(e, rest)
			return true
		}
	}
	return false
}

// neverBefore reads "never push without running `make check` first".
func (r *lineReader) neverBefore(words []token) bool {
	e, rest := r.eventAt(skipped(words[1:], "ever"))
	if !e.is() {
		return false
	}
	rest, ok := startsWith(skipped(rest, "any|code|changes|anything|directly"), "without|before|until|unless")
	if !ok || isLeave(rest) {
		return false
	}
	n := len(r.found)
	r.ordered(e, rest)
	return len(r.found) > n
}

// ordered keeps that steps come before what is to come after. The words of steps are those of
// an order alone; a condition or a denial makes them none.
func (r *lineReader) ordered(e event, words []token) {
	words = skippedOpening(words)
	r.runs = true
	plain, aside := withoutAsidesOfLine(words)
	if len(plain) == 0 || slices.ContainsFunc(plain, func(t token) bool {
		return t.is("never|mustn't|not|no|if|when|unless|after|in|inside|on|only|or|whether|any")
	}) {
		return
	}
	if !plain[0].code && !plain[0].is("run|running|execute|executing|use|first|make|ensure|verify|check|confirm|having|the|all|tests|your|both|you|pass|lint|typecheck|format|linting|build|unit|test|code|every|rerun|re-run|call|invoke|do|always|have") {
		return
	}
	var steps []string
	for _, t := range slices.Concat(plain, aside) {
		if !t.code {
			continue
		}
		text := lineCommand(t.text)
		for one := range strings.SplitSeq(text, " && ") {
			if !r.mayBeCommand(one, toRun) {
				if isFilePath(one) || strings.HasPrefix(one, "-") || !isCommand(one) {
					return
				}
				continue
			}
			steps = append(steps, one)
		}
	}
	named := slices.ContainsFunc(r.found, func(p memory.PreferenceRule) bool { return p.Form == memory.FormAfter }) // run `x`, which checks lint
	if len(steps) == 0 && !named && !slices.ContainsFunc(plain, func(t token) bool { return t.code }) {
		if kind := checkOf(stepWords(plain)); kind != "" {
			steps = []string{kind}
		}
	}
	if len(steps) > 4 {
		return
	}
	for _, step := range steps {
		for _, class := range e.classes {
			r.add(memory.PreferenceRule{Form: memory.FormAfter, After: step, Class: class})
		}
		for _, c := range e.commands {
			if c != step {
				r.add(memory.PreferenceRule{Form: memory.FormAfter, After: step, When: c})
			}
		}
	}
}

// stepWords returns the words that may name a kind of check.
func stepWords(s []token) []token {
	s = skipped(s, "run|running|execute|first|make sure|ensure|that|all|verify|the|having|your|full|always|you|unit|existing")
	for len(s) > 0 && s[len(s)-1].is("pass|passes|passed|passing|succeed|succeeds|green|are|is|must|should|be|run|first|suite|locally|all|again") {
		s = s[:len(s)-1]
	}
	return s
}

// eventAt reads what comes after: committing, every push, opening a PR.
func (r *lineReader) eventAt(s []token) (e event, rest []token) {
	for {
		s = skipped(s, "you|we|i|any|every|each|a|the|making|doing|creating|opening|submitting|do|make|run|running|create|open|submit|your|raising|raise|git|making any|final|sending|publishing|filing|marking|requesting")
		n := 0
		class := ""
		switch {
		case len(s) == 0:
		case s[0].is("commit|committing|commits|check-in|checkin"):
			class, n = "commit", 1
		case s[0].is("push|pushing|pushes"):
			class, n = "push", 1
		case s[0].is("pr|prs|pr's"):
			class, n = "pull-request", 1
		case len(s) > 1 && s[0].is("pull|merge") && s[1].is("request|requests"):
			class, n = "pull-request", 2
		case s[0].is("deploying|deployment|deploys|deploy"):
			class, n = "deploy", 1
		case s[0].code && s[0].text == "git commit":
			class, n = "commit", 1
		case s[0].code && s[0].text == "git push":
			class, n = "push", 1
		}
		switch {
		case class != "":
			e.classes = append(e.classes, class)
		case len(s) > 0 && s[0].code && strings.Contains(s[0].text, " ") && r.mayBeCommand(lineCommand(s[0].text), "use"):
			e.commands, n = append(e.commands, lineCommand(s[0].text)), 1
		default:
			return e, s
		}
		s = skipped(s[n:], "code|changes|anything|your changes|any changes|any code|your work|the code|the changes|to git|it|them|upstream|to the remote|up|ing")
		next := skipped(s, "or|and|/|,")
		if len(next) == len(s) {
			return e, s
		}
		if more, _ := r.eventAt(next); !more.is() {
			return e, s
		}
		s = next
	}
}
