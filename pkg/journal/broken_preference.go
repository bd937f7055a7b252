package journal

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/config"
	"github.com/ctxhook/ctxhook/pkg/display"
	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/paths"
	"github.com/ctxhook/ctxhook/pkg/policy"
	"github.com/ctxhook/ctxhook/pkg/preferences"
	"github.com/ctxhook/ctxhook/pkg/protocol"
	"github.com/ctxhook/ctxhook/pkg/rule"
	"github.com/ctxhook/ctxhook/pkg/shell"
	"github.com/ctxhook/ctxhook/pkg/store"
	"github.com/ctxhook/ctxhook/rules"
)

var brokenPreference = rule.Rule{
	ID: memory.BrokenPreference, Title: "Command that the user wants otherwise", Risk: policy.Safe,
	Why: "The user prefers another command, wants it never run by an agent, always with a variable, an option or a wrapper, or only after another one. `ctxhook preferences` lists what is known. " +
		"The command is denied once, with the user's words and the command in its place; repeated, it runs. " +
		"Commands for containers and other hosts do not count, and neither do words that are data. Only hooks use this rule; check and lint do not.",
	Mitigation: "To change it, set preferences to rewrite, ask, note or off, or decline the preference.",
}

// BrokenPreference says which preferences a command breaks, and what to run in its
// place.
type BrokenPreference struct {
	Preferences []memory.Preference // that the command breaks, one or more
	Command     string
	Instead     string // the command as it would have to be; "" where that is not known
	Certain     bool   // it does nothing else than the command

	key string // by which it is known that a session was told
}

// BrokenPreference returns which preferences the command of the call breaks, nil
// for none. It is nil also where that is not known: a failure of the memory stops
// no command.
func (j *Journal) BrokenPreference(text string, script *shell.Script) *BrokenPreference {
	if j.Judge.Config.Preferences == config.PreferencesOff || len(j.Call.Commands) != 1 || script == nil {
		return nil
	}
	list := j.Preferences(script)
	if len(list) == 0 {
		return nil
	}
	broken := &BrokenPreference{Command: text, Instead: text, Certain: true}
	called := preferences.Called(script)
	for i := range list {
		p := &list[i]
		if !concerns(p, called) {
			continue
		}
		where := j.whereHolds(p, list[:i])
		rule := p.Rule
		if p.State != memory.Active {
			against := func(n memory.Preference) bool { return preferences.Opposite(n.Rule, p.Rule) }
			var ok bool
			if rule, where, ok = j.stillShown(p, script); !ok || slices.ContainsFunc(list[:i], against) {
				continue
			}
		}
		where = j.unlessFiles(&rule, where)
		hits := preferences.Find(rules.Knowledge(), &rule, script, where)
		if len(hits) == 0 || p.Rule.Form == memory.FormAfter && j.did(p.Rule.After) {
			continue
		}
		if p.State != memory.Active {
			broken.Certain = false // the user did not ask for it
		}
		broken.Preferences = append(broken.Preferences, *p)
		broken.key += p.ID + " "
		broken.rewrite(&rule, where, j.Judge.Parse)
	}
	if len(broken.Preferences) == 0 {
		return nil
	}
	broken.key += text
	broken.Certain = broken.Certain && j.hasPrograms(broken.Instead, called)
	return broken
}

// hasPrograms reports whether the programs that a command calls are there, but
// for those that are called anyway.
func (j *Journal) hasPrograms(command string, anyway []string) bool {
	calls := j.Judge.Parse(command).Calls
	return !slices.ContainsFunc(calls, func(c shell.Call) bool {
		byPath := len(c.Argv) > 0 && strings.Contains(c.Argv[0].String(), "/")
		return !byPath && !slices.Contains(anyway, c.Program) && !onPath(j.Path, c.Program)
	})
}

// whereHolds returns for which calls a preference holds: those in the part of the
// project that it is for, and where no narrower one, which come first, wants the
// opposite.
func (j *Journal) whereHolds(p *memory.Preference, narrower []memory.Preference) preferences.Where {
	var against []memory.Preference
	for i := range narrower {
		if narrower[i].State == memory.Active && preferences.Opposite(narrower[i].Rule, p.Rule) {
			against = append(against, narrower[i])
		}
	}
	if p.Under == "" && len(against) == 0 {
		return nil
	}
	return func(c *shell.Call) bool {
		dir, known := j.dirOf(c)
		return (p.Under == "" || known && j.inPart(p, dir)) &&
			!slices.ContainsFunc(against, func(n memory.Preference) bool { return !known || j.inPart(&n, dir) })
	}
}

// dirOf returns the directory in which a call runs.
func (j *Journal) dirOf(c *shell.Call) (dir string, known bool) {
	if dir, known = c.Cwd.Path.Literal(); known && !filepath.IsAbs(dir) {
		dir = filepath.Join(j.Judge.At.Cwd, dir)
	}
	return filepath.Clean(dir), known
}

// unlessFiles narrows where a rule holds: not for a call that names a file which
// is there, if that makes it one about something else.
func (j *Journal) unlessFiles(r *memory.PreferenceRule, where preferences.Where) preferences.Where {
	return func(c *shell.Call) bool {
		dir, known := j.dirOf(c)
		isFile := func(name string) bool {
			if !filepath.IsAbs(name) {
				name = filepath.Join(dir, name)
			}
			_, err := os.Lstat(name)
			return err == nil
		}
		return (where == nil || where(c)) && !(known && slices.ContainsFunc(preferences.MayBeFiles(rules.Knowledge(), r, c), isFile))
	}
}

