package journal

import (
	"slices"

	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/preferences"
	"github.com/ctxhook/ctxhook/pkg/store"
)

// maxEvidence bounds the sightings that are kept of a preference: the latest.
const maxEvidence = 20

// Remember adds a sighting of a preference to what is known of it, and returns
// that. What the user declined stays so, unless the sighting is the user's own
// word for it: then its state is Active.
func (j *Journal) Remember(s *store.Store, sighting *memory.Preference) (known memory.Preference, err error) {
	err = j.change(s, func(u *update) (err error) {
		known, err = u.sight(sighting)
		return err
	})
	return known, err
}

// SetPreference puts the preference with an id into a state: the user confirms or
// declines it. It reports whether there is one.
func (j *Journal) SetPreference(s *store.Store, id string, state memory.PreferenceState) (p memory.Preference, ok bool, err error) {
	err = j.change(s, func(u *update) (err error) {
		p, ok, err = u.setPreference(id, state)
		return err
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

// addSighting is sight for what was spooled.
func (u *update) addSighting(sighting *memory.Preference) error {
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
	switch {
	case i >= 0:
		known = merged(&all[i], sighting)
	case known.First.IsZero():
		known.First = known.Last
	}
	return known, u.putPreference(&known)
}

// merged adds a sighting to a preference.
func merged(p, sighting *memory.Preference) memory.Preference {
	m := *p
	m.Evidence = append(slices.Clone(p.Evidence), sighting.Evidence...)
	m.Evidence = m.Evidence[max(0, len(m.Evidence)-maxEvidence):]
	m.Confidence = max(p.Confidence, sighting.Confidence)
	if sighting.Last.After(p.Last) {
		m.Last = sighting.Last
	}
	switch {
	case sighting.State == memory.Active:
		m.State, m.Words = memory.Active, sighting.Words
	case p.State == memory.Active, p.State == memory.Rejected:
	case sighting.State == memory.Proposed:
		m.State = memory.Proposed
	}
	return m
}

func sameScope(a, b *memory.Preference) bool {
	return (a.Project == "") == (b.Project == "") && a.Under == b.Under
}

// putPreference writes a preference. One that is active contradicts those of the
// same scope that want the opposite.
func (u *update) putPreference(p *memory.Preference) error {
	u.repeats.stale = true
	if err := u.tx.PutPreference(p); err != nil || p.State != memory.Active {
		return err
	}
	others, err := u.tx.Preferences(p.Project, memory.Active, memory.Proposed, memory.Candidate)
	if err != nil {
		return err
	}
	for i := range others {
		if o := &others[i]; o.ID != p.ID && sameScope(o, p) && preferences.Opposite(o.Rule, p.Rule) {
			o.State = memory.Contradicted
			if err := u.tx.PutPreference(o); err != nil {
				return err
			}
		}
	}
	return nil
}
