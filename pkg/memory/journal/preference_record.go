package journal

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/ctxhook/ctxhook/pkg/base/redact"
	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/memory/store"
	"github.com/ctxhook/ctxhook/pkg/wishes/preferences"
	"github.com/ctxhook/ctxhook/rules"
)

// maxEvidence bounds the sightings that are kept of a preference: the latest.
const maxEvidence = 20

// New returns the preference that words of the user state, in this
// project or the part of it that they name, or in all projects where they say so.
// placed is false where there is no project and they do not.
func (j Preferences) New(words redact.Text) (p memory.Preference, placed bool) {
	text := words.String()
	r := j.Rule(text)
	place, rest := preferences.PlaceOf(text, j.isDir)
	if r.Form == memory.FormPlace && (rest == text || strings.TrimSuffix(r.Place.Target, "/") != place.Path) {
		return memory.Preference{Project: j.Judge.Project, Words: cleanLine(text), Rule: r, First: j.Now, Last: j.Now}, j.Judge.Project != ""
	}
	if rest != text {
		r = preferences.Parse(rules.Knowledge(), rest, j.isProgram)
	}
	p = memory.Preference{Project: j.Judge.Project, Under: place.Path, Words: cleanLine(rest), Rule: r, First: j.Now, Last: j.Now}
	if place.Everywhere {
		p.Project = ""
	}
	return p, p.Project != "" || place.Everywhere
}

// Remembered is New for words that are meant as a rule: in the forms that users are told
// of, what stands for a command is taken as it is.
func (j Preferences) Remembered(words redact.Text) (p memory.Preference, placed bool) {
	p, placed = j.New(words)
	p.Rule = j.canonical(words.String(), p.Rule)
	return p, placed
}

// RememberedRule returns the rule that such words state.
func (j Preferences) RememberedRule(words string) memory.PreferenceRule {
	return j.canonical(words, j.Rule(words))
}

// canonical returns the rule that words state in those forms, else the one that was parsed.
func (j Preferences) canonical(words string, parsed memory.PreferenceRule) memory.PreferenceRule {
	_, rest := preferences.PlaceOf(words, j.isDir)
	r := preferences.Canonical(rules.Knowledge(), rest, j.placeNames())
	if r.Form == "" || parsed.Class != "" && parsed.Class == r.Class && r.Avoid == "" {
		return parsed // with the command in brackets: never run the dev server (npm run dev)
	}
	return r
}

// isDir reports whether a path names a directory of the project.
func (j Preferences) isDir(path string) bool {
	path = filepath.FromSlash(path)
	if j.Judge.Project == "" || !filepath.IsLocal(path) {
		return false
	}
	info, err := os.Stat(filepath.Join(j.Judge.Project, path))
	return err == nil && info.IsDir()
}

// Example returns a command as a preference wants it, and one that breaks it, each
// "" where there is none.
func (j Preferences) Example(p *memory.Preference) (right, wrong string) {
	return preferences.Example(rules.Knowledge(), p, j.Judge.Parse)
}

func (j Preferences) isProgram(name string) bool { return j.Judge.Program(name) != nil }

// Remember adds a sighting of a preference to what is known of it, and returns
// that. What the user declined stays so, unless the sighting is the user's own
// word for it: then its state is Active.
func (j Preferences) Remember(s *store.Store, sighting *memory.Preference) (known memory.Preference, err error) {
	err = j.change(s, func(u *update) (err error) {
		known, err = u.sight(sighting)
		return err
	})
	return known, err
}

// Set puts the preferences with these ids into a state, all or none:
// the user confirms or declines them. unknown is the first id that names none.
func (j Preferences) Set(s *store.Store, ids []string, state memory.PreferenceState) (list []memory.Preference, unknown string, err error) {
	err = j.change(s, func(u *update) error {
		for _, id := range ids {
			p, ok, err := u.setPreference(id, state)
			if err != nil {
				return err
			}
			if !ok {
				unknown = id
				return errNoPreference
			}
			list = append(list, p)
		}
		return nil
	})
	return list, unknown, err
}

var errNoPreference = errors.New("there is no such preference")

// Reword gives the preference with an id other words of the user's. It
// reports whether there is one.
func (j Preferences) Reword(s *store.Store, id string, words redact.Text) (p memory.Preference, ok bool, err error) {
	err = j.change(s, func(u *update) (err error) {
		if p, ok, err = store.Preferences.ByID(u.tx, id); err != nil || !ok {
			return err
		}
		stated, _ := j.Remembered(words)
		p.Words, p.Rule, p.State, p.Confidence, p.Last = stated.Words, stated.Rule, memory.Active, 1, j.Now
		p.Evidence = append(p.Evidence, memory.Evidence{Time: j.Now, Layer: memory.LayerExplicit, Confidence: 1, Words: stated.Words})
		return u.putPreference(&p)
	})
	return p, ok, err
}

