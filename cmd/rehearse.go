package cmd

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/ctxhook/ctxhook/pkg/display"
	"github.com/ctxhook/ctxhook/pkg/judge"
	"github.com/ctxhook/ctxhook/pkg/policy"
	"github.com/ctxhook/ctxhook/pkg/protocol"
	"github.com/ctxhook/ctxhook/pkg/redact"
	"github.com/ctxhook/ctxhook/pkg/replay"
	"github.com/ctxhook/ctxhook/pkg/store"
	"github.com/ctxhook/ctxhook/pkg/transcript"
)

// This file is replay --dry-run: what would have been said to commands that
// ran long ago.

// rehearsalRow is a rehearsal as JSON.
type rehearsalRow struct {
	Transcripts int            `json:"transcripts"`
	Commands    int            `json:"commands"`
	Actions     map[string]int `json:"actions"`
	Against     map[string]int `json:"against,omitempty"`
	Changed     int            `json:"changed,omitempty"` // commands to which the two say different things
	Said        []saidRow      `json:"said"`
	Failed      int            `json:"failed"`
	Advised     int            `json:"advised"` // of those, to which there is something to say
	Lessons     []toldRow      `json:"lessons"` // that would have been told
	Broken      int            `json:"broken_lines"`
}

// saidRow is what would have been said to a command.
type saidRow struct {
	Command string     `json:"command"`
	Action  string     `json:"action"`
	Risk    string     `json:"risk"`
	Rules   []string   `json:"rules"`
	Message string     `json:"message,omitempty"`
	Against *againstTo `json:"against,omitempty"`
	Times   int        `json:"times"`
	Last    time.Time  `json:"last"`
	Cwd     string     `json:"cwd,omitempty"`
}

// toldRow is a lesson that would have been told.
type toldRow struct {
	ID    string `json:"id"`
	Text  string `json:"text"`
	Times int    `json:"times"`
}

// againstTo is what the other settings say.
type againstTo struct {
	Action string   `json:"action"`
	Risk   string   `json:"risk"`
	Rules  []string `json:"rules"`
}

// rehearsal gathers what would have been said, the same once.
type rehearsal struct {
	mine, other *replay.Replay // other: nil without --against
	row         rehearsalRow
	known       map[string]int // index in row.Said
}

func (cmd *replayCommand) rehearse(st *storage, h *transcript.History) error {
	r := &rehearsal{mine: replay.New(judge.Options{Getenv: cmd.Getenv}), known: make(map[string]int)}
	r.row.Transcripts, r.row.Actions, r.row.Said = h.Files, noActions(), []saidRow{}
	r.row.Lessons = []toldRow{}
	if cmd.against != "" {
		if err := cmd.otherSettings(cmd.against); err != nil {
			return err
		}
		r.other, r.row.Against = replay.New(judge.Options{Getenv: cmd.Getenv, ConfigFile: cmd.against}), noActions()
	}
	told, begun := cmd.progress("commands"), false
	all := func(tx *store.Tx) error {
		begun = true
		return r.all(tx, h, told)
	}
	err := st.look(all)
	if err == nil && !begun { // nothing is remembered yet
		err = all(nil)
	}
	if err != nil {
		return err
	}
	r.row.Broken = h.Sum.Broken
	if cmd.json {
		return cmd.printJSON(r.row)
	}
	return cmd.paged(func() error {
		cmd.printRehearsal(&r.row, cmd.against)
		return nil
	})
}

// otherSettings says what is wrong with a file of settings before anything is
// judged by it.
func (cmd *replayCommand) otherSettings(path string) error {
	if _, err := os.Stat(path); err != nil {
		return err
	}
	cmd.problems(judge.New(judge.Options{Getenv: cmd.Getenv, ConfigFile: path}).Problems)
	return nil
}

func noActions() map[string]int {
	counts := make(map[string]int)
	for a := policy.Silent; a <= policy.Block; a++ {
		counts[a.String()] = 0
	}
	return counts
}

// all goes through a history.
func (r *rehearsal) all(tx *store.Tx, h *transcript.History, told func(int)) error {
	for {
		event, more := h.Next()
		if !more {
			return nil
		}
		if event.Call.Tool != protocol.Shell || len(event.Call.Commands) == 0 {
			r.mine.NoteEdit(&event)
			continue
		}
		r.add(&event)
		if err := r.advise(tx, &event); err != nil {
			return err
		}
		told(r.row.Commands)
	}
}

