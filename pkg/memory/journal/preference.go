package journal

import (
	"path/filepath"
	"slices"
	"time"

	"github.com/ctxhook/ctxhook/pkg/guard/safety"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/memory/store"
	"github.com/ctxhook/ctxhook/pkg/wishes/preferences"
	"github.com/ctxhook/ctxhook/rules"
)

// Preferences is the part of a journal that is about what the user wants of
// commands: it hears that, finds what a command breaks, and keeps it.
type Preferences struct{ *Journal }

// Preferences returns that part of the journal.
func (j *Journal) Preferences() Preferences { return Preferences{j} }

// concerning returns the preferences with a rule that may concern a command, which are
// active or which the user stated in this session, in the place that the call came from:
// those of the project and those of every project. After them come rules that files of the
// project show, and that a command broke before or, since a file is changed at once, that
// are about places. It is nil where that is not known: no
// trouble of the memory may stop a command. The database is opened only for commands about
// which the index says that there is something to look up.
func (j Preferences) concerning(script *shell.Script) []memory.Preference {
	if !j.concerned(script, preferenceKey) {
		return nil
	}
	return j.about(j.called(script))
}

// about returns those that may be about some programs, or about another of the names that
// preferences.Triggers returns.
func (j Preferences) about(names []string) []memory.Preference {
	if j.Call.Canary() {
		return nil
	}
	if _, paused := j.Judge.Config.Paused(j.Judge.Places, j.Now); paused {
		return nil
	}
	var list []memory.Preference
	err := j.view(j.Judge.Config.MaxLatency/2, func(v *view) (err error) {
		about := j.indexedFor(names)
		if list, err = v.preferencesHere(about, memory.Active, memory.Candidate, memory.Proposed); err != nil {
			return err
		}
		list = slices.DeleteFunc(list, func(p memory.Preference) bool {
			return p.Rule.Form == "" || !v.holdsHere(&p) || p.State != memory.Active && !j.wished(&p)
		})
		all := slices.Clone(list)
		list = slices.DeleteFunc(list, func(p memory.Preference) bool { return j.overruled(&p, all) })
		files, err := v.shownBy(about)
		for i := range files {
			if (timesBroken(&files[i]) > 0 || files[i].Rule.Forbids()) && !j.wished(&files[i]) {
				list = append(list, files[i])
			}
		}
		return err
	})
	if err != nil {
		j.note("memory", err)
	}
	return list
}

// concerned reports whether a rule may concern a script, as the index has it.
func (j Preferences) concerned(script *shell.Script, key func(program string) string) bool {
	return slices.ContainsFunc(j.called(script), func(name string) bool { return j.indexed(key(name)) })
}

// indexed reports whether the index has a key for the project, or for one around it.
func (j Preferences) indexed(key string) bool {
	roots := append(above(j.Judge.Project, j.Judge.Places.Home), j.Judge.Project, "")
	return slices.ContainsFunc(roots, func(root string) bool { return j.repeats.has(root, key) })
}

// called returns the names of the programs that a script calls and, where there are rules
// about places, what stands for all programs that change files or reach elsewhere.
func (j Preferences) called(script *shell.Script) []string {
	names := preferences.Called(script)
	known := func(name string) bool { return j.indexed(preferenceKey(name)) || j.indexed(writtenKey(name)) }
	if known(preferences.AnyFiles) && len(safety.Changes(script, j.Judge.At)) > 0 {
		names = append(names, preferences.AnyFiles)
	}
	for _, any := range [...]string{preferences.AnyTarget, preferences.AnyProgram} {
		if known(any) {
			names = append(names, any)
		}
	}
	return names
}

// indexedFor returns which preferences the index has for some programs, by their
// ids: those with a rule about one, or that want one.
func (j Preferences) indexedFor(programs []string) func(id string) bool {
	return func(id string) bool {
		return slices.ContainsFunc(programs, func(name string) bool { return j.repeats.has(id, preferenceKey(name)) })
	}
}

