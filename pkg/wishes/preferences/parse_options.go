package preferences

import (
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/memory"
)

// otherOption reads an option that a command takes in the place of another: "use
// --force-with-lease, not --force, when pushing". Where the command is not named, a class of
// commands knows it by the option that is not wanted.
func (p *parser) otherOption() (r memory.PreferenceRule, ok bool) {
	w, v := optionIn(p.holes["W"]), optionIn(p.holes["V"])
	if w == "" || v == "" || w == v {
		return r, false
	}
	k, command := p.holes["K"], ""
	if len(k) == 0 {
		command, ok = p.takes(v)
		ok = ok && strings.HasPrefix(w, v) // else they may be of different programs
	} else if class := classNamed(p.known, p.classOf(k)); class != nil {
		command, ok = class.Commands[0], !strings.Contains(class.Commands[0], "|")
	} else {
		command, ok = p.command(k)
	}
	return memory.PreferenceRule{Form: memory.FormUse, Prefer: command + " " + w, Avoid: command + " " + v}, ok
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
