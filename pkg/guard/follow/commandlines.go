package follow

import (
	"strconv"
	"strings"
)

// commandLines takes the commands out of texts that hold one a line among
// other things: the recipes of a makefile, the jobs of a crontab.
func commandLines(lang, text string) (commands string, ok bool) {
	var line func(string) string
	switch lang {
	case "parameters":
		return parameterCommands(text), true
	case "make":
		line = recipe
	case "directives":
		line = directive
	case "cron":
		line = job
	case "ed":
		line = escaped
	default:
		return "", false
	}
	var b strings.Builder
	for l := range strings.Lines(text) {
		if c := line(strings.TrimSuffix(l, "\n")); c != "" {
			b.WriteString(c + "\n")
		}
	}
	return b.String(), true
}

// parameterCommands returns the commands among the parameters of a document of
// AWS Systems Manager: commands=["a","b"], commands=a,b or the same in JSON.
func parameterCommands(text string) string {
	i := strings.Index(text, "command")
	if i < 0 {
		return ""
	}
	text = strings.TrimLeft(strings.TrimPrefix(text[i+len("command"):], "s"), "\" :=")
	list := strings.HasPrefix(text, "[")
	var lines []string
	for text = strings.TrimLeft(text, "[ "); text != ""; text = strings.TrimLeft(text, ", ") {
		line, err := strconv.QuotedPrefix(text)
		if err == nil {
			text = text[len(line):]
			line, _ = strconv.Unquote(line)
		} else {
			line, text, _ = strings.Cut(text, ",")
			line = strings.Trim(line, "\"[]{}")
		}
		lines = append(lines, line)
		if list && strings.HasPrefix(text, "]") {
			break
		}
	}
	return strings.Join(lines, "\n")
}

// recipe returns the command that make runs for a line, if any.
func recipe(line string) string {
	if command, ok := strings.CutPrefix(line, "\t"); ok {
		return makeLine(command)
	}
	if head, command, ok := strings.Cut(line, ";"); ok && strings.Contains(head, ":") {
		return makeLine(command) // target: ; command
	}
	if i := strings.Index(line, "$(shell "); i >= 0 {
		return ": \"" + shellCalls(line[i:]) + "\"" // a variable that make works out itself
	}
	return ""
}

// makeLine returns what the shell gets of a recipe's line.
func makeLine(line string) string {
	return shellCalls(strings.ReplaceAll(strings.TrimLeft(line, "@-+ "), "$$", "$"))
}

// shellCalls writes make's $(shell ..) as a shell does.
func shellCalls(line string) string { return strings.ReplaceAll(line, "$(shell ", "$(") }

// escaped returns the command that a line of an ed script runs in the shell,
// alone or to read or write text: "1,$w !cmd".
func escaped(line string) string {
	line = strings.TrimLeft(line, "0123456789,;$.%+- ")
	for _, before := range [...]string{"!", "r !", "w !", "e !", "W !", "E !", "r!", "w!", "e!"} {
		if command, ok := strings.CutPrefix(line, before); ok {
			return command
		}
	}
	return ""
}

// directive returns the command of a line that go generate runs.
func directive(line string) string {
	command, ok := strings.CutPrefix(line, "//go:generate ")
	if !ok {
		return ""
	}
	return command
}

// job returns the command after the five fields of time, or after @daily.
func job(line string) string {
	line = strings.TrimSpace(line)
	if line == "" || line[0] == '#' {
		return ""
	}
	fields := 5
	if line[0] == '@' {
		fields = 1
	} else if strings.IndexByte("0123456789*", line[0]) < 0 {
		return "" // a variable
	}
	for ; fields > 0; fields-- {
		_, rest, ok := strings.Cut(line, " ")
		if !ok {
			return ""
		}
		line = strings.TrimLeft(rest, " \t")
	}
	return line
}
