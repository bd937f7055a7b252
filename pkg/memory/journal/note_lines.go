package journal

import (
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/redact"
	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/memory/store"
	"github.com/ctxhook/ctxhook/pkg/wishes/manifests"
	"github.com/ctxhook/ctxhook/pkg/wishes/preferences"
	"github.com/ctxhook/ctxhook/rules"
)

// LineNote is what is noted of a line of a file for agents.
type LineNote struct {
	File  string // as manifests names it
	Line  int
	Words redact.Text // a rule, or memory.NoRule
}

// NotedLine is what became of a note.
type NotedLine struct {
	LineNote
	Text  redact.Text        // of the line; "" where there is none
	Kept  *memory.Preference // nil: nothing was kept
	Wrong WrongNote
	Other int // a line that the words are about instead, or that has a rule already
}

// WrongNote is why nothing was kept of a note; "" is no reason.
type WrongNote string

// The reasons.
const (
	NoSuchFile   WrongNote = "no such file"
	NoSuchLine   WrongNote = "no such line"
	StatesNone   WrongNote = "states nothing"
	NotReadable  WrongNote = "not readable"
	OfOtherLine  WrongNote = "of another line"
	HasRule      WrongNote = "has a rule"
	NotNamed     WrongNote = "not named"
	TooMany      WrongNote = "too many"
	UserDeclined WrongNote = "declined"
)

// UnreadLines returns the lines of the project's files for agents that may state a rule, where
// none is known and none was noted. known are all preferences of the project.
func (j Preferences) UnreadLines(known []memory.Preference) []manifests.Line {
	return j.unreadLines(j.writtenLines(), known)
}

// NoteLines keeps what was noted of lines, in a session or "" outside of one. Of notes that
// are wrong nothing is kept, and the others are.
func (j Preferences) NoteLines(s *store.Store, notes []LineNote, session string) (list []NotedLine, err error) {
	lines := slices.DeleteFunc(j.writtenLines(), func(l manifests.Line) bool { return !isOfProject(&l) })
	err = j.change(s, func(u *update) error {
		for i := range notes {
			n, err := u.noteLine(j, &notes[i], lines, session)
			if err != nil {
				return err
			}
			list = append(list, n)
		}
		return nil
	})
	return list, err
}

// noteLine keeps what was noted of one of some lines.
func (u *update) noteLine(j Preferences, note *LineNote, lines []manifests.Line, session string) (n NotedLine, err error) {
	n.LineNote = *note
	at := slices.IndexFunc(lines, func(l manifests.Line) bool { return l.File == note.File && l.Line <= note.Line && note.Line <= l.Last })
	if at < 0 {
		if n.Wrong = NoSuchFile; slices.ContainsFunc(lines, func(l manifests.Line) bool { return l.File == note.File }) {
			n.Wrong = NoSuchLine
		}
		return n, nil
	}
	l := &lines[at]
	n.Line, n.Text = l.Line, cleanLine(l.Text)
	if preferences.Stating(rules.Knowledge(), l.Text, j.placeNames()) == 0 {
		n.Wrong = StatesNone
		return n, nil
	}
	all, err := u.tx.Preferences(u.judge.Project)
	if err != nil {
		return n, err
	}
	e := memory.Evidence{Confidence: ofProject, Session: session, File: l.File, Line: l.Line, Words: n.Text, Noted: cleanLine(note.Words.String())}
	if note.Words.String() == memory.NoRule {
		return n, u.noteNone(j, &n, l, e, all)
	}
	p := j.notedRule(note.Words)
	p.Rule = preferences.ButThrough(p.Rule, l.Text)
	if n.Wrong, n.Other = j.wrongRule(&p.Rule, l, lines, all); n.Wrong != "" {
		return n, nil
	}
	s := j.sighting(p.Rule, redact.Clean(p.Rule.String()), e)
	if s.Under = l.Dir; p.Under != "" && (l.Dir == "" || strings.HasPrefix(p.Under, l.Dir+"/")) {
		s.Under = p.Under
	}
	for i := range all { // it states a rule, after all
		if all[i].IsNone() && standsFor(&all[i], l) {
			all[i].State = memory.Contradicted
			if err := u.tx.PutPreference(&all[i]); err != nil {
				return n, err
			}
		}
	}
	kept, err := u.sight(&s)
	if kept.State == memory.Rejected {
		n.Wrong = UserDeclined
		return n, err
	}
	n.Kept = &kept
	return n, err
}

