package lessons

import (
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/memory"
)

// maxEverywhere is how many lessons are offered in all projects.
const maxEverywhere = 200

// Promote tells which fixes are offered in all projects: commands that helped
// in two of them or more against the same error, and that speak of nothing in
// them. held are the fixes against errors that several projects have met, and
// those that are offered everywhere already. harmless tells whether nobody has
// to be asked before a fix is tried; that may differ from project to project,
// so it is asked only about what is new.
func Promote(held []Held, harmless func(*memory.Lesson) bool) Changes {
	var c Changes
	ways := c.groups(held)
	many := 0
	for i := range ways {
		if ways[i].everywhere != nil {
			many++
		}
	}
	for i := range ways {
		w := &ways[i]
		l, ok := w.promoted()
		ok = ok && general(&l)
		old := w.everywhere
		switch {
		case old == nil:
			if ok && many < maxEverywhere && !Faded(&l, w.idle()) && harmless(&l) {
				c.Put = append(c.Put, l)
				many++
			}
		case old.State != memory.Open: // it misled, or the person does not want it
			switch {
			case !ok && old.Idle > maxSilent:
				c.Gone = append(c.Gone, old.ID)
			case w.grown:
				c.Put = append(c.Put, old.Lesson)
			}
		case !ok:
			c.Gone = append(c.Gone, old.ID)
		default:
			l.Ignored = old.Vain
			if Faded(&l, w.idle()) {
				l.State = memory.Retired
			}
			if w.grown || !sameCounts(&l, &old.Lesson) {
				c.Put = append(c.Put, l)
			}
		}
	}
	return c
}

// taught is one way out of one error, as projects learned it.
type taught struct {
	projects   []*Held
	everywhere *Held // the lesson that is offered in all of them
	grown      bool  // it has taken in another one
}

// groups puts together what tells the same way out.
func (c *Changes) groups(held []Held) (list []taught) {
	places := make(map[string]int)
	for i := range held {
		h := &held[i]
		way := wayOf(&h.Lesson, nil)
		named := h.Key + "\x00" + way.name()
		at, known := places[named]
		if !known {
			at = len(list)
			places[named] = at
			list = append(list, taught{})
		}
		w := &list[at]
		switch {
		case !h.Everywhere:
			w.projects = append(w.projects, h)
		case w.everywhere == nil:
			w.everywhere = h
		default: // that came from elsewhere
			c.Into = append(c.Into, Move{h.ID, w.everywhere.ID})
			taken := *w.everywhere
			taken.take(h)
			taken.State = max(w.everywhere.State, h.State)
			w.everywhere, w.grown = &taken, true
		}
	}
	return list
}

// idle is how long nobody has seen it.
func (w *taught) idle() int {
	idle := w.projects[0].Idle
	for _, h := range w.projects {
		idle = min(idle, h.Idle)
	}
	return idle
}

// promoted is the lesson that a way out would be everywhere, if it helped in
// two projects that are not the same.
func (w *taught) promoted() (l memory.Lesson, ok bool) {
	var latest *Held
	var origins []string
	for _, h := range w.projects {
		if h.State != memory.Open || h.Worked == 0 || h.Project == "" {
			continue
		}
		if !slices.Contains(origins, h.Origin) {
			origins = append(origins, h.Origin)
		}
		if latest == nil || h.Last.After(latest.Last) {
			latest = h
		}
		l.Seen, l.Worked, l.Tried = l.Seen+h.Seen, l.Worked+h.Worked, l.Tried+h.Tried
		if l.First.IsZero() || h.First.Before(l.First) {
			l.First = h.First
		}
	}
	if len(origins) < 2 {
		return l, false
	}
	l.Kind, l.Everywhere, l.Key, l.What, l.Last = memory.LessonFix, true, latest.Key, latest.What, latest.Last
	l.From = latest.From
	l.SetRecipe(latest.Recipe())
	if w.everywhere != nil {
		l.ID, l.Merged = w.everywhere.ID, w.everywhere.Merged
		l.Misfire = w.everywhere.Misfire
		l.Tried += l.Misfire
	}
	return l, true
}

func sameCounts(a, b *memory.Lesson) bool {
	return a.State == b.State && a.Seen == b.Seen && a.Worked == b.Worked && a.Tried == b.Tried && a.Ignored == b.Ignored &&
		a.First.Equal(b.First) && a.Last.Equal(b.Last) && a.What == b.What
}

// general tells whether a way out speaks of nothing that only one project has,
// and of nothing that the error alone brought up: what a stranger's output
// names would be carried into every project.
func general(l *memory.Lesson) bool {
	said := l.What.String()
	for _, d := range l.Recipe() {
		if d.Edit || !anywhere(d.Text.String()) {
			return false
		}
		for _, w := range strings.Fields(d.Text.String()) {
			if len(w) > 2 && w[0] != '-' && hasWord(said, w) && !hasWord(l.From.String(), w) {
				return false
			}
		}
	}
	return l.From.Len() == 0 || anywhere(l.From.String()) && wrongAnywhere(l.From.String(), said)
}

// wrongAnywhere tells whether what had to be another was a command or an
// option: the names of branches, scripts and hosts are a project's own.
func wrongAnywhere(from, said string) bool {
	if from[0] == '-' || strings.Contains(from, " ") {
		return true
	}
	said = strings.ToLower(said)
	for _, word := range [...]string{"command", "not found", "option", "argument", "program"} {
		if strings.Contains(said, word) {
			return true
		}
	}
	return false
}

// anywhere tells whether a command, or a part of one, is the same in any
// directory: it names no path, no file, no variable, and nothing of a remote.
func anywhere(command string) bool {
	if strings.ContainsAny(command, "/\\~<>$`*?\n") {
		return false
	}
	for i, w := range strings.Fields(command) {
		switch w {
		case "cd", "pushd", "mkdir", "touch", "cp", "mv", "ln", "tar", "unzip", "source", ".":
			return false
		}
		_, end, dotted := cutLast(strings.Trim(w, `'"`), ".")
		if strings.Contains(w, ":") || i > 0 && dotted && end != "" && (end[0] < '0' || end[0] > '9') {
			return false
		}
	}
	return true
}
