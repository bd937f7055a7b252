package preferences

import (
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/memory"
)

// lineReader reads a line of a file for agents clause by clause.
type lineReader struct {
	parser
	names Names
	line  string

	found   []memory.PreferenceRule
	named   []string // the commands that the clause before says to use, and nothing else
	event   event    // what the clause before says is to come after: "before committing"
	subject []string // the files that the line speaks of
	begun   int      // how many rules were found before the sentence
	unnamed bool     // the clause before says that files are left alone, and not which
}

// sentence reads the clauses of a sentence.
func (r *lineReader) sentence(parts []part) {
	first := skippedOpening(parts[0].words)
	if _, ok := startsWith(first, "except|exception|exceptions|however|unless|the only exception|the exception|only exception|otherwise"); ok {
		r.found = nil
	}
	r.event, r.named, r.begun = event{}, nil, len(r.found)
	for i := range parts {
		words := skippedOpening(parts[i].words)
		if len(words) == 0 {
			continue
		}
		if i+1 < len(parts) && parts[i+1].mark == dash && i == 0 && isLimitingLabel(parts[i].words) {
			return
		}
		n := len(r.found)
		next := []part(nil)
		if i+1 < len(parts) {
			next = parts[i+1:]
		}
		if i > 0 && !words[0].is("not|never") {
			r.named = nil
		}
		r.runs = anyOf(words, "run|running|execute|executing|invoke|invoking|launch|launching|call|calling")
		stops := r.clause(words, parts[i].mark, i == 0 && len(next) > 0 && next[0].mark == dash)
		if stops {
			return
		}
		if len(r.found) > n && len(next) > 0 && isLimiting(next[0]) && !(next[0].mark == dash && len(next) > 1 && next[1].words[0].is("ask|tell|stop|consult|report|contact|let|leave")) {
			r.found = r.found[:n]
		}
	}
}

// skippedOpening returns words without those before an order that add nothing to it.
func skippedOpening(s []token) []token {
	for {
		rest := skipped(s, lineOpenings)
		if after, ok := startsWith(rest, "it is forbidden to|it's forbidden to|it is not allowed to|you are not allowed to|you're not allowed to|you are forbidden to|you are not permitted to|it is prohibited to|do not ever"); ok && len(after) > 0 {
			return append([]token{{text: "never", low: "never"}}, after...)
		}
		if after, ok := startsWith(rest, whoActs); ok && len(after) > 0 && (after[0].is("never|mustn't|must|should|always|only") || !after[0].code && verbOf(after[0].low) != "" && anyOf(rest[:1], "you|we")) {
			rest = skipped(after, "must|should|always")
		}
		if len(rest) > 0 && (rest[0].text == "“" || strings.Trim(rest[0].text, "⚠🚫🔴❗‼✅🛑📌🔒❌✗✘⛔*_>#\ufe0f") == "") && !rest[0].code {
			rest = rest[1:]
		}
		if len(rest) == len(s) {
			return s
		}
		s = rest
	}
}

// isLimitingLabel reports whether words before a colon or a dash say that what follows is for
// some place, time or case.
func isLimitingLabel(s []token) bool {
	if s = skippedOpening(s); speaksOfFilesIn(s) {
		return true
	}
	if isNegated(s) || len(s) > 6 || len(s) == 0 || s[0].is("this|we|it|our") || !s[0].code && verbOf(s[0].low) != "" {
		return false
	}
	return slices.ContainsFunc(s, func(t token) bool { return t.is(labelsOfParts) })
}

// speaksOfFilesIn reports whether words say how some files of a directory are handled: "large
// files in `data/` go through DVC".
func speaksOfFilesIn(s []token) bool {
	for i := 2; i+2 < len(s); i++ {
		if s[i-1].is("in|under|below|inside|within") && s[i-2].is("files|assets|images|models|datasets|fixtures|schemas|changes") && (isPathWord(s[i]) || s[i].code && isFilePath(s[i].text)) && s[i+1].is("go|goes|live|belong|get") {
			return true
		}
	}
	return false
}

func isNegated(s []token) bool { return len(s) > 0 && s[0].is("never|mustn't|avoid|no|not|refrain") }

// isLimiting reports whether a clause takes back a part of what the one before it says.
func isLimiting(p part) bool {
	words := p.words
	if p.mark == "but" {
		return !isNegated(skippedOpening(words)) && !anyOf(words[:1], "use|run|always|instead|prefer|do")
	}
	if rest, ok := startsWith(words, limitsLine); ok {
		return !(anyOf(words[:1], "unless|until|only|except|if|when") && isLeave(rest))
	}
	return false
}

// isLeave reports whether words say only that the user allows something.
func isLeave(s []token) bool {
	words, _ := withoutAsidesOfLine(s)
	return len(words) > 0 && !slices.ContainsFunc(words, func(t token) bool { return !t.is(asksWords) }) &&
		anyOf(words, "permission|permissions|approval|authorization|authorisation|consent|confirmation|confirming|instruction|instructions|instructed|request|requested|requests|requesting|ask|asks|asked|asking|told|tell|tells|say|says|said|ok|okay|go-ahead|sign-off|signoff|confirm|confirms|confirmed|approve|approves|approved|authorized|authorised|directed|wants|want|review|reviewing")
}

// isHarmless reports whether words behind an order limit it to nothing.
func isHarmless(s []token) bool {
	words, _ := withoutAsidesOfLine(s)
	for len(words) > 0 {
		if words[0].is(",|“|”|.") {
			words = words[1:]
			continue
		}
		if rest, ok := startsWith(words, "without|unless|until|except|only|only if|only when|except when|except if|if|before"); ok && isLeave(rest) {
			return true
		}
		rest, ok := startsWith(words, harmless)
		if !ok {
			return false
		}
		words = rest
	}
	return true
}

// clause reads one clause. It reports whether what follows in the sentence holds in some
// cases only. A label only names what follows.
func (r *lineReader) clause(words []token, mark string, labels bool) (stops bool) {
	if r.before(words) {
		return false
	}
	if isNegated(words) {
		if words[0].is("not") {
			r.notOther(words[1:], mark)
			return false
		}
		r.never(words)
		return false
	}
	if r.place(words) || r.bans(words) || r.use(words) {
		return false
	}
	if r.event.is() { // before committing, run ..
		r.ordered(r.event, words)
		return false
	}
	if _, ok := startsWith(words, lineConditions+"|before|prior to"); ok {
		rest, always := startsWith(words, alwaysWhen)
		return !(always && len(rest) == 0)
	}
	_, asks := startsWith(words, lineQuestions)
	return asks && !labels
}

// add keeps a rule.
func (r *lineReader) add(rule memory.PreferenceRule) {
	if rule.Form != "" && !slices.Contains(r.found, rule) {
		r.found = append(r.found, rule)
	}
}

// isOwnCopy reports whether a command is the project's own copy of another, or its script:
// bin/rails, mix.bat.
func isOwnCopy(own, command string) bool {
	program, rest, _ := strings.Cut(own, " ")
	other, otherRest, _ := strings.Cut(command, " ")
	base := program[strings.LastIndexByte(program, '/')+1:]
	stem, _, _ := strings.Cut(base, ".")
	return program != other && (stem == other || base == other+"w") && (rest == otherRest || rest == "" || otherRest == "")
}
