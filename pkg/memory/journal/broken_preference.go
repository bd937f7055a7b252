package journal

import (
	"errors"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/paths"
	"github.com/ctxhook/ctxhook/pkg/base/policy"
	"github.com/ctxhook/ctxhook/pkg/base/protocol"
	"github.com/ctxhook/ctxhook/pkg/guard/command"
	"github.com/ctxhook/ctxhook/pkg/guard/config"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/wishes/preferences"
	"github.com/ctxhook/ctxhook/rules"
)

var brokenPreference = rule.Rule{
	ID: memory.BrokenPreference, Title: "Command that the user wants otherwise", Risk: policy.Safe,
	Why: "The user prefers another command, wants it never run by an agent, always with a variable, an option or a wrapper, or only after another one. `ctxhook preferences` lists what is known. " +
		"The command is denied once, with the user's words and the command in its place; repeated, it runs. What is never to be run is asked about each time, and denied where nobody can be asked. " +
		"Commands for containers and other hosts do not count, unless they push, commit, publish or start a server; words that are data never do. Only hooks use this rule; check and lint do not.",
	Mitigation: "To change it, set preferences to rewrite, ask, note or off, enforce_never or session_wishes to false, or decline the preference.",
}

// BrokenPreference says which preferences a command breaks, and what to run in its
// place.
type BrokenPreference struct {
	Preferences []memory.Preference // that the command breaks, one or more
	Command     string
	Instead     string // the command as it would have to be; "" where that is not known
	Certain     bool   // it does nothing else than the command
	Forbidden   bool   // the user said that it is never to be run
	OfSession   string // id of one that the user stated in this session, and that is not kept beyond it; "": none
	Missing     string // program that the preferences want and that is not installed; "" for none
	Place       string // what the command changes or reaches, where that is what the user does not want

	session string // that is told
	key     string // by which it is known that a session was told
}

// Broken returns which preferences the command of the call breaks, nil
// for none. It is nil also where that is not known: a failure of the memory stops
// no command.
func (j Preferences) Broken(text string, script *shell.Script) *BrokenPreference {
	if len(j.Call.Commands) != 1 || !j.obeyed(script) {
		return nil
	}
	script = j.Judge.Typed(text, script)
	return j.brokenAmong(j.concerning(script), text, script)
}

// obeyed reports whether preferences may be held against a script.
func (j Preferences) obeyed(script *shell.Script) bool {
	return j.Judge.Config.Preferences != config.PreferencesOff && !j.repeats.empty() && script != nil
}

// brokenAmong returns which of some preferences a command breaks.
func (j Preferences) brokenAmong(list []memory.Preference, text string, script *shell.Script) *BrokenPreference {
	if len(list) == 0 {
		return nil
	}
	broken := &BrokenPreference{Command: text, Instead: text, Certain: true, session: j.Call.Session}
	stated := false // by the user, not by a file of the project alone
	for i := range list {
		p := &list[i]
		rule, where, breaks := j.breaks(p, list[:i], script)
		if !breaks {
			continue
		}
		if p.State != memory.Active {
			broken.Certain = false // the user did not ask for it, or not for good
		}
		if j.wished(p) {
			broken.OfSession = p.ID
		}
		stated = stated || p.State == memory.Active || j.wished(p)
		broken.Forbidden = broken.Forbidden || p.Rule.Forbids() && (p.State == memory.Active || j.saidHere(p))
		broken.Preferences = append(broken.Preferences, *p)
		broken.key += p.ID + " "
		if rule.Form == memory.FormPlace {
			broken.Instead, broken.Place = "", broken.changed(j, &rule.Place, script)
			continue
		}
		broken.rewrite(&rule, where, j.Judge.Parse)
	}
	if len(broken.Preferences) == 0 {
		return nil
	}
	broken.key += text
	called := preferences.Called(script)
	if broken.Instead == "" || !j.mayOffer(broken, called) {
		broken.Instead, broken.Certain = "", false
		if broken.Missing = j.missing(broken.Preferences[0].Rule.Wanted(), called); broken.Missing != "" && !stated && onlyShows(script) {
			return nil // grep loses nothing where rg is missing; the session was told once that it is
		}
	}
	return broken
}

// breaks reports whether a command breaks a preference, with the rule that it breaks as
// it holds here. before are those that come before it.
func (j Preferences) breaks(p *memory.Preference, before []memory.Preference, script *shell.Script) (rule memory.PreferenceRule, where preferences.Where, yes bool) {
	if rule = p.Rule; !concerns(p, j.called(script)) {
		return rule, where, false
	}
	where = j.whereHolds(p, before)
	if p.State != memory.Active && !j.wished(p) {
		against := func(n memory.Preference) bool { return preferences.Opposite(n.Rule, p.Rule) }
		var ok bool
		if rule, where, ok = j.stillShown(p, script); !ok || slices.ContainsFunc(before, against) {
			return rule, where, false
		}
	}
	if p.State != memory.Active && j.isOrderedNow(p, script) {
		return rule, where, false
	}
	where = j.narrowed(&rule, script, where)
	hits := j.hits(&rule, script, where)
	return rule, where, len(hits) > 0 && !(p.Rule.Form == memory.FormAfter && (j.did(p.Rule.After) || j.isProseCommit(&p.Rule, script)))
}

