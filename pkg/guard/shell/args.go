package shell

import (
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/rule"
)

// Has reports whether one of the spellings was given.
func (a *Args) Has(names ...string) bool {
	return a.Flag(names...) != nil
}

// Flag returns the first given option that has one of the spellings; "*"
// stands for any option.
func (a *Args) Flag(names ...string) *Flag {
	if !a.may(names) {
		return nil
	}
	for i := range a.Flags {
		for _, n := range names {
			if a.Flags[i].spelled(n) {
				return &a.Flags[i]
			}
		}
	}
	return nil
}

// letters is a set of the bytes, modulo 64, that stand behind the dashes of some options.
// Most questions are about an option that was not given.
type letters uint64

func letterOf(option string) letters {
	at := 1
	if len(option) > 2 && option[1] == '-' {
		at = 2
	}
	if len(option) <= at || option[at] == '=' {
		return ^letters(0)
	}
	return 1 << (option[at] % 64)
}

// may reports whether one of some spellings, which a value may follow, may have been given.
func (a *Args) may(names []string) bool {
	if len(a.Flags) == 0 || a.letters == 0 {
		return len(a.Flags) > 0
	}
	for _, n := range names {
		if a.letters&letterOf(n) != 0 {
			return true
		}
	}
	return false
}

// Is reports whether the call is of one of the subcommands. A pattern longer
// than the model's depth goes on into the operands: "stash drop".
func (a *Args) Is(patterns []string) bool {
	for _, p := range patterns {
		if a.is(p) {
			return true
		}
	}
	return false
}

// SubOperands returns how many operands belong to the subcommand by the first
// of the patterns that fits: "apps destroy" of a program whose subcommand is
// one word.
func (a *Args) SubOperands(patterns []string) int {
	for _, p := range patterns {
		if a.is(p) {
			return max(0, strings.Count(p, " ")+1-len(a.Sub))
		}
	}
	return 0
}

func (a *Args) is(pattern string) bool {
	if len(a.Sub) > 0 && pattern != "" && pattern[0] != a.Sub[0][0] && pattern[0] != '*' && pattern[0] != '?' {
		return false // nearly always
	}
	for i := 0; pattern != ""; i++ {
		want, rest, _ := strings.Cut(pattern, " ")
		got, ok := a.word(i)
		if !ok || !MatchGlob(want, got) {
			return false
		}
		pattern = rest
	}
	return true
}

// word returns the i-th of the subcommand words and the operands after them.
func (a *Args) word(i int) (string, bool) {
	if i < len(a.Sub) {
		return a.Sub[i], true
	}
	if i -= len(a.Sub); i < len(a.Operands) {
		return a.Operands[i].Literal()
	}
	return "", false
}

// Follows reports whether the conditions of a nested command hold.
func (a *Args) Follows(n *rule.Nested) bool {
	if n.Alone && (len(a.Operands) > 0 || len(n.Sub) == 0 && len(a.Sub) > 0) {
		return false
	}
	return (len(n.Sub) == 0 || a.Is(n.Sub)) && (len(n.When) == 0 || a.Has(n.When...)) &&
		(len(n.Unless) == 0 || !a.Has(n.Unless...))
}

// spelled reports whether the option can be written as name.
func (f *Flag) spelled(name string) bool {
	if f.shadowed {
		return false
	}
	if f.Name == name {
		return true
	}
	if f.Option != nil {
		for _, n := range f.Option.Names {
			if n == name {
				return true
			}
		}
	}
	return false
}
