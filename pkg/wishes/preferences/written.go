package preferences

import (
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/memory"
)

// Written returns the rule that a line of a file for agents states. It asks for
// more than Parse, because the line was not written for ctxhook, and most such
// lines speak of code: each command that it names is of a known program, and
// stands in backquotes unless it has an option or is a tool of a family.
func Written(known rule.Knowledge, words string, isProgram func(string) bool) memory.PreferenceRule {
	if strings.HasSuffix(words, ":") {
		return memory.PreferenceRule{} // it introduces what follows
	}
	words = withoutMarkdown(words)
	if !mayName(known, words, isProgram) {
		return memory.PreferenceRule{} // most lines: it takes long to see that they state no rule
	}
	r := Parse(known, words, isProgram)
	sure := func(command string) bool {
		if command == "" {
			return true
		}
		program, _, _ := strings.Cut(command, " ")
		if strings.Contains(words, "`"+command+"`") || strings.Contains(words, "`"+command+" <") {
			return (isProgram(program) || strings.HasPrefix(program, "./")) && !strings.ContainsAny(command, `'"`) && !strings.Contains(strings.TrimSuffix(command, " ./..."), "..") // `import x from 'y'` is code
		}
		if i := strings.LastIndexByte(command, ' '); strings.HasPrefix(command[i+1:], "-") && strings.Contains(words, "`"+command[i+1:]+"`") {
			return isProgram(program) // "`--no-verify` when committing"
		}
		if strings.Contains(command, " -") && strings.Contains(words, command) {
			return isProgram(program)
		}
		f, tool := family(known, command)
		return f != nil && tool == command && (r.Form != memory.FormUse || r.Avoid != "" || aboutPackages(words)) // "use Grep" may be a tool of the client
	}
	if slices.ContainsFunc(append(r.Avoided(), r.Prefer, r.When, wrapperOf(r.With), afterCommand(r.After)), func(command string) bool { return !sure(command) }) {
		return memory.PreferenceRule{}
	}
	return r
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
