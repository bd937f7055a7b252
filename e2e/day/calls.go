package main

import (
	"fmt"
	"path/filepath"
	"regexp"
	"strings"
	"time"
)

// begun notes a call.
func (d *day) begun(a *actor, x deed) *happened {
	h := &happened{
		N: len(d.calls) + 1, Session: a.id, Project: a.p.name, Tool: x.tool, Command: x.command, Deed: x.name, Alone: true,
		check: x.check, quiet: x.quiet, sweep: x.sweep, never: x.never,
	}
	if h.Tool == "" {
		h.Tool = "Bash"
	}
	if x.file != "" {
		h.Command = filepath.Join(a.root, x.file)
	}
	d.calls = append(d.calls, h)
	return h
}

// hears keeps what the hook answered.
func (h *happened) hears(c *toolCall) {
	h.ID, h.Action, h.Said, h.decision = c.id, c.said.action, c.said.reason, c.said.decision
}

// does lets a session do one deed.
func (d *day) does(a *actor, x deed) error {
	h := d.begun(a, x)
	dirty := d.w.dirty(a.root)
	h.stakes = a.p.truth.stakes(x.loses, dirty, a.id, d.live)
	for _, owner := range a.p.truth.stakes(append(x.takes, x.file), dirty, a.id, d.live) {
		h.shared = h.shared || owner == "live"
	}
	h.Stake = listed(h.stakes)
	var err error
	switch x.tool {
	case "Write", "Edit":
		err = d.changesFile(a, x, h)
	case "Agent":
		return d.delegates(a, x, h)
	default:
		err = d.runs(a, x, h)
	}
	if err != nil {
		return err
	}
	if h.Changed, err = a.p.truth.update(change{x.keeps, strings.Contains(x.command, "git "), dirty}, func(string) string { return a.id }); err != nil {
		return err
	}
	if len(h.Changed) > 0 && d.r.IntN(3) == 0 {
		if err := d.looksAtUndo(a.root, ""); err != nil {
			return err
		}
	}
	if h.Action == "stopped" && x.name != again && d.r.IntN(2) == 0 {
		x.name = again
		return d.does(a, x)
	}
	return nil
}

// again is a command that memory stopped, and that the model insists on.
const again = "again"

func (d *day) changesFile(a *actor, x deed, h *happened) error {
	path := filepath.Join(a.root, x.file)
	var c *toolCall
	var made bool
	var err error
	if x.tool == "Write" {
		c, made, err = a.writesFile(path, x.text)
	} else {
		c, made, err = a.editsFile(path, x.old, x.text)
	}
	if err != nil {
		return err
	}
	h.hears(c)
	if h.End = "ok"; !made {
		h.End = "denied"
		return c.denied(byHook)
	}
	a.edits++
	return nil
}

// runs is a command, from the question to its end.
func (d *day) runs(a *actor, x deed, h *happened) error {
	input := commandInput(x.command)
	if x.background {
		input["run_in_background"] = true
	}
	asked := len(x.loses) > 0 || d.r.IntN(4) == 0
	var v preview
	var err error
	if asked {
		if v, err = d.previews(a, x.command); err != nil {
			return err
		}
	}
	c, err := a.asks("Bash", input)
	if err != nil {
		return err
	}
	h.hears(c)
	if asked {
		d.comparePreview(a, h, v)
	}
	h.compareNames(d.found, a.p)
	if why, runs := d.answers(a, x, h); !runs {
		return d.deniedBy(a, c, h, why)
	}
	d.w.soon()
	switch {
	case x.background:
		return d.inBackground(c, h)
	case x.end == "interrupted":
		d.w.bash(a.cwd, x.command, 400*time.Millisecond)
		h.End = "interrupted"
		if err := c.denied(byEscape); err != nil {
			return err
		}
		_, err := a.says("Wait, do something else.")
		return err
	case x.typing:
		h.Alone = false
		typed := make(chan error, 1)
		time.AfterFunc(500*time.Millisecond, func() { typed <- a.p.types(d.r) })
		defer func() { <-typed }()
	}
	r := d.w.bash(a.cwd, x.command, long)
	d.w.soon()
	h.finishes(a.p, x, c, r)
	_, err = c.ended(r)
	return err
}

var redOutput = regexp.MustCompile(`(?m)^(FAIL|FAILED|--- FAIL)|Tests: +\d+ failed|\d+ problems? \(`)

