package lessons

import (
	"path"
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/order"
	"github.com/ctxhook/ctxhook/pkg/base/redact"
	"github.com/ctxhook/ctxhook/pkg/guard/command"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/memory"
)

// history is a summary of what was done in sessions.
type history struct {
	programs command.Programs
	steps    []habitStep
	number   map[string]int        // by the name of a step
	known    map[template][]string // the steps of templates that were met
	sessions []sessionHistory
}

// template is that of a run, and what it checked.
type template struct{ text, tool string }

// habitStep is something that is done repeatedly: a program with its
// subcommand, or an edit of a kind of file.
type habitStep struct {
	name     string
	edit     bool
	sessions int           // that contain it
	check    *memory.Check // its tool and kind, if it is a check
	last     *memory.Run   // of this step
}

// newHistory summarizes sessions. The steps of each are the latest first.
func newHistory(sessions [][]memory.Activity, programs command.Programs) *history {
	h := &history{programs: programs, number: make(map[string]int), known: make(map[template][]string)}
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
		of := template{text: s.Run.Template.String()}
		if s.Run.Check.Verifies() {
			of.tool = s.Run.Check.Tool
		}
		did, known := h.known[of]
		if !known {
			did = slices.DeleteFunc(stepsOf(s.Run, h.programs), h.saysNothing)
			h.known[of] = did
		}
		for _, name := range did {
			m.did = note(m.did, name, false)
		}
		for _, n := range m.did {
			h.steps[n].ran(s.Run, len(m.did) == 1)
		}
		c.commands, edits = append(c.commands, m), nil
	}
	if len(edits) > 0 { // no command followed them
		c.commands = append(c.commands, turn{edits: edits})
	}
	h.sessions = append(h.sessions, c)
}

// saysNothing reports whether a step names no more than a program that does whatever its
// operands say: rm, python3.
func (h *history) saysNothing(step string) bool {
	traits := h.programs.PartTraits(step)
	return traits&rule.Leaf != 0 || traits&rule.Interpreter != 0 && !strings.Contains(step, " ")
}

// latest returns the number of steps that contain the latest commands.
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

// ran records a run of a step. alone says whether the run did nothing else.
func (s *habitStep) ran(r *memory.Run, alone bool) {
	s.last = r
	if c := r.Check; c.Verifies() && (alone || isCheck(s.name, c)) {
		s.check = &memory.Check{Tool: c.Tool, Kind: c.Kind}
	}
}

// isCheck reports whether a step is the one that made a check.
func isCheck(step string, c *memory.Check) bool {
	return step == c.Tool || strings.HasPrefix(step, c.Tool+" ") || strings.HasPrefix(c.Tool, step+" ")
}

// common returns the steps that occur in enough sessions to be habits.
func (h *history) common() []int {
	var list []int
	for n := range h.steps {
		if h.steps[n].sessions >= habitSessions {
			list = append(list, n)
		}
	}
	order.By(list, func(a, b int) int { return h.steps[b].sessions - h.steps[a].sessions })
	return list[:min(len(list), maxHabitSteps)]
}

// find returns the index of a step, or -1 if it was never done.
func (h *history) find(name string) int {
	if n, ok := h.number[name]; ok {
		return n
	}
	return -1
}

// editName returns the name of an edit of a file, by the kind of file.
func editName(file redact.Text) string {
	const longest = 12
	ext := strings.ToLower(path.Ext(strings.ReplaceAll(file.String(), `\`, "/")))
	if ext == "" || len(ext) > longest {
		return "an edit"
	}
	return "an edit of " + ext + " files"
}

// stepsOf returns the steps of a run, without read-only ones that check nothing and
// without those that record work, such as git commit: no reminder is needed for them.
func stepsOf(r *memory.Run, programs command.Programs) []string {
	const longest = 60
	template := r.Template.String()
	parts := strings.Split(template, "; ")
	if len(template) == command.MaxTemplate && len(parts) > 1 {
		parts = parts[:len(parts)-1] // the last part is truncated
	}
	var list []string
	for _, part := range parts {
		traits := programs.PartTraits(part)
		if traits&rule.Records != 0 {
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
		if traits&rule.ReadOnly != 0 && !(r.Check.Verifies() && isCheck(name, r.Check)) {
			continue
		}
		if len(name) <= longest && !slices.Contains(list, name) {
			list = append(list, name)
		}
	}
	return list
}
