package prompts

import (
	"slices"
	"strings"
)

// own returns the lines of a prompt that the user wrote: without fenced and
// quoted text, what stands in tags, and blocks of output. It is empty if the
// prompt is the client's own, a command of the client, or mostly output.
func own(prompt string) string {
	prompt = strings.TrimSpace(prompt)
	if prompt == "" || isClients(prompt) || isData(prompt) {
		return ""
	}
	var kept []string
	pasted, fence, tag := 0, "", ""
	block := false  // inside of a block of output, until an empty line
	sample := false // inside of lines that stand indented below one that introduces them
	rules := false  // inside of a list of what the user wants to be kept
	for line := range strings.Lines(prompt) {
		line = strings.TrimRight(line, " \t\r\n")
		bare := strings.TrimSpace(line)
		switch {
		case fence != "":
			if strings.HasPrefix(bare, fence) {
				fence = ""
			}
			continue
		case tag != "":
			if strings.Contains(bare, tag) {
				tag = ""
			}
			continue
		case strings.HasPrefix(bare, "```") || strings.HasPrefix(bare, "~~~"):
			fence = bare[:3]
			continue
		case openTag(bare) != "":
			if t := openTag(bare); !strings.Contains(bare, t) {
				tag = t
			}
			continue // what is pasted: <pasted_content id="4bea">
		case bare == "" && !block && len(kept) > 0 && pastes(kept[len(kept)-1]):
			continue // above what is pasted
		case bare == "":
			block = false
		case isItem(bare) && (rules || announces(kept)):
			// "Save these for later sessions:" is one wish with its list.
			if !rules {
				kept = withoutBlank(kept)
				kept[len(kept)-1] += " " + withoutMarker(bare)
			} else {
				kept[len(kept)-1] += "; " + withoutMarker(bare)
			}
			rules = true
			continue
		case isItem(bare) || strings.HasPrefix(bare, "#"):
			continue // of a list or a heading: part of a task
		case len(kept) > 0 && strings.HasSuffix(kept[len(kept)-1], ":") && !announces(kept) && (strings.HasPrefix(line, "  ") || strings.HasPrefix(line, "\t")):
			pasted += len(bare) // a sample
			sample = true
			continue
		case sample && (strings.HasPrefix(line, "  ") || strings.HasPrefix(line, "\t")):
			continue
		case block || isOutput(line) || len(kept) > 0 && pastes(kept[len(kept)-1]):
			pasted += len(bare)
			block = true
			continue
		}
		rules, sample = false, false
		kept = append(kept, withoutReported(withoutQuoted(line)))
	}
	text := strings.TrimSpace(strings.Join(kept, "\n"))
	if pasted > len(text) {
		return firstLine(text)
	}
	return text
}

// withoutQuoted returns a line without what stands in quotation marks behind a colon and is
// several sentences: somebody else's message.
func withoutQuoted(line string) string {
	for from := 0; ; {
		at := strings.Index(line[from:], `: "`)
		if at < 0 {
			return line
		}
		from += at + len(`: "`)
		end := strings.IndexByte(line[from:], '"')
		if end < 0 {
			return line
		}
		if inner := strings.TrimRight(line[from:from+end], ".!? "); strings.Contains(inner, ". ") || strings.Contains(inner, "! ") || strings.Contains(inner, "? ") {
			line = line[:from-1] + line[from+end+1:]
		}
	}
}

// withoutReported returns a line without what stands behind a colon up to the end of the sentence
// and was printed, or is to be written: "the error was: ..", "add a comment: ..".
func withoutReported(line string) string {
	head, rest, ok := strings.Cut(line, ": ")
	if !ok || !pastes(head+":") && !isToWrite(head) {
		return line
	}
	if end := strings.IndexAny(rest, ".!?"); end >= 0 {
		return head + ": " + rest[end:]
	}
	return head
}

// isToWrite reports whether words ask for a text to be written: "write a rule".
func isToWrite(head string) bool {
	w := strings.Fields(strings.ToLower(head))
	return len(w) > 1 && len(w) < 7 && slices.Contains([]string{"write", "add", "put", "insert", "create", "print", "log", "show"}, w[0]) &&
		slices.Contains([]string{"rule", "line", "comment", "text", "sentence", "paragraph", "entry", "message", "banner", "heading", "test", "string", "warning"}, w[len(w)-1])
}

// pastes reports whether a line says that what follows it was printed: "output >>>", "the
// console says:".
func pastes(line string) bool {
	if strings.HasSuffix(line, ">>>") {
		return true
	}
	if !strings.HasSuffix(line, ":") {
		return false
	}
	m := matcher{tokens: tokens(strings.TrimRight(line, ": "))}
	for i := range m.tokens {
		if slices.ContainsFunc(classOf("PASTES"), func(w []string) bool {
			return (len(w) > 1 || i == len(m.tokens)-1) && m.have(w, i)
		}) {
			return true
		}
	}
	return false
}

// firstLine returns the first line of a text: above a pasted output stands
// what the user says about it.
func firstLine(s string) string {
	line, _, _ := strings.Cut(s, "\n")
	return line
}

// clients are beginnings of prompts that the client writes, or that are for the client.
var clients = [...]string{
	"<", "/", "!", "[Request interrupted", "Caveat: The messages below",
	"This session is being continued", "Stop hook feedback", "Base directory for this skill",
	"ctxhook ", "Implement the following plan", "Implement the plan as specified",
}