// advise counts what would have been told after a command.
func (r *rehearsal) advise(tx *store.Tx, event *transcript.Entry) error {
	fixes, bad, err := r.mine.Advise(tx, event)
	if err != nil || !bad {
		return err
	}
	r.row.Failed++
	if len(fixes) > 0 {
		r.row.Advised++
	}
	for _, f := range fixes {
		if f.Lesson == "" {
			continue
		}
		i := slices.IndexFunc(r.row.Lessons, func(t toldRow) bool { return t.ID == f.Lesson })
		if i < 0 {
			i = len(r.row.Lessons)
			r.row.Lessons = append(r.row.Lessons, toldRow{ID: f.Lesson, Text: f.Text.String()})
		}
		r.row.Lessons[i].Times++
	}
	return nil
}

// say is what some settings say to a command. again is what is said of one
// that failed before; nil when it did not.
func say(p *replay.Replay, event *transcript.Entry, again *replay.Answer) replay.Answer {
	said := p.Answer(&event.Call)
	if again != nil && said.Action < policy.Ask && p.StopsRepeats(event) {
		return *again
	}
	return said
}

// add judges a command. What is asked about or blocked is listed, and with
// other settings beside ours all that they see in another way.
func (r *rehearsal) add(event *transcript.Entry) {
	var again *replay.Answer
	if a, ok := r.mine.RepeatedFailure(event); ok {
		again = &a
	}
	said := say(r.mine, event, again)
	r.row.Commands++
	r.row.Actions[said.Action.String()]++
	listed := said.Action >= policy.Ask
	var against *againstTo
	if r.other != nil {
		other := say(r.other, event, again)
		r.row.Against[other.Action.String()]++
		if listed = other.Action != said.Action; listed {
			r.row.Changed++
			against = &againstTo{other.Action.String(), other.Risk.String(), append([]string{}, other.Rules...)}
			if said.Rules == nil {
				said.Message = other.Message
			}
		}
	}
	if !listed {
		return
	}
	row := saidRow{
		Command: redact.Clean(event.Call.Commands[0]).String(), Action: said.Action.String(), Risk: said.Risk.String(),
		Rules: append([]string{}, said.Rules...), Message: said.Message.String(), Against: against, Times: 1,
		Last: event.Time.UTC(), Cwd: redact.Clean(event.Call.Cwd).String(),
	}
	key := row.Action + "\x00" + row.Cwd + "\x00" + row.Command
	if i, ok := r.known[key]; ok {
		r.row.Said[i].Times++
		r.row.Said[i].Last = row.Last
		return
	}
	r.known[key] = len(r.row.Said)
	r.row.Said = append(r.row.Said, row)
}

func (e *Env) printRehearsal(row *rehearsalRow, against string) {
	e.printf("%s of %s, and nothing is stored\n", counted(row.Commands, "command"), counted(row.Transcripts, "transcript"))
	if against != "" {
		e.printf("  %-6s  %7s  %7s\n", "", "now", display.Plain(against))
	}
	for a := policy.Block + 1; a > policy.Silent; a-- {
		name := (a - 1).String()
		e.printf("  %-6s  %7d", name, row.Actions[name])
		if against != "" {
			e.printf("  %7d", row.Against[name])
		}
		e.printf("\n")
	}
	if row.Failed > 0 {
		e.printf("  %d went wrong; a way out of %d of them would have been told\n", row.Failed, row.Advised)
	}
	for _, t := range row.Lessons {
		e.printf("    %s  %s: %s\n", display.Plain(t.ID), counted(t.Times, "time"), display.Plain(brief(t.Text)))
	}
	slices.SortStableFunc(row.Said, func(a, b saidRow) int { return a.Last.Compare(b.Last) })
	for i := range row.Said {
		e.printf("\n")
		e.printSaid(&row.Said[i])
	}
}

func (e *Env) printSaid(s *saidRow) {
	action, rules, risk := e.paint(actionColor(s.Action), s.Action), s.Rules, s.Risk
	if s.Against != nil {
		action += " -> " + e.paint(actionColor(s.Against.Action), s.Against.Action)
		if len(rules) == 0 {
			rules, risk = s.Against.Rules, s.Against.Risk
		}
	}
	e.printf("%s  %s  %s  %s", minute(s.Last), action, risk, display.Plain(strings.Join(rules, " ")))
	if s.Times > 1 {
		e.printf("  %s", counted(s.Times, "time"))
	}
	e.printf("\n")
	e.printIndented(commandLines(s.Command)...)
	if s.Message != "" {
		e.printf("  %s\n", display.Plain(s.Message))
	}
	if s.Cwd != "" {
		e.printf("  %s\n", e.paint(dim, display.Plain(fmt.Sprintf("in %s", e.tilde(s.Cwd)))))
	}
}