// wrongRule returns why a rule is not kept as one that a line states, and the line that it is
// about instead; "": it is kept. all are the preferences of the project.
func (j Preferences) wrongRule(r *memory.PreferenceRule, l *manifests.Line, lines []manifests.Line, all []memory.Preference) (why WrongNote, other int) {
	if r.Form == "" || len(preferences.Triggers(rules.Knowledge(), r)) == 0 {
		return NotReadable, 0
	}
	if !isNamedIn(r, l.Text) {
		names := j.placeNames()
		if i := slices.IndexFunc(lines, func(o manifests.Line) bool {
			return o.File == l.File && o.Line != l.Line && isNamedIn(r, o.Text) && preferences.Stating(rules.Knowledge(), o.Text, names) > 0
		}); i >= 0 {
			return OfOtherLine, lines[i].Line
		}
	}
	has := 0
	for i := range all {
		if all[i].Rule.Form != "" && standsFor(&all[i], l) {
			has++
		}
	}
	switch {
	case !isWantedIn(r, l.Text):
		return NotNamed, 0
	case has >= maxRulesOfLine:
		return TooMany, 0
	}
	return "", 0
}

// notedRule returns the rule that words state in the forms that agents are told of, or in those
// of users. To edit is to do so by hand: what builds a file writes it anyway.
func (j Preferences) notedRule(words redact.Text) (p memory.Preference) {
	p, _ = j.New(words)
	text := words.String()
	whole := preferences.Canonical(rules.Knowledge(), text, j.placeNames())
	stated := whole
	if _, rest := preferences.PlaceOf(text, j.isDir); rest != text {
		stated = preferences.Canonical(rules.Knowledge(), rest, j.placeNames())
	}
	if stated.Form != "" {
		p.Rule = stated
	}
	if whole.Form == memory.FormPlace && whole.Place.Paths != "" {
		p.Rule, p.Under = whole, "" // never edit files in migrations/
	}
	p.Rule = preferences.ButHarmless(rules.Knowledge(), p.Rule)
	if place := &p.Rule.Place; place.Paths != "" && place.Deed == "" && !place.Only && !place.Old && strings.Contains(strings.ToLower(text), " edit ") {
		place.Deed = memory.ToEdit
	}
	return p
}

// noteNone keeps that a line states no rule. Where one was noted of it, or read in it, it stays:
// only the user takes that away.
func (u *update) noteNone(j Preferences, n *NotedLine, l *manifests.Line, e memory.Evidence, all []memory.Preference) error {
	if len(j.written(l)) > 0 || slices.ContainsFunc(all, func(p memory.Preference) bool {
		return p.Rule.Form != "" && p.State != memory.Rejected && standsFor(&p, l)
	}) {
		n.Wrong = HasRule
		return nil
	}
	if i := slices.IndexFunc(all, func(p memory.Preference) bool { return p.IsNone() && standsFor(&p, l) }); i >= 0 {
		n.Kept = &all[i]
		return nil
	}
	p := j.sighting(memory.PreferenceRule{}, n.Text, e)
	p.Under, p.State = l.Dir, memory.Rejected
	n.Kept = &p
	return u.tx.PutPreference(&p)
}

// standsFor reports whether a preference is what was noted of a line.
func standsFor(p *memory.Preference, l *manifests.Line) bool {
	return slices.ContainsFunc(p.Evidence, func(e memory.Evidence) bool { return says(&e, p.Under, l) })
}

// maxRulesOfLine is how many rules are noted of a line at most.
const maxRulesOfLine = 12

// isWantedIn reports whether a line names what a rule has agents run: what they are told to run
// is the user's word, not another agent's.
func isWantedIn(r *memory.PreferenceRule, line string) bool {
	for _, wanted := range [...]string{r.Prefer, r.With, r.After} {
		if named := (memory.PreferenceRule{Prefer: wanted}); wanted != "" && !strings.Contains(line, wanted) && !isNamedIn(&named, line) {
			return false
		}
	}
	return true
}

// isNamedIn reports whether a line names something that a rule names: else the rule may be
// that of another line.
func isNamedIn(r *memory.PreferenceRule, line string) bool {
	line = strings.ToLower(line)
	for _, named := range [...]string{r.Avoid, r.Class, r.Branch, r.Prefer, r.When, r.With, r.After, r.Except, r.Place.Paths, r.Place.Target, r.Place.By} {
		for word := range strings.FieldsFuncSeq(strings.ToLower(named), func(c rune) bool { return strings.ContainsRune(" /*.:=<>-", c) }) {
			if len(word) > 1 && word != "or" && strings.Contains(line, word) {
				return true
			}
		}
	}
	return false
}
