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

	found     []stated
	limited   bool     // something limits what the line states
	wanted    []string // the commands that the line says to use
	named     []string // those that the clause before says to use, and nothing else
	instead   []string // those that the clause before says not to use: "instead of npm, use .."
	event     event    // what the clause before says is to come after: "before committing"
	subject   []string // the files that the line speaks of
	branching bool     // the clause before says that work is done on a branch of its own
	insists   bool     // the clause says always
	adds      bool     // the clause before says that a dependency is added
	unnamed   bool     // the clause before says that files are left alone, and not which
	before0   int      // how many rules there were before the sentence
}

// stated is a rule that a clause states.
type stated struct {
	rule   memory.PreferenceRule
	direct bool // what is not wanted is a call without another around it
}

// sentence reads the clauses of a sentence.
func (r *lineReader) sentence(parts []part) {
	first := skippedOpening(parts[0].words)
	if _, ok := startsWith(first, "except|exception|exceptions|however|unless|the only exception|the exception|only exception|otherwise"); ok && len(r.found) > r.before0 {
		r.found, r.limited = r.found[:r.before0], true
	}
	r.before0 = len(r.found)
	r.event, r.instead, r.named, r.adds, r.branching = event{}, nil, nil, false, false
	for i := range parts {
		words := skippedOpening(parts[i].words)
		if len(words) == 0 {
			continue
		}
		if i+1 < len(parts) && parts[i+1].mark == dash && i == 0 && isLimitingLabel(parts[i].words) {
			r.limited = true
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
		r.branching = r.branching || anyOf(parts[max(i-1, 0)].words, "branch|branches")
		r.insists = anyOf(parts[i].words[:1], "always|must") || len(parts[i].words) > 1 && anyOf(parts[i].words[:2], "always|must")
		r.runs = anyOf(words, "run|running|execute|executing|invoke|invoking|launch|launching|call|calling")
		stops := r.clause(words, parts[i].mark, i == 0 && len(next) > 0 && next[0].mark == dash)
		if stops {
			r.limited = true
			return
		}
		if len(r.found) > n && len(next) > 0 && isLimiting(next[0]) && !(next[0].mark == dash && len(next) > 1 && next[1].words[0].is("ask|tell|stop|consult|report|contact|let|leave")) {
			r.found, r.limited = r.found[:n], true
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
	if s = skippedOpening(s); isNegated(s) || len(s) > 6 || len(s) == 0 || s[0].is("this|we|it|our") || !s[0].code && verbOf(s[0].low) != "" {
		return false
	}
	return slices.ContainsFunc(s, func(t token) bool { return t.is(labelsOfParts) })
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
	if r.before(words) || r.withAddition(words) {
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
	if rest, ok := startsWith(words, "instead of|rather than"); ok {
		r.instead, _, _ = r.commandsAt(rest, toRun, false)
		return false
	}
	if r.event.is() { // before committing, run ..
		r.orders(words)
		return false
	}
	if _, ok := startsWith(words, lineConditions+"|before|prior to"); ok {
		rest, always := startsWith(words, alwaysWhen)
		r.adds = r.addsDependency(words)
		return !(always && len(rest) == 0) && !r.adds
	}
	_, asks := startsWith(words, lineQuestions)
	return asks && !labels
}

// addsDependency reports whether a clause says when a package is added, which is when the
// tool for it is used: "when adding a dependency, use `uv add`".
func (r *lineReader) addsDependency(words []token) bool {
	rest, ok := startsWith(words, "when|whenever|if you|to|for")
	if !ok {
		return false
	}
	rest = skipped(rest, "you|need to|want to")
	if rest, ok = startsWith(rest, "add|adding|install|installing|adding or updating|adding or removing|manage|managing"); !ok {
		return false
	}
	rest = skipped(rest, "a|an|any|new|python|node|npm|js|javascript|project|the|third-party")
	rest, ok = startsWith(rest, "dependency|dependencies|package|packages|library|libraries|deps")
	return ok && len(rest) == 0
}

// add keeps a rule.
func (r *lineReader) add(rule memory.PreferenceRule, direct bool) {
	if rule.Form != "" && !slices.ContainsFunc(r.found, func(s stated) bool { return s.rule == rule }) {
		r.found = append(r.found, stated{rule, direct})
	}
}

// settled returns the rules of the line: what is not wanted, beside what is wanted in its place.
func (r *lineReader) settled() (list []memory.PreferenceRule) {
	add := func(rules ...memory.PreferenceRule) {
		for _, rule := range rules {
			if rule.Form != "" && !slices.Contains(list, rule) {
				list = append(list, rule)
			}
		}
	}
	for _, s := range r.found {
		avoid := s.rule.Avoided()
		if s.rule.Form != memory.FormNever || s.rule.Class != "" || s.rule.Branch != "" || len(avoid) == 0 {
			add(s.rule)
			continue
		}
		var rest []string
		others := make(map[string][]string) // by what is wanted in their place
		for _, a := range avoid {
			switch prefer := r.inPlaceOf(a, s.direct); {
			case prefer != "":
				others[prefer] = append(others[prefer], a)
			case s.direct && !strings.Contains(a, " ") && r.familyOf([]string{a}) == "":
				// what runs it otherwise is not said
			default:
				rest = append(rest, a)
			}
		}
		for _, prefer := range r.wanted {
			add(r.useRule([]string{prefer}, others[prefer])...)
			delete(others, prefer)
		}
		if len(rest) > 0 {
			s.rule.Avoid = strings.Join(rest, memory.Or)
			add(s.rule)
		}
	}
	return slices.DeleteFunc(list, func(bare memory.PreferenceRule) bool {
		return bare.Form == memory.FormUse && bare.Avoid == "" && slices.ContainsFunc(list, func(full memory.PreferenceRule) bool {
			return full.Form == memory.FormUse && full.Prefer == bare.Prefer && full.Avoid != ""
		})
	})
}

// inPlaceOf returns the command that the line wants in place of another.
func (r *lineReader) inPlaceOf(avoid string, direct bool) string {
	for _, w := range r.wanted {
		switch family := r.familyOf([]string{w}); {
		case w == avoid || strings.HasPrefix(avoid, w+" ") || strings.HasPrefix(w, avoid+" "):
		case strings.HasSuffix(w, " "+avoid), isOwnCopy(w, avoid):
			return w
		case family != "" && family == r.familyOf([]string{avoid}):
			return w
		case direct && len(r.wanted) == 1 && !slices.ContainsFunc(r.found, func(s stated) bool { return s.rule.Prefer == w }):
			return w
		}
	}
	return ""
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
