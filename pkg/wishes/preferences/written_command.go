package preferences

import (
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/memory"
)

// commandsAt reads the commands with which words begin, behind words that say what they are:
// "the `a`, `b` or `c` commands". With code, each stands in backquotes.
func (r *lineReader) commandsAt(s []token, verb string, code bool) (list []string, rest []token, ok bool) {
	for i := 0; i < len(s) && i < 7; i++ {
		if !s[i].code && i > 0 && s[i-1].is("like|as") && s[max(0, i-2)].is("commands|tools|command|tool|such|anything|scripts|flags|options|flag") {
			s, i = s[i:], 0
		}
		if s[i].also {
			break
		}
		if s[i].is("system|global|host") && !(i+1 < len(s) && s[i+1].code) {
			return nil, s, false // what is meant by "system python" is not said
		}
		if n, _ := r.commandAt(s[i:], verb, code); n > 0 {
			s = s[i:]
			break
		}
		if s[i].code || s[i].isLimit() && !(s[i].is("like") || i > 1 && s[i-1].is("tools|commands")) && !s[i].is("from") || s[i].is("by|of|as") && !(i > 0 && s[i-1].is("such")) {
			return nil, s, false
		}
	}
	for len(s) > 0 {
		n, names := r.commandAt(s, verb, code)
		if n == 0 {
			break
		}
		list, s = append(list, names...), s[n:]
		for len(s) > 0 && s[0].also {
			s = s[1:]
		}
		next := skipped(s, ",|or|and|nor|/|&|or even|the|any|or the|not|never")
		if len(next) == len(s) || len(next) == 0 {
			break
		}
		if n, _ := r.commandAt(next, verb, code); n == 0 {
			break
		}
		s = next
	}
	return list, s, len(list) > 0
}

// commandAt reads the command with which words begin.
func (r *lineReader) commandAt(s []token, verb string, code bool) (n int, list []string) {
	if s[0].code {
		text := lineCommand(s[0].text)
		if r.mayBeCommand(text, verb) {
			return 1, ofEither(text)
		}
		return 0, nil
	}
	if code {
		return 0, nil
	}
	n, what, ok := r.name(s)
	if !ok || !what.isCommand() {
		return 0, nil
	}
	for _, c := range what.commands {
		if (token{low: programOf(c)}).is("just|make|task|go|node|air|rush|nx") {
			return 0, nil // words of sentences, too
		}
		f, tool := family(r.known, c)
		if !(f != nil && tool == c && !isEnglish(c)) && !((f != nil || strings.Contains(c, " -")) && strings.Contains(c, " ") && !isEnglish(programOf(c)) && s[0].text == s[0].low && !anyOf(s[1:n], sentenceWords)) && c != "sudo" {
			return 0, nil
		}
	}
	return n, what.commands
}

// ofEither returns the commands that one with several last words stands for: terraform state rm/mv.
func ofEither(command string) []string {
	at := strings.LastIndexByte(command, ' ')
	a, b, ok := strings.Cut(command[at+1:], "/")
	if fields := strings.Fields(command); !ok || len(fields) < 3 || !isName(a) || !isName(b) || !isName(fields[1]) {
		return []string{command}
	}
	return []string{command[:at+1] + a, command[:at+1] + b}
}

// lineCommand returns a command in backquotes without what stands for others: `npm run <script>`.
func lineCommand(text string) string {
	fields := strings.Fields(strings.TrimSuffix(text, " &"))
	for len(fields) > 1 {
		last := fields[len(fields)-1]
		if !(last[0] == '<' || last[0] == '[' || last[0] == '{' || last[0] == '(' || strings.Trim(last, ".…*") == "" && last != "." || strings.HasSuffix(last, ">") || last == "FILE" || last == "PATH" || strings.HasPrefix(last, "path/to")) {
			break
		}
		fields = fields[:len(fields)-1]
	}
	return strings.Join(fields, " ")
}

