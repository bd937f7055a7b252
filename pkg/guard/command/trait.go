// Package command describes a shell command before it has run: the traits of
// its programs, its template, and the keys by which it is compared with other
// commands. It does not judge whether a command is dangerous, and it reads no
// output.
package command

import (
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// Programs finds what is known of a program by its name; nil when nothing is.
type Programs func(name string) *rule.Command

// Is reports whether the program of a call has any of the traits, whatever its
// arguments.
func Is(c *shell.Call, t rule.Trait) bool { return programTraits(c.About, c.Program)&t != 0 }

// Has reports whether a call has any of the traits.
func Has(c *shell.Call, t rule.Trait) bool { return traitsOf(c.About, Words(c))&t != 0 }

// programTraits returns the traits of a program. A call without one only sets
// variables.
func programTraits(m *rule.Command, program string) rule.Trait {
	if program == "" {
		return rule.ReadOnly | rule.Noise
	}
	return m.TraitsOf(program)
}

// traitsOf returns the traits of a command's words, the program first. The
// word before a nested subcommand, as in docker compose up, has traits of its
// own.
func traitsOf(m *rule.Command, words []string) rule.Trait {
	t := programTraits(m, words[0])
	if len(words) == 1 {
		return t | m.SubTraits(words[0], "")
	}
	t |= m.SubTraits(words[0], words[1])
	if len(words) > 2 {
		switch words[1] {
		case "compose", "container", "image", "system":
			t |= m.SubTraits(words[0], words[2])
		}
	}
	return t
}

// PartTraits returns the traits of one part of a template.
func (p Programs) PartTraits(part string) rule.Trait {
	program, _, _ := strings.Cut(part, " ")
	return partTraits(p.About(program), part)
}

// TemplateTraits returns the traits of a call as its template has it.
func TemplateTraits(c *shell.Call) rule.Trait { return partTraits(c.About, callTemplate(c)) }

// partTraits returns the traits of one part of a template. A program that
// edits only with an option, such as sed -i, is read-only without it, and git fetch
// is not with one that gets more than what is new.
func partTraits(m *rule.Command, part string) rule.Trait {
	words := strings.Fields(part)
	if len(words) == 0 {
		return programTraits(nil, "")
	}
	t := traitsOf(m, words)
	if words[0] == "sed" && !slices.Contains(words, "-i") {
		t |= rule.ReadOnly
	}
	if words[0] == "git" && slices.ContainsFunc(words, deepens) {
		t &^= rule.ReadOnly
	}
	if t&rule.Undoes != 0 && slices.ContainsFunc(words, func(w string) bool { return w == "-b" || w == "-c" || w == "pop" || w == "apply" }) {
		t &^= rule.Undoes // it brings work back or starts a branch with it
	}
	return t
}

// deepens reports whether an option of git gets what a shallow clone left out, or tags,
// from which versions are told.
func deepens(option string) bool {
	switch option {
	case "--unshallow", "--tags", "--deepen", "--depth":
		return true
	}
	return false
}

// About returns what is known of a program by its name, with or without a
// version.
func (p Programs) About(name string) *rule.Command { return shell.About(p, name) }
