// Package command says what a command is before it has run: the traits of its
// programs, its template, and the keys by which it is compared with others. It
// does not judge whether a command is dangerous, and reads no output.
package command

import (
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/shell"
)

// Trait is what a program is by its name, or by its name and its subcommand.
// Whatever this package asks of a program is answered from its traits, so that
// a program is described in one place.
type Trait uint32

const (
	// Auxiliary stands beside a command and not for it: it sets, says or awaits
	// something.
	Auxiliary Trait = 1 << iota

	// Filter leaves out or rearranges what comes through it behind a pipe.
	Filter

	// PassThrough prints what it is given and seldom fails: an error in its output
	// is somebody else's, unless the line names it.
	PassThrough

	// PrintsData prints what no check of the project says: logs, pages, sources,
	// lists. What looks like a failure there is none.
	PrintsData

	// ReadOnly changes nothing: what failed before it fails after it.
	ReadOnly

	// Trivial tells nothing worth remembering when it goes well.
	Trivial

	// Leaf starts no other program: the error of another is not its own.
	Leaf

	// Interpreter runs the text, or the command, that it is given.
	Interpreter

	// Launcher starts programs that it does not name, whose errors it prints.
	Launcher

	// HidesStatus runs checks, and hides their status more often than it prints
	// failures that are none of its own.
	HidesStatus

	// RunsUserCode builds or runs what somebody wrote, or asks something that runs.
	RunsUserCode

	// InlineCode runs a program that stands behind an option: what it prints
	// then is foreign.
	InlineCode

	// Records keeps elsewhere what was done.
	Records

	// Undoes takes back what was done, or puts something else in its place.
	Undoes

	// Remote speaks with what is not in the project: a service, another
	// machine, the system.
	Remote

	// Timing waits for something, or ends it: how it goes depends on when.
	Timing

	// ProjectRunner runs what the project itself holds, whose options change with it.
	ProjectRunner

	// Installer puts programs in place, and does little else.
	Installer

	// Locator sees whether a program is there, or makes a name one.
	Locator

	// Builtin is in every shell, where no PATH shows it: who says that it is
	// missing does not say the truth.
	Builtin
)

// Viewer is what programs that show text have in common.
const Viewer = PassThrough | PrintsData | ReadOnly | Leaf

// Is tells whether a program has one of some traits, whatever it is to do.
func Is(program string, t Trait) bool { return ofProgram(program)&t != 0 }

// Has tells whether a call has one of some traits.
func Has(c *shell.Call, t Trait) bool { return traitsOf(Words(c))&t != 0 }

// traitsOf lists the traits of a command by its words, the program first. What
// stands in front of the subcommand, as in docker compose, has its own.
func traitsOf(words []string) Trait {
	t := ofProgram(words[0])
	if len(words) == 1 {
		return t | ofVerb(words[0], "")
	}
	t |= ofVerb(words[0], words[1])
	if len(words) > 2 {
		switch words[1] {
		case "compose", "container", "image", "system":
			t |= ofVerb(words[0], words[2])
		}
	}
	return t
}

// PartTraits lists the traits of a part of a template. The programs that only edit
// where an option says so look on without it.
func PartTraits(part string) Trait {
	words := strings.Fields(part)
	if len(words) == 0 {
		return ofProgram("")
	}
	t := traitsOf(words)
	if words[0] == "sed" && !slices.Contains(words, "-i") {
		t |= ReadOnly
	}
	if t&Undoes != 0 && slices.ContainsFunc(words, func(w string) bool { return w == "-b" || w == "-c" || w == "pop" || w == "apply" }) {
		t &^= Undoes // it goes on with what was done
	}
	return t
}

// ShowsText tells the calls that show text of others: what looks like a
// failure there may be a log, a page or a source.
func ShowsText(c *shell.Call) bool {
	return Has(c, PrintsData) || Is(c.Program, InlineCode) && HasArg(c, []string{"-c", "-e", "-p", "--eval", "-r"})
}

// InProject tells the calls of what the project itself holds.
func InProject(c *shell.Call) bool {
	return c.Program != "" && len(c.Argv) > 0 && strings.HasPrefix(c.Argv[0].String(), "./")
}

// MainCalls lists the calls that do what a command is for: without those that
// only run another or change the directory, and without what filters the
// output of the one before. When nothing is left, it is all of them.
func MainCalls(s *shell.Script) []int {
	outer := make(map[int]bool) // calls that another call is nested in
	for i := range s.Calls {
		outer[s.Calls[i].Via] = true
	}
	var list []int
	for i := range s.Calls {
		c := &s.Calls[i]
		if outer[i] || c.Program == "" || Is(c.Program, Auxiliary) || c.Stdin.Kind == shell.SourcePipe && Is(c.Program, Filter) {
			continue
		}
		list = append(list, i)
	}
	if list == nil {
		for i := range s.Calls {
			list = append(list, i)
		}
	}
	return list
}

// Noise tells whether a command only looks around or prints something: what
// is not worth remembering when it went well. What it prints into a file is.
func Noise(s *shell.Script) bool {
	return !Redirects(s.Text) && !slices.ContainsFunc(s.Calls, func(c shell.Call) bool { return !Is(c.Program, Trivial) })
}

// Redirects tells whether a command writes what is printed to a file.
func Redirects(command string) bool {
	for {
		_, rest, ok := strings.Cut(command, ">")
		if !ok {
			return false
		}
		rest = strings.TrimLeft(rest, "> ")
		if !strings.HasPrefix(rest, "&1") && !strings.HasPrefix(rest, "&2") && !strings.HasPrefix(rest, "/dev/null") {
			return true
		}
		command = rest
	}
}