// finishes says how a command ended, whatever its exit code hides.
func (h *happened) finishes(p *project, x deed, c *toolCall, r ran) {
	h.Exit, h.End = r.exit, "ok"
	h.red = x.check != "" && (r.exit != 0 || redOutput.MatchString(r.output))
	switch {
	case r.exit != 0 && !r.interpreted(x.command):
		h.End = "failed"
	case h.red:
		h.End = "masked"
	}
	if x.check != "" {
		p.failing[x.check] = h.red
	}
}

// answers is what the user and the client say to the call: the reason why it does
// not run, or that it does.
func (d *day) answers(a *actor, x deed, h *happened) (denial, bool) {
	switch {
	case h.Action == "block" || h.Action == "stopped":
		return byHook, false
	case h.Action == "ask" && !a.attended:
		return byHook, false
	case x.end == "client":
		return bySettings, false
	case x.end == "refused" || x.never:
		return byUser, false
	case h.Action == "ask" && len(h.stakes) > 0 && d.r.IntN(4) > 0:
		return byUser, false
	}
	return denial{}, true
}

// deniedBy ends a call that did not run. What the user refused is followed by
// what the user wants.
func (d *day) deniedBy(a *actor, c *toolCall, h *happened, why denial) error {
	h.End = "denied"
	if err := c.denied(why); err != nil || why.kind != byUser.kind {
		return err
	}
	h.End = "refused"
	_, err := a.says("No. Go on with something else.")
	return err
}

func (d *day) inBackground(c *toolCall, h *happened) error {
	d.task++
	task := fmt.Sprintf("b%08d", d.task)
	done := make(chan ran, 1)
	go func() { done <- d.w.bash(c.s.cwd, h.Command, long) }()
	if err := c.launched(task); err != nil {
		return err
	}
	r := <-done
	h.End, h.Exit = "background", r.exit
	d.w.soon()
	return c.finished(task, r.exit)
}

// delegates hands a command to a subagent.
func (d *day) delegates(a *actor, x deed, h *happened) error {
	input := map[string]any{"description": "a part of it", "prompt": "Make a file.", "subagent_type": "general-purpose", "run_in_background": false}
	c, err := a.asks("Agent", input)
	if err != nil {
		return err
	}
	h.hears(c)
	h.End, h.quiet = "ok", true
	d.task++
	a.agent = fmt.Sprintf("a%015d", d.task)
	agent := a.agent
	if _, err := a.tells("SubagentStart", "", nil); err != nil {
		return err
	}
	if err := d.does(a, deed{name: "by a subagent", command: x.command}); err != nil {
		return err
	}
	_, err = a.tells("SubagentStop", "", map[string]any{"permission_mode": "default", "stop_hook_active": false, "last_assistant_message": "Done.", "background_tasks": []any{}, "session_crons": []any{}})
	if a.agent = ""; err != nil {
		return err
	}
	response := map[string]any{"status": "completed", "agentId": agent, "agentType": "general-purpose", "content": []any{map[string]any{"type": "text", "text": "Done."}}}
	_, err = c.after("PostToolUse", time.Second, map[string]any{"tool_response": response})
	return orWrite(err, c.result("Done.", false, nil))
}

// both lets two sessions run a command at the same time: each writes files that
// the driver can tell apart.
func (d *day) both(together []*actor) error {
	p := together[0].p
	type half struct {
		c *toolCall
		h *happened
		r chan ran
	}
	var halves []half
	file := make(map[string]string)
	for _, a := range together {
		n := p.next()
		file[fmt.Sprintf("gen/%d.txt", n)] = a.id
		x := deed{name: "at once", command: fmt.Sprintf("sleep 0.3; sh tools/gen.sh %d", n)}
		h := d.begun(a, x)
		h.Alone = false
		c, err := a.asks("Bash", commandInput(x.command))
		if err != nil {
			return err
		}
		h.hears(c)
		half := half{c, h, make(chan ran, 1)}
		halves = append(halves, half)
		go func() { half.r <- d.w.bash(p.root, x.command, long) }()
	}
	for _, half := range halves {
		r := <-half.r
		half.h.finishes(p, deed{}, half.c, r)
		if _, err := half.c.ended(r); err != nil {
			return err
		}
	}
	changed, err := p.truth.update(change{}, func(path string) string { return file[filepath.ToSlash(path)] })
	for _, half := range halves {
		for _, path := range changed {
			if file[filepath.ToSlash(path)] == half.h.Session {
				half.h.Changed = append(half.h.Changed, path)
			}
		}
	}
	return err
}

// short is a command in one line.
func short(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	if len(text) > 100 {
		text = text[:100] + ".."
	}
	return text
}
