package journal

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/redact"
	"github.com/ctxhook/ctxhook/pkg/guard/config"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/wishes/manifests"
	"github.com/ctxhook/ctxhook/pkg/wishes/preferences"
	"github.com/ctxhook/ctxhook/rules"
)

// A project's files say how to work in it: a lockfile, or a line of CLAUDE.md.
// They are not the user. A command that does otherwise runs, and its model is told
// once; the next one is denied once, as if the user had confirmed the rule. Only
// the user makes it a preference.

// How sure it is that the user wants what a file says.
const (
	ofLockfile = 0.7
	ofProject  = 0.6 // lines of a file that belongs to the project
	ofUser     = 0.8 // lines of a file that is the user's alone
)

// shown is a rule that a project's files show, and that a command breaks.
type shown struct {
	sighting memory.Preference
	rule     memory.PreferenceRule // with the command that is to be written: "uv add" where the preference has "uv"
	where    preferences.Where
}

// BrokenInProject returns what the files of the project say against a command that
// has run, where its session is to be told that: the first time. Each time is
// remembered as evidence.
func (j Preferences) BrokenInProject(ran *memory.Run, script *shell.Script) *BrokenPreference {
	if j.Judge.Config.Preferences == config.PreferencesOff || !j.Judge.Config.InjectContext || j.Judge.Project == "" || len(j.Call.Commands) != 1 || script == nil {
		return nil
	}
	found := append(j.shownByFiles(script), j.brokenLines(script)...)
	if len(found) == 0 {
		return nil
	}
	if _, paused := j.Judge.Config.Paused(j.Judge.Places, j.Now); paused {
		return nil
	}
	broken := &BrokenPreference{Command: j.Call.Commands[0], Instead: j.Call.Commands[0]}
	err := j.update(func(u *update) error {
		if err := u.drain(); err != nil {
			return err
		}
		wanted, err := u.preferencesHere(nil, memory.Active)
		if err != nil {
			return err
		}
		for i := range found {
			s := &found[i]
			if slices.ContainsFunc(wanted, func(p memory.Preference) bool { return preferences.Opposite(p.Rule, s.sighting.Rule) }) {
				continue // the user wants it otherwise here
			}
			s.sighting.Evidence[0].Command = ran.Command
			known, err := u.sight(&s.sighting)
			if err != nil {
				return err
			}
			if timesBroken(&known) != 1 || known.State != memory.Candidate && known.State != memory.Proposed {
				continue
			}
			if before, _ := j.ToldBefore("broken " + known.ID); !before { // by another process of the same call
				broken.Preferences = append(broken.Preferences, known)
				broken.rewrite(&s.rule, s.where, j.Judge.Parse)
			}
		}
		return nil
	})
	if err != nil || len(broken.Preferences) == 0 {
		return nil
	}
	called := preferences.Called(script)
	if !j.mayOffer(broken, called) {
		broken.Instead, broken.Missing = "", j.missing(broken.Preferences[0].Rule.Wanted(), called)
	}
	return broken
}

// brokenFacts returns which tools the project uses in place of those that a
// command calls, as its lockfiles and manifests show.
func (j Preferences) brokenFacts(script *shell.Script) (list []shown) {
	for i := range script.Calls {
		family, tool := preferences.InProject(rules.Knowledge(), script, i)
		if family == nil {
			continue
		}
		dir, known := j.dirOf(&script.Calls[i])
		if !known || script.Calls[i].Cwd.Else != nil {
			continue
		}
		fact, ok := manifests.Of(family, j.Judge.Project, dir, func(command string) []string {
			return preferences.ToolsCalled(family, j.Judge.Parse(command))
		})
		part := filepath.Join(j.Judge.Project, filepath.FromSlash(fact.Dir))
		if !ok || fact.Tool == tool || strings.HasPrefix(fact.Tool, "./") && part != dir {
			continue
		}
		r := memory.PreferenceRule{Form: memory.FormUse, Prefer: fact.Tool, Avoid: tool}
		if slices.ContainsFunc(list, func(s shown) bool { return s.sighting.Rule == r }) || j.disputed(&fact, family, tool) {
			continue
		}
		list = append(list, j.shown(r, preferences.OfProject(rules.Knowledge(), family, tool, fact.Tool, script), &fact))
	}
	return list
}

