package shell

import (
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/rule"
)

// Holds reports whether the conditions of a verb hold for the arguments.
func (a *Args) Holds(v *rule.Verb) bool {
	if len(v.Sub) > 0 && !a.Is(v.Sub) {
		return false
	}
	if len(v.Any) > 0 && !a.Given(v.Any) || a.Given(v.None) {
		return false
	}
	for k := range v.All {
		if !a.Given(v.All[k : k+1]) {
			return false
		}
	}
	if len(a.Operands) < v.Min || v.Max > 0 && len(a.Operands) > v.Max {
		return false
	}
	return len(v.Operand) == 0 || a.Matches(v.Operand)
}

// Given reports whether one of the flags was given. A flag "-x=GLOB" counts
// when its value matches.
func (a *Args) Given(flags []string) bool {
	if !a.may(flags) {
		return false
	}
	for _, f := range flags {
		if name, pattern, ok := optionGlob(f); ok {
			if a.valueMatches(name, pattern) {
				return true
			}
		} else if a.Has(f) {
			return true
		}
	}
	return false
}

// Matches reports whether an operand matches one of the globs. A glob
// "-x=GLOB" is held against the values of that option.
func (a *Args) Matches(globs []string) bool {
	plain := 0 // globs for operands
	for _, g := range globs {
		name, pattern, ok := optionGlob(g)
		if !ok {
			plain++
		} else if a.valueMatches(name, pattern) {
			return true
		}
	}
	for k := range a.Operands {
		if plain == 0 {
			break
		}
		text := a.Operands[k].String()
		for _, g := range globs {
			if endsAlike(g, text) && matchGlob(g, text) && (plain == len(globs) || !isOptionGlob(g)) {
				return true
			}
		}
	}
	return false
}

// valueMatches reports whether a value of an option matches a glob.
func (a *Args) valueMatches(name, pattern string) bool {
	first := a.Flag(name)
	if first == nil {
		return false
	}
	for k := range a.Flags {
		f := &a.Flags[k]
		if f.Value != nil && (f.Name == name || sameOption(f, first)) && MatchGlob(pattern, f.Value.String()) {
			return true
		}
	}
	return false
}

func isOptionGlob(g string) bool {
	_, _, ok := optionGlob(g)
	return ok
}

// optionGlob cuts "-x=GLOB" and "/x=GLOB", which is no path.
func optionGlob(g string) (name, pattern string, ok bool) {
	if g == "" || g[0] != '-' && g[0] != '/' {
		return "", "", false
	}
	if name, pattern, ok = strings.Cut(g, "="); g[0] == '/' && strings.Contains(name[1:], "/") {
		return "", "", false
	}
	return name, pattern, ok
}

func sameOption(f, g *Flag) bool { return f.Option != nil && f.Option == g.Option }

// On picks the words that a row of a model speaks of; the caller handles those
// that are not words of the call.
func (c *Call) On(on string) []Word {
	a := &c.Args
	n := len(a.Operands)
	switch {
	case on == "operands":
		if len(c.Items) > 0 {
			return c.Items
		}
		return a.Operands
	case on == "behind":
		return a.Operands[min(a.Front, n):]
	case on == "items":
		return c.Items
	case n > 0 && on == "first":
		return a.Operands[:1]
	case n > 0 && on == "last":
		return a.Operands[n-1:]
	case n > 0 && on == "init":
		return a.Operands[:n-1]
	case n > 0 && on == "rest":
		return a.Operands[1:]
	case strings.HasPrefix(on, "flag:"):
		return c.Values(on[len("flag:"):])
	}
	return nil
}

// Assigned returns what the operands that match one of some globs set: NAME=VALUE.
func (c *Call) Assigned(globs []string) (values []Word) {
	for _, w := range c.Args.Operands {
		name, _, ok := strings.Cut(w.Prefix(), "=")
		if ok && slices.ContainsFunc(globs, func(g string) bool { return MatchGlob(g, w.String()) }) {
			values = append(values, w.Cut(len(name)+1))
		}
	}
	return values
}

// Values returns the values given to an option.
func (c *Call) Values(name string) []Word {
	var out []Word
	first := c.Args.Flag(name)
	for k := range c.Args.Flags {
		f := &c.Args.Flags[k]
		if f.Value != nil && (f == first || f.Name == name || first != nil && sameOption(f, first)) {
			out = append(out, *f.Value)
		}
	}
	return out
}
