package fleet

import (
	"context"
	"encoding/json"
	"errors"
	"regexp"
	"strings"
	"time"
	"unicode"

	"github.com/ctxhook/ctxhook/pkg/base/redact"
	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/memory/store"
	"github.com/ctxhook/ctxhook/pkg/team/fleet/server"
)

// Pulled counts what a pull brought.
type Pulled struct {
	Lessons     []string `json:"lessons"` // ids that wait for the user's answer
	Preferences []string `json:"preferences"`
	Elsewhere   int      `json:"elsewhere"` // of projects that this machine does not have
	Refused     int      `json:"refused"`   // that no honest machine sends
}

// Pull adds what the team confirmed as proposals: nothing of it is told to an agent
// or compared with commands until the user accepts it. What was pulled before is
// not proposed again, whatever the user did with it.
func (m *Machine) Pull(ctx context.Context, srv *server.Server) (*Pulled, error) {
	unlock, err := m.lock()
	if err != nil {
		return nil, err
	}
	defer unlock()
	c, err := readCursor(m.Places.FleetCursor())
	if err != nil {
		return nil, err
	}
	list, err := srv.Proposals(ctx)
	if err != nil {
		return nil, err
	}
	s, err := store.Open(m.Store)
	if err != nil {
		return nil, err
	}
	defer s.Close()
	n, err := m.names(s)
	if err != nil {
		return nil, err
	}
	done := &Pulled{Lessons: []string{}, Preferences: []string{}}
	seen := c.Records["pulled"]
	if seen == nil {
		seen = make(map[string]string)
	}
	if err := s.Update(func(t *store.Tx) error {
		for i := range list {
			if p := &list[i]; seen[p.ID] == "" {
				if err := m.take(t, n, p, done); err != nil {
					return err
				}
			}
		}
		return nil
	}); err != nil {
		return nil, err
	}
	for _, id := range append(done.Lessons, done.Preferences...) {
		seen[id] = "1"
	}
	c.Records["pulled"], c.Pulled = seen, m.Now()
	return done, c.save()
}

// take adds one proposal, unless something is kept under its id already.
func (m *Machine) take(t *store.Tx, n *names, p *server.Proposal, done *Pulled) error {
	switch {
	case p.Lesson != nil:
		l, ok := proposedLesson(p, m.Now())
		root, here := n.roots[p.Lesson.Project]
		switch {
		case !ok:
			done.Refused++
			return nil
		case !here:
			done.Elsewhere++
			return nil
		}
		if _, known, err := t.Lesson(l.ID); known || err != nil {
			return err
		}
		l.Project = root
		done.Lessons = append(done.Lessons, l.ID)
		return t.PutLesson(l)
	case p.Preference != nil:
		f, ok := proposedPreference(p, m.Now())
		root, here := n.roots[p.Preference.Project]
		switch {
		case !ok:
			done.Refused++
			return nil
		case !here && p.Preference.Project != "":
			done.Elsewhere++
			return nil
		}
		if _, known, err := store.Preferences.ByID(t, f.ID); known || err != nil {
			return err
		}
		f.Project = root
		done.Preferences = append(done.Preferences, f.ID)
		return t.PutPreference(f)
	}
	return nil
}

var (
	lessonID     = regexp.MustCompile(`^l-[0-9a-z]{8}$`)
	preferenceID = regexp.MustCompile(`^p-[0-9a-z]{8}$`)
	signature    = regexp.MustCompile(`^[0-9a-f]{16}$`)
)

// The bounds of what is taken over.
const (
	maxRemedy = 500
	maxWhat   = 300
	maxSteps  = 10
)

// proposedLesson reads a fix that other machines taught. Of what they claim only
// the error, the commands and the counts are taken over, and only if they are what
// a machine can learn: one line each that shows as it is.
func proposedLesson(p *server.Proposal, now time.Time) (*memory.Lesson, bool) {
	s := p.Lesson
	if s.Kind != string(memory.LessonFix) || s.Edit || s.Remedy == "" || !lessonID.MatchString(p.ID) || !signature.MatchString(s.Key) || len(s.Earlier) > maxSteps {
		return nil, false
	}
	l := &memory.Lesson{
		ID: p.ID, Kind: memory.LessonFix, Session: memory.OfTeam, Key: s.Key, State: memory.Offered,
		What: redact.Clean(shown(s.What)), From: redact.Clean(s.Wrong), Remedy: redact.Clean(s.Remedy),
		Worked: min(max(s.Worked, 1), 1000), First: now, Last: now,
	}
	l.Tried = min(max(s.Tried, l.Worked), 1000)
	l.Seen = l.Worked
	for _, step := range s.Earlier {
		if step.Edit || !line(step.Text, maxRemedy) {
			return nil, false
		}
		l.Before = append(l.Before, memory.Step{Text: redact.Clean(step.Text)})
	}
	return l, line(s.Remedy, maxRemedy) && line(s.Wrong, maxRemedy)
}

// shown is what an error said, as one line of what shows as it is.
func shown(s string) string {
	s = strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) || r == unicode.ReplacementChar {
			return ' '
		}
		return r
	}, s)
	return strings.ToValidUTF8(s[:min(len(s), maxWhat)], "")
}

// proposedPreference reads a preference that the team confirmed.
func proposedPreference(p *server.Proposal, now time.Time) (*memory.Preference, bool) {
	s := p.Preference
	var rule memory.PreferenceRule
	if data, err := json.Marshal(s.Rule); err != nil || json.Unmarshal(data, &rule) != nil {
		return nil, false
	}
	for _, word := range []string{rule.Avoid, rule.Class, rule.Branch, rule.Prefer, rule.When, rule.With, rule.After, rule.Except, rule.Place.Paths, rule.Place.Target, rule.Place.By} {
		if !line(word, maxWhat) {
			return nil, false
		}
	}
	if !rule.Form.IsKnown() || !preferenceID.MatchString(p.ID) || s.Words == "" || !line(s.Words, maxRemedy) || !line(s.Under, maxWhat) || strings.HasPrefix(s.Under, "/") || strings.Contains(s.Under, "..") {
		return nil, false
	}
	words := redact.Clean(s.Words)
	return &memory.Preference{
		ID: p.ID, Under: s.Under, State: memory.Proposed, Words: words, Rule: rule, First: now, Last: now,
		Evidence: []memory.Evidence{{Time: now, Layer: memory.LayerWritten, Session: memory.OfTeam, Words: words}},
	}, true
}

// line reports whether a text is at most one line of printable characters, which
// shows as it is: no character changes the order of others.
func line(s string, most int) bool {
	return len(s) <= most && !strings.ContainsFunc(s, func(r rune) bool {
		return !unicode.IsPrint(r) || r == unicode.ReplacementChar
	})
}

// ErrForm is returned for a name of a candidate that is not MACHINE/ID.
var ErrForm = errors.New("the form is MACHINE/ID, for example laptop-7/l-7c1m3k9x")

// SplitCandidate reads the name of a candidate: MACHINE/ID.
func SplitCandidate(s string) (machine, id string, err error) {
	machine, id, ok := strings.Cut(s, "/")
	if !ok || machine == "" || id == "" {
		return "", "", ErrForm
	}
	return machine, id, nil
}
