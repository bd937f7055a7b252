package hook

import (
	"path/filepath"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/config"
	"github.com/ctxhook/ctxhook/pkg/journal"
	"github.com/ctxhook/ctxhook/pkg/protocol"
	"github.com/ctxhook/ctxhook/pkg/publish"
	"github.com/ctxhook/ctxhook/pkg/redact"
)

// publish writes what the user wants where the agent reads it, as far as the
// settings say so. What the user is to know of it is shown at the next prompt:
// clients show nothing when a session ends. No trouble with it may stop a session.
func (r *run) publish(wanted *journal.Publishable) {
	if wanted == nil {
		return
	}
	if err := r.journal.Attempt(config.PartPublishing, func() error { return r.publishNow(wanted) }); err != nil {
		r.journal.Log.Line(redact.Clean("publish: " + err.Error()))
	}
}

func (r *run) publishNow(wanted *journal.Publishable) error {
	settings := &r.judge.Config.Publish
	p := publish.New(r.judge.Places, r.judge.Project, settings)
	plan, proposed, err := r.plan(p, wanted)
	notice := ""
	if err == nil && len(plan.Changes) > 0 {
		err = p.Apply(plan, r.start)
		notice = wroteForUser(r.judge.Project, plan)
	}
	for i := range proposed {
		if plan := &proposed[i]; notice == "" && len(plan.Changes) > 0 && p.Propose(plan) {
			notice = [...]string{proposeRules, proposeSkills}[i]
		}
	}
	if err == nil && notice != "" && settings.Notify != config.NotifyNone {
		err = p.Leave(notice)
	}
	return err
}

// notice tells the user what was written, or could be, since the last prompt.
func (r *run) notice() (v protocol.Reply) {
	if v.ForUser = publish.Notice(r.judge.Places, r.judge.Project); v.ForUser != "" {
		v.Action = protocol.Warn
	}
	return v
}

// plan returns what is to be written, and what could be if the user wants it:
// preferences, and skills.
func (r *run) plan(p *publish.Publisher, wanted *journal.Publishable) (now *publish.Plan, proposed [2]publish.Plan, err error) {
	now = &publish.Plan{}
	settings := &r.judge.Config.Publish
	for i, auto := range [...]config.Auto{settings.Update, settings.Skills} {
		var plan *publish.Plan
		switch {
		case auto == config.AutoNever, i == 1 && !wanted.Ends:
			continue
		case i == 0:
			plan, err = p.Plan(wanted.Preferences)
		default:
			plan, err = p.PlanSkills(wanted.Preferences, wanted.Fixes)
		}
		if err != nil {
			return nil, proposed, err
		}
		if auto == config.AutoAlways {
			now.Changes = append(now.Changes, plan.Changes...)
		} else {
			proposed[i] = *plan
		}
	}
	return now, proposed, nil
}

// wroteForUser says which files preferences were written into.
func wroteForUser(project string, plan *publish.Plan) string {
	var files []string
	for i := range plan.Changes {
		path := plan.Changes[i].Path
		if rel, err := filepath.Rel(project, path); err == nil && filepath.IsLocal(rel) {
			path = rel
		}
		files = append(files, path)
	}
	return "ctxhook wrote what you want into " + strings.Join(files, ", ") + ". To take it back: ctxhook publish undo"
}

// What the user is told once about preferences that could be written.
const (
	proposeRules  = "ctxhook can write what you want into a file that the agent reads. To look: ctxhook publish --dry-run"
	proposeSkills = "ctxhook can write what you want as a skill. To look: ctxhook publish --skills --dry-run"
)
