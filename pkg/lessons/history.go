package lessons

import (
	"path"
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/command"
	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/redact"
)

// history is what was done in sessions, in short.
type history struct {
	steps    []habitStep
	number   map[string]int // of an act
	sessions []sessionHistory
}

// habitStep is something that is done again and again: a program with its
// subcommand, or an edit of a kind of file.
type habitStep struct {
	name     string
	edit     bool
	sessions int           // in which it was done
	check    *memory.Check // the tool and the kind, when it checks something
	last     *memory.Run   // that did it
}

func newHistory(sessions [][]memory.Activity) *history {
	h := &history{number: make(map[string]int)}
	for _, steps := range sessions {
		h.add(steps)
	}
	return h
}

// add adds a session.
func (h *history) add(steps []memory.Activity) {
	var c sessionHistory
	var edits []int
	seen := make(map[int]bool)
	note := func(list []int, name string, edit bool) []int {
		n := h.find(name)
		if n < 0 {
			n = len(h.steps)
			h.number[name] = n
			h.steps = append(h.steps, habitStep{name: name, edit: edit})
		}
		if !seen[n] {
			seen[n] = true
			h.steps[n].sessions++
		}
		return append(list, n)
	}
	for _, s := range slices.Backward(steps[:latest(steps)]) {
		if s.Edit != nil {
			edits = note(edits, editName(s.Edit.Path), true)
			continue
		}
		m := turn{well: s.Run.Outcome == memory.OK, edits: edits}
		for _, name := range stepsOf(s.Run) {
			m.did = note(m.did, name, false)
		}
		for _, n := range m.did {
			h.steps[n].ran(s.Run, len(m.did) == 1)
		}
		c.commands, edits = append(c.commands, m), nil
	}
	if len(edits) > 0 { // nothing came after them
		c.commands = append(c.commands, turn{edits: edits})
	}
	h.sessions = append(h.sessions, c)
}

// latest counts the steps that hold the latest commands.
func latest(steps []memory.Activity) int {
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
func (a *habitStep) ran(r *memory.Run, alone bool) {
	a.last = r
	if c := r.Check; c != nil && c.Kind != memory.CheckRun && (alone || a.name == c.Tool || strings.HasPrefix(a.name, c.Tool+" ") || strings.HasPrefix(c.Tool, a.name+" ")) {
		a.check = &memory.Check{Tool: c.Tool, Kind: c.Kind}
	}
}

// common lists the acts that are done in enough sessions to be habits.
func (h *history) common() []int {
	var list []int
	for n := range h.steps {
		if h.steps[n].sessions >= habitSessions {
			list = append(list, n)
		}
	}
	slices.SortStableFunc(list, func(a, b int) int { return h.steps[b].sessions - h.steps[a].sessions })
	return list[:min(len(list), maxHabitSteps)]
}

// find returns -1 for an act that was never done.
func (h *history) find(name string) int {
	if n, ok := h.number[name]; ok {
		return n
	}
	return -1
}

// editName names the edit of a file by its kind.
func editName(file redact.Text) string {
	const longest = 12
	ext := strings.ToLower(path.Ext(strings.ReplaceAll(file.String(), `\`, "/")))
	if ext == "" || len(ext) > longest {
		return "an edit"
	}
	return "an edit of " + ext + " files"
}

// stepsOf lists what a command does, without what only looks, and what keeps
// what was done: nobody is to be reminded of that.
func stepsOf(r *memory.Run) []string {
	const longest = 60
	template := r.Template.String()
	parts := strings.Split(template, "; ")
	if len(template) == command.MaxTemplate && len(parts) > 1 {
		parts = parts[:len(parts)-1] // it was cut
	}
	var list []string
	for _, part := range parts {
		if command.PartTraits(part)&(command.ReadOnly|command.Records) != 0 {
			continue
		}
		program, rest, _ := strings.Cut(part, " ")
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
