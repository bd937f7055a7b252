package journal

import (
	"encoding/json"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/ctxhook/ctxhook/pkg/base/protocol"
	"github.com/ctxhook/ctxhook/pkg/base/redact"
	"github.com/ctxhook/ctxhook/pkg/guard/config"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/memory/lessons"
	"github.com/ctxhook/ctxhook/pkg/memory/store"
	"github.com/ctxhook/ctxhook/pkg/wishes/preferences"
)

// HearMessage hears the user's message that a caller of the plan's form sends
// along with each tool call of a turn, and sees what is changed in a file that was
// just written. It waits in the spool: a command does not wait for it.
func (j Preferences) HearMessage() {
	learn := &j.Judge.Config.Learn
	if j.Call.Event == protocol.Prompt || !learn.On || !learn.Auto {
		return
	}
	if j.Call.Event == protocol.After && j.Call.Tool == protocol.Edit && j.Call.WroteFile() {
		j.seeChange()
	}
	if j.Call.Prompt == "" || j.Call.Machine {
		return
	}
	p, ok := j.wish(j.Call.Prompt, j.Call.Session)
	if !ok {
		return
	}
	said := &p.Evidence[0]
	for _, text := range j.Call.Commands {
		if command := redact.Clean(text); avoided(j.Judge.Script(command), &p.Rule) {
			said.Command = command
		}
	}
	j.spool(store.Entry{Preference: &p})
}

// soon is the time after a file was written in which a change of it shows that it
// was not what the user wants.
const soon = 2 * time.Minute

// seeChange adds what an edit puts in the place of a program that was written just
// before. Of other changes nothing is known but that they were made.
func (j Preferences) seeChange() {
	var change struct {
		Old string `json:"old_string"`
		New string `json:"new_string"`
	}
	if json.Unmarshal([]byte(j.Call.Arguments), &change) != nil {
		return
	}
	c, ok := lessons.ProgramChanged(change.Old, change.New, j.Judge)
	if !ok {
		return
	}
	j.update(func(u *update) error {
		if err := u.drain(); err != nil {
			return err
		}
		steps, err := u.tx.Steps(j.Call.Session, recentSteps)
		if err != nil {
			return err
		}
		path, times := redact.Clean(j.Call.Paths[0]), 0
		for _, s := range steps {
			if s.Edit != nil && s.Edit.Path == path && u.now.Sub(s.Edit.Time) < soon {
				times++ // this edit is one
			}
		}
		if times < 2 {
			return nil
		}
		return u.sightChoice(&c, u.judge.Project, memory.Evidence{
			Time: j.Now, Layer: memory.LayerRejection, Confidence: replaced, Session: j.Call.Session, Command: cleanLine(change.Old), File: path.String(),
		})
	})
}

// avoided reports whether a script calls what a rule is against.
func avoided(s *shell.Script, r *memory.PreferenceRule) bool {
	return s != nil && slices.ContainsFunc(r.Avoided(), func(command string) bool {
		first, _, _ := strings.Cut(command, " ")
		return slices.Contains(preferences.Called(s), path.Base(first))
	})
}

// promote keeps preferences with strong enough evidence, if the user wants no proposals.
// A caller of the plan's form has no prompts in which a proposal could be answered, and
// one of its sessions is enough.
func (j Preferences) promote(u *update) error {
	publish := &u.judge.Config.Publish
	if publish.Update != config.AutoAlways && publish.Skills != config.AutoAlways || j.Call.Attended == protocol.AttendedNo {
		return nil
	}
	sessions := fewestSessions
	if j.Call.Agent.Form == protocol.FormPlan {
		sessions = 1
	}
	list, err := u.tx.Preferences(u.judge.Project, memory.Candidate)
	if err != nil {
		return err
	}
	for i := range list {
		p := &list[i]
		if p.Project == "" || !u.promoted(p, sessions) { // what is for all projects the user alone decides
			continue
		}
		p.State = memory.Active
		if err := u.putPreference(p); err != nil {
			return err
		}
	}
	return nil
}
