package learn

import (
	"path"
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/redact"
)

// What makes a habit. What is run next is wrong four times of five; what is
// run within some commands, when it was not since the last edit, is right
// four times of five, out of sample.
const (
	habitWindow   = 8    // commands in which it is done
	habitCommands = 100  // of a session are looked at: the latest
	habitSessions = 3    // in which it was done at least
	habitShare    = 0.65 // of the times it could be, one more of each added
	habitLift     = 1.2  // times as often as after anything
	maxActs       = 40   // that are compared, those of most sessions
	maxHabits     = 30   // of a project
)

// Habits finds what is usually done after what, in the sessions of a project.
// The steps of each are the latest first. The surest habit is the first.
func Habits(sessions [][]memory.Step) []memory.Lesson {
	t := newTrail(sessions)
	common := t.common()
	var list []memory.Lesson
	for _, from := range common {
		for _, to := range common {
			if from == to || t.acts[to].edit {
				continue
			}
			if h, ok := t.habit(from, to); ok {
				list = append(list, h)
			}
		}
	}
	slices.SortStableFunc(list, func(a, b memory.Lesson) int {
		if d := compareShares(&a, &b); d != 0 {
			return d
		}
		return strings.Compare(a.What.String(), b.What.String())
	})
	return list[:min(len(list), maxHabits)]
}

// compareShares orders habits by how often they were kept.
func compareShares(a, b *memory.Lesson) int {
	return (b.Worked+1)*(a.Tried+2) - (a.Worked+1)*(b.Tried+2)
}

// Due lists the habits whose time it is: what they come after was done within
// the window, and they themselves were not since, nor since the last edit.
// steps are those of the session, the latest first. Only checks are due: what
// else is usually done an agent does when it is asked to. A check is listed
// once, with what it comes after most surely.
func Due(habits []memory.Lesson, steps []memory.Step) []memory.Lesson {
	t := newTrail([][]memory.Step{steps})
	var due []memory.Lesson
	for i := range habits {
		h := &habits[i]
		if h.Check == nil || h.State == memory.Retired || slices.ContainsFunc(due, func(d memory.Lesson) bool { return d.Remedy == h.Remedy }) {
			continue
		}
		if from, ok := t.number[h.From.String()]; ok && t.sessions[0].due(from, t.find(h.Remedy.String())) {
			due = append(due, *h)
		}
	}
	slices.SortStableFunc(due, func(a, b memory.Lesson) int { return compareShares(&a, &b) })
	return due
}

// trail is what was done in sessions, in short.
type trail struct {
	acts     []act
	number   map[string]int // of an act
	sessions []course
}

// act is something that is done again and again: a program with its
// subcommand, or an edit of a kind of file.
type act struct {
	name     string
	edit     bool
	sessions int           // in which it was done
	check    *memory.Check // the tool and the kind, when it checks something
	last     *memory.Run   // that did it
}

// course is a session: its commands in order.
type course struct {
	commands []moment
}

// moment is a command, and the edits before it.
type moment struct {
	did   []int // acts, those that went well or not
	well  bool
	edits []int
}

func newTrail(sessions [][]memory.Step) *trail {
	t := &trail{number: make(map[string]int)}
	for _, steps := range sessions {
		t.add(steps)
	}
	return t
}

// add adds a session.
func (t *trail) add(steps []memory.Step) {
	var c course
	var edits []int
	seen := make(map[int]bool)
	note := func(list []int, name string, edit bool) []int {
		n := t.find(name)
		if n < 0 {
			n = len(t.acts)
			t.number[name] = n
			t.acts = append(t.acts, act{name: name, edit: edit})
		}
		if !seen[n] {
			seen[n] = true
			t.acts[n].sessions++
		}
		return append(list, n)
	}
	for _, s := range slices.Backward(steps[:latest(steps)]) {
		if s.Edit != nil {
			edits = note(edits, editOf(s.Edit.Path), true)
			continue
		}
		m := moment{well: s.Run.Outcome == memory.OK, edits: edits}
		for _, name := range actsOf(s.Run) {
			m.did = note(m.did, name, false)
		}
		for _, n := range m.did {
			t.acts[n].ran(s.Run, len(m.did) == 1)
		}
		c.commands, edits = append(c.commands, m), nil
	}
	if len(edits) > 0 { // nothing came after them
		c.commands = append(c.commands, moment{edits: edits})
	}
	t.sessions = append(t.sessions, c)
}

// latest counts the steps that hold the latest commands.
func latest(steps []memory.Step) int {
	commands := 0
	for i, s := range steps {
		if s.Run == nil {
			continue
		}
		if commands++; commands > habitCommands {
			return i
		}
	}
	return len(steps)
}

// ran notes a run of an act, which alone made it up or did not.
func (a *act) ran(r *memory.Run, alone bool) {
	a.last = r
	if c := r.Check; c != nil && c.Kind != memory.CheckRun && (alone || a.name == c.Tool || strings.HasPrefix(a.name, c.Tool+" ") || strings.HasPrefix(c.Tool, a.name+" ")) {
		a.check = &memory.Check{Tool: c.Tool, Kind: c.Kind}
	}
}

