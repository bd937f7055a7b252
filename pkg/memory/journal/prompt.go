package journal

import (
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/protocol"
	"github.com/ctxhook/ctxhook/pkg/base/redact"
	"github.com/ctxhook/ctxhook/pkg/guard/config"
	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/memory/store"
	"github.com/ctxhook/ctxhook/pkg/wishes/preferences"
	"github.com/ctxhook/ctxhook/pkg/wishes/prompts"
	"github.com/ctxhook/ctxhook/rules"
)

// Prompt is what a prompt came to: one of these, or nothing.
type Prompt struct {
	Confirmed *memory.Preference // the prompt says to keep it, and nothing else
	Unknown   string             // the prompt says to keep what there is none of
	Unproven  string             // the prompt says to keep one, and may be an agent's
	Kept      *memory.Preference // it is proven, and the user wants no proposals
	Proposed  *memory.Preference // the user is to be asked whether to keep it
	Above     bool               //   in all projects below Proposed.Project
	Terminal  bool               //   in a terminal: a prompt proves no user
	Hearsay   bool               //   as an agent heard it, and nothing else shows it
	Heard     *memory.Preference // the prompt is a sighting of it, and the user wants to know of each
}

// Prompt takes over what was not reported before the prompt of the call, and hears
// what the user wants of commands.
func (j *Journal) Prompt() (p Prompt) {
	unreported := j.unreportedCalls()
	words := j.Call.Prompt
	if j.Call.Machine {
		words = ""
	}
	if words != "" {
		j.noteAsked(words)
		j.Preferences().SeeOwnChanges()
	}
	var heard []memory.Preference
	var permits []memory.PlaceRule
	if words != "" {
		permits = j.Preferences().permits(words)
		if j.Judge.Config.Learn.Auto {
			heard = j.Preferences().wishes(words, j.Call.Session)
		}
	}
	_, confirms := confirmation(words)
	if len(unreported) == 0 && len(heard) == 0 && !confirms && !j.Preferences().mayEnd(words) && len(permits) == 0 && (words == "" || !j.Preferences().mayPropose()) {
		return p // the database would say nothing; what waits for it can wait
	}
	if err := j.update(func(u *update) error {
		p = Prompt{}
		if err := u.catchUp(unreported); err != nil || words == "" {
			return err
		}
		return j.prompt(u, heard, permits, &p)
	}); err != nil {
		return Prompt{}
	}
	return p
}

func (j *Journal) prompt(u *update, heard []memory.Preference, permits []memory.PlaceRule, p *Prompt) (err error) {
	if id, ok := confirmation(j.Call.Prompt); ok {
		switch j.Call.Attended {
		case protocol.AttendedYes:
		case protocol.AttendedLikely:
			p.Unproven = id
			return nil
		default:
			return nil // no user is known to be there
		}
		kept, ok, err := u.setPreference(id, memory.Active)
		switch {
		case err != nil:
			return err
		case !ok:
			p.Unknown = id
		default:
			p.Confirmed = &kept
		}
		return nil
	}
	if j.Preferences().mayEnd(j.Call.Prompt) || len(permits) > 0 {
		if err = u.endWishes(j.Preferences(), permits); err != nil {
			return err
		}
	}
	for i := range heard {
		if err = j.Preferences().hear(u, &heard[i], p); err != nil {
			return err
		}
	}
	if p.Kept != nil || j.Call.Attended != protocol.AttendedYes && j.Call.Attended != protocol.AttendedLikely {
		return err
	}
	p.Proposed, err = u.propose()
	p.Terminal = j.Call.Attended == protocol.AttendedLikely
	p.Hearsay = p.Proposed != nil && !slices.ContainsFunc(p.Proposed.Evidence, func(e memory.Evidence) bool { return !isHearsay(e) })
	p.Above = p.Proposed != nil && slices.Contains(above(j.Judge.Project, j.Judge.Places.Home), p.Proposed.Project)
	return err
}

