package lessons

import (
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/memory"
)

// maxEverywhere is how many lessons are offered in all projects.
const maxEverywhere = 200

// Promote decides which fixes are offered in all projects: commands that
// helped against the same error in at least two projects, and that mention
// nothing specific to them. candidates are the fixes for errors that several
// projects have met, and those that are offered everywhere already. harmless
// reports whether a fix may be tried without asking. That may differ between
// projects, so it is asked only about new fixes.
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
		case old.State != memory.Open: // it misled, or the user declined it
			switch {
			case !ok && old.Idle > maxRetired && old.State != memory.Unwanted:
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

// sharedFix is one fix for one error, as several projects learned it.
type sharedFix struct {
	projects   []*Candidate
	everywhere *Candidate // the lesson that is offered in all projects
	merged     bool       // it has absorbed another lesson
}

// group groups the candidates that have the same error and the same fix.
func (c *Changes) group(candidates []Candidate) (list []sharedFix) {
	places := make(map[string]int)
	for i := range candidates {
		cand := &candidates[i]
		text := fixTextOf(&cand.Lesson, nil)
		named := cand.Key + "\x00" + text.name()
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
		default: // imported from elsewhere
			c.Merged = append(c.Merged, Merge{cand.ID, f.everywhere.ID})
			merged := *f.everywhere
			merged.absorb(cand)
			merged.State = max(f.everywhere.State, cand.State)
			f.everywhere, f.merged = &merged, true
		}
	}
	return list
}

// idle returns the days since any project last saw the fix.
func (f *sharedFix) idle() int {
	idle := f.projects[0].Idle
	for _, cand := range f.projects {
		idle = min(idle, cand.Idle)
	}
	return idle
}

// promoted returns the lesson that would be offered everywhere, if the fix
// helped in two different projects.
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

// sameRecord reports whether two versions of a lesson have the same counts,
// times and state.
func sameRecord(a, b *memory.Lesson) bool {
	return a.State == b.State && a.Seen == b.Seen && a.Worked == b.Worked && a.Tried == b.Tried && a.Ignored == b.Ignored &&
		a.First.Equal(b.First) && a.Last.Equal(b.Last) && a.What == b.What
}

// isGeneral reports whether a fix fits any project. It must not mention
// anything of one project, nor anything that only the error's text brought up:
// a stranger's output would spread to every project.
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

// wrongEverywhere reports whether the corrected text was a command or an
// option. Names of branches, scripts and hosts belong to one project.
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

// isPortable reports whether a command means the same in any directory: it
// names no path, file, variable or remote.
func isPortable(command string) bool {
	if strings.ContainsAny(command, "/\\~<>$`*?\n") {
		return false
	}
	for i, w := range strings.Fields(command) {
		if programOfPlaceWord(w) {
			return false
		}
		_, end, dotted := cutLast(strings.Trim(w, `'"`), ".")
		if strings.Contains(w, ":") || i > 0 && dotted && end != "" && (end[0] < '0' || end[0] > '9') {
			return false
		}
	}
	return true
}