// brokenVersions returns which versions of languages the project pins in place of
// those that a command asks for.
func (j Preferences) brokenVersions(script *shell.Script) (list []shown) {
	for i := range script.Calls {
		asked, ok := preferences.AsksFor(rules.Knowledge(), &script.Calls[i])
		if !ok {
			continue
		}
		dir, known := j.dirOf(&script.Calls[i])
		if !known || script.Calls[i].Cwd.Else != nil {
			continue
		}
		fact, versions := manifests.Pinned(asked.Pinned, j.Judge.Project, dir)
		r, broken := asked.Wants(versions)
		if !broken || slices.ContainsFunc(list, func(s shown) bool { return s.sighting.Rule == r }) {
			continue
		}
		calls := func(command string) bool {
			return len(preferences.Find(rules.Knowledge(), &r, j.Judge.Parse(command), nil)) > 0
		}
		if !manifests.Disputed(j.Judge.Project, &fact, []string{r.Avoid}, calls) {
			list = append(list, j.shown(r, r, &fact))
		}
	}
	return list
}

// shownByFiles returns the rules that lockfiles, manifests and files with versions
// show, and that a command breaks.
func (j Preferences) shownByFiles(script *shell.Script) []shown {
	return append(j.brokenFacts(script), j.brokenVersions(script)...)
}

// shown returns a rule that a fact shows in its part of the project.
func (j Preferences) shown(r, exact memory.PreferenceRule, fact *manifests.Fact) shown {
	part := filepath.Join(j.Judge.Project, filepath.FromSlash(fact.Dir))
	s := shown{
		sighting: j.sighting(r, redact.Clean(r.String()), memory.Evidence{Confidence: ofLockfile, File: fact.File, Line: fact.Line}),
		rule:     exact,
		where: func(c *shell.Call) bool {
			at, known := j.dirOf(c)
			return known && inTree(at, part)
		},
	}
	if fact.Dir != "." {
		s.sighting.Under = fact.Dir
	}
	return s
}

// disputed reports whether the project's own scripts call the tool that a fact
// speaks against.
func (j Preferences) disputed(fact *manifests.Fact, family *rule.Tools, tool string) bool {
	return manifests.Disputed(j.Judge.Project, fact, preferences.NamesOf(family, tool), func(command string) bool {
		return preferences.CallsInProject(rules.Knowledge(), family, tool, j.Judge.Parse(command))
	})
}

// sighting returns a sighting of what a file of the project says.
func (j Preferences) sighting(r memory.PreferenceRule, words redact.Text, e memory.Evidence) memory.Preference {
	e.Time, e.Layer = j.Now, memory.LayerWritten
	if j.Call != nil {
		e.Session = j.Call.Session
	}
	return memory.Preference{Project: j.Judge.Project, State: memory.Candidate, Words: words, Rule: r, First: j.Now, Last: j.Now, Evidence: []memory.Evidence{e}}
}

// saysFile returns the latest evidence that a file says so, or nil. That of a
// lockfile has no words.
func saysFile(p *memory.Preference) *memory.Evidence {
	for i := len(p.Evidence) - 1; i >= 0; i-- {
		if e := &p.Evidence[i]; e.Layer == memory.LayerWritten && e.File != "" {
			return e
		}
	}
	return nil
}

// timesBroken returns how often commands did otherwise than a file says.
func timesBroken(p *memory.Preference) (n int) {
	for i := range p.Evidence {
		if e := &p.Evidence[i]; e.Layer == memory.LayerWritten && e.File != "" && e.Command.Len() > 0 {
			n++
		}
	}
	return n
}

// shownBy returns the rules that the files of a project show, other than those
// that the user confirmed or declined.
func (v *view) shownBy(wanted func(id string) bool) ([]memory.Preference, error) {
	all, err := v.preferencesHere(wanted, memory.Candidate, memory.Proposed)
	return slices.DeleteFunc(all, func(p memory.Preference) bool { return p.Rule.Form == "" || saysFile(&p) == nil || !v.holdsHere(&p) }), err
}

// stillShown returns the rule of a preference that a file of the project shows,
// and for which calls of a script it holds: none where the file shows it no more. The
// preference is given the line that states it now.
func (j Preferences) stillShown(p *memory.Preference, script *shell.Script) (r memory.PreferenceRule, where preferences.Where, ok bool) {
	e := saysFile(p)
	if e == nil {
		return r, nil, false
	}
	if e.Words.Len() > 0 {
		if len(j.hits(&p.Rule, script, nil)) == 0 {
			return r, nil, false // without a look at the files
		}
		lines := j.writtenLines()
		s, where := j.notedIn(p, lines)
		if s == nil {
			s, where = j.stated(p, j.rulesIn(lines))
		}
		if s != nil {
			p.Evidence = append(slices.Clone(p.Evidence), s.Evidence...) // where it stands now
		}
		return p.Rule, where, s != nil
	}
	for _, s := range j.shownByFiles(script) {
		if s.sighting.Rule == p.Rule && s.sighting.Under == p.Under {
			return s.rule, s.where, true
		}
	}
	return r, nil, false
}