// confirmation reads a prompt that is "ctxhook remember p-.." and nothing else, or the
// same by the skill of the plugin.
func confirmation(prompt string) (id string, ok bool) {
	words := strings.Fields(prompt)
	if len(words) != 3 || words[1] != "remember" {
		return "", false
	}
	switch words[0] {
	case "ctxhook", "/ctxhook", "/ctxhook:ctxhook":
	default:
		return "", false
	}
	id = words[2]
	const length = len("p-7c1m3k9x")
	return id, len(id) == length && strings.HasPrefix(id, "p-") && strings.Trim(id[2:], "0123456789abcdefghijklmnopqrstuvwxyz") == ""
}

// hear adds what the user says in the prompt to what is known, and keeps it where
// the settings let ctxhook do so without asking.
func (j Preferences) hear(u *update, sighting *memory.Preference, p *Prompt) error {
	if reworded, err := u.reword(sighting); err != nil {
		return err
	} else if said := &sighting.Evidence[0]; reworded && said.Confidence != preferences.Explicit {
		said.Layer = memory.LayerCluster
	}
	if preferences.Worth(sighting) < u.judge.Config.Learn.Significance {
		return nil
	}
	known, err := u.sight(sighting)
	if err == nil && u.judge.Config.Publish.Notify == config.NotifyAll {
		p.Heard = &known
	}
	if err != nil || known.State != memory.Candidate || !u.promoted(&known, fewestSessions) || u.judge.Config.Publish.Update != config.AutoAlways || j.Call.Attended == protocol.AttendedNo {
		return err
	}
	known.State = memory.Active
	p.Kept = &known
	return u.putPreference(&known)
}

// wishes returns sightings of the preferences that words of the user state: those about
// places, and one about commands.
func (j Preferences) wishes(words, session string) []memory.Preference {
	list := j.placeWishes(words, session)
	heard, ok := j.wish(words, session)
	if !ok {
		return list
	}
	said := heard.Evidence[0]
	for i := range list {
		if e := &list[i].Evidence[0]; strings.Contains(e.Words.String(), said.Words.String()) || strings.Contains(said.Words.String(), e.Words.String()) {
			e.Confidence = max(e.Confidence, said.Confidence)
			ok = ok && heard.Rule.Form != "" && (heard.Rule.Avoid == "" || list[i].Rule.Form != memory.FormPlace) // else it is the same wish
		}
	}
	if heard.Rule.Form != "" { // what a part of the sentence says, the whole of it says better
		list = slices.DeleteFunc(list, func(p memory.Preference) bool {
			return p.Rule.Form != memory.FormPlace && strings.Contains(p.Evidence[0].Words.String(), said.Words.String())
		})
	}
	if ok && heard.Rule.Form != memory.FormPlace {
		list = append(list, heard)
	}
	return list
}

// wish returns a sighting of the preference that words of the user state. ok is
// false where they are about one thing, and state no rule for others.
func (j Preferences) wish(words, session string) (sighting memory.Preference, ok bool) {
	heard := prompts.Read(words, j.isProgram, func(sentence string) bool { return preferences.States(rules.Knowledge(), sentence, j.isProgram) })
	if heard.Label == prompts.None {
		return sighting, false
	}
	sighting, placed := j.New(redact.Clean(heard.Rule()))
	switch stated := preferences.Parse(rules.Knowledge(), heard.Words, j.isProgram); {
	case sighting.Rule.Form == "" && stated.Form == memory.FormNever,
		sighting.Rule.Form == memory.FormNever && stated.Form == memory.FormNever && stated.Class != "" && stated.Class != sighting.Rule.Class, // "don't amend commits"
		stated.IsOfWriting() && sighting.Rule.Form != "":
		sighting, placed = j.New(redact.Clean(heard.Words)) // the sentence says it whole
	case sighting.Rule.Form == memory.FormNever && stated.Form == "" && preferences.IsOfFiles(heard.Words, heard.Avoid):
		return sighting, false // "don't delete build"
	case sighting.Rule.Form == memory.FormNever && stated.Form == "" && preferences.IsLimited(heard.Words, sighting.Rule.Avoid):
		return sighting, false // "don't run prettier on the whole repo"
	}
	if !placed || sighting.Rule.Form == "" && !heard.Lasting && !heard.Promote {
		return sighting, false
	}
	if place, _ := preferences.PlaceOf(heard.Words, j.isDir); sighting.Under == "" {
		sighting.Under = place.Path
	}
	said := memory.Evidence{Time: j.Now, Layer: memory.LayerExplicit, Confidence: heard.Confidence, Session: session, Words: cleanLine(heard.Words + markBehind(words, heard.Words))}
	if heard.Promote {
		said.Confidence = preferences.Explicit
	}
	sighting.State, sighting.Evidence = memory.Candidate, []memory.Evidence{said}
	return sighting, true
}

