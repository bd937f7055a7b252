package diagnose

import (
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/spelling"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// nearestOptions returns the call with an unknown option spelled as one that
// exists: listed in the output, known from the program's model, or common. An
// option that is only partly similar is another option.
func (ff *fixFinder) nearestOptions(k knownError, c *shell.Call, said string) []string {
	at, word := ff.optionNamed(c, said)
	if at.To == 0 {
		return nil
	}
	name := strings.TrimLeft(word, "-")
	marks := word[:len(word)-len(name)]
	var list []string
	add := func(options []string, least int) {
		near := nearest(name, options, least)
		if slices.Contains(options, name) {
			near = []string{name} // only its dashes were wrong
		}
		for _, near := range near {
			if len(list) < maxCommandFixes && misspells(name, near) {
				if s, ok := ff.out.replace(c, []replacement{{from: word, to: ff.withDashes(c, near, name, marks)}}); ok {
					list = append(list, s)
				}
			}
		}
	}
	if add(ff.listedOptions(name), guessedLike); len(list) == 0 {
		add(knownOptionNames(c), guessedLike)
	}
	if len(list) == 0 && (marks != "-" || len(name) > 4 || slices.Contains(k.fix.Choices, name)) {
		usual := slices.DeleteFunc(slices.Clone(k.fix.Choices), func(o string) bool { return !spelling.OneOff(name, o) && o != name })
		add(usual, 0)
	}
	return list
}

// optionNamed returns the option of a call that an output names, with or
// without dashes, and without its value.
func (ff *fixFinder) optionNamed(c *shell.Call, said string) (shell.Span, string) {
	said, _, _ = strings.Cut(said, "=")
	for _, marks := range [...]string{"", "--", "-"} {
		word := marks + said
		if at, _ := ff.out.findWord(c, word); at.To > 0 && word[0] == '-' && len(strings.TrimLeft(word, "-")) > 1 {
			return at, word
		}
	}
	return shell.Span{}, ""
}

// withDashes returns the name of an option with the dashes it has in the model
// or in the output, or else those of the wrong option.
func (ff *fixFinder) withDashes(c *shell.Call, name, wrong, marks string) string {
	if c.Model != nil && c.Model.Style == rule.Single {
		return marks + name
	}
	known := modelOptions(c)
	for _, long := range [...]string{"--", "-"} {
		said := name != wrong && (strings.Contains(ff.text, " "+long+name) || strings.Contains(ff.text, "["+long+name))
		if said || slices.Contains(known, long+name) {
			return long + name
		}
	}
	if name == wrong {
		return "--" + name
	}
	return marks + name
}

// misspells reports whether a name may be a typo of another one. A different
// first letter, or the opposite of an option, is no typo.
func misspells(name, other string) bool {
	switch {
	case len(name) < 2 || len(other) < 2, strings.HasPrefix(name, "no-") != strings.HasPrefix(other, "no-"):
		return false
	case name == other:
		return true
	}
	return name[0] == other[0] || name[0] == other[1] && name[1] == other[0]
}

// listedOptions returns the names of the options that an output lists, except
// the wrong one.
func (ff *fixFinder) listedOptions(wrong string) []string {
	var list []string
	for _, at := range ff.lines[:min(len(ff.lines), maxListed)] {
		said := ff.text[at.from:at.to]
		for w := range strings.FieldsFuncSeq(said, func(r rune) bool { return r <= ' ' || strings.ContainsRune(",:;|[]{}()<>=`'\"‘’", r) }) {
			if option := strings.TrimLeft(w, "-"); len(w) > 2 && w[0] == '-' && option != wrong && isChoice(w) && len(list) < maxChoices {
				list = append(list, option)
			}
		}
	}
	return list
}

// maxListed is how many lines of an output are read for its options.
const maxListed = 400

// knownOptionNames returns the names of the options in a program's model.
func knownOptionNames(c *shell.Call) []string {
	list := modelOptions(c)
	for i, o := range list {
		list[i] = strings.TrimLeft(o, "-")
	}
	return list
}

// modelOptions returns the options in a program's model that apply to a call,
// those of its subcommand first.
func modelOptions(c *shell.Call) []string {
	if c.Model == nil {
		return nil
	}
	var list []string
	add := func(options []rule.Option) {
		for i := range options {
			list = append(list, options[i].Names...)
		}
	}
	for i := range c.Model.SubOptions {
		if s := &c.Model.SubOptions[i]; c.Args.Is(s.Sub) {
			add(s.Options.All())
		}
	}
	add(c.Model.Options)
	return list
}

// beforeReckless returns the choices before the first reckless one. What is
// less similar than that was not meant.
func beforeReckless(c *shell.Call, near []string) []string {
	near = near[:min(len(near), maxCommandFixes)]
	if i := slices.IndexFunc(near, func(w string) bool { return rule.Reckless(w) && indexOf(c, w) < 0 }); i >= 0 {
		return near[:i]
	}
	return near
}

// typoOf returns the programs of which a word is a typo: two letters swapped,
// or an inner one dropped or doubled. A less similar word may be another
// program that is not installed.
func typoOf(word string, programs []string) []string {
	var list []string
	for _, p := range programs {
		if spelling.Swapped(word, p) || spelling.LeftOut(word, p) || spelling.LeftOut(p, word) && spelling.Doubled(word) {
			list = append(list, p)
		}
	}
	return list
}
