package preferences

import (
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/command"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
	"github.com/ctxhook/ctxhook/pkg/memory"
)

// isOther reports whether a call is about something that the preferred command is
// not for: it installs that one, or does what only the avoided one can.
func (f *finder) isOther(c *shell.Call) bool {
	if f.tools == nil {
		return false
	}
	return f.brings(c) || f.isApart(c) || f.addsWords(c)
}

// brings reports whether a call only installs the preferred tool, with the
// avoided one or without: pip install -U pip uv.
func (f *finder) brings(c *shell.Call) bool {
	k := classNamed(f.known, "install")
	words := command.Words(c)
	if k == nil || len(words) < 3 || !inClass(k, c) {
		return false
	}
	tool, _, _ := strings.Cut(f.rule.Prefer, " ")
	own := append(namesOf(f.tools, f.from), tool)
	return slices.ContainsFunc(words[2:], func(w string) bool { return packageName(w) == tool }) &&
		!slices.ContainsFunc(words[2:], func(w string) bool { return !slices.Contains(own, packageName(w)) })
}

// packageName returns the name of a package without its version.
func packageName(word string) string {
	if i := strings.IndexAny(word, "=<>~![@"); i > 0 {
		return word[:i]
	}
	return word
}

// isApart reports whether the family of the tools says that the preferred one is
// not for such a call.
func (f *finder) isApart(c *shell.Call) bool {
	to, _ := toolOf(f.tools, f.rule.Prefer)
	return slices.ContainsFunc(f.tools.Apart, func(a rule.Apart) bool {
		return a.Tool == to && (a.Writes && isKept(c) || a.Several && len(command.Words(c)) > len(strings.Fields(f.from))+1 || isApart(c, a.Words))
	})
}

// MayBeFiles returns the words of a call that say, if files of these names are
// there, that it is about something that the preferred command is not for.
func MayBeFiles(known rule.Knowledge, r *memory.PreferenceRule, c *shell.Call) []string {
	if r.Form != memory.FormUse {
		return nil
	}
	avoided := r.Avoided()
	i := slices.IndexFunc(avoided, func(command string) bool { return fits(command, c) })
	if i < 0 {
		return nil
	}
	t, _ := family(known, avoided[i])
	if t == nil {
		return nil
	}
	to, _ := toolOf(t, r.Prefer)
	if !slices.ContainsFunc(t.Apart, func(a rule.Apart) bool { return a.Tool == to && a.Files }) {
		return nil
	}
	words := command.Words(c)
	for w := range strings.FieldsSeq(avoided[i]) {
		if w[0] != '-' && len(words) > 0 { // options are no words, and a pattern may need fewer
			words = words[1:]
		}
	}
	return words
}

// isKept reports whether the output of a call is kept in a file, or is text of
// the command itself.
func isKept(c *shell.Call) bool {
	return slices.ContainsFunc(c.Redirs, func(r shell.Redir) bool {
		return strings.HasPrefix(r.Op, "<<") || strings.Contains(r.Op, ">") && (r.Fd == "" || r.Fd == "1")
	})
}

// addsWords reports whether a call has operands where the preferred command of
// the same tool has none: npm install x, and npm ci.
func (f *finder) addsWords(c *shell.Call) bool {
	to, more := toolOf(f.tools, f.rule.Prefer)
	if to == "" || to != f.from || len(more) != 1 || len(command.Words(c)) <= len(strings.Fields(f.rule.Avoid)) {
		return false
	}
	return slices.ContainsFunc(f.tools.Swaps, func(s rule.Swap) bool {
		as, _ := rule.Of(s.Commands, to)
		return s.Operands == rule.NoOperands && slices.Contains(strings.Split(as, "|"), more[0])
	}) && !slices.ContainsFunc(f.tools.Swaps, func(s rule.Swap) bool {
		as, _ := rule.Of(s.Commands, to)
		return s.Operands != rule.NoOperands && slices.Contains(strings.Split(as, "|"), more[0])
	})
}
