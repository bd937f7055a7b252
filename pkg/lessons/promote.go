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
func Promote(candidates []Candidate, harmless func(*memory.Lesson) bool) Changes {
	var c Changes
	fixes := c.group(candidates)
	many := 0
	for i := range fixes {
		if fixes[i].everywhere != nil {
			many++
		}
	}
	for i := range fixes {
		f := &fixes[i]
		l, ok := f.promoted()
		ok = ok && isGeneral(&l)
		old := f.everywhere
		switch {
		case old == nil:
			if ok && many < maxEverywhere && !Faded(&l, f.idle()) && harmless(&l) {
				c.Updated = append(c.Updated, l)
				many++
			}
		case old.State != memory.Open: // it misled, or the person does not want it
			switch {
			case !ok && old.Idle > maxRetired:
				c.Removed = append(c.Removed, old.ID)
			case f.merged:
				c.Updated = append(c.Updated, old.Lesson)
			}
		case !ok:
			c.Removed = append(c.Removed, old.ID)
		default:
			l.Ignored = old.Unused
			if Faded(&l, f.idle()) {
				l.State = memory.Retired
			}
			if f.merged || !sameRecord(&l, &old.Lesson) {
				c.Updated = append(c.Updated, l)
			}
		}
	}
	return c
}

// sharedFix is one way out of one error, as projects learned it.
type sharedFix struct {
	projects   []*Candidate
	everywhere *Candidate // the lesson that is offered in all of them
	merged     bool       // it has taken in another one
}

// group puts together what tells the same way out.
func (c *Changes) group(candidates []Candidate) (list []sharedFix) {
	places := make(map[string]int)
	for i := range candidates {
		cand := &candidates[i]
		way := fixTextOf(&cand.Lesson, nil)
		named := cand.Key + "\x00" + way.name()
		at, known := places[named]
		if !known {
			at = len(list)
			places[named] = at
			list = append(list, sharedFix{})
		}
		f := &list[at]
		switch {
		case !cand.Everywhere:
			f.projects = append(f.projects, cand)
		case f.everywhere == nil:
			f.everywhere = cand
		default: // that came from elsewhere
			c.Merged = append(c.Merged, Merge{cand.ID, f.everywhere.ID})
			taken := *f.everywhere
			taken.absorb(cand)
			taken.State = max(f.everywhere.State, cand.State)
			f.everywhere, f.merged = &taken, true
		}
	}
	return list
}

// idle is how long nobody has seen it.
func (f *sharedFix) idle() int {
	idle := f.projects[0].Idle
	for _, cand := range f.projects {
		idle = min(idle, cand.Idle)
	}
	return idle
}

// promoted is the lesson that a way out would be everywhere, if it helped in
// two projects that are not the same.
func (f *sharedFix) promoted() (l memory.Lesson, ok bool) {
	var latest *Candidate
	var origins []string
	for _, cand := range f.projects {
		if cand.State != memory.Open || cand.Worked == 0 || cand.Project == "" {
			continue
		}
		if !slices.Contains(origins, cand.Origin) {
			origins = append(origins, cand.Origin)
		}
		if latest == nil || cand.Last.After(latest.Last) {
			latest = cand
		}
		l.Seen, l.Worked, l.Tried = l.Seen+cand.Seen, l.Worked+cand.Worked, l.Tried+cand.Tried
		if l.First.IsZero() || cand.First.Before(l.First) {
			l.First = cand.First
		}
	}
	if len(origins) < 2 {
		return l, false
	}
	l.Kind, l.Everywhere, l.Key, l.What, l.Last = memory.LessonFix, true, latest.Key, latest.What, latest.Last
	l.From = latest.From
	l.SetRecipe(latest.Recipe())
	if f.everywhere != nil {
		l.ID, l.Merged = f.everywhere.ID, f.everywhere.Merged
		l.Misfire = f.everywhere.Misfire
		l.Tried += l.Misfire
	}
	return l, true
}

func sameRecord(a, b *memory.Lesson) bool {
	return a.State == b.State && a.Seen == b.Seen && a.Worked == b.Worked && a.Tried == b.Tried && a.Ignored == b.Ignored &&
		a.First.Equal(b.First) && a.Last.Equal(b.Last) && a.What == b.What
}

// isGeneral tells whether a way out speaks of nothing that only one project has,
// and of nothing that the error alone brought up: what a stranger's output
// names would be carried into every project.
func isGeneral(l *memory.Lesson) bool {
	said := l.What.String()
	for _, d := range l.Recipe() {
		if d.Edit || !isPortable(d.Text.String()) {
			return false
		}
		for _, w := range strings.Fields(d.Text.String()) {
			if len(w) > 2 && w[0] != '-' && hasWord(said, w) && !hasWord(l.From.String(), w) {
				return false
			}
		}
	}
	return l.From.Len() == 0 || isPortable(l.From.String()) && wrongEverywhere(l.From.String(), said)
}

// wrongEverywhere tells whether what had to be another was a command or an
// option: the names of branches, scripts and hosts are a project's own.
func wrongEverywhere(from, said string) bool {
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

// isPortable tells whether a command, or a part of one, is the same in any
// directory: it names no path, no file, no variable, and nothing of a remote.
func isPortable(command string) bool {
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
