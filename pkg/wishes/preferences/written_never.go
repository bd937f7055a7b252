package preferences

import (
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/memory"
)

// never reads a clause that says what is not to be done.
func (r *lineReader) never(words []token) {
	no := words[0].is("no")
	rest := words[1:]
	if words[0].is("refrain") {
		rest = skipped(rest, "from")
	}
	if rest = skipped(rest, lineAdverbs); len(rest) == 0 {
		return
	}
	switch {
	case no:
		r.none(rest)
	case rest[0].is("be"): // and should not be edited
		r.notTo(r.subject, rest)
	case r.neverChange(rest):
	case r.neverRun(rest):
	default:
		r.neverDo(rest)
	}
}

// none reads "no edits to `vendor/`", "no direct pushes to `main`".
func (r *lineReader) none(rest []token) {
	rest = skipped(rest, "direct|manual|hand|any|unapproved")
	if after, ok := startsWith(rest, "edits|changes|modifications|writes"); ok {
		if list, tail, ok := r.pathsAt(skipped(after, "to|in|under|inside|there")); ok && isHarmless(tail) {
			r.leave(list, "")
		} else if len(r.subject) > 0 && len(after) == 0 || isHarmless(skipped(after, "there|here|to it|to them|in there|in it")) {
			r.leave(r.subject, "")
		}
		return
	}
	r.neverDo(rest)
}

// neverRun reads which commands are not to be run.
func (r *lineReader) neverRun(rest []token) bool {
	if anyOf(rest, "bare|plain") && strings.Contains(r.line, "`-") {
		return true // never run bare `x`, always with `--y`: it lacks an option
	}
	verb := ""
	at := 0
	for at < len(rest) && !rest[at].code && verbOf(rest[at].low) == toRun {
		if rest[at].is("use|using|call|calling|try|trying|attempt|attempting|start|starting") {
			verb = "use"
		} else {
			verb = toRun
		}
		at++
		for at+1 < len(rest) && rest[at].is("or|and|,|/|to") && verbOf(rest[at+1].low) != "" {
			at++
		}
	}
	objects := rest[at:]
	if n, _ := r.commandAt(rest, "use", false); at == 0 && n == 0 {
		return false
	}
	if at == 0 { // never `git push --force`
		verb = "use"
	}
	if len(objects) == 0 {
		return true
	}
	if list, tail, ok := r.commandsAt(objects, verb, false); ok && (at > 0 || strings.Contains(list[0], " ") || r.familyOf(list) != "") {
		if isHarmless(tail) {
			r.forbid(list, tail, objects)
			return true
		}
		if where, ok := startsWith(tail, "against|on|in|to|with"); ok {
			for n := 1; n <= len(where); n++ {
				if targets, ok := targetsIn(where[:n]); ok && isHarmless(where[n:]) {
					for _, c := range list {
						r.add(memory.PreferenceRule{Form: memory.FormPlace, Place: memory.PlaceRule{Target: strings.Join(targets, memory.Or), By: c}})
					}
					return true
				}
			}
		}
		return true
	}
	words, aside := withoutAsidesOfLine(objects)
	return r.neverAside(words, aside, verb)
}

// neverAside reads what is not wanted where its command stands in parentheses: "the full test
// suite (`cargo test --workspace`)".
func (r *lineReader) neverAside(words, aside []token, verb string) bool {
	if len(aside) == 0 || len(words) == 0 || anyOf(tokens(r.line), "through|via") { // what may run it is not forbidden
		return false
	}
	list, tail, ok := r.commandsAt(aside, verb, true)
	if !ok || len(tail) > 0 {
		return false
	}
	for n := len(words); n > 0 && n >= len(words)-12; n-- {
		if !isHarmless(words[n:]) {
			continue
		}
		what := words[:n]
		if n > 6 || slices.ContainsFunc(what, func(t token) bool { return t.code || t.isLimit() && !t.is("to|for|or|and") }) {
			continue
		}
		r.forbid(list, words[n:], nil)
		return true
	}
	return false
}

// forbid keeps that commands are not to be run.
func (r *lineReader) forbid(list []string, tail, objects []token) {
	if anyOf(tail, "directly") || anyOf(objects, "directly|bare|raw|plain") { // what may run it is not said
		list = slices.DeleteFunc(slices.Clone(list), func(c string) bool { return !strings.Contains(c, " ") })
	}
	if len(list) > 0 {
		r.add(memory.PreferenceRule{Form: memory.FormNever, Avoid: strings.Join(list, memory.Or)})
	}
}

