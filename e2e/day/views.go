package main

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// named is a path in a question, with what is said of its author.
var named = regexp.MustCompile(`([^\s,;:()]+) \(([^()]*(?:session|known|user|you)[^()]*)\)`)

// A preview is what check and explain say of a command before it runs.
type preview struct{ check, explain string }

// previews asks check and explain about a command, in the directory and, where
// they can be told, in the session.
func (d *day) previews(a *actor, command string) (v preview, err error) {
	more := []string{"--json", "--cwd", a.cwd}
	if d.ofSession {
		more = append(more, "--session", a.id)
	}
	var checked struct{ Action string }
	var explained struct{ Verdict struct{ Action string } }
	for _, ask := range []struct {
		into any
		args []string
	}{
		{&checked, append([]string{"check"}, append(more, "--", command)...)},
		{&explained, append([]string{"explain"}, append(more, "--command", command)...)},
	} {
		said, err := d.w.ctxhook(a.cwd, nil, nil, ask.args...)
		if err != nil {
			return v, err
		}
		if err := json.Unmarshal([]byte(said.stdout), ask.into); err != nil {
			return v, fmt.Errorf("%s: %w: %s", strings.Join(ask.args, " "), err, said.stdout+said.stderr)
		}
	}
	return preview{checked.Action, explained.Verdict.Action}, nil
}

// comparePreview holds them against the hook. They cannot know which of several
// live sessions is meant if they are not told, nor who is there to be asked.
func (d *day) comparePreview(a *actor, h *happened, v preview) {
	about := fmt.Sprintf("%d %s", h.N, short(h.Command))
	d.found.same("explain", "check", about, v.explain, v.check)
	if h.Action != "stopped" && a.attended && (d.ofSession || len(d.live) == 1) {
		d.found.same("check", "hook", about, v.check, h.Action)
	}
}

// looksAtUndo asks what undo would do now, and holds it against what the call
// changed of which it speaks.
func (d *day) looksAtUndo(root, id string) error {
	var offer struct {
		ID      string
		Changes []struct{ Path, Refused string }
	}
	args := []string{"undo", "--diff", "--json"}
	if id != "" {
		args = append(args, id)
	}
	said, err := d.w.ctxhook(root, nil, nil, args...)
	if err != nil || json.Unmarshal([]byte(said.stdout), &offer) != nil {
		return err // there is nothing to undo
	}
	h := d.calledIn(root, offer.ID)
	if h == nil {
		return nil // it is of a prompt, an edit or an undo
	}
	for _, change := range offer.Changes {
		if change.Refused != "" {
			continue
		}
		about := fmt.Sprintf("%d %s: %s", h.N, short(h.Command), change.Path)
		is := "not changed by the call"
		if slices.Contains(h.Changed, filepath.FromSlash(change.Path)) || slices.ContainsFunc(h.Changed, func(p string) bool { return below(p, change.Path) }) {
			is = "would be undone"
		}
		d.found.same("undo", "truth", about, "would be undone", is)
	}
	return nil
}

// A snapshot is a row of undo --list.
type snapshot struct{ ID, Before, Call string }

// ofCommand reports whether an undo of it takes a command back. Those of prompts
// and edits bring back a state.
func (s snapshot) ofCommand() bool { return s.Before == "command" && s.Call != "" }

func (d *day) snapshots(root string) (list []snapshot) {
	if said, err := d.w.ctxhook(root, nil, nil, "undo", "--list", "--json"); err == nil {
		_ = json.Unmarshal([]byte(said.stdout), &list)
	}
	return list
}

// calledIn returns the call that a snapshot was taken for.
func (d *day) calledIn(root, id string) *happened {
	for _, s := range d.snapshots(root) {
		if s.ID == id && s.ofCommand() {
			for _, h := range d.calls {
				if h.ID == s.Call {
					return h
				}
			}
		}
	}
	return nil
}

// asksUndo looks at what each snapshot of the day would bring back.
func (d *day) asksUndo() error {
	for _, p := range d.projects {
		for i, s := range d.snapshots(p.root) {
			if !s.ofCommand() || i > 40 {
				continue
			}
			if err := d.looksAtUndo(p.root, s.ID); err != nil {
				return err
			}
		}
	}
	return nil
}

// A tally counts the questions of the day.
type tally struct {
	Calls     int `json:"calls"`
	Asked     int `json:"asked"`       // questions, together
	False     int `json:"false"`       // of them, those where nothing of others was at stake
	Sweeps    int `json:"sweeps"`      // of them, those about what a commit or stash takes along, or what two sessions edit
	Stops     int `json:"stops"`       // commands that memory stopped
	FalseStop int `json:"false_stops"` // of them, those that then ran well
	Missed    int `json:"missed"`      // the user's or a live session's work was lost, and nothing was said
	Warned    int `json:"only_warned"` // it was lost, and the model was told
	Ended     int `json:"missed_ended"`
	Dangerous int `json:"dangerous_passed"`
	Alone     int `json:"alone"`
	Examples  []string
}

// tallies judges each answer of the hook by what was at stake.
func (d *day) tallies() (t tally) {
	for i, h := range d.calls {
		t.Calls++
		t.Alone += one(h.Alone)
		about := fmt.Sprintf("%d %s (%s)", h.N, short(h.Command), strings.Join(h.Stake, ", "))
		example := func(what string) { t.Examples = append(t.Examples, what+": "+about+" "+short(h.Said)) }
		theirs := h.owners("user", "live")
		switch {
		case h.never:
			if t.Asked++; h.Action == "silent" || h.Action == "warn" {
				t.Dangerous++
				example("dangerous and passed")
			}
		case h.Action == "stopped":
			t.Stops++
			if i+1 < len(d.calls) && d.calls[i+1].Deed == again && d.calls[i+1].End == "ok" {
				t.FalseStop++
				example("stopped, and ran well")
			}
		case h.Action == "ask" || h.Action == "block":
			t.Asked++
			switch {
			case h.sweep, h.shared:
				t.Sweeps++
			case h.Deed == "denied by the client": // as the client would
			case len(h.stakes) == 0:
				t.False++
				example("false")
			}
		case !h.ran() || len(h.stakes) == 0:
		case h.Action == "silent" && theirs:
			t.Missed++
			example("missed")
		case h.Action == "silent":
			t.Ended++
			example("missed, of an ended session")
		case theirs:
			t.Warned++
			example("only warned")
		}
	}
	return t
}

func (h *happened) owners(who ...string) bool {
	for _, owner := range h.stakes {
		if slices.Contains(who, owner) {
			return true
		}
	}
	return false
}
