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
			return r.orderBehind(e, tail)
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

// orderBehind reads what comes first where no comma stands before it: "before committing run ..".
func (r *lineReader) orderBehind(e event, tail []token) bool {
	for i := range tail {
		if tail[i].is("run|always|ensure|make") && isHarmless(tail[:i]) {
			r.ordered(e, tail[i:])
			return true
		}
	}
	return false
}

// orders reads what comes first, behind "before committing,".
func (r *lineReader) orders(words []token) { r.ordered(r.event, words) }

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
	if at := slices.IndexFunc(plain, func(t token) bool { return t.is("after") }); at > 0 {
		if rest, ok := startsWith(plain[at:], "after changes|after making changes|after any changes|after every change|after code changes|after each change|after any change"); ok && len(skipped(rest, "and")) == 0 {
			plain = plain[:at]
		}
	}
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
	if len(steps) == 0 && !slices.ContainsFunc(plain, func(t token) bool { return t.code }) {
		if kind := checkOf(stepWords(plain)); kind != "" {
			steps = []string{kind}
		}
	}
	if len(steps) > 4 {
		return
	}
	for _, step := range steps {
		for _, class := range e.classes {
			r.add(memory.PreferenceRule{Form: memory.FormAfter, After: step, Class: class}, false)
		}
		for _, c := range e.commands {
			if c != step {
				r.add(memory.PreferenceRule{Form: memory.FormAfter, After: step, When: c}, false)
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
		case s[0].is("merging"):
			class, n = "merge", 1
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

// runsOthers reports whether a command is one in front of others: docker compose exec web.
func runsOthers(command string) bool {
	return isCommand(command) && strings.Contains(command, " ") && slices.ContainsFunc(strings.Fields(command), func(w string) bool { return w == "run" || w == "exec" || w == "x" || w == "-c" })
}

// withAddition reads what a command always takes: an option, a variable or a wrapper.
func (r *lineReader) withAddition(words []token) bool {
	at := func(i int) (option string, n int) {
		if i >= len(words) || !words[i].code && !strings.HasPrefix(words[i].text, "--") {
			return "", 0
		}
		text := strings.Replace(words[i].text, "=...", "="+memory.AnyValue, 1)
		first, _, _ := strings.Cut(text, " ")
		if strings.HasPrefix(text, "-") && len(text) > 1 && !strings.ContainsAny(text, "<>|;&`$\"'") || isAssignment(first) && !strings.ContainsAny(text, " <>|;&`$\"'") {
			return text, 1
		}
		return "", 0
	}
	command := func(s []token) (string, []token) {
		list, rest, ok := r.commandsAt(s, "use", true)
		if !ok && len(s) > 0 && !s[0].code && r.isProgram(s[0].low) && !isEnglish(s[0].low) && !isCodeWord(s[0].low) {
			return s[0].low, s[1:]
		}
		if !ok || len(list) != 1 {
			return "", s
		}
		return list[0], rest
	}
	keep := func(when, with string, tail []token) bool {
		if when == "" || with == "" || !isHarmless(tail) {
			return false
		}
		r.add(memory.PreferenceRule{Form: memory.FormAlways, When: when, With: with}, false)
		return true
	}
	option := func(s []token) (string, []token) { // of words
		i := len(words) - len(s)
		i += len(s) - len(skipped(s, "the|a|an|its|both|flag|option|environment|variable|env"))
		with, n := at(i)
		if n == 0 {
			return "", s
		}
		return with, skipped(words[i+n:], "flag|option|prefix|set|variable|argument|environment|env|var|in front|being|switch")
	}
	// Never run X without W.
	if isNegated(words) {
		rest := skipped(words[1:], lineAdverbs)
		if len(rest) == 0 || verbOf(rest[0].low) != toRun {
			return false
		}
		x, tail := command(rest[1:])
		if after, ok := startsWith(tail, "without"); ok && x != "" {
			w, tail := option(after)
			return keep(x, w, tail)
		}
		return false
	}
	// Pass W to X.
	if rest, ok := startsWith(words, "pass|add|include|use|set|append|prefix|supply|give"); ok {
		if w, tail := option(rest); w != "" {
			if after, ok := startsWith(tail, "to|with|when running|when you run|when calling|when using|for|on|whenever you run|in front of|when invoking"); ok {
				x, tail := command(skipped(after, "every|all|each|any"))
				return keep(x, w, skipped(tail, "calls|call|commands|invocations|runs|invocation|command"))
			}
		}
	}
	// Commit with W.
	for _, order := range [...]string{"commit with|commit using|sign commits with|sign all commits with|sign every commit with|sign off commits with|sign off all commits with|sign off every commit with", "commits must use|commits must include|commits must have|all commits must use|every commit must use|all commits need|every commit needs|commits need"} {
		if rest, ok := startsWith(words, order); ok {
			if w, tail := option(rest); strings.HasPrefix(w, "-") && isHarmless(tail) {
				r.add(memory.PreferenceRule{Form: memory.FormAlways, Class: "commit", With: w}, false)
				return true
			}
		}
	}
	// Run X through W.
	if rest, ok := startsWith(words, "run|execute|invoke|call|use"); ok {
		x, tail := command(skipped(rest, "all|every|any"))
		tail = skipped(tail, "commands|command|calls|only|always")
		if after, ok := startsWith(tail, "through|via|with|using|inside|under"); ok && x != "" && len(after) > 0 {
			if after[0].code && runsOthers(lineCommand(after[0].text)) && isHarmless(after[1:]) {
				r.add(memory.PreferenceRule{Form: memory.FormAlways, When: x, With: lineCommand(after[0].text)}, false)
				return true
			}
		}
	}
	// Run X with W.
	if rest, ok := startsWith(words, "run|use|call|invoke|start|execute"); ok {
		x, tail := command(rest)
		if after, ok := startsWith(skipped(tail, "always|only"), "with"); ok && x != "" {
			w, tail := option(after)
			return w != "" && len(tail) == 0 && keep(x, w, tail)
		}
		return false
	}
	// Every X call must include W.
	if rest, ok := startsWith(words, "every|all|each|any"); ok || words[0].code {
		x, tail := command(rest)
		tail = skipped(tail, "call|calls|command|commands|invocation|invocations|run|runs")
		if after, ok := startsWith(tail, "must|should|needs to|need to|has to|have to"); ok && x != "" {
			if after, ok = startsWith(skipped(after, "always"), "include|use|have|pass|carry|take|contain|be run with|be called with|be prefixed with|be invoked with|get|set"); ok {
				w, tail := option(after)
				return keep(x, w, tail)
			}
		}
	}
	return false
}
