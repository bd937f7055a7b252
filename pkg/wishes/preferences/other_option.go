package preferences

import (
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/memory"
)

// otherOption reads an option that a command takes in the place of another: "use
// --force-with-lease, not --force, when you push". Where the command is not named, a class of
// commands knows it by the option that is not wanted.
func (c *canonical) otherOption(prefer, avoid []token) (none memory.PreferenceRule) {
	avoid, of := cutAt(avoid, "when|with|for|on")
	if last := len(avoid) - 1; last > 0 && avoid[last].is(",") {
		avoid = avoid[:last]
	}
	v := optionIn(avoid)
	if v == "" {
		return none
	}
	w, command := optionIn(prefer), ""
	switch {
	case w == "": // git push --force-with-lease, not --force
		w = c.verbatim(prefer)
		if other := withOther(w, v); other != "" {
			return memory.PreferenceRule{Form: memory.FormUse, Prefer: w, Avoid: other}
		}
		return none
	case w == v:
		return none
	case of == nil:
		found, ok := c.takes(v)
		if !ok || !strings.HasPrefix(w, v) { // they may be of different programs
			return none
		}
		command = found
	default:
		of = skipped(of, "you|i|we|run|running|call|calling|use|using")
		if class := classNamed(c.known, c.classOf(of)); class != nil && !strings.Contains(class.Commands[0], "|") {
			command = class.Commands[0]
		} else if command = c.verbatim(of); command == "" {
			return none
		}
	}
	return memory.PreferenceRule{Form: memory.FormUse, Prefer: command + " " + w, Avoid: command + " " + v}
}

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
