// Package command describes a shell command before it has run: the traits of
// its programs, its template, and the keys by which it is compared with other
// commands. It does not judge whether a command is dangerous, and it reads no
// output.
package command

import (
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/shell"
)

// Trait is a set of facts about a program, or about a program with its
// subcommand. All rooms that learn ask these sets instead of listing programs
// themselves, so that each program is described in one place.
type Trait uint32

const (
	// Auxiliary programs only prepare or accompany other commands: cd, echo,
	// export, sleep.
	Auxiliary Trait = 1 << iota

	// Filter programs drop or rearrange the lines of a pipe.
	Filter

	// PassThrough programs print what they are given and rarely fail. An error
	// in their output belongs to another program, unless the line names them.
	PassThrough

	// PrintsData programs print logs, pages, sources or lists. Lines in their
	// output that look like failures are not.
	PrintsData

	// ReadOnly programs change nothing: what failed before them fails after
	// them.
	ReadOnly

	// Noise programs are not worth remembering when they succeed.
	Noise

	// Leaf programs start no other program, so an error that names another
	// program is not theirs.
	Leaf

	// Interpreter programs run the text or the command they are given.
	Interpreter

	// Launcher programs start programs that the command line does not name,
	// and print their errors.
	Launcher

	// HidesStatus programs run checks and may exit 0 although one failed. A
	// failure in their output is more often real than not.
	HidesStatus

	// RunsUserCode programs build or run the user's code, or query a running
	// service.
	RunsUserCode

	// InlineCode programs run code given with an option (-c, -e). Such code
	// prints anything, so its output is data.
	InlineCode

	// Records programs store finished work elsewhere: git commit, git push.
	Records

	// Undoes programs take work back or switch to other work: git stash.
	Undoes

	// Remote programs talk to something outside the project: a service,
	// another machine, the system.
	Remote

	// Timing programs wait for something or end it, so their result depends on
	// when they run.
	Timing

	// ProjectRunner programs run what the project defines, so their valid
	// options change with the project.
	ProjectRunner

	// Installer programs do little but install other programs.
	Installer

	// Locator programs look for a program, or define a name for one.
	Locator

	// Builtin commands exist in every shell and in no PATH. A message that one
	// is not installed is wrong.
	Builtin
)

// Viewer is the set of traits of programs that show text.
const Viewer = PassThrough | PrintsData | ReadOnly | Leaf

// Is reports whether a program has any of the traits, whatever its arguments.
func Is(program string, t Trait) bool { return programTraits(program)&t != 0 }

// Has reports whether a call has any of the traits.
func Has(c *shell.Call, t Trait) bool { return traitsOf(Words(c))&t != 0 }

// traitsOf returns the traits of a command's words, the program first. The
// word before a nested subcommand, as in docker compose up, has traits of its
// own.
func traitsOf(words []string) Trait {
	t := programTraits(words[0])
	if len(words) == 1 {
		return t | verbTraits(words[0], "")
	}
	t |= verbTraits(words[0], words[1])
	if len(words) > 2 {
		switch words[1] {
		case "compose", "container", "image", "system":
			t |= verbTraits(words[0], words[2])
		}
	}
	return t
}

// PartTraits returns the traits of one part of a template. A program that
// edits only with an option, such as sed -i, is read-only without it.
func PartTraits(part string) Trait {
	words := strings.Fields(part)
	if len(words) == 0 {
		return programTraits("")
	}
	t := traitsOf(words)
	if words[0] == "sed" && !slices.Contains(words, "-i") {
		t |= ReadOnly
	}
	if t&Undoes != 0 && slices.ContainsFunc(words, func(w string) bool { return w == "-b" || w == "-c" || w == "pop" || w == "apply" }) {
		t &^= Undoes // it brings work back or starts a branch with it
	}
	return t
}
