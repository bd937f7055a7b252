package rule

import (
	"slices"
	"strings"
)

// Alternative is a command to run in place of the found one.
type Alternative struct {
	When When // on the call that was found; the zero value always holds
	// Run is the command. Its holes are filled with words of the found call,
	// quoted for the shell, and the alternative is left out where a word is
	// not known:
	//
	//	{target}       the one target of the effects that fired
	//	{targets}      all of them
	//	{operands}     the operands, which may be none
	//	{first} {rest} the first operand, and the others
	//	{refs}         {rest} without the plus signs of forced refspecs
	//	{program}      the program, what starts it (npx, python), and its options before the subcommand
	//	{command}      the call as it was written, with what starts its program
	//	{command: a -> b, c -> , d-* -> e-*} the same with words replaced, or left out; the first must be there
	//	{options: -a --b}  of these options those that were given, with their values
	//	{each: -t}     {targets}, each with this word before it
	//	{lease}        the options by which a forced push of git stops if the remote has changed
	//	{lost}         the files of which work of others is lost
	//	{url}          the address that the text comes from which the call runs
	//
	// Other braces belong to the command.
	Run   string
	Saves bool // keeps what would be lost, and is run before the command, not in its place
}

func (a *Alternative) fields(c *codec) {
	c.text('r', &a.Run)
	a.When.fields(c)
	c.bool('s', &a.Saves)
	c.end()
}

// AlternativeHoles lists the names of holes that Alternative.Run may have.
var AlternativeHoles = [...]string{"target", "targets", "operands", "first", "rest", "refs", "program", "command", "options", "each", "lease", "lost", "url"}

// Hole is a hole in the command of an alternative.
type Hole struct {
	Name  string
	Words []string // {options: these}
	To    []string // {command: word -> to}, for each of Words
}

// ParseHole reads what stands between braces. It reports whether that is a
// hole: braces mean something to the shell as well.
func ParseHole(s string) (Hole, bool) {
	name, words, some := strings.Cut(s, ":")
	h := Hole{Name: name}
	if !slices.Contains(AlternativeHoles[:], name) {
		return h, false
	}
	switch name {
	case "options", "each":
		h.Words = strings.Fields(words)
		return h, len(h.Words) > 0
	case "command":
		if !some {
			return h, true
		}
		for pair := range strings.SplitSeq(words, ",") {
			from, to, arrow := strings.Cut(pair, "->")
			h.Words, h.To = append(h.Words, strings.TrimSpace(from)), append(h.To, strings.TrimSpace(to))
			if !arrow || h.Words[len(h.Words)-1] == "" {
				return h, false
			}
		}
		return h, true
	}
	return h, !some
}