// inPart reports whether a directory lies in the part of the project that a
// preference is for.
func (j *Journal) inPart(p *memory.Preference, dir string) bool {
	return p.Under == "" || inTree(dir, filepath.Join(j.Judge.Project, filepath.FromSlash(p.Under)))
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

// StopsPreference reports whether a command is stopped because it breaks a
// preference. One that is repeated is not, and neither are others after it that
// break the same preferences: the model has a reason. What the user never wants
// is stopped once for each command.
func (j *Journal) StopsPreference(b *BrokenPreference) bool {
	if slices.ContainsFunc(b.Preferences, func(p memory.Preference) bool { return p.Rule.Form != memory.FormNever && j.wasTold(insisted(&p)) }) {
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

// did reports whether what has to come first went well in this session, and no
// file was edited since.
func (j *Journal) did(step string) (done bool) {
	err := j.view(j.Judge.Config.MaxLatency/2, func(v *view) error {
		steps, err := v.latestSteps(j.Call.Session)
		for _, s := range steps {
			if s.Edit != nil {
				return err
			}
			if v.isStep(s.Run, step) {
				done = s.Run.Outcome == memory.OK
				return err
			}
		}
		return err
	})
	if err != nil {
		j.note("memory", err)
	}
	return done
}

// latestSteps returns what was done in a session, latest first, with what waits
// in the spool.
func (v *view) latestSteps(session string) ([]memory.Activity, error) {
	steps, err := v.tx.Steps(session, backSince)
	if err != nil || session == "" {
		return nil, err
	}
	waiting, err := store.SpoolEntriesSince(v.judge.Places.SpoolDir(), v.now.Add(-toldAge), backSince)
	for _, e := range waiting {
		switch {
		case e.Run != nil && e.Run.Session == session:
			steps = append(steps, memory.Activity{Run: e.Run})
		case e.Edit != nil && e.Edit.Session == session:
			steps = append(steps, memory.Activity{Edit: e.Edit})
		}
	}
	slices.SortStableFunc(steps, func(a, b memory.Activity) int { return b.Time().Compare(a.Time()) })
	return steps, err
}

// isStep reports whether a run was, or held, what has to come first.
func (v *view) isStep(ran *memory.Run, step string) bool {
	if ran.Project != v.judge.Project {
		return false
	}
	if ran.Check != nil && ran.Check.Kind == step {
		return true
	}
	script := v.judge.Script(ran.Command)
	return slices.ContainsFunc(script.Calls, func(c shell.Call) bool {
		return c.Where == "" && !c.Late && preferences.IsStep(rules.Knowledge(), step, &c)
	})
}

// MayRewrite reports whether the client may be given another command in the place
// of the one that it sent: not where the user has rules in the client's settings
// that deny or ask about commands, because it compares these with the other one
// only.
func (j *Journal) MayRewrite() bool {
	if !j.Call.CanRewrite() {
		return false
	}
	for _, path := range j.Judge.Places.ClientSettings(j.Judge.Project, j.Judge.At.Cwd) {
		data, err := paths.ReadFile(path, maxSettings) // one that is too long is not read by halves
		if err == nil && protocol.RestrictsShell(data) || err != nil && !errors.Is(err, fs.ErrNotExist) {
			return false
		}
	}
	return true
}

// maxSettings bounds a file of settings of the client.
const maxSettings = 1 << 20

// Line returns the line that makes the difference between Command and Instead, ""
// where that is not exactly one of several.
func (b *BrokenPreference) Line() (line string) {
	before, after := strings.Split(b.Command, "\n"), strings.Split(b.Instead, "\n")
	if len(before) != len(after) || len(before) == 1 {
		return ""
	}
	for i := range before {
		if before[i] == after[i] {
			continue
		}
		if line != "" {
			return ""
		}
		line = strings.TrimSpace(after[i])
	}
	return line
}

// IDs returns the ids of the preferences.
func (b *BrokenPreference) IDs() []string {
	ids := make([]string, len(b.Preferences))
	for i := range b.Preferences {
		ids[i] = b.Preferences[i].ID
	}
	return ids
}

// Why says what the user wants, since when and who says so, without a period.
func (b *BrokenPreference) Why() string {
	var parts []string
	for i := range b.Preferences {
		parts = append(parts, said(&b.Preferences[i]))
	}
	return strings.Join(parts, "; ")
}

// said quotes a preference: the latest words of the user, else the file that
// says it.
func said(p *memory.Preference) string {
	words := p.Words
	const wants = "the user wants: "
	lead := wants
	for i := range p.Evidence {
		if e := &p.Evidence[i]; e.Layer == memory.LayerExplicit {
			if e.Words.Len() > 0 {
				words = e.Words
			}
			lead = "the user said on " + day(e.Time) + ": "
		}
	}
	if e := saysFile(p); e != nil && lead == wants {
		return saidByFile(p, e)
	}
	return lead + `"` + strings.TrimRight(display.Plain(words.Cut(MaxQuoted).String()), " .") + `"`
}

// saidByFile says what a file shows, in our words: whoever wrote it is not the
// user.
func saidByFile(p *memory.Preference, e *memory.Evidence) string {
	file := display.Plain(filepath.ToSlash(e.File))
	if e.Line > 0 {
		file += ", line " + strconv.Itoa(e.Line)
	}
	if e.Words.Len() == 0 {
		return "this project uses `" + p.Rule.Prefer + "`, not `" + p.Rule.Avoid + "` (" + file + ")"
	}
	return file + ` says: "` + strings.TrimSuffix(p.Rule.String(), ".") + `"`
}
