package preferences

import (
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/memory"
)

// Written returns the rules that a line of a file for agents states, clause by clause. It asks
// for more than Parse, because the line was not written for ctxhook, and most such lines speak
// of code: each command that it names is of a known program, and stands in backquotes unless it
// has an option or is a tool of a family; what limits a clause to some cases, and says nothing
// of the user's leave, makes it none.
func Written(known rule.Knowledge, line string, names Names) (list []memory.PreferenceRule) {
	if strings.HasSuffix(line, ":") { // it introduces what follows
		at := strings.LastIndex(line, ". ")
		if at < 0 {
			return nil
		}
		line = line[:at+1]
	}
	words := withoutMarkdown(line)
	if r := usedAlone(known, words, names); r.Form != "" {
		return []memory.PreferenceRule{r}
	}
	r := lineReader{parser: parser{known: known, isProgram: names.Program}, names: names, line: words}
	if Stating(known, line, names) > 0 {
		for _, s := range lineParts(words, names.Program) {
			r.sentence(s)
		}
	}
	for _, found := range r.found {
		if found.Form == memory.FormNever && isWrapped(line, found.Avoid) {
			continue
		}
		if found.Form == memory.FormPlace || len(Triggers(known, &found)) > 0 {
			list = append(list, found)
		}
	}
	return list
}

// usedAlone returns the rule of a line that names one tool to use, or one option, and nothing else:
// "Use pnpm", "must use uv for Python packages".
func usedAlone(known rule.Knowledge, line string, names Names) (none memory.PreferenceRule) {
	c := canonical{parser: parser{known: known, isProgram: names.Program}, names: names}
	w := withoutPackages(skippedOpening(tokens(strings.TrimRight(line, ".!"))))
	if len(w) > 3 && w[2].is("when|whenever|for") && strings.HasSuffix(c.classOf(skipped(w[3:], "you|we|must|have|to|need")), "push") {
		w = w[:2] // the one case in which the option says anything
	}
	if len(w) != 2 || !w[0].is("use") || w[1].text != w[1].low { // Grep is a tool of the agent's
		return none
	}
	return c.alone(w[1])
}

// isWrapped reports whether a line also shows a program behind another one that runs it: what
// it forbids is to call that one directly, "use `uv run python x.py`, never `python`".
func isWrapped(line, program string) bool {
	bare := strings.TrimRight(program, "0123456789.")
	if bare == "" || strings.Contains(program, " ") {
		return false
	}
	for k, span := range strings.Split(line, "`") {
		if words := strings.Fields(span); k%2 == 1 && len(words) > 1 && words[0] != program && slices.ContainsFunc(words[1:], func(w string) bool { return strings.TrimRight(w, "0123456789.") == bare }) {
			return true
		}
	}
	return false
}

// aboutPackages reports whether a line ends with what a tool is for, and that is packages.
func aboutPackages(line string) bool {
	s := tokens(strings.TrimRight(line, ".!"))
	return len(withoutPackages(s)) < len(s)
}
