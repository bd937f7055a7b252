package preferences

import (
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/command"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// withOption reports whether call i lacks one of some options, or gives it another value. The
// call as it would have to be is only known where it is known where the option stands, and the
// call says nothing else of what it is about: a second -v adds to the first one, and of
// -Xmx8g and -Xmx2g the last one counts.
func (f *finder) withOption(i int, with string) (hit Hit, broken bool) {
	c := &f.Calls[i]
	if command.HasArg(c, []string{"--abort", "--continue", "--quit", "--skip"}) {
		return hit, false // of what has begun
	}
	if len(c.Argv) > 1 && !strings.Contains(f.rule.When, " ") && subcommandSettingsWord(c.Argv[1].String()) {
		return hit, false
	}
	own := f.ownWords(i)
	whole, missing, at := true, "", 0
	for _, option := range optionsIn(with) {
		name, value := parted(option)
		switch {
		case givesPair(own, name, value), f.ofOther(c, name), isMoot(own, name):
			continue
		case strings.HasPrefix(value, "<") && strings.HasSuffix(value, ">"): // any will do: --limit <host>
			if f.gives(c, own, name) {
				continue
			}
			whole = false // which one is for the model to say
		case !f.gives(c, own, name):
			whole = whole && !sets(c, value) // by another name of the option
			if givesAlike(c, own, name, value) || value != "" && isAbout(c, name) {
				continue
			}
			if o := optionOf(c, name); o != nil && o.Arg == rule.RequiredArg && value == "" {
				whole = false // what it takes is for the model to say
			}
		case value == "":
			continue
		case !f.givesOther(c, name, value):
			continue // it may be the same
		case strings.Contains(value, "="): // one of several settings: -v schema=app
			whole = whole && !sets(c, value)
		default:
			whole = false
		}
		broken = true
		place, known := f.optionPlace(c, name)
		whole = whole && known && !speaksOf(c, own, option) && !opposes(c, own, name) && !(isRelative(value) && len(c.Cwd.Path.Parts) > 0) && !strings.HasSuffix(option, "=") // its value was not heard
		missing, at = missing+" "+quoted(option), max(at, place)
	}
	if broken && whole && !inOtherMode(c) { // cmake --build takes no -B
		hit = Hit{Edits: []shell.Edit{{From: at, To: at, Text: missing}}, Certain: true}
	}
	return hit, broken
}

// opposes reports whether words of a call, or a variable in front of it, say otherwise of what an
// option is about: --no-signoff for -s, -race=false, AWS_PROFILE for --profile, and what cannot
// stand beside it.
func opposes(c *shell.Call, own []shell.Word, name string) bool {
	names := []string{name}
	if o := optionOf(c, name); o != nil {
		names = o.Names
	}
	return slices.ContainsFunc(names, func(n string) bool {
		long := strings.TrimLeft(n, "-")
		variable := "_" + strings.ToUpper(strings.ReplaceAll(long, "-", "_"))
		return slices.ContainsFunc(c.Assigns, func(a shell.Assign) bool { return len(long) > 2 && strings.HasSuffix(a.Name, variable) }) ||
			slices.ContainsFunc(own, func(w shell.Word) bool {
				given, value, has := strings.Cut(w.String(), "=")
				if isBundle(given) && slices.ContainsFunc([]byte(given[1:]), func(letter byte) bool {
					return optionsApartWord(n+"/-"+string(letter)) || optionsApartWord(c.Program+"/-"+string(letter))
				}) {
					return true
				}
				return len(long) > 1 && (given == "--no-"+long || given == "--skip-"+long || given == "--disable-"+long) || has && given == n && isOff(value) || optionsApartWord(n+"/"+given) || optionsApartWord(given+"/"+n) || optionsApartWord(c.Program+"/"+given)
			})
	})
}

// isBundle reports whether a word is letters of options in one: -rf.
func isBundle(word string) bool {
	return len(word) > 2 && word[0] == '-' && strings.Trim(word[1:], "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ") == ""
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

// sets reports whether a word of a call gives a setting, such as schema=app, a value.
func sets(c *shell.Call, setting string) bool {
	key, _, ok := strings.Cut(setting, "=")
	return ok && slices.ContainsFunc(c.Argv[1:], func(w shell.Word) bool {
		text := w.String()
		return strings.HasPrefix(text, key+"=") || strings.HasPrefix(text, "-") && strings.Contains(text, key+"=")
	})
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
