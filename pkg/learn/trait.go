package learn

import (
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/shell"
)

// trait is what a program is by its name, or by its name and its subcommand.
// Whatever this package asks of a program is answered from its traits, so that
// a program is described in one place.
type trait uint32

const (
	// aside stands beside a command and not for it: it sets, says or awaits
	// something.
	aside trait = 1 << iota

	// filter leaves out or rearranges what comes through it behind a pipe.
	filter

	// relay prints what it is given and seldom fails: an error in its output
	// is somebody else's, unless the line names it.
	relay

	// foreign prints what no check of the project says: logs, pages, sources,
	// lists. What looks like a failure there is none.
	foreign

	// onlooker changes nothing: what failed before it fails after it.
	onlooker

	// trifle tells nothing worth remembering when it goes well.
	trifle

	// leaf starts no other program: the error of another is not its own.
	leaf

	// interpreter runs the text, or the command, that it is given.
	interpreter

	// starter starts programs that it does not name, whose errors it prints.
	starter

	// swallower runs checks, and hides their status more often than it prints
	// failures that are none of its own.
	swallower

	// trial builds or runs what somebody wrote, or asks something that runs.
	trial

	// scripted runs a program that stands behind an option: what it prints
	// then is foreign.
	scripted

	// keeper keeps elsewhere what was done.
	keeper

	// undoer takes back what was done, or puts something else in its place.
	undoer

	// distant speaks with what is not in the project: a service, another
	// machine, the system.
	distant

	// timed waits for something, or ends it: how it goes depends on when.
	timed

	// runner runs what the project itself holds, whose options change with it.
	runner

	// installer puts programs in place, and does little else.
	installer

	// locator sees whether a program is there, or makes a name one.
	locator

	// builtin is in every shell, where no PATH shows it: who says that it is
	// missing does not say the truth.
	builtin
)

// viewer is what programs that show text have in common.
const viewer = relay | foreign | onlooker | leaf

// is tells whether a program has one of some traits, whatever it is to do.
func is(program string, t trait) bool { return ofProgram(program)&t != 0 }

// does tells whether a call has one of some traits.
func does(c *shell.Call, t trait) bool { return ofWords(spoken(c))&t != 0 }

// ofWords lists the traits of a command by its words, the program first. What
// stands in front of the subcommand, as in docker compose, has its own.
func ofWords(words []string) trait {
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

// ofPart lists the traits of a part of a template. The programs that only edit
// where an option says so look on without it.
func ofPart(part string) trait {
	words := strings.Fields(part)
	if len(words) == 0 {
		return ofProgram("")
	}
	t := ofWords(words)
	if words[0] == "sed" && !slices.Contains(words, "-i") {
		t |= onlooker
	}
	if t&undoer != 0 && slices.ContainsFunc(words, func(w string) bool { return w == "-b" || w == "-c" || w == "pop" || w == "apply" }) {
		t &^= undoer // it goes on with what was done
	}
	return t
}

// showsText tells the calls that show text of others: what looks like a
// failure there may be a log, a page or a source.
func showsText(c *shell.Call) bool {
	return does(c, foreign) || is(c.Program, scripted) && hasArg(c, []string{"-c", "-e", "-p", "--eval", "-r"})
}

// ofProject tells the calls of what the project itself holds.
func ofProject(c *shell.Call) bool {
	return c.Program != "" && len(c.Argv) > 0 && strings.HasPrefix(c.Argv[0].String(), "./")
}

// working lists the calls that do what a command is for: without those that
// only run another or change the directory, and without what filters the
// output of the one before. When nothing is left, it is all of them.
func working(s *shell.Script) []int {
	outer := make(map[int]bool) // calls that another call is nested in
	for i := range s.Calls {
		outer[s.Calls[i].Via] = true
	}
	var list []int
	for i := range s.Calls {
		c := &s.Calls[i]
		if outer[i] || c.Program == "" || is(c.Program, aside) || c.Stdin.Kind == shell.SourcePipe && is(c.Program, filter) {
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
	return !redirects(s.Text) && !slices.ContainsFunc(s.Calls, func(c shell.Call) bool { return !is(c.Program, trifle) })
}

// redirects tells whether a command writes what is printed to a file.
func redirects(command string) bool {
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