// common lists the acts that are done in enough sessions to be habits.
func (t *trail) common() []int {
	var list []int
	for n := range t.acts {
		if t.acts[n].sessions >= habitSessions {
			list = append(list, n)
		}
	}
	slices.SortStableFunc(list, func(a, b int) int { return t.acts[b].sessions - t.acts[a].sessions })
	return list[:min(len(list), maxActs)]
}

// find returns -1 for an act that was never done.
func (t *trail) find(name string) int {
	if n, ok := t.number[name]; ok {
		return n
	}
	return -1
}

// editOf names the edit of a file by its kind.
func editOf(file redact.Text) string {
	const longest = 12
	ext := strings.ToLower(path.Ext(strings.ReplaceAll(file.String(), `\`, "/")))
	if ext == "" || len(ext) > longest {
		return "an edit"
	}
	return "an edit of " + ext + " files"
}

// actsOf lists what a command does, without what only looks, and what keeps
// what was done: nobody is to be reminded of that.
func actsOf(r *memory.Run) []string {
	const longest = 60
	template := r.Template.String()
	parts := strings.Split(template, "; ")
	if len(template) == maxTemplate && len(parts) > 1 {
		parts = parts[:len(parts)-1] // it was cut
	}
	var list []string
	for _, part := range parts {
		program, rest, _ := strings.Cut(part, " ")
		verb, _, _ := strings.Cut(rest, " ")
		if looks(program, rest) || records(program, verb) {
			continue
		}
		name := program
		for word := range strings.FieldsSeq(rest) {
			if word[0] == '-' {
				break
			}
			name += " " + word
		}
		if len(name) <= longest && !slices.Contains(list, name) {
			list = append(list, name)
		}
	}
	return list
}

// habit counts how often one act was done after another.
func (t *trail) habit(from, to int) (h memory.Lesson, ok bool) {
	kept, chances, sessions, places, near := 0, 0, 0, 0, 0
	for i := range t.sessions {
		c := &t.sessions[i]
		k, n := c.count(from, to)
		if kept, chances = kept+k, chances+n; k > 0 {
			sessions++
		}
		near += c.near(to)
		places += len(c.commands)
	}
	if sessions < habitSessions || float64(kept+1) < habitShare*float64(chances+2) {
		return h, false
	}
	lift := float64(kept) / float64(chances) * float64(places) / float64(max(near, 1))
	if lift < habitLift {
		return h, false
	}
	a, b := &t.acts[from], &t.acts[to]
	return memory.Lesson{
		Kind: memory.LessonHabit, Key: signature("habit", a.name+"\x00"+b.name), What: redact.Clean(b.name + " is usually run after " + a.name),
		From: redact.Clean(a.name), Remedy: redact.Clean(b.name), Check: b.check,
		Seen: sessions, Worked: kept, Tried: chances, Lift: lift,
		Project: b.last.Project, Session: b.last.Session, Run: b.last.ID, First: b.last.Start, Last: b.last.Start,
	}, true
}

// count counts the times at which one act is due after another, and those of
// them at which it was done within the window.
func (c *course) count(from, to int) (kept, chances int) {
	edited, did := -1, -1 // the last command that does it, and the last before which a file was edited
	open := -1            // until there a chance is the one before
	for i := range c.commands {
		m := &c.commands[i]
		if len(m.edits) > 0 {
			edited = i
		}
		done := did >= 0 && did >= edited
		does := slices.Contains(m.did, to)
		if does {
			did = i
		}
		start := i // the command after which it is due
		switch {
		case i <= open:
			continue
		case slices.Contains(m.edits, from):
			start--
		case done, does, !m.well, !slices.Contains(m.did, from):
			continue
		}
		chances++
		open = start + habitWindow
		if next := c.next(to, start+1, open); next >= 0 {
			kept++
			open = next
		}
	}
	return kept, chances
}

// next finds the first command in a range that does something; -1 none.
func (c *course) next(act, from, to int) int {
	for i := from; i <= to && i < len(c.commands); i++ {
		if slices.Contains(c.commands[i].did, act) {
			return i
		}
	}
	return -1
}

// near counts the commands that something is done within the window after.
func (c *course) near(act int) int {
	n, until := 0, -1
	for i := len(c.commands) - 1; i >= 0; i-- {
		if until >= 0 && until-i <= habitWindow {
			n++
		}
		if slices.Contains(c.commands[i].did, act) {
			until = i
		}
	}
	return n
}

// due tells whether one act is due after another at the end of a session.
func (c *course) due(from, to int) bool {
	for back := range min(habitWindow, len(c.commands)) {
		m := &c.commands[len(c.commands)-1-back]
		switch {
		case slices.Contains(m.did, to):
			return false
		case slices.Contains(m.edits, from):
			return true
		case m.well && slices.Contains(m.did, from):
			return !c.doneSinceEdit(to)
		}
	}
	return false
}

// doneSinceEdit tells whether something was done after the last edit.
func (c *course) doneSinceEdit(act int) bool {
	for _, m := range slices.Backward(c.commands) {
		if slices.Contains(m.did, act) {
			return true
		}
		if len(m.edits) > 0 {
			return false
		}
	}
	return false
}