// reword gives a sighting without a rule the words of a known preference that says
// the same in similar words, and reports whether there is one.
func (u *update) reword(sighting *memory.Preference) (bool, error) {
	if sighting.Rule.Form != "" {
		return false, nil
	}
	list, err := u.tx.Preferences(sighting.Project)
	for i := range list {
		p := &list[i]
		if p.Rule.Form != "" || !sameScope(p, sighting) || preferences.Same(p, sighting) || !preferences.Alike(p.Words.String(), sighting.Words.String()) {
			continue
		}
		sighting.Words = p.Words
		return true, nil
	}
	return false, err
}

// fewestSessions is in how many sessions a preference has to be seen: in one, one
// wish for one task may be repeated.
const fewestSessions = 2

// promoted reports whether evidence carries a preference as far as the settings
// ask for. What agents say of the user counts for nothing.
func (v *view) promoted(p *memory.Preference, sessions int) bool {
	own := slices.DeleteFunc(slices.Clone(p.Evidence), func(e memory.Evidence) bool { return isHearsay(e) || isForNow(e) })
	return preferences.Weigh(own).Promoted(v.judge.Config.Learn.Confidence, sessions)
}

// propose returns a preference that the user is to be asked about now, and notes
// that the user was asked: what evidence carries far enough, or an agent wants to
// be kept.
func (u *update) propose() (*memory.Preference, error) {
	if u.judge.Config.Publish.Notify == config.NotifyNone {
		return nil, nil
	}
	list, err := u.preferencesHere(nil, memory.Candidate)
	if err != nil {
		return nil, err
	}
	for i := range list {
		p := &list[i]
		if !mayAsk(p, u.judge.Config.Learn.Confidence) {
			continue
		}
		p.State = memory.Proposed
		return p, u.tx.PutPreference(p)
	}
	return nil, nil
}

// mayAsk reports whether the user is to be asked about a candidate, where
// confidence is enough.
func mayAsk(p *memory.Preference, confidence float64) bool {
	if slices.ContainsFunc(p.Evidence, isForNow) {
		lasting := *p
		lasting.Evidence = slices.DeleteFunc(slices.Clone(p.Evidence), isForNow)
		p = &lasting
	}
	return preferences.WorthAsking(p, confidence, fewestSessions) || slices.ContainsFunc(p.Evidence, isHearsay)
}

// isForNow reports whether evidence is about what waits for the user, and about no later session.
func isForNow(e memory.Evidence) bool {
	return e.Layer == memory.LayerExplicit && preferences.HoldsForNow(e.Words.String())
}

// isHearsay reports whether an agent said that the user wants it.
func isHearsay(e memory.Evidence) bool {
	return e.Layer == memory.LayerExplicit && e.Confidence == preferences.Hearsay
}

// expirePreferences ends the preferences that nothing has shown for long.
func (u *update) expirePreferences() error {
	list, err := u.tx.AllPreferences(memory.Candidate, memory.Proposed)
	if err != nil {
		return err
	}
	for i := range list {
		p := &list[i]
		if days := int(u.now.Sub(p.Last).Hours() / 24); !preferences.Outlived(p.State, days) {
			continue
		}
		p.State = memory.Expired
		if err := u.tx.PutPreference(p); err != nil {
			return err
		}
	}
	return nil
}

// review ends the preferences that nothing has shown for long, and has the user
// asked about wider ones.
func (j Preferences) review(s *store.Store) error {
	return s.Update(func(tx *store.Tx) error {
		u := j.updateOf(tx)
		if err := u.expirePreferences(); err != nil {
			return err
		}
		return u.widen()
	})
}
