package preferences

import (
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/rule"
)

// optionIn returns the only word of some, if it is an option.
func optionIn(s []token) string {
	if len(s) != 1 || !strings.HasPrefix(s[0].text, "-") || !isOperand(s[0].text) {
		return ""
	}
	return s[0].text
}

// takes returns the command of the class that users call by an option: git push for --force.
func (p *parser) takes(option string) (command string, ok bool) {
	for name := range p.known.Names(rule.KindClass) {
		class := classNamed(p.known, name)
		if class == nil || !slices.ContainsFunc(class.Said, func(said string) bool { return strings.HasSuffix(said, " "+option) }) {
			continue
		}
		for _, pattern := range class.Commands {
			before, options, found := strings.Cut(pattern, " -")
			if !found || !slices.Contains(strings.Split("-"+options, "|"), option) || strings.ContainsAny(before, "*|") {
				continue
			}
			if command != "" && command != before {
				return "", false
			}
			command = before
		}
	}
	return command, command != ""
}

// withOther returns a command with another option in the place of its own, "" where it has
// not one option.
func withOther(command, option string) string {
	fields := strings.Fields(command)
	at := -1
	for i, f := range fields {
		if f[0] == '-' {
			if at >= 0 {
				return ""
			}
			at = i
		}
	}
	if at < 0 || fields[at] == option {
		return ""
	}
	fields[at] = option
	return strings.Join(fields, " ")
}
