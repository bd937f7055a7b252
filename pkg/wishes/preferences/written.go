package preferences

import (
	"slices"
	"strings"
	"sync"

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
	r := lineReader{parser: parser{known: known, isProgram: names.Program}, names: names, line: words}
	if mayState(words) {
		for _, s := range lineParts(words, names.Program) {
			r.sentence(s)
		}
	}
	r.eastern(words)
	for _, found := range r.settled() {
		if found.Form == memory.FormNever && isWrapped(line, found.Avoid) {
			continue
		}
		if found.Form == memory.FormPlace || len(Triggers(known, &found)) > 0 {
			list = append(list, found)
		}
	}
	if len(list) == 0 && !r.limited {
		if whole := wholeLine(known, words, names.Program); whole.Form != "" {
			list = append(list, whole)
		}
	}
	return list
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

// mayState reports whether a line has a word without which it states no rule.
func mayState(line string) bool {
	for word := range strings.FieldsFuncSeq(strings.ToLower(strings.ReplaceAll(line, "’", "'")), func(r rune) bool { return !(r >= 'a' && r <= 'z' || r == '\'' || r == '-' || r >= 0x80) }) {
		if statingWords()[word] {
			return true
		}
	}
	return false
}

var statingWords = sync.OnceValue(func() map[string]bool {
	return setOf("never don't dont not no avoid without instead rather only always before must mustn't run use cannot can't shouldn't frozen off-limits read-only readonly untouched alone refrain pass every exclusively prior off limits forbidden prohibited banned allowed permitted hands treat until unless", " ")
})

// wholeLine returns the rule that a line states whole, as a prompt would, where each command
// that it names is surely one.
func wholeLine(known rule.Knowledge, words string, isProgram func(string) bool) memory.PreferenceRule {
	none := memory.PreferenceRule{}
	if !mayName(known, words, isProgram) {
		return none // it takes long to see that they state no rule
	}
	r := Parse(known, words, isProgram)
	if r.Form == memory.FormUse && (r.Avoid == "" && r.Class != "" || strings.Contains(strings.ToLower(words), "prefer")) {
		return none // how to run the tests, and what is better than another
	}
	if slices.ContainsFunc(r.Avoided(), isCodeWord) || r.Form == memory.FormNever && tellsOf(tokens(words)) {
		return none
	}
	insists := anyOf(tokens(words), "always|only|exclusively|must|never|don't|not|every|all|each|prefix|pass")
	switch {
	case r.Form == memory.FormUse && r.Avoid == "" && !insists && !aboutPackages(words) && (strings.Contains(r.Prefer, " ") || !isPackageTool(known, r.Prefer) && !anyOf(tokens(words), "search|searching|searches")):
		return none // "run `npm ci`" tells how
	case r.Form == memory.FormAlways && !isAssignment(r.With) && !insists:
		return none
	}
	p := parser{known: known, isProgram: isProgram}
	if slices.ContainsFunc(append(r.Avoided(), r.Prefer, r.When, wrapperOf(r.With), afterCommand(r.After)), func(command string) bool { return !p.isSure(&r, words, command) }) {
		return none
	}
	return r
}

// isPackageTool reports whether a project uses one tool of a family for its packages.
func isPackageTool(known rule.Knowledge, tool string) bool {
	f, _ := family(known, tool)
	return f != nil && len(f.Project.Packages) > 0
}

// tellsOf reports whether words tell of what is never done to something: "the file is never
// committed".
func tellsOf(s []token) bool {
	for i := 1; i < len(s); i++ {
		if strings.HasSuffix(s[i].low, "ed") && !s[i].code && s[i-1].is("never|not|be") {
			return true
		}
	}
	return false
}

// isSure reports whether a command of a rule is surely one in the words that state the rule.
func (p *parser) isSure(r *memory.PreferenceRule, words, command string) bool {
	if command == "" {
		return true
	}
	program, _, _ := strings.Cut(command, " ")
	if strings.Contains(words, "`"+command+"`") || strings.Contains(words, "`"+command+" <") {
		return (p.isProgram(program) || strings.HasPrefix(program, "./")) && !strings.ContainsAny(command, `'"`) && !strings.Contains(strings.TrimSuffix(command, " ./..."), "..") // `import x from 'y'` is code
	}
	if i := strings.LastIndexByte(command, ' '); strings.HasPrefix(command[i+1:], "-") && strings.Contains(words, "`"+command[i+1:]+"`") {
		return p.isProgram(program) // "`--no-verify` when committing"
	}
	if strings.Contains(command, " -") && strings.Contains(words, command) {
		return p.isProgram(program)
	}
	f, tool := family(p.known, command)
	return f != nil && tool == command && (r.Form != memory.FormUse || r.Avoid != "" || aboutPackages(words)) // "use Grep" may be a tool of the client
}

// aboutPackages reports whether a line ends with what a tool is for, and that is packages.
func aboutPackages(line string) bool {
	s := tokens(strings.TrimRight(line, ".!"))
	return len(withoutPackages(s)) < len(s)
}

// mayName reports whether words name a command or a class of commands.
func mayName(known rule.Knowledge, words string, isProgram func(string) bool) bool {
	for i, part := range strings.Split(words, "`") {
		if i%2 == 1 {
			first, _, _ := strings.Cut(strings.TrimSpace(part), " ")
			if isAssignment(first) || isProgram(first) {
				return true
			}
			continue
		}
		list := strings.Fields(part)
		for k, word := range list {
			if isProgram(word) && slices.ContainsFunc(list[k+1:], func(w string) bool { return len(w) > 1 && w[0] == '-' && w[1] != ' ' }) {
				return true // git add -A
			}
			word = strings.Trim(strings.ToLower(word), ".,:;!?()\"'")
			for _, class := range [...]string{"commit", "push", "server", "global"} {
				if strings.HasPrefix(word, class) {
					return true
				}
			}
			if _, _, ok := known.Find(rule.KindTools, word); ok {
				return true
			}
		}
	}
	return false
}

// wrapperOf returns what a command always takes if that is a command.
func wrapperOf(with string) string {
	if isAssignment(with) || strings.HasPrefix(with, "-") {
		return ""
	}
	return with
}

// afterCommand returns what has to come first if that is a command, and no kind
// of check.
func afterCommand(after string) string {
	if isKind(after) {
		return ""
	}
	return after
}
