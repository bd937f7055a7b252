package safety

import (
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/display"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
)

// Never returns why a condition holds for no command, with what to write
// instead, or "" if it may hold. It finds the slips that authors make, not
// every contradiction.
func Never(w *rule.When, models func(program string) *rule.Command) string {
	for _, slip := range [...]func(*rule.When, []*rule.Command) string{strangeFlag, strangeSub, strangeOperand, strangeEffect, strangePath} {
		if why := slip(w, modelsOf(w.Program, models)); why != "" {
			return why
		}
	}
	if len(w.Wrapper) > 0 && !slices.ContainsFunc(w.Wrapper, func(name string) bool { return runsOthers(models(name)) }) {
		return display.Quote(w.Wrapper[0]) + " runs no command that ctxhook sees: list it in the setting wrappers"
	}
	why := ""
	for i := range w.Any {
		if why = Never(&w.Any[i], models); why == "" {
			return ""
		}
	}
	return why
}

// modelsOf returns the models of programs, with nil for one without a model.
func modelsOf(programs []string, models func(string) *rule.Command) []*rule.Command {
	var list []*rule.Command
	for _, name := range programs {
		m := models(name)
		if m != nil && m.Bare {
			m = nil
		}
		list = append(list, m)
	}
	return list
}

// runsOthers reports whether a program runs a command or text among its
// arguments.
func runsOthers(m *rule.Command) bool {
	return m != nil && (len(m.Nested) > 0 || hasOption(m, func(o rule.Option) bool { return o.Role != "" }))
}

func hasOption(m *rule.Command, is func(rule.Option) bool) bool {
	return slices.ContainsFunc(m.Options, is) ||
		slices.ContainsFunc(m.SubOptions, func(s rule.SubOptions) bool { return slices.ContainsFunc(s.Options.All(), is) })
}

// strangeFlag finds a flag that is written without its dash.
func strangeFlag(w *rule.When, of []*rule.Command) string {
	possible := func(name string) bool {
		return strings.ContainsAny(name[:1], "-+/*") || len(of) == 0 || slices.ContainsFunc(of, func(m *rule.Command) bool {
			return m != nil && takesFlag(m, name)
		})
	}
	any := slices.ContainsFunc(w.Flags.Any, possible)
	for _, name := range w.Flags.All {
		if !possible(name) {
			return "no option is written " + display.Quote(name) + ": write " + dashed(name)
		}
	}
	if len(w.Flags.Any) > 0 && !any {
		return "no option is written " + display.Quote(w.Flags.Any[0]) + ": write " + dashed(w.Flags.Any[0])
	}
	return ""
}

func dashed(name string) string {
	if len(name) == 1 {
		return "-" + name
	}
	return "--" + name
}

// takesFlag reports whether a model has an option with this spelling.
func takesFlag(m *rule.Command, name string) bool {
	return m.Style != "" || declares(m, name) // options may be words: dd of=x, tar xf
}

// declares reports whether a model has an option.
func declares(m *rule.Command, name string) bool {
	return hasOption(m, func(o rule.Option) bool { return slices.Contains(o.Names, name) })
}

// strangeSub finds an option among the words of a subcommand.
func strangeSub(w *rule.When, _ []*rule.Command) string {
	for _, sub := range w.Sub {
		for _, word := range strings.Fields(sub) {
			if !strings.HasPrefix(word, "-") {
				continue
			}
			if len(w.Sub) == 1 {
				return display.Quote(word) + " is an option, not part of a subcommand: write flags: {any: [" + word + "]}"
			}
		}
	}
	return ""
}

// strangeOperand finds an option or a subcommand that is taken for an operand.
func strangeOperand(w *rule.When, of []*rule.Command) string {
	if len(w.Operand) != 1 {
		return ""
	}
	word := w.Operand[0]
	if strings.HasPrefix(word, "-") && len(word) > 1 && len(of) > 0 {
		return display.Quote(word) + " is an option, not an operand: write flags: {any: [" + strings.TrimRight(word, "*") + "]}"
	}
	if len(of) == 0 || len(w.Sub) > 0 {
		return ""
	}
	first, _, _ := strings.Cut(word, " ")
	for _, m := range of {
		if m == nil || !isSubcommand(m, first) {
			return ""
		}
	}
	return display.Quote(first) + " is a subcommand of " + w.Program[0] + ", not an operand: write sub: " + word
}

// isSubcommand reports whether a model speaks of a subcommand with this first
// word.
func isSubcommand(m *rule.Command, word string) bool {
	begins := func(sub string) bool {
		first, _, _ := strings.Cut(sub, " ")
		return first == word
	}
	if m.Depth == 0 {
		return false
	}
	for i := range m.SubOptions {
		if slices.ContainsFunc(m.SubOptions[i].Sub, begins) {
			return true
		}
	}
	return slices.ContainsFunc(m.Verbs, func(v rule.Verb) bool { return slices.ContainsFunc(v.Sub, begins) })
}

// strangeEffect finds an effect of programs that have no model. Redirections
// and pipes give some effects to every program.
func strangeEffect(w *rule.When, of []*rule.Command) string {
	always := [...]rule.EffectKind{rule.Overwrite, rule.Append, rule.Read, rule.Send, rule.Fetch, rule.Listen, rule.Run}
	if len(w.Effect) == 0 || len(of) == 0 || slices.ContainsFunc(of, func(m *rule.Command) bool { return m != nil }) ||
		slices.ContainsFunc(w.Effect, func(k rule.EffectKind) bool { return slices.Contains(always[:], k) }) {
		return ""
	}
	return "ctxhook knows no effect of " + display.Quote(w.Program[0]) + ", which has no model: leave effect out"
}

// strangePath finds classes that are wanted and unwanted at once.
func strangePath(w *rule.When, _ []*rule.Command) string {
	if w.Path == 0 || w.Path&^w.NotPath != 0 {
		return ""
	}
	return "path and not_path both name " + w.Path.Names()[0] + ": leave one out"
}
