package preferences

import (
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/command"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
	"github.com/ctxhook/ctxhook/pkg/memory"
)

// Asked is a version of a language that a call asks for.
type Asked struct {
	Pinned  *rule.Pinned
	Version string
	head    string // the command in front of it
	between string // the head and the version: a space, or nothing
}

// AsksFor returns the version of a language that a call asks for: nvm use 18,
// python3.9 x.py.
func AsksFor(known rule.Knowledge, c *shell.Call) (a Asked, ok bool) {
	if c.Program == "" || c.Where != "" || c.Late || len(c.Argv) == 0 || strings.Contains(c.Argv[0].String(), "/") {
		return a, false
	}
	a.Pinned = new(rule.Pinned)
	if !find(known, rule.KindPinned, c.Program, a.Pinned) || asksForHelp(c) {
		return a, false
	}
	words := command.Words(c)
	for _, call := range a.Pinned.Calls {
		a.head, _ = strings.CutSuffix(call, "{}")
		if n := len(strings.Fields(a.head)); !strings.HasSuffix(a.head, " ") {
			a.Version, ok = strings.CutPrefix(c.Program, a.head)
		} else if ok = n < len(words) && fits(a.head, c); ok {
			a.head, a.between, a.Version = strings.Join(words[:n], " "), " ", words[n]
		}
		if ok && versionOf(a.Version) != "" {
			return a, true
		}
	}
	return a, false
}

// Wants returns the rule that a call breaks which asks for another version than
// a project pins, and reports whether it breaks one. Where one of the two says
// less, they agree as far as it goes.
func (a *Asked) Wants(pinned []string) (r memory.PreferenceRule, broken bool) {
	if len(pinned) == 0 || slices.ContainsFunc(pinned, func(v string) bool { return versionOf(v) == "" || sameVersion(versionOf(v), versionOf(a.Version)) }) {
		return r, false
	}
	version := versionOf(pinned[0])
	if a.between == "" { // python3.12, and not python3.12.4
		parts := strings.SplitN(version, ".", 3)
		if len(parts) < 2 {
			return r, false
		}
		version = parts[0] + "." + parts[1]
	}
	return memory.PreferenceRule{Form: memory.FormUse, Prefer: a.head + a.between + version, Avoid: a.head + a.between + a.Version}, true
}

// versionOf returns the number of a version, "" for one that is none: a range, or
// the name of a release.
func versionOf(text string) string {
	text = strings.TrimPrefix(strings.TrimPrefix(text, "ruby-"), "v")
	if text == "" || strings.Trim(text, "0123456789.") != "" || text[0] == '.' {
		return ""
	}
	return strings.TrimSuffix(text, ".")
}

func sameVersion(a, b string) bool {
	return strings.HasPrefix(a+".", b+".") || strings.HasPrefix(b+".", a+".")
}