// mayBeCommand reports whether a text in backquotes is surely a command, and no code.
func (r *lineReader) mayBeCommand(text, verb string) bool {
	if !isCommand(text) || strings.ContainsAny(text, `'"`) || strings.Contains(strings.TrimSuffix(text, " ./..."), "..") {
		return false
	}
	program, rest, many := strings.Cut(text, " ")
	known := r.isProgram(program)
	f, tool := family(r.known, text)
	switch {
	case f != nil && (tool == text || many):
		return true
	case many:
		return (known || r.runs && isName(program)) && !isKeyword(program) && !strings.ContainsAny(rest, "=") || known && strings.Contains(rest, "-")
	case strings.Contains(program, "/"):
		return strings.HasPrefix(program, "./") || strings.HasPrefix(program, "bin/") || strings.HasPrefix(program, "scripts/") || strings.HasSuffix(program, ".sh")
	case isEnglish(program), isCodeWord(program):
		return false
	}
	return known && text == strings.ToLower(text) || r.runs && verb == toRun && isName(program) && !isFilePath(program) && !strings.Contains(program, ".") && anyOf(tokens(r.line), "command|commands|cli")
}

// isKeyword reports whether a word begins statements of languages.
func isKeyword(name string) bool {
	return token{low: name}.is("import|export|from|return|let|const|var|class|def|new|async|await|throw|if|for|while|function|select|static|public|private|use|type|as|test|find|in|set")
}

// isCodeWord reports whether the name of a program is mostly a word of code.
func isCodeWord(name string) bool {
	return token{low: name}.is("eval|exec|exit|return|export|import|from|source|join|filter|map|print|printf|echo|sleep|select|set|true|false|node|less|sass|convert|compare|display|trap|wait|shift|unset|declare|let|case|function|alias|watch|id|tr|tee|od|pr|fmt|nl|w|size|strings|factor|seq|batch|host|mock|debug|assert|raise|fetch|class|def|async|await|throw|goto|static|const|var|void|new|delete|typeof|public|private|global|break|continue|if|for|while|do|in|is|and|or|not|null|none|any|all|lock|data|list|dict|string|int|parse|format|require|include|extends|open|close|log|error|warn|info|logger|dir|ls|cd|pwd|cat|go")
}

// useRule returns the rules that some commands are used in place of others.
func (r *lineReader) useRule(prefer, avoid []string) (list []memory.PreferenceRule) {
	if len(prefer) == len(avoid) && len(prefer) > 1 {
		for i := range prefer {
			list = append(list, r.useRule(prefer[i:i+1], avoid[i:i+1])...)
		}
		return list
	}
	if len(prefer) != 1 {
		return nil
	}
	x := prefer[0]
	if id := r.familyOf(avoid); len(avoid) > 1 && id != "" && id == r.familyOf(prefer) && !slices.ContainsFunc(avoid, func(a string) bool { return r.familyOf([]string{a}) != id }) && !strings.Contains(strings.Join(avoid, ""), " ") {
		return []memory.PreferenceRule{{Form: memory.FormUse, Prefer: x, Avoid: strings.Join(avoid, memory.Or)}}
	}
	for _, y := range avoid {
		switch {
		case strings.HasSuffix(x, " "+y):
			list = append(list, memory.PreferenceRule{Form: memory.FormAlways, When: y, With: strings.TrimSuffix(x, " "+y)})
		case x == y, strings.HasPrefix(x, y+" "):
		case strings.HasPrefix(y, x+" "):
			list = append(list, memory.PreferenceRule{Form: memory.FormNever, Avoid: y})
		default:
			list = append(list, memory.PreferenceRule{Form: memory.FormUse, Prefer: x, Avoid: y})
		}
	}
	return list
}

// goesWith reports whether a command may stand in the place of others: it is one surely, or
// does the same as they do.
func (r *lineReader) goesWith(prefer, avoid []string) bool {
	return !slices.ContainsFunc(prefer, func(x string) bool {
		program, _, many := strings.Cut(x, " ")
		return !many && !r.isProgram(program) && !strings.Contains(program, "/") && !slices.ContainsFunc(avoid, func(y string) bool { return isOwnCopy(x, y) || r.familyOf([]string{x}) != "" })
	})
}
