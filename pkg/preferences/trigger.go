package preferences

import (
	"path"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/shell"
)

// AnyProgram is the trigger of a rule that the name of no program rules out.
const AnyProgram = "*"

// Triggers returns the names of the programs whose calls a rule may concern, or
// AnyProgram. A command that calls none of them need not be looked up. A rule
// that can only be told has none.
func Triggers(r memory.PreferenceRule) []string {
	if r.Form == "" {
		return nil
	}
	if r.Class != "" {
		return []string{AnyProgram}
	}
	about := r.Avoid
	if r.Form == memory.FormAlways || r.Form == memory.FormAfter {
		about = r.When
	}
	first, _, _ := strings.Cut(about, " ")
	if first == "" {
		return []string{AnyProgram}
	}
	return []string{path.Base(first)}
}

// Called returns the names of the programs that a script calls, with the names by
// which their models know them.
func Called(s *shell.Script) []string {
	var names []string
	for i := range s.Calls {
		c := &s.Calls[i]
		if c.Program == "" {
			continue
		}
		names = append(names, c.Program)
		if c.Model != nil {
			names = append(names, c.Model.Names...)
		}
	}
	return names
}

// Same reports whether two preferences want the same: by their rules, and those
// that can only be told by their words. "Always use uv" wants the same as "use uv,
// not pip".
func Same(a, b *memory.Preference) bool {
	switch {
	case a.Rule.Form == "" && b.Rule.Form == "":
		return strings.EqualFold(a.Words.String(), b.Words.String())
	case a.Rule.Form == memory.FormUse && b.Rule.Form == memory.FormUse && (a.Rule.Avoid == "" || b.Rule.Avoid == ""):
		return a.Rule.Prefer == b.Rule.Prefer
	}
	return a.Rule == b.Rule
}

// Fuller returns which of two rules that want the same says more.
func Fuller(a, b memory.PreferenceRule) memory.PreferenceRule {
	if a.Form == memory.FormUse && a.Avoid == "" {
		return b
	}
	return a
}

// Opposite reports whether two rules cannot both be kept: one wants the command
// that the other avoids.
func Opposite(a, b memory.PreferenceRule) bool { return wants(a, b) || wants(b, a) }

func wants(a, b memory.PreferenceRule) bool {
	avoids := b.Form == memory.FormUse || b.Form == memory.FormNever
	return a.Form == memory.FormUse && avoids && a.Prefer != "" && a.Prefer == b.Avoid
}
