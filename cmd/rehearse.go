package cmd

import (
	"os"
	"slices"

	"github.com/ctxhook/ctxhook/pkg/judge"
	"github.com/ctxhook/ctxhook/pkg/policy"
	"github.com/ctxhook/ctxhook/pkg/protocol"
	"github.com/ctxhook/ctxhook/pkg/redact"
	"github.com/ctxhook/ctxhook/pkg/replay"
	"github.com/ctxhook/ctxhook/pkg/store"
	"github.com/ctxhook/ctxhook/pkg/transcript"
)

// This file is replay --dry-run: what ctxhook would have said to commands that
// ran long ago.

// rehearsal gathers what would have been said, the same once.
type rehearsal struct {
	mine, other *replay.Replay // other: nil without --against
	view        rehearsalView
	known       map[string]int // index in view.Said
}

func (cmd *replayCommand) rehearse(st *storage, h *transcript.History) error {
	r := &rehearsal{mine: replay.New(judge.Options{Getenv: cmd.Getenv}), known: make(map[string]int)}
	r.view.Transcripts, r.view.Actions, r.view.Said = h.Files, noActions(), []answerView{}
	r.view.Lessons = []lessonTimes{}
	if cmd.against != "" {
		if err := cmd.otherSettings(cmd.against); err != nil {
			return err
		}
		r.other, r.view.Against = replay.New(judge.Options{Getenv: cmd.Getenv, ConfigFile: cmd.against}), noActions()
	}
	told, begun := newMeter(cmd.Env, "commands"), false
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
	r.view.Broken = h.Sum.Broken
	if cmd.json {
		return cmd.printJSON(r.view)
	}
	return cmd.paged(func() error {
		r.view.print(cmd.Env, cmd.against)
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
		told(r.view.Commands)
	}
}

// advise counts what would have been told after a command.
func (r *rehearsal) advise(tx *store.Tx, event *transcript.Entry) error {
	fixes, bad, err := r.mine.Advise(tx, event)
	if err != nil || !bad {
		return err
	}
	r.view.Failed++
	if len(fixes) > 0 {
		r.view.Advised++
	}
	for _, f := range fixes {
		if f.Lesson == "" {
			continue
		}
		i := slices.IndexFunc(r.view.Lessons, func(t lessonTimes) bool { return t.ID == f.Lesson })
		if i < 0 {
			i = len(r.view.Lessons)
			r.view.Lessons = append(r.view.Lessons, lessonTimes{ID: f.Lesson, Text: f.Text.String()})
		}
		r.view.Lessons[i].Times++
	}
	return nil
}

// answer returns what some settings say to a command. again is the answer to a
// command that failed before, nil to another.
func answer(p *replay.Replay, event *transcript.Entry, again *replay.Answer) replay.Answer {
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
	said := answer(r.mine, event, again)
	r.view.Commands++
	r.view.Actions[said.Action.String()]++
	listed := said.Action >= policy.Ask
	var against *otherView
	if r.other != nil {
		other := answer(r.other, event, again)
		r.view.Against[other.Action.String()]++
		if listed = other.Action != said.Action; listed {
			r.view.Changed++
			against = &otherView{other.Action.String(), other.Risk.String(), append([]string{}, other.Rules...)}
			if said.Rules == nil {
				said.Message = other.Message
			}
		}
	}
	if !listed {
		return
	}
	row := answerView{
		Command: redact.Clean(event.Call.Commands[0]).String(), Action: said.Action.String(), Risk: said.Risk.String(),
		Rules: append([]string{}, said.Rules...), Message: said.Message.String(), Against: against, Times: 1,
		Last: event.Time.UTC(), Cwd: redact.Clean(event.Call.Cwd).String(),
	}
	key := row.Action + "\x00" + row.Cwd + "\x00" + row.Command
	if i, ok := r.known[key]; ok {
		r.view.Said[i].Times++
		r.view.Said[i].Last = row.Last
		return
	}
	r.known[key] = len(r.view.Said)
	r.view.Said = append(r.view.Said, row)
}
