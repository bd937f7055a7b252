package preferences

import (
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/command"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// withOption reports whether call i lacks one of some options, or gives it another value. The
// call as it would have to be is only offered where its other options cannot be about the same:
// which of two may stand together, and which of them counts, no model of a program knows.
func (f *finder) withOption(i int, with string) (hit Hit, broken bool) {
	c := &f.Calls[i]
	if command.HasArg(c, []string{"--abort", "--continue", "--quit", "--skip"}) {
		return hit, false // of what has begun
	}
	if len(c.Argv) > 1 && !strings.Contains(f.rule.When, " ") && subcommandSettingsWord(c.Argv[1].String()) {
		return hit, false
	}
	own := f.ownWords(i)
	bare := true
	for _, w := range own {
		if o := optionOf(c, w.String()); strings.HasPrefix(w.Prefix(), "-") && (o == nil || o.Arg != rule.RequiredArg || strings.ContainsAny(with, "= ")) {
			bare = false // one that takes a value says something else than one that takes none
		}
	}
	missing, at := "", 0
	for _, option := range optionsIn(with) {
		name, value := parted(option)
		anything := strings.HasPrefix(value, "<") && strings.HasSuffix(value, ">") // --limit <host>
		switch {
		case givesPair(own, name, value), f.ofOther(c, name), isMoot(own, name):
			continue
		case f.gives(c, own, name):
			if anything || value == "" || !f.givesOther(c, name, value) { // it may be the same
				continue
			}
		case !anything && (givesAlike(c, own, name, value) || value != "" && isAbout(c, name)): // by another name
			continue
		}
		broken = true
		o := optionOf(c, name)
		valued := !anything && !strings.HasSuffix(option, "=") && (value != "" || o == nil || o.Arg != rule.RequiredArg) // else it is for the model to say
		place, known := f.optionPlace(c, name)
		bare = bare && valued && known && !slices.ContainsFunc(c.Assigns, func(a shell.Assign) bool { return isVariableOf(a.Name, name) }) && !(isRelative(value) && len(c.Cwd.Path.Parts) > 0)
		missing, at = missing+" "+quoted(option), max(at, place)
	}
	if broken && bare && !inOtherMode(c) { // cmake --build takes no -B
		hit = Hit{Edits: []shell.Edit{{From: at, To: at, Text: missing}}, Certain: true}
	}
	return hit, broken
}

// isMoot reports whether a call with one of its options has no use for another one.
func isMoot(own []shell.Word, name string) bool {
	return slices.ContainsFunc(own, func(w shell.Word) bool { return optionsMootWord(name + "/" + w.String()) })
}

func isOff(value string) bool {
	return value == "false" || value == "no" || value == "0" || value == "off"
}

// isRelative reports whether a value is a path that depends on the directory.
func isRelative(value string) bool {
	return strings.Contains(value, "/") && !strings.HasPrefix(value, "/") && !strings.HasPrefix(value, "~") && !strings.Contains(value, "://")
}

// parted returns the name of an option, and its value behind a blank or "=".
func parted(option string) (name, value string) {
	given, value, _ := strings.Cut(option, " ")
	name, attached, has := strings.Cut(given, "=")
	if has {
		value = attached
	}
	return name, unquoted(value)
}

// quoted writes an option with a value that a shell would read otherwise in quotes.
func quoted(option string) string {
	given, value, ok := strings.Cut(option, " ")
	if !ok {
		return shell.Quote(given)
	}
	return given + " " + shell.Quote(unquoted(value))
}

// unquoted returns a value without the marks in which it was said: -m "not live".
func unquoted(value string) string {
	if n := len(value); n > 1 && (value[0] == '"' || value[0] == '\'') && value[n-1] == value[0] {
		return value[1 : n-1]
	}
	return value
}

// inOtherMode reports whether a call has an option with which its program does not do what it
// does otherwise, as the model has it.
func inOtherMode(c *shell.Call) bool {
	return c.Model != nil && slices.ContainsFunc(c.Model.Nested, func(n rule.Nested) bool { return n.As == rule.AsRecipe && c.Args.Has(n.Unless...) })
}

// ofOther reports whether an option is one of other subcommands than that of a call, as the
// model has it: where a rule is about a program, it is for those that take the option.
func (f *finder) ofOther(c *shell.Call, name string) bool {
	if c.Model == nil || f.class != nil || strings.Contains(f.rule.When, " ") || optionOf(c, name) != nil {
		return false
	}
	return slices.ContainsFunc(c.Model.SubOptions, func(s rule.SubOptions) bool {
		return slices.ContainsFunc(s.Options.All(), func(o rule.Option) bool { return slices.Contains(o.Names, name) })
	})
}

// isAbout reports whether the subcommand of a call is about what an option chooses: pulumi
// stack ls, for --stack dev.
func isAbout(c *shell.Call, option string) bool {
	return len(c.Argv) > 1 && c.Argv[1].Is(strings.TrimLeft(option, "-"))
}

// optionsIn parts options, each with its value behind it.
func optionsIn(with string) (list []string) {
	for f := range strings.FieldsSeq(with) {
		if last := len(list) - 1; f[0] != '-' && last >= 0 {
			list[last] += " " + f
			continue
		}
		list = append(list, f)
	}
	return list
}

// optionOf returns what the model of a call's program knows of an option, or nil.
func optionOf(c *shell.Call, name string) *rule.Option {
	if c.Model == nil {
		return nil
	}
	is := func(o rule.Option) bool { return slices.Contains(o.Names, name) }
	for _, s := range c.Model.SubOptions {
		if c.Args.Is(s.Sub) {
			if all := s.Options.All(); slices.ContainsFunc(all, is) {
				return &all[slices.IndexFunc(all, is)]
			}
		}
	}
	if i := slices.IndexFunc(c.Model.Options, is); i >= 0 {
		return &c.Model.Options[i]
	}
	return nil
}
