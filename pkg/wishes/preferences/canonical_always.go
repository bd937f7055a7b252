package preferences

import (
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/memory"
)

// assigned reads a command behind variables: "OSD=sdl make".
func (c *canonical) assigned(w []token) (none memory.PreferenceRule) {
	n := 0
	for n < len(w) && isAssignment(w[n].text) {
		n++
	}
	when := c.verbatim(w[n:])
	if n == 0 || when == "" {
		return none
	}
	return memory.PreferenceRule{Form: memory.FormAlways, When: when, With: join(w[:n])}
}

// always reads what a command always takes: an option, a variable, or what runs it.
func (c *canonical) always(w []token) (none memory.PreferenceRule) {
	if len(w) > 0 && w[0].is("always") {
		w = w[1:]
	}
	if len(w) == 3 || len(w) == 2 {
		if wrapper := c.verbatim(w[1:]); w[0].is("use|run") && isRunner(wrapper) && classNamed(c.known, wrapper) != nil { // always use uv run
			return memory.PreferenceRule{Form: memory.FormAlways, With: wrapper}
		}
	}
	if i := slices.IndexFunc(w, func(t token) bool { return t.is("must|should") }); i > 1 && w[0].is("all|every|any") { // all docker commands must carry --context staging
		return c.with(withoutKind(w[:i]), skipped(w[i+1:], "be|run|carry|use|have|take|with|through|via|always"))
	}
	if len(w) < 4 || !w[0].is("run|use|call|start") {
		return none
	}
	if w[0].is("use") && (w[1].text[0] == '-' || isAssignment(w[1].text)) && w[2].is("for|with|when") { // use CGO_ENABLED=0 for go build
		return c.with(skipped(w[3:], "you|run|running|call|calling"), w[1:2])
	}
	w = clauseAsTyped(w[1:])
	if command, on := cutAt(w, "on"); on != nil && w[len(command)-1].is("only") {
		if anyOf(on, "branch|branches") || len(on) == 1 && isBranch(on[0]) {
			return none // on others it is not to be run, and this form cannot say so
		}
		return c.whole(command[:len(command)-1]) // ruff only on the files you changed
	}
	command, with := cutAt(w, "with|through|via|under|using")
	return c.with(withoutKind(command), withoutAsides(with))
}

// with is a command that always takes what is named.
func (c *canonical) with(command, with []token) (none memory.PreferenceRule) {
	if n := len(command); n > 1 && command[n-1].is("tasks|commands|scripts|targets") {
		command = slices.Clone(command[:n-1])
		if last := &command[n-2]; strings.HasSuffix(last.text, ":") { // rails db: tasks
			last.text, last.low = last.text+"*", last.low+"*"
		}
	}
	when, addition := c.verbatim(command), c.additionOf(with)
	if when == "" || addition == "" {
		return none
	}
	return memory.PreferenceRule{Form: memory.FormAlways, When: when, With: addition}
}

// additionOf returns the options, with their values, or variables that words are, or the
// command in front of another; "" for all else.
func (c *canonical) additionOf(words []token) string {
	words = slices.DeleteFunc(slices.Clone(words), func(t token) bool { return t.is("and|,") })
	switch {
	case len(words) == 0:
		return ""
	case words[0].text[0] == '+' && len(words) == 1 && isName(words[0].low[1:]): // +nightly
		return words[0].text
	case words[0].text[0] == '-':
		for _, t := range words {
			if t.is(sentenceWords) {
				return ""
			}
		}
		return join(words)
	case isAssignment(words[0].text):
		words = slices.Clone(words)
		for i := range words {
			if !isAssignment(words[i].text) {
				return ""
			}
			if strings.HasSuffix(words[i].text, "=") { // JAVA_HOME=...
				words[i].text += memory.AnyValue
			}
		}
		return join(words)
	}
	if before := c.verbatim(words); isRunner(before) || !c.strict && c.isProgram(programOf(before)) || strings.Contains(programOf(before), "/") {
		return before
	}
	return ""
}

// isRunner reports whether a command has a word of those that run another one.
func isRunner(command string) bool {
	return slices.ContainsFunc(strings.Fields(command), func(w string) bool { return w == "run" || w == "exec" || w == "x" })
}

// after reads what comes before a command, or before the agent is done: "run the tests before you
// push", "before every PR run make lint", "never commit unless the tests pass".
func (c *canonical) after(w []token) (none memory.PreferenceRule) {
	var first, then []token
	switch {
	case len(w) > 3 && w[0].is("run|do"):
		first, then = cutAt(w[1:], "before")
	case len(w) > 3 && w[0].is("before"):
		at := slices.IndexFunc(w, func(t token) bool { return t.is("run|do|,") })
		if at < 2 {
			return none
		}
		then, first = w[1:at], skipped(w[at:], ",|please|always|you|must|should|run|do")
	case len(w) > 3 && w[0].is(nots): // never commit unless the tests pass
		then, first = cutAt(w[1:], "unless|until|before")
		if n := len(first); n > 1 && first[n-1].is("pass|passed|passes|succeed|succeeds|ran|green") {
			first = first[:n-1]
			for n = len(first); n > 1 && first[n-1].is("have|has|are|is|all"); n = len(first) {
				first = first[:n-1]
			}
		} else {
			return none
		}
	default:
		return none
	}
	for len(then) > 1 && (then[0].is("you|we|i|any|every|each|a|the|do|run") || then[0].is("make") && then[1].is("a|an|any|the|your")) {
		then = then[1:]
	}
	if len(first) == 0 || len(then) == 0 {
		return none
	}
	steps := alternatives(first)
	r := memory.PreferenceRule{Form: memory.FormAfter, After: c.verbatim(steps[len(steps)-1])} // the last of several
	if kind := checkOf(first); kind != "" {
		r.After = kind
	}
	if r.Class = c.momentOf(then); r.Class == "" {
		r.When = c.verbatim(then)
	}
	if r.After == "" || r.Class == "" && r.When == "" {
		return none
	}
	return r
}

// momentOf returns the class of what comes after something: of commands, a pull request, or that
// the agent is done.
func (c *canonical) momentOf(then []token) string {
	switch last := len(then) - 1; {
	case isDone(then):
		return memory.Done
	case (then[last].is("pr|prs") || last > 0 && then[last-1].is("pull|merge") && then[last].is("request|requests")) && (last == 0 || then[0].is("pull|merge|open|opening|create|creating|submit|submitting|raise|raising|make|making|file|filing|send|sending")):
		return "pull-request"
	}
	return c.classOf(then)
}

// isDone reports whether words speak of the end of an agent's work: "you say you are done",
// "finishing a task".
func isDone(s []token) bool {
	says := skipped(s, "you|we|i|are|you're|say|saying|tell|telling|me|that|it|it's|is|call|calling|declare|declaring|claim|claiming|mark|marking|a|an|any|the|this|your|task|tasks|work|job|as|everything|turn|with|back|report|reporting|to")
	return len(says) > 0 && says[0].is("done|finished|finish|finishing|complete|completed|completing|stop|stopping|end|ending|wrapping|wrap|victory") &&
		len(skipped(says[1:], "up|a|an|any|the|your|task|tasks|work|job|turn|it")) == 0
}