// bans reads "direct commits to `main` are forbidden", "`rm -rf` is never allowed".
func (r *lineReader) bans(words []token) bool {
	if list, rest, ok := r.commandsAt(words, "use", true); ok && words[0].code && len(rest) > 1 && rest[0].is("mustn't|never") {
		if tail, ok := startsWith(rest[1:], "be used|be run|be called|be executed|be invoked"); ok && isHarmless(tail) {
			r.forbid(list, nil, nil)
			return true
		}
	}
	for i := 1; i < len(words); i++ {
		if !words[i].is("is|are|stays|and") {
			continue
		}
		rest := skipped(words[i:], "is|are|stays|and|strictly|absolutely|explicitly|always")
		tail, ok := startsWith(rest, "forbidden|prohibited|banned|never allowed|not allowed|never permitted|not permitted|never acceptable|off-limits|off limits|not used here|not used|never ok|never okay|never used")
		if !ok || !isHarmless(tail) {
			continue
		}
		left := words[:i]
		if at := slices.IndexFunc(left, func(t token) bool { return t.is("is|are") }); at > 0 {
			left = left[:at]
		}
		if list, between, ok := r.commandsAt(left, "use", true); ok && (left[0].code || anyOf(left[:1], "running|using|calling")) {
			if isHarmless(between) || words[i].is("and") && !slices.ContainsFunc(between, token.isLimit) {
				r.forbid(list, nil, nil)
			}
			return true
		}
		r.neverDo(skipped(left, "direct|any|all"))
		return true
	}
	return false
}

// notOther reads ", not `npm`" behind what is wanted.
func (r *lineReader) notOther(rest []token, mark string) {
	list, tail, ok := r.commandsAt(skipped(rest, "with|via|through|by|using|directly|bare|plain"), "use", false)
	if !ok || !isHarmless(tail) || len(r.named) == 0 || !r.goesWith(r.named, list) {
		return
	}
	prefer := r.named
	if len(prefer) != len(list) {
		prefer = prefer[len(prefer)-1:]
	}
	for _, rule := range r.useRule(prefer, list) {
		r.add(rule)
	}
}

// neverDo reads what is not to be done by its verb: commit, push, or anything with a command.
func (r *lineReader) neverDo(rest []token) {
	words, aside := withoutAsidesOfLine(expanded(rest))
	if len(words) == 0 {
		return
	}
	if words[0].code && strings.HasPrefix(words[0].text, "--") || len(words) > 1 && words[0].is("use|pass|add|using|passing|adding|skip|bypass") { // `--no-verify`
		words = slices.Clone(words)
		for i := range words {
			if words[i].code && strings.HasPrefix(words[i].text, "-") && !strings.Contains(words[i].text, " ") {
				words[i].code = false
			}
		}
	}
	for n := 1; n <= len(words); n++ {
		if isHarmless(words[n:]) && r.neverClass(words[:n]) {
			return
		}
	}
	r.neverAside(words, aside, "use")
}

// neverClass reads a class of commands, a branch, or an option.
func (r *lineReader) neverClass(words []token) bool {
	if strings.HasSuffix(words[0].low, "ed") {
		return false // "the file is never committed" tells
	}
	for i := 1; i+1 < len(words) && i < 3; i++ { // "commit or push to main"
		if words[i].is("or|and|/|nor") && r.classOf(words[:i]) != "" && words[i+1].low != "" {
			tail := words[i+2:]
			if r.classOf(words[i+1:]) != "" {
				tail = nil
			}
			a := r.neverClass(slices.Concat(words[:i], tail))
			b := r.neverClass(words[i+1:])
			return a || b
		}
	}
	never := token{text: "never", low: "never"}
	for _, s := range [...][]token{words, withoutKind(words)} {
		var found memory.PreferenceRule
		if list := r.deduce(append([]token{never}, s...), spoken{}); len(list) == 1 {
			found = list[0]
		}
		switch {
		case found.Form == memory.FormNever && found.Class != "" && found.Avoid == "" && !isBare(found.Class, s):
		case found.Form == memory.FormNever && found.Branch != "":
		case found.Form == memory.FormNever && r.namesOption(found.Avoid):
		default:
			continue
		}
		if found.Class == "force-push" && (strings.Contains(r.line, "--force-with-lease") || strings.Contains(r.line, "`git push --force`")) {
			found = memory.PreferenceRule{Form: memory.FormNever, Avoid: "git push --force"}
		}
		r.add(found)
		return true
	}
	return false
}

// namesOption reports whether the line names the option of a command: "never `--no-verify` when
// committing".
func (r *lineReader) namesOption(command string) bool {
	at := strings.LastIndex(command, " -")
	return at > 0 && r.isProgram(programOf(command)) && strings.Contains(r.line, "`"+command[at+1:]+"`")
}

// isBare reports whether words that name a class may be words of anything: "never merge", in a
// file about code, or "do not merge it", which is a pull request.
func isBare(class string, words []token) bool {
	switch class {
	case "merge", "tag", "pull", "install", "watch", "test", "lint", "format", "types", "build", "deploy", "reset-hard", "add-dependencies", "run-migrations", "server":
		return len(words) == 1 || words[1].is("it|them|this|that|these|your")
	}
	return false
}

// expanded returns words in which main/master stands as two.
func expanded(s []token) (list []token) {
	for _, t := range s {
		a, b, ok := strings.Cut(t.text, "/")
		branch := func(name string) bool { return isBranch(token{text: name, low: strings.ToLower(name)}) }
		if ok && branch(a) && branch(b) {
			list = append(list, token{text: a, low: strings.ToLower(a), code: t.code}, token{text: "or", low: "or"}, token{text: b, low: strings.ToLower(b), code: t.code})
			continue
		}
		list = append(list, t)
	}
	return list
}