// preferenceKey is the key in the index of a rule about a program.
func preferenceKey(program string) string { return "preference\x00" + program }

// writtenKey is that of a rule in a file that no command broke yet: it is looked
// up when a command has run.
func writtenKey(program string) string { return "written\x00" + program }

// proposalKey is that of a project with a preference that the user may be asked
// about.
const proposalKey = "proposal"

// mayPropose reports whether there may be a preference to propose: in the
// database, or in what waits for it.
func (j Preferences) mayPropose() bool {
	waiting, err := store.SpoolLength(j.Judge.Places.SpoolDir())
	return waiting > 0 || err != nil ||
		slices.ContainsFunc(append(above(j.Judge.Project, j.Judge.Places.Home), "", j.Judge.Project), func(root string) bool { return j.repeats.has(root, proposalKey) })
}

// activePreferences returns the preferences that hold in the directory of the
// call, the narrowest first.
func (v *view) activePreferences(wanted func(*memory.Preference) bool) ([]memory.Preference, error) {
	all, err := v.active()
	if err != nil {
		return nil, err
	}
	var list []memory.Preference
	for i := range all {
		if wanted(&all[i]) && v.holdsHere(&all[i]) {
			list = append(list, all[i])
		}
	}
	return list, nil
}

// active returns the preferences that hold in the project. They are read once.
func (v *view) active() ([]memory.Preference, error) {
	if v.held == nil {
		list, err := v.preferencesHere(nil, memory.Active)
		if err != nil {
			return nil, err
		}
		v.held = &list
	}
	return *v.held, nil
}

// holdsHere reports whether a preference for a part of a project holds in the
// directory of the call: the directory lies in that part, or the part in it, so
// that a command may go there.
func (v *view) holdsHere(p *memory.Preference) bool {
	if p.Under == "" {
		return true
	}
	part := filepath.Join(v.judge.Project, filepath.FromSlash(p.Under))
	return inTree(v.judge.Cwd, part) || inTree(part, v.judge.Cwd)
}

// preferenceHashes returns the entries of the index for the rules that commands
// are compared with: by the projects that they hold in, and by their ids.
func preferenceHashes(tx *store.Tx) (hashes []uint64, err error) {
	list, err := tx.AllPreferences(memory.Active, memory.Candidate, memory.Proposed)
	if err != nil {
		return nil, err
	}
	trees := make(map[string][]string)
	for i := range list {
		p := &list[i]
		asks := p.State == memory.Candidate && mayAsk(p, 0)
		wish := saidLately(p, time.Now())
		if p.State != memory.Active && saysFile(p) == nil && !asks && !wish {
			continue
		}
		roots := trees[p.Project]
		if roots == nil {
			if roots = []string{""}; p.Project != "" {
				if roots, err = tx.WorkTrees(p.Project); err != nil {
					return nil, err
				}
			}
			trees[p.Project] = roots
		}
		if asks {
			for _, root := range roots {
				hashes = append(hashes, repeatHash(root, proposalKey))
			}
		}
		if p.State != memory.Active && saysFile(p) == nil && !wish {
			continue
		}
		key := preferenceKey
		if p.State != memory.Active && timesBroken(p) == 0 && !wish && !p.Rule.Forbids() {
			key = writtenKey
		}
		for _, name := range preferences.Triggers(rules.Knowledge(), &p.Rule) {
			for _, root := range append(roots[:len(roots):len(roots)], p.ID) {
				hashes = append(hashes, repeatHash(root, key(name)))
			}
		}
		// A narrower one that wants a command spares it from those that avoid it.
		for _, name := range preferences.Triggers(rules.Knowledge(), &memory.PreferenceRule{Form: memory.FormNever, Avoid: p.Rule.Prefer}) {
			hashes = append(hashes, repeatHash(p.ID, key(name)))
		}
	}
	return hashes, nil
}