func isClients(prompt string) bool {
	if strings.HasPrefix(prompt, "<pasted_content") {
		return false // the user's words may follow
	}
	for _, p := range clients {
		if strings.HasPrefix(prompt, p) {
			return true
		}
	}
	return false
}

// isData reports whether a whole prompt is a value of a data format.
func isData(prompt string) bool {
	first, last := prompt[0], prompt[len(prompt)-1]
	return first == '{' && last == '}' || first == '[' && last == ']'
}

// openTag returns what ends the block that a line opens with a tag, or "".
func openTag(line string) string {
	if len(line) < 3 || line[0] != '<' || !isLetter(line[1]) {
		return ""
	}
	end := 1
	for end < len(line) && (isLetter(line[end]) || line[end] == '-' || line[end] == '_') {
		end++
	}
	if end == len(line) || line[end] != '>' && line[end] != ' ' {
		return ""
	}
	return "</" + line[1:end] // the client repeats attributes behind it
}

func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// outputs are beginnings of lines that programs print.
var outputs = [...]string{
	">", "|", "$ ", "% ", "+++", "---", "@@", "diff --git", "at ", "File \"", "Traceback", "Caused by", "npm ERR", "npm error",
	"npm WARN", "npm warn", "npm notice", "DEPRECATION:", "NOTICE:", "panic:", "goroutine ", "FAIL", "PASS", "ok  ", "✓", "✗", "×", "✖", "●", "❯", "==", "E   ",
	"error:", "error ", "zsh: ", "bash: ", "sh: ", "Error:", "ERROR", "error[", "warning:", "Warning:", "WARN", "INFO", "DEBUG", "TRACE", "FATAL", "fatal:", "hint:", "note:", "= note",
	"= help", "help:", "remote: ", "! [", "-->", "##[", "::", "* [", "│", "└", "├", "┌", "╭", "╰", "⎿", "⏺",
}

// isOutput reports whether a line looks like what a program printed.
func isOutput(line string) bool {
	bare := strings.TrimLeft(line, " \t")
	for _, p := range outputs {
		if strings.HasPrefix(bare, p) {
			return true
		}
	}
	return isDated(bare) || isNamedError(bare) || isPosition(bare) || isCode(bare)
}

// isItem reports whether a line is one of a list.
func isItem(s string) bool {
	number := strings.TrimLeft(s, "0123456789")
	if len(number) < len(s) && (strings.HasPrefix(number, ". ") || strings.HasPrefix(number, ") ")) {
		return true
	}
	return strings.HasPrefix(s, "- ") || strings.HasPrefix(s, "* ") || strings.HasPrefix(s, "• ")
}

// withoutMarker returns an item of a list without what marks it.
func withoutMarker(item string) string {
	_, text, _ := strings.Cut(item, " ")
	return strings.TrimRight(text, ".;")
}

// withoutBlank returns lines without the empty ones at their end.
func withoutBlank(lines []string) []string {
	for len(lines) > 0 && lines[len(lines)-1] == "" {
		lines = lines[:len(lines)-1]
	}
	return lines
}

// announces reports whether the last of some lines asks for the list below it to
// be kept.
func announces(lines []string) bool {
	lines = withoutBlank(lines)
	if len(lines) == 0 || !strings.HasSuffix(lines[len(lines)-1], ":") {
		return false
	}
	m := matcher{tokens: tokens(lines[len(lines)-1])}
	for i := range m.tokens {
		for _, name := range [...]string{"FROMNOW", "REMEMBER", "LATER"} {
			if slices.ContainsFunc(classOf(name), func(words []string) bool { return m.have(words, i) }) {
				return true
			}
		}
	}
	return false
}

// isDated reports whether a line begins with a date, a time or a level.
func isDated(s string) bool {
	s = strings.TrimLeft(s, "[(")
	if len(s) >= 8 && isDigit(s[0]) && isDigit(s[1]) && (s[2] == ':' && s[5] == ':' || isDigit(s[2]) && isDigit(s[3]) && (s[4] == '-' || s[4] == '/')) {
		return true
	}
	if len(s) > 6 && isDigit(s[0]) && isDigit(s[1]) && s[2] == ':' && isDigit(s[3]) && isDigit(s[4]) && (s[5] == ']' || s[5] == ' ') && strings.Contains(s[6:], ": ") {
		return true // a line of a chat: [12:41] anna: ..
	}
	word, _, _ := strings.Cut(s, "]")
	switch word {
	case "INFO", "WARN", "WARNING", "ERROR", "DEBUG", "info", "warn", "error", "debug":
		return word != s
	}
	return false
}

// isNamedError reports whether a line begins with the name of an error:
// "TypeError: ..", "build failed: ..".
func isNamedError(s string) bool {
	word, rest, ok := strings.Cut(s, ": ")
	if !ok || rest == "" || strings.Contains(word, " ") {
		return false
	}
	return strings.HasSuffix(word, "Error") || strings.HasSuffix(word, "Exception") || strings.HasSuffix(word, "Warning")
}

// isPosition reports whether a line begins with a place in a file: "a.go:3:",
// "a.jsonnet:(1:8)".
func isPosition(s string) bool {
	word, _, _ := strings.Cut(s, " ")
	name, rest, ok := strings.Cut(word, ":")
	rest = strings.TrimPrefix(rest, "(")
	return ok && rest != "" && isDigit(rest[0]) && strings.ContainsAny(name, "./\\")
}

// isCode reports whether a line ends as those of programs do.
func isCode(s string) bool {
	switch s[max(0, len(s)-1):] {
	case "{", "}", ";":
		return true
	}
	return false
}
