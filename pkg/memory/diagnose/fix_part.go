package diagnose

import (
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// applyForm changes a value into the form that a template asks for.
func applyForm(value, form string) (string, bool) {
	switch form {
	case "dir":
		dir := strings.TrimRight(value, "/")
		if dir != value {
			return dir, dir != ""
		}
		i := strings.LastIndexByte(dir, '/')
		if i <= 0 {
			return "", false
		}
		return dir[:i], true
	case "base":
		return base(value), true
	case "bare":
		return strings.TrimLeft(value, "$%> "), true
	case "blank":
		return strings.ReplaceAll(value, "\u00a0", " "), true
	case "closed":
		return closed(value)
	case "once":
		words := strings.Fields(value)
		for n := 1; 2*n <= len(words) && n <= 3; n++ {
			if first := strings.Join(words[:n], " ") + " "; slices.Equal(words[:n], words[n:2*n]) && strings.HasPrefix(value, first+first) {
				return value[len(first):], true
			}
		}
		return "", false
	case "unsuffixed":
		for _, empty := range [...]string{" -i ''", ` -i ""`} {
			if before, after, ok := strings.Cut(value, empty); ok {
				return before + " -i" + after, true
			}
		}
		return "", false
	case "path":
		return value, strings.ContainsAny(value, "./")
	case "word":
		return value, value != "" && !strings.ContainsFunc(value, func(c rune) bool {
			return (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && (c < '0' || c > '9') && c != '_' && c != '-'
		})
	}
	return value, true
}

// closed adds the missing last delimiter to a sed substitution in a call.
func closed(call string) (string, bool) {
	for _, start := range [...]string{" s", " 's", ` "s`} {
		i := strings.Index(call, start)
		if i < 0 || i+len(start) >= len(call) {
			continue
		}
		mark := call[i+len(start)]
		end := strings.IndexByte(call[i+1:], ' ')
		if len(start) == 3 {
			end = strings.IndexByte(call[i+3:], start[1]) + 2
		}
		if end < 2 {
			end = len(call) - i - 1
		}
		word := call[i+1 : i+1+end]
		if strings.IndexByte("/|,#:@!", mark) >= 0 && strings.Count(word, string(mark)) == 2 && word[len(word)-1] != mark {
			return call[:i+1] + word + string(mark) + call[i+1+end:], true
		}
	}
	return "", false
}

// isSafeArgument reports whether a text of the output can be used as an
// argument.
func isSafeArgument(s string) bool {
	return s != "" && len(s) <= 200 && !strings.ContainsFunc(s, func(c rune) bool { return c < ' ' || c == 0x7f }) && !strings.ContainsAny(s, "`$")
}

// callPart returns a part of a call as it was written.
func (ff *fixFinder) callPart(c *shell.Call, name string) (string, bool) {
	text := ff.out.Script.Text
	last := len(c.Argv) - 1
	if last < 0 {
		return "", false
	}
	raw := func(from, to int) (string, bool) { // words from to to
		if from > to || c.Argv[from].Span.From > c.Argv[to].Span.To || c.Argv[to].Span.To > len(text) {
			return "", from > to
		}
		return text[c.Argv[from].Span.From:c.Argv[to].Span.To], true
	}
	sub := firstOperand(c)
	switch name {
	case "command":
		return raw(0, last)
	case "program":
		return raw(0, 0)
	case "args":
		return raw(1, last)
	case "head":
		if sub < 0 {
			return "", false
		}
		return raw(0, sub)
	case "rest":
		if sub < 0 {
			return "", false
		}
		return raw(sub+1, last)
	case "flags", "operands":
		if sub < 0 {
			return "", false
		}
		return joined(text, c, sub+1, name == "flags"), true
	case "first":
		if sub < 0 {
			return "", false
		}
		return raw(sub, sub)
	case "last":
		if last == 0 {
			return "", false
		}
		for i := last; i > 0; i-- {
			if !strings.HasPrefix(c.Argv[i].String(), "-") {
				return raw(i, i)
			}
		}
	}
	return "", false
}

// joined joins the options after a word, or the words that are not options.
func joined(text string, c *shell.Call, from int, options bool) string {
	var list []string
	for i := from; i < len(c.Argv); i++ {
		if at := c.Argv[i].Span; strings.HasPrefix(c.Argv[i].String(), "-") == options && at.From < at.To && at.To <= len(text) {
			list = append(list, text[at.From:at.To])
		}
	}
	return strings.Join(list, " ")
}

func unquote(c rune) rune {
	switch c {
	case '\'', '"', '`', ',', '‘', '’', '“', '”':
		return ' '
	}
	return c
}
