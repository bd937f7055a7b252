package journal

import (
	"cmp"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/display"
	"github.com/ctxhook/ctxhook/pkg/base/order"
	"github.com/ctxhook/ctxhook/pkg/base/redact"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/wishes/manifests"
	"github.com/ctxhook/ctxhook/pkg/wishes/preferences"
	"github.com/ctxhook/ctxhook/rules"
)

// The lines of files for agents say more than patterns can read. A model that reads them
// anyway is asked once what those say about commands and files that no pattern understood. What
// it notes is bound to the text of the line: it holds as a rule of that file does, for as long as
// a line with that text stands there. So a note adds to what a file says, and never takes
// anything away.

// isNotedOfLine reports whether a preference is what an agent noted of a line of a file.
func isNotedOfLine(p *memory.Preference) bool {
	return slices.ContainsFunc(p.Evidence, isLineNote)
}

func isLineNote(e memory.Evidence) bool { return e.Noted.Len() > 0 }

// says reports whether a line is the one that evidence is about. under is the part of the
// project that the evidence holds for.
func says(e *memory.Evidence, under string, l *manifests.Line) bool {
	return e.Noted.Len() > 0 && isOfProject(l) && (l.Dir == "" || l.Dir == under || strings.HasPrefix(under, l.Dir+"/")) && cleanLine(l.Text) == e.Words
}

// isOfProject reports whether a line stands in a file of the project, not of the user.
func isOfProject(l *manifests.Line) bool {
	return !path.IsAbs(l.File) && !strings.Contains(l.File, ":")
}

// notedIn returns what an agent noted of one of some lines, and for which calls it holds; nil
// where no such line stands there any more.
func (j Preferences) notedIn(p *memory.Preference, lines []manifests.Line) (*memory.Preference, preferences.Where) {
	e, l := standing(p, lines)
	if l == nil || p.Rule.Form == "" {
		return nil, nil
	}
	now := *e
	now.File, now.Line, now.Command = l.File, l.Line, redact.Text{}
	s := j.sighting(p.Rule, p.Words, now)
	s.Under = p.Under
	if p.Under == "" {
		return &s, nil
	}
	return &s, func(c *shell.Call) bool { return j.isOfPart(p, c) }
}

// standing returns the latest evidence of a preference that is about one of some lines, and
// the line; nil where there is none.
func standing(p *memory.Preference, lines []manifests.Line) (*memory.Evidence, *manifests.Line) {
	for i := len(p.Evidence) - 1; i >= 0; i-- {
		e := &p.Evidence[i]
		if at := slices.IndexFunc(lines, func(l manifests.Line) bool { return says(e, p.Under, &l) }); at >= 0 {
			return e, &lines[at]
		}
	}
	return nil, nil
}

// keepNoted brings what an agent noted of a line up to date: where the line stands now. What
// is about no line any more stays, because the file may be another one on another branch,
// until it expires as all candidates do; it begins anew with its line.
func (u *update) keepNoted(p *memory.Preference, lines []manifests.Line) error {
	e, l := standing(p, lines)
	if l == nil || p.Rule.Form == "" || p.State == memory.Active {
		return nil
	}
	if p.State != memory.Expired && e.File == l.File && e.Line == l.Line {
		return nil
	}
	if p.State == memory.Expired {
		p.State, p.Last = memory.Candidate, u.now
	}
	e.File, e.Line = l.File, l.Line
	return u.putPreference(p)
}

// unreadLines returns the lines of the project's files that may state a rule, where none is
// known and no agent noted what they say. known are all preferences of the project.
func (j Preferences) unreadLines(lines []manifests.Line, known []memory.Preference) (list []manifests.Line) {
	names := j.placeNames()
	for i := range lines {
		l := &lines[i]
		noted := func(p memory.Preference) bool {
			return slices.ContainsFunc(p.Evidence, func(e memory.Evidence) bool { return says(&e, cmp.Or(p.Under, l.Dir), l) })
		}
		if isOfProject(l) && preferences.Stating(rules.Knowledge(), l.Text, names) > 0 && len(j.written(l)) == 0 && !slices.ContainsFunc(known, noted) {
			list = append(list, *l)
		}
	}
	return list
}

// Bounds of what a model is asked about lines.
const (
	maxUnread   = 20 // lines
	maxAsked    = 2  // sessions in a row that leave the same lines as they are
	unreadStart = "unread-"
)

// aboutUnread asks the model of a session what lines say that state rules, with the id under
// which it is known that it was asked: not again in its session, nor where two sessions left
// these lines as they are.
func (j *Journal) aboutUnread(u *update, s *memory.Session, unread []manifests.Line) (text, id string, err error) {
	if len(unread) == 0 {
		return "", "", nil
	}
	var all strings.Builder
	for i := range unread {
		all.WriteString(unread[i].Text + "\n")
	}
	id = unreadStart + shortHash([]byte(all.String()))
	if slices.Contains(s.Told, id) {
		return "", id, nil
	}
	asked, err := u.tx.TimesTold(u.judge.Project, id)
	if err != nil || asked >= maxAsked {
		return "", "", err
	}
	names := j.Preferences().placeNames()
	weight := func(l *manifests.Line) int { return preferences.Stating(rules.Knowledge(), l.Text, names) }
	named := slices.Clone(unread)
	order.By(named, func(a, b manifests.Line) int { return cmp.Compare(weight(&b), weight(&a)) })
	return "\n" + unreadNote(named[:min(maxUnread, len(named))]), id, nil
}

// unreadNote names lines and says how to note what they say.
func unreadNote(lines []manifests.Line) string {
	files := make(map[string][]int)
	var names []string
	for i := range lines {
		l := &lines[i]
		if files[l.File] == nil {
			names = append(names, l.File)
		}
		files[l.File] = append(files[l.File], l.Line)
	}
	var where []string
	for _, name := range names {
		slices.Sort(files[name])
		var numbers []string
		for _, n := range files[name] {
			numbers = append(numbers, strconv.Itoa(n))
		}
		where = append(where, display.Name(name)+" "+strings.Join(numbers, ", "))
	}
	at, row := " "+display.Name(names[0]), ""
	if len(names) > 1 {
		at, row = "", display.Name(names[0])+":"
	}
	return "ctxhook cannot read these lines: " + strings.Join(where, "; ") + ". Note once what commands or edits each rules out, " +
		"in the forms above, a row per rule, no wider than the line:\n" +
		"ctxhook remember --written" + at + " <<'E'\n" + row + "12: never run tox, except tox -e lint\n" + row + "12: never edit existing db/\n" + row + "14: none\nE"
}
