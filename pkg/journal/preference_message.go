package journal

import (
	"path"
	"slices"
	"strings"
	"time"

	"github.com/ctxhook/ctxhook/pkg/config"
	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/preferences"
	"github.com/ctxhook/ctxhook/pkg/prompts"
	"github.com/ctxhook/ctxhook/pkg/protocol"
	"github.com/ctxhook/ctxhook/pkg/redact"
	"github.com/ctxhook/ctxhook/pkg/shell"
	"github.com/ctxhook/ctxhook/pkg/store"
)

// oneTurn is the time in which the same message with the calls of a turn is one
// sighting, but for calls that do what it objects to.
const oneTurn = 10 * time.Minute

// HearMessage hears the user's message that a caller sends along with each tool
// call of a turn. It waits in the spool: a command does not wait for it.
func (j *Journal) HearMessage() {
	if j.Call.Agent.Form != protocol.FormPlan || j.Call.Event == protocol.Prompt || j.Call.Prompt == "" || j.Call.Machine {
		return
	}
	heard := prompts.Read(j.Call.Prompt, j.isProgram)
	if heard.Label == prompts.None {
		return
	}
	p, placed := j.NewPreference(redact.Clean(heard.Rule()))
	if !placed || p.Rule.Form == "" && !heard.Lasting {
		return
	}
	e := memory.Evidence{
		Time: j.Now.Truncate(oneTurn), Layer: memory.LayerExplicit, Confidence: heard.Confidence, Session: j.Call.Session,
		Words: redact.Clean(oneLine(redact.Clean(heard.Words))),
	}
	if heard.Promote {
		e.Confidence = preferences.Explicit
	}
	for _, text := range j.Call.Commands {
		if command := redact.Clean(text); avoided(j.Judge.Script(command), &p.Rule) {
			e.Command = command
		}
	}
	p.State, p.Evidence = memory.Candidate, []memory.Evidence{e}
	j.spool(store.Entry{Preference: &p})
}

// avoided reports whether a script calls what a rule is against.
func avoided(s *shell.Script, r *memory.PreferenceRule) bool {
	first, _, _ := strings.Cut(r.Avoid, " ")
	return first != "" && s != nil && slices.Contains(preferences.Called(s), path.Base(first))
}

// promote keeps what evidence carries far enough, where the user wants no
// proposals. A caller of the plan's form has no prompts to answer one in, and one
// of its sessions is enough.
func (j *Journal) promote(u *update) error {
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
		if !preferences.Weigh(p.Evidence).Promoted(0, sessions) {
			continue
		}
		p.State = memory.Active
		if err := u.putPreference(p); err != nil {
			return err
		}
	}
	return nil
}
