package preferences

import (
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/order"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
	"github.com/ctxhook/ctxhook/pkg/memory"
)

// Rewrite returns the text of a script as it would have to be for a preference,
// "" where that is not known of every call that breaks it, and whether nothing
// else can change by it. parse parses a text as the script was: the new text must
// parse, no longer break the preference, and run all other calls as they are.
func Rewrite(known rule.Knowledge, r *memory.PreferenceRule, s *shell.Script, where Where, parse func(text string) *shell.Script) (text string, certain bool) {
	var edits []shell.Edit
	certain = true
	hits := Find(known, r, s, where)
	for _, h := range hits {
		if len(h.Edits) == 0 {
			return "", false
		}
		for _, e := range h.Edits { // a call and the script that it runs may stand at one place
			if !slices.Contains(edits, e) {
				edits = append(edits, e)
			}
		}
		certain = certain && h.Certain
	}
	text, ok := edited(s.Text, edits)
	if !ok || text == s.Text {
		return "", false
	}
	after := parse(text)
	if len(after.Problems) > len(s.Problems) || len(Find(known, r, after, where)) > 0 || !keeps(s, after, hits) || stillNames(r, after, where) {
		return "", false
	}
	return text, certain
}

// stillNames reports whether a script has a command that it should no longer run as words of a
// call for which the preference holds: npx -p eslint, or in a pipe, where it is let be.
func stillNames(r *memory.PreferenceRule, s *shell.Script, where Where) bool {
	if r.Form != memory.FormUse || strings.Contains(" "+r.Prefer+" ", " "+r.Avoid+" ") {
		return false
	}
	return slices.ContainsFunc(s.Calls, func(c shell.Call) bool {
		if c.Where != "" || where != nil && !where(&c) {
			return false
		}
		text := " "
		for _, w := range c.Argv {
			text += strings.ReplaceAll(packageName(w.String()), " ", "_") + " "
		}
		return slices.ContainsFunc(r.Avoided(), func(avoided string) bool {
			before, _, found := strings.Cut(text, " "+avoided+" ")
			return found && !strings.HasSuffix(before, " "+programOf(r.Prefer)) // uv pip
		})
	})
}

// edited applies edits that do not overlap to a text.
func edited(text string, edits []shell.Edit) (string, bool) {
	order.By(edits, func(a, b shell.Edit) int { return a.From - b.From })
	var b strings.Builder
	at := 0
	for _, e := range edits {
		if e.From < at || e.To < e.From || e.To > len(text) {
			return "", false
		}
		b.WriteString(text[at:e.From])
		b.WriteString(e.Text)
		at = e.To
	}
	b.WriteString(text[at:])
	return b.String(), true
}

// keeps reports whether a script runs all calls of another in their order but
// those that break a preference: these, and what only runs them, are new.
func keeps(before, after *shell.Script, hits []Hit) bool {
	at := 0
	for i := range before.Calls {
		c := &before.Calls[i]
		if touched(before, i, hits) {
			continue
		}
		for at < len(after.Calls) && !sameCall(c, &after.Calls[at]) {
			at++
		}
		if at == len(after.Calls) {
			return false
		}
		at++
	}
	return true
}

// touched reports whether a hit is call i, is nested in it or nests it.
func touched(s *shell.Script, i int, hits []Hit) bool {
	return slices.ContainsFunc(hits, func(h Hit) bool {
		hit := &s.Calls[h.Call]
		return nestedIn(s, h.Call, i) || nestedIn(s, i, h.Call) || sameText(&s.Calls[i], hit)
	})
}

// nestedIn reports whether call i is call k, or nested in it.
func nestedIn(s *shell.Script, i, k int) bool {
	for ; i >= 0; i = s.Calls[i].Via {
		if i == k {
			return true
		}
	}
	return false
}

// sameCall reports whether two calls are the same in different texts.
func sameCall(a, b *shell.Call) bool {
	return a.Program == b.Program && a.Where == b.Where && slices.EqualFunc(a.Argv, b.Argv, func(x, y shell.Word) bool { return x.String() == y.String() }) &&
		a.Cwd.Path.String() == b.Cwd.Path.String() &&
		slices.EqualFunc(a.Assigns, b.Assigns, func(x, y shell.Assign) bool { return x.Name == y.Name && x.Value.String() == y.Value.String() })
}