func (u *update) setPreference(id string, state memory.PreferenceState) (p memory.Preference, ok bool, err error) {
	if p, ok, err = store.Preferences.ByID(u.tx, id); err != nil || !ok {
		return p, ok, err
	}
	if p.State, p.Last = state, u.now; state == memory.Active {
		p.Confidence = 1
	}
	return p, true, u.putPreference(&p)
}

// addSighting adds a sighting that the user did not ask to be remembered, if the
// settings let ctxhook learn from it.
func (u *update) addSighting(sighting *memory.Preference) error {
	if learn := &u.judge.Config.Learn; !learn.Auto || preferences.Worth(sighting) < learn.Significance {
		return nil
	}
	_, err := u.sight(sighting)
	return err
}

// sight adds a sighting of a preference to what is known of it, and returns that.
func (u *update) sight(sighting *memory.Preference) (memory.Preference, error) {
	all, err := u.tx.Preferences(sighting.Project)
	if err != nil {
		return memory.Preference{}, err
	}
	known := *sighting
	i := slices.IndexFunc(all, func(p memory.Preference) bool { return sameScope(&p, sighting) && preferences.Same(&p, sighting) })
	if i >= 0 {
		if !tells(&all[i], sighting) {
			return all[i], nil
		}
		known = merged(&all[i], sighting)
	}
	if known.First.IsZero() {
		known.First = known.Last
	}
	if known.State != memory.Active {
		known.Confidence = preferences.Weigh(known.Evidence).Confidence
	}
	return known, u.putPreference(&known)
}

// merged adds a sighting to a preference.
func merged(p, sighting *memory.Preference) memory.Preference {
	m := *p
	m.Rule = preferences.Fuller(p.Rule, sighting.Rule)
	m.Evidence = slices.DeleteFunc(slices.Clone(p.Evidence), func(e memory.Evidence) bool {
		return e.Layer == memory.LayerBehaviour && slices.ContainsFunc(sighting.Evidence, func(n memory.Evidence) bool { return n.Layer == e.Layer && n.Session == e.Session })
	})
	m.Evidence = append(m.Evidence, sighting.Evidence...)
	m.Evidence = m.Evidence[max(0, len(m.Evidence)-maxEvidence):]
	if sighting.Last.After(p.Last) {
		m.Last = sighting.Last
	}
	switch {
	case sighting.State == memory.Active:
		m.State, m.Words, m.Confidence = memory.Active, sighting.Words, sighting.Confidence
	case p.State == memory.Contradicted, p.State == memory.Expired:
		m.State, m.Evidence = sighting.State, sighting.Evidence // it begins anew
	}
	return m
}

// tells reports whether a sighting is news of a preference: a prompt may reach
// several hooks, come along with each call of a turn, or be repeated at once, and
// what was done in a session is looked at more than once.
func tells(p, sighting *memory.Preference) bool {
	if len(sighting.Evidence) == 0 || sighting.State == memory.Active && p.State != memory.Active {
		return true
	}
	return slices.ContainsFunc(sighting.Evidence, func(n memory.Evidence) bool {
		return !slices.ContainsFunc(p.Evidence, func(e memory.Evidence) bool {
			same := e.Layer == n.Layer && e.Session == n.Session && e.Words == n.Words && e.Command == n.Command
			return same && n.Time.Sub(e.Time).Abs() < oneSighting
		})
	})
}

// oneSighting is the time in which the same words in a session are one sighting,
// but for calls that do what they object to.
const oneSighting = 10 * time.Minute

func sameScope(a, b *memory.Preference) bool {
	return (a.Project == "") == (b.Project == "") && a.Under == b.Under
}

// putPreference writes a preference, and has the index written anew. Preferences of
// the same scope that want the opposite end if the user wants this one, or if later
// evidence is against them.
func (u *update) putPreference(p *memory.Preference) error {
	u.repeats.stale = true
	if err := u.tx.PutPreference(p); err != nil || p.State == memory.Rejected {
		return err
	}
	others, err := u.tx.Preferences(p.Project, memory.Active, memory.Proposed, memory.Candidate)
	if err != nil {
		return err
	}
	for i := range others {
		o := &others[i]
		if o.ID == p.ID || !sameScope(o, p) || !preferences.Opposite(o.Rule, p.Rule) || p.State != memory.Active && !preferences.Overruled(o, p.Evidence) {
			continue
		}
		o.State = memory.Contradicted
		if err := u.tx.PutPreference(o); err != nil {
			return err
		}
	}
	return nil
}
