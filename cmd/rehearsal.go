package cmd

import (
	"fmt"
	"os"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/display"
	"github.com/ctxhook/ctxhook/pkg/base/order"
	"github.com/ctxhook/ctxhook/pkg/base/policy"
	"github.com/ctxhook/ctxhook/pkg/guard/judge"
	"github.com/ctxhook/ctxhook/pkg/memory/replay"
	"github.com/ctxhook/ctxhook/pkg/memory/store"
	"github.com/ctxhook/ctxhook/pkg/memory/transcript"
)

// This file is replay --dry-run: what ctxhook would have said to commands that
// ran long ago.

func (cmd *replayCommand) rehearse(st *storage, h *transcript.History) error {
	o := judge.Options{Getenv: cmd.Getenv}
	if cmd.against != "" {
		if _, err := os.Stat(cmd.against); err != nil {
			return err
		}
		other := o
		other.ConfigFile = cmd.against
		cmd.problems(judge.New(other).Problems)
	}
	r, told, begun := replay.NewRehearsal(o, cmd.against), newMeter(cmd.Env, "commands"), false
	all := func(tx *store.Tx) error {
		begun = true
		return r.Run(tx, h, told)
	}
	err := st.look(all)
	if err == nil && !begun { // nothing is remembered yet
		err = all(nil)
	}
	if err != nil {
		return err
	}
	if cmd.json {
		return cmd.printJSON(r)
	}
	return cmd.paged(func() error {
		cmd.printRehearsal(r)
		return nil
	})
}

// rehearsed says what an action would have meant.
func rehearsed(a policy.Action) string {
	switch a {
	case policy.Warn:
		return "would run with a warning"
	case policy.Ask:
		return "would run if you say yes"
	case policy.Block:
		return "would not run"
	}
	return "would run"
}

func (cmd *replayCommand) printRehearsal(v *replay.Rehearsal) {
	e, against := cmd.Env, cmd.against
	e.printf("%s of %s; nothing is stored\n", display.Counted(v.Commands, "command"), display.Counted(v.Transcripts, "transcript"))
	if against != "" {
		e.printf("  %-6s  %7s  %7s\n", "", "now", display.Plain(against))
	}
	for above := policy.Block + 1; above > policy.Silent; above-- {
		a := above - 1
		name := a.String()
		e.printf("  %-6s  %7d", name, v.Actions[name])
		if against != "" {
			e.printf("  %7d", v.Against[name])
		}
		e.printf("  %s\n", e.paint(dim, rehearsed(a)))
	}
	if v.Failed > 0 {
		e.printf("  %d failed when they ran; for %d of them ctxhook knows a fix to tell\n", v.Failed, v.Advised)
	}
	for _, t := range v.Lessons {
		e.printf("    %s  %s: %s\n", display.Plain(t.ID), display.Counted(t.Times, "time"), display.Plain(brief(t.Text)))
	}
	order.By(v.Answers, func(a, b replay.Answer) int { return a.Last.Compare(b.Last) })
	for i := range v.Answers {
		e.printf("\n")
		e.printAnswer(&v.Answers[i])
	}
}

func (e *Env) printAnswer(s *replay.Answer) {
	action, rules, risk := e.paint(actionColor(s.Action), s.Action), s.Rules, s.Risk
	if s.Against != nil {
		action += " -> " + e.paint(actionColor(s.Against.Action), s.Against.Action)
		if len(rules) == 0 {
			rules, risk = s.Against.Rules, s.Against.Risk
		}
	}
	e.printf("%s  %s  %s  %s", minute(s.Last), action, risk, display.Plain(strings.Join(rules, " ")))
	if s.Times > 1 {
		e.printf("  %s", display.Counted(s.Times, "time"))
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
