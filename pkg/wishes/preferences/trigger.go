package preferences

import (
	"path"
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
	"github.com/ctxhook/ctxhook/pkg/memory"
)

// Triggers returns the names of the programs whose calls a rule may be about: a
// command that calls none of them breaks no such rule.
func Triggers(known rule.Knowledge, r *memory.PreferenceRule) []string {
	return formOf(r).triggers(known, r)
}

// programsOf returns the names of the programs of the commands that a rule is about.
func programsOf(patterns []string, class *rule.CommandClass) []string {
	if class != nil {
		patterns = append(patterns, class.Commands...)
	}
	var names []string
	for _, p := range patterns {
		first, rest, more := strings.Cut(p, " ")
		for more && isAssignment(first) {
			first, rest, more = strings.Cut(rest, " ")
		}
		for name := range strings.SplitSeq(first, "|") {
			names = append(names, strings.TrimSuffix(path.Base(name), ".exe"))
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// What Triggers returns for rules about places: it stands for every program that changes
// files, and for every program that may reach another place. It returns AnyProgram for rules
// about what any program may be told to do.
const (
	AnyFiles   = "*files"
	AnyTarget  = "*target"
	AnyProgram = "*program"
	AnyReading = "*reading" // beside the others: whatever reads files
	AtStop     = "*stop"    // no program: the agent stops
)

// Called returns the names of the programs that a script calls.
func Called(s *shell.Script) []string {
	var names []string
	for i := range s.Calls {
		name := s.Calls[i].Program
		if name != "" && !slices.Contains(names, name) {
			names = append(names, name)
		}
		if bare, ok := strings.CutSuffix(name, ".sh"); ok && bare != "" { // kafka-topics.sh
			names = append(names, bare)
		}
		if name := scriptOf(&s.Calls[i]); name != "" && !slices.Contains(names, name) {
			names = append(names, name)
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
	case a.Rule.Form == memory.FormUse && b.Rule.Form == memory.FormUse && a.Rule.Class == b.Rule.Class && (a.Rule.Avoid == "" || b.Rule.Avoid == ""):
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

// Rival reports whether two rules want different commands in the place of the
// same one.
func Rival(known rule.Knowledge, a, b memory.PreferenceRule) bool {
	switch {
	case a.Form != memory.FormUse || b.Form != memory.FormUse || a.Prefer == b.Prefer || a.Class != b.Class || Opposite(a, b):
		return false
	case a.Class != "":
		return true
	case a.Avoid != "" && b.Avoid != "":
		return slices.ContainsFunc(a.Avoided(), func(command string) bool { return slices.Contains(b.Avoided(), command) })
	case a.Avoid == "":
		return slices.Contains(others(known, a.Prefer), b.Prefer)
	}
	return slices.Contains(others(known, b.Prefer), a.Prefer)
}

func wants(a, b memory.PreferenceRule) bool {
	avoids := b.Form == memory.FormUse || b.Form == memory.FormNever
	return a.Form == memory.FormUse && avoids && a.Prefer != "" && slices.Contains(b.Avoided(), a.Prefer)
}
