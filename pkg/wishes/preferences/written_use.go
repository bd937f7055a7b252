package preferences

import (
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/memory"
)

// use reads a clause that says what to use: in place of something, or alone.
func (r *lineReader) use(words []token) bool {
	if len(words) == 0 || anyOf(words, "prefer|preferred|preferably|consider") {
		return false
	}
	if _, ok := startsWith(words, "instead of|rather than"); ok {
		return false
	}
	for i := 1; i+1 < len(words); i++ {
		n := 0
		switch {
		case words[i].is("instead|rather") && words[i+1].is("of|than"):
			n = 2
		case words[i].is("not|never") && !words[i-1].is("is|are|was|were|do|does"):
			n = 1
		default:
			continue
		}
		return r.contrast(words[:i], skipped(words[i+n:], "using|running|calling|invoking|plain|raw|directly using|the|bare"), words[i+n:])
	}
	list, tail, ok := r.wants(words)
	if !ok {
		return false
	}
	if len(list) == 1 && !strings.Contains(list[0], " ") && r.familyOf(list) != "" && words[0].is("use") && aboutPackages(r.line) {
		r.add(memory.PreferenceRule{Form: memory.FormUse, Prefer: list[0]})
		return true
	}
	if r.isOrder(words) && isHarmless(tail) && r.inPlace(list) {
		return true
	}
	if r.isOrder(words) || r.familyOf(list) != "" {
		if isHarmless(skipped(tail, "to execute|to run|for|to|python|tests|the tests|everything|scripts|packages|dependencies|package management|commands")) {
			r.named = list
		}
	}
	return false // it may say more
}

// inPlace makes the rule before it in the sentence, that something is never used, one that says
// what is used in its place: "do not use `pip install`; use `uv pip install`".
func (r *lineReader) inPlace(list []string) bool {
	last := len(r.found) - 1
	if last < r.begun || r.found[last].Form != memory.FormNever || r.found[last].Class != "" {
		return false
	}
	avoid := r.found[last].Avoided()
	if id := r.familyOf(list); id == "" || len(list) != 1 || id != r.familyOf(avoid) {
		return false
	}
	rules := r.useRule(list, avoid)
	if len(rules) == 0 {
		return false
	}
	r.found = append(r.found[:last], rules...)
	return true
}

// isOrder reports whether words begin as an order to use or run something does.
func (r *lineReader) isOrder(words []token) bool {
	return verbOf(words[0].low) == toRun || anyOf(words, "through|via") && anyOf(words, "run|runs|go|goes|executed|done|managed|built|only") || anyOf(words[:1], "search|format|lint|test|build|install|manage|add|default|this|we|stick|deploy|serve|check|type-check|migrate|all|generate|regenerate")
}

// wants reads the commands that a clause says to use or run.
func (r *lineReader) wants(words []token) (list []string, tail []token, ok bool) {
	for i := 0; i < len(words) && i < 10; i++ {
		if words[i].isLimit() && !words[i].code && !words[i].is("with|to|for") {
			return nil, nil, false
		}
		if n, _ := r.commandAt(words[i:], "use", false); n > 0 {
			if list, tail, ok = r.commandsAt(words[i:], "use", false); len(tail) > 1 && tail[0].is("via|through|with|using") && tail[1].code && !words[i].code {
				words, i = tail, 0 // run Python via `uv run`
				continue
			}
			return list, tail, ok
		}
		if words[i].also {
			if codes := codesOf(words[i]); len(codes) > 0 {
				if list, rest, ok := r.commandsAt(codes, "use", true); ok && len(rest) == 0 {
					return list, words[i+1:], true
				}
			}
			continue
		}
		if words[i].code {
			return r.ownWants(words, i)
		}
	}
	return nil, nil, false
}

// ownWants reads what the line says to use where it is no known program: the project's own
// copy of one.
func (r *lineReader) ownWants(words []token, i int) (list []string, tail []token, ok bool) {
	for i < len(words) && words[i].code && !words[i].also {
		text := lineCommand(words[i].text)
		if !isCommand(text) || strings.ContainsAny(text, `'"`) || isFilePath(text) && !strings.Contains(text, "bin/") && !strings.HasSuffix(text, ".sh") && !strings.HasSuffix(text, ".bat") && !strings.HasSuffix(text, ".cmd") {
			return nil, nil, false
		}
		list = append(list, text)
		if i++; i+1 < len(words) && words[i].is("and|or|,|/") && words[i+1].code {
			i++
		}
	}
	return list, words[i:], len(list) > 0
}

// contrast reads what is used in place of what.
func (r *lineReader) contrast(left, right, raw []token) bool {
	if anyOf(raw[:min(1, len(raw))], "committing|pushing|force-pushing") {
		r.neverDo(raw)
		return true
	}
	if slices.ContainsFunc(left, func(t token) bool { return t.is("in|on|inside|within|if|when|unless|during|while") }) {
		return false
	}
	prefer, between, ok := r.wants(left)
	if !ok && anyOf(left[:1], "use|run|call") && anyOf(left[len(left)-1:], "script|scripts|wrapper|wrappers|makefile|binstubs|targets|recipes") {
		if avoid, tail, ok := r.commandsAt(right, "use", true); ok && isHarmless(tail) {
			r.add(memory.PreferenceRule{Form: memory.FormNever, Avoid: strings.Join(avoid, memory.Or)})
			return true
		}
	}
	if !ok || !isHarmless(skipped(between, "to execute|to run|for|to|python|tests|the tests|everything|scripts|packages|dependencies|package management|commands")) {
		return false
	}
	avoid, tail, ok := r.commandsAt(right, "use", false)
	if !ok || !isHarmless(tail) || !r.goesWith(prefer, avoid) {
		return false
	}
	if n, _ := r.commandAt(left, "use", false); n == 0 && !left[0].code && !r.isOrder(left) || n > 0 && r.familyOf(prefer) != r.familyOf(avoid) && !isOwnCopy(prefer[0], avoid[0]) {
		return false
	}
	for _, rule := range r.useRule(prefer, avoid) {
		r.add(rule)
	}
	return true
}