// mayOffer reports whether the command in the place of a broken one can be offered: a
// shell reads it, its programs are here, it breaks no preference itself, and it is not
// known to fail. Else the user's words have to do.
func (j Preferences) mayOffer(b *BrokenPreference, called []string) bool {
	script := j.Judge.Parse(b.Instead)
	if b.Instead == "" || len(script.Problems) > 0 || j.missing(b.Instead, called) != "" {
		return false
	}
	list := j.concerning(script)
	for i := range list {
		if _, _, breaks := j.breaks(&list[i], list[:i], script); breaks {
			return false
		}
	}
	return j.RepeatedFailure(b.Instead, script) == nil
}

// missing returns the first program that a command calls and that is not there, "" for
// none. Those that are called anyway do not count.
func (j Preferences) missing(command string, anyway []string) string {
	if command == "" {
		return ""
	}
	calls := j.Judge.Parse(command).Calls
	for i := range calls {
		c := &calls[i]
		if c.Via >= 0 && preferences.RunsTools(rules.Knowledge(), &calls[c.Via]) {
			continue // of the environment of the project: npx vitest
		}
		if !j.hasProgram(c, anyway) {
			return c.Program
		}
	}
	return ""
}

func (j Preferences) hasProgram(c *shell.Call, anyway []string) bool {
	byPath := len(c.Argv) > 0 && strings.Contains(c.Argv[0].String(), "/")
	switch {
	case slices.Contains(anyway, c.Program), c.Program == "", c.About.TraitsOf(c.Program)&rule.Builtin != 0: // exec, of mise exec
		return true
	case !byPath:
		return onPath(j.Path, c.Program)
	}
	path := c.Argv[0].String()
	dir, known := j.dirOf(c)
	if !filepath.IsAbs(path) {
		path = filepath.Join(dir, path)
	}
	return known && onPath(filepath.Dir(path), c.Program)
}

// onlyShows reports whether all calls of a script are of programs that change nothing.
func onlyShows(script *shell.Script) bool {
	return !slices.ContainsFunc(script.Calls, func(c shell.Call) bool { return !command.Has(&c, rule.ReadOnly|rule.Auxiliary) })
}

// concerns reports whether a preference may be about one of the programs that a
// command calls.
func concerns(p *memory.Preference, called []string) bool {
	return slices.ContainsFunc(preferences.Triggers(rules.Knowledge(), &p.Rule), func(name string) bool { return slices.Contains(called, name) })
}

// rewrite makes the command in the place of the broken one keep one more rule.
func (b *BrokenPreference) rewrite(r *memory.PreferenceRule, where preferences.Where, parse func(string) *shell.Script) {
	if b.Instead == "" {
		return
	}
	script := parse(b.Instead)
	if len(preferences.Find(rules.Knowledge(), r, script, where)) == 0 {
		return // another rule has seen to it
	}
	text, certain := preferences.Rewrite(rules.Knowledge(), r, script, where, parse)
	b.Instead, b.Certain = text, b.Certain && certain && text != ""
}

// Stops reports whether a command is stopped because it breaks a
// preference. One that is repeated is not, and neither are others after it that
// break the same preferences: the model has a reason. What the user never wants
// is stopped once for each command.
func (j Preferences) Stops(b *BrokenPreference) bool {
	if slices.ContainsFunc(b.Preferences, func(p memory.Preference) bool {
		return !p.Rule.Forbids() && j.wasTold(insisted(&p))
	}) {
		return false
	}
	before, noted := j.ToldBefore(memory.BrokenPreference + b.key)
	if before {
		for i := range b.Preferences {
			j.ToldBefore(insisted(&b.Preferences[i]))
		}
	}
	return !before && noted
}

// insisted is the key of a preference that a model did not keep though it was
// told.
func insisted(p *memory.Preference) string { return "insisted " + p.ID }

// MayRewrite reports whether the client may be given another command in the place
// of the one that it sent: not where the user has rules in the client's settings
// that deny or ask about commands, because it compares these with the other one
// only.
func (j Preferences) MayRewrite() bool {
	if !j.Call.CanRewrite() {
		return false
	}
	for _, path := range j.Judge.Places.ClientSettings(j.Judge.Project, j.Judge.Cwd) {
		data, err := paths.ReadFile(path, maxSettings) // one that is too long is not read by halves
		if err == nil && protocol.RestrictsShell(data) || err != nil && !errors.Is(err, fs.ErrNotExist) {
			return false
		}
	}
	return true
}

// maxSettings bounds a file of settings of the client.
const maxSettings = 1 << 20
