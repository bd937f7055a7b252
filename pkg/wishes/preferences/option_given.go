package preferences

import (
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// ownWords returns the words of call i behind its program, up to the command that it runs:
// docker exec db psql -u root has no option -u.
func (f *finder) ownWords(i int) []shell.Word {
	c := &f.Calls[i]
	words := c.Argv[1:]
	from := len(f.Text)
	for k := i + 1; k < len(f.Calls); k++ {
		if inner := &f.Calls[k]; inner.Via == i && len(inner.Argv) > 0 && inner.Span == c.Span && inner.Argv[0].Span.From < inner.Argv[0].Span.To {
			from = min(from, inner.Argv[0].Span.From)
		}
	}
	if c.Model != nil && c.Model.Style == rule.POSIX && len(c.Args.Operands) > 0 && c.Args.Operands[0].Span.From < c.Args.Operands[0].Span.To {
		from = min(from, c.Args.Operands[0].Span.From)
	}
	for k, w := range words {
		if w.Is("--") || w.Is("-args") || w.Span.To > from && w.Span.From < w.Span.To {
			if f.namesFrom(words[k:]) {
				break // the rule is about what it runs
			}
			return words[:k]
		}
	}
	return words
}

// namesFrom reports whether the rule names one of some words: python manage.py test.
func (f *finder) namesFrom(words []shell.Word) bool {
	return slices.ContainsFunc(f.subject, func(s string) bool {
		return slices.ContainsFunc(strings.Fields(s)[1:], func(want string) bool {
			return slices.ContainsFunc(words, func(w shell.Word) bool { return isWord(want, w.String()) })
		})
	})
}

// gives reports whether a call has an option among its own words, under any of its names.
func (f *finder) gives(c *shell.Call, own []shell.Word, name string) bool {
	short := *c
	short.Argv = append(c.Argv[:1:1], own...)
	off := slices.ContainsFunc(own, func(w shell.Word) bool {
		head, value, _ := strings.Cut(w.String(), "=")
		return head == name && isOff(value)
	})
	return !off && (hasOption(&short, name) || slices.ContainsFunc(own, func(w shell.Word) bool {
		head, _, _ := strings.Cut(w.String(), "=")
		return head == name
	}))
}

// givesOther reports whether the value that a call gives an option is known, and another one.
func (f *finder) givesOther(c *shell.Call, name, value string) bool {
	has := valueOf(c, name)
	if has == nil || asPath(has.String()) == asPath(value) {
		return false
	}
	_, literal := has.Literal()
	return literal
}

// givesPair reports whether words give an option a value, however often they have the option.
func givesPair(words []shell.Word, name, value string) bool {
	for k, w := range words {
		text := w.String()
		if value == "" && text == name || value != "" && (text == name+"="+value || len(name) == 2 && text == name+value || text == name && k+1 < len(words) && asPath(words[k+1].String()) == asPath(value)) {
			return true
		}
	}
	return false
}

// givesAlike reports whether a call that has not an option may say the same in another way:
// with its value in another option, a variable or an address (-j2 and --parallel 2, -p 5433
// and PGPORT=5433), or with a long option for the letter of one of which no model knows.
func givesAlike(c *shell.Call, own []shell.Word, name, value string) bool {
	letter := len(name) > 1 && name[1] != '-'
	if letter && value == "" && len(name) > 2 && strings.Trim(name[2:], "0123456789") == "" { // -j2
		name, value = name[:2], name[2:]
	}
	if value == "" || strings.HasPrefix(value, "<") {
		if optionOf(c, name) != nil || len(c.Args.Sub) > 0 && !letter {
			return false
		}
		return slices.ContainsFunc(own, func(w shell.Word) bool {
			given, _, _ := strings.Cut(w.String(), "=")
			return letter && len(name) == 2 && len(given) > 3 && given[:2] == "--" && given[2] == name[1] ||
				!letter && len(name) > 3 && len(given) == 2 && given[0] == '-' && given[1] == name[2]
		})
	}
	if slices.ContainsFunc(c.Assigns, func(a shell.Assign) bool { return a.Value.Is(value) && isVariableOf(a.Name, name) }) {
		return true
	}
	if slices.ContainsFunc(own, func(w shell.Word) bool {
		_, address, ok := strings.Cut(w.String(), "://")
		return ok && (strings.HasPrefix(address, value+"@") || strings.HasPrefix(address, value+":")) && strings.Contains(address, "@")
	}) {
		return true // the user of an address
	}
	before := c.Argv[0]
	for _, w := range own {
		text, last := w.String(), before.String()
		before = w
		given, attached, has := strings.Cut(text, "=")
		switch {
		case has && strings.HasPrefix(given, "-") && attached == value && isAlike(c, given, name, value):
			return true
		case !has && text == value && (!strings.HasPrefix(last, "-") && len(value) > 3 || strings.HasPrefix(last, "-") && isAlike(c, last, name, value)):
			return true
		case len(text) > 2 && text[0] == '-' && text[2:] == value && isAlike(c, text[:2], name, value): // -j2
			return true
		case len(value) > 3 && isPart(text, value) && !strings.HasPrefix(text, "-"):
			return true
		}
	}
	return false
}

// isAlike reports whether an option with a value may say the same as another one with that value:
// the letter of it, how many jobs there are, or one of which nothing is known.
func isAlike(c *shell.Call, given, name, value string) bool {
	jobs := strings.Trim(value, "0123456789") == "" && saysJobs(given) && saysJobs(name)
	switch a, b := optionOf(c, given), optionOf(c, name); {
	case given == name || isLetterOf(given, name) || isLetterOf(strings.ToLower(name), given) || jobs:
		return true
	case a != nil && b != nil:
		return false // the value of another option: kubectl -n staging
	}
	return len(value) > 3
}

// saysJobs reports whether an option may say how many of something run at once.
func saysJobs(option string) bool {
	for _, list := range jobOptions {
		if slices.Contains(list, option) {
			return true
		}
	}
	return false
}

// isVariableOf reports whether a variable may say what an option does, by its name: PGPORT for -p,
// AWS_PROFILE for --profile.
func isVariableOf(variable, option string) bool {
	variable, option = strings.ToLower(variable), strings.TrimLeft(option, "-")
	if len(option) > 1 {
		return strings.Contains(variable, strings.ReplaceAll(option, "-", "_"))
	}
	return strings.Contains(variable, "_"+strings.ToLower(option)) || strings.HasPrefix(strings.TrimPrefix(variable, "pg"), strings.ToLower(option))
}

// isLetterOf reports whether an option is the letter that may be short for a long one: -t for
// --target.
func isLetterOf(option, long string) bool {
	return len(option) == 2 && option[0] == '-' && len(long) > 3 && long[:2] == "--" && option[1] == long[2]
}

// isPart reports whether a word of settings or an address holds a value as a whole part of it:
// "host=replica dbname=sales", postgresql://report@replica/sales.
func isPart(word, value string) bool {
	if !strings.ContainsAny(word, "=@") && !strings.Contains(word, "://") {
		return false
	}
	for rest, before := word, byte(' '); ; {
		at := strings.Index(rest, value)
		if at < 0 {
			return false
		}
		if at > 0 {
			before = rest[at-1]
		}
		behind := rest[at+len(value):]
		if strings.IndexByte(" =:@/,;?&", before) >= 0 && (behind == "" || strings.IndexByte(" :/,;?&", behind[0]) >= 0) {
			return true
		}
		rest, before = behind, value[len(value)-1]
	}
}

// asPath returns a value as a path that it may be: ./fonts/ is fonts.
func asPath(value string) string {
	if short := strings.TrimSuffix(strings.TrimPrefix(value, "./"), "/"); short != "" {
		return short
	}
	return value
}
