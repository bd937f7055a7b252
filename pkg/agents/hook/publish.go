package hook

import (
	"path/filepath"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/protocol"
	"github.com/ctxhook/ctxhook/pkg/base/redact"
	"github.com/ctxhook/ctxhook/pkg/guard/config"
	"github.com/ctxhook/ctxhook/pkg/memory/journal"
	"github.com/ctxhook/ctxhook/pkg/wishes/publish"
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
	p := publish.New(r.judge.Places, r.judge.Project, settings, r.journal.Preferences().Example)
	var now publish.Plan
	notice := ""
	take := func(auto config.Auto, what, proposal string, plan *publish.Plan, err error) error {
		switch {
		case err != nil:
			return err
		case auto == config.AutoAlways:
			now.Changes, now.Edited = append(now.Changes, plan.Changes...), append(now.Edited, plan.Edited...)
		case notice == "" && len(plan.Changes) > 0 && p.Propose(what):
			notice = proposal
		}
		return nil
	}
	if settings.Update != config.AutoNever {
		rules, err := p.Plan(wanted.Preferences)
		proposal := proposeRules
		if err == nil && rules.Asks {
			if proposal = askAudience; settings.Update == config.AutoAlways {
				p.For = config.ForPersonal // colleagues get nothing unasked
				rules, err = p.Plan(wanted.Preferences)
			}
		}
		if err := take(settings.Update, "rules", proposal, rules, err); err != nil {
			return err
		}
	}
	if settings.Skills != config.AutoNever && wanted.Ends {
		skills, err := p.PlanSkills(wanted.Preferences, wanted.Fixes)
		if err := take(settings.Skills, "skills", proposeSkills, skills, err); err != nil {
			return err
		}
	}
	if len(now.Changes) > 0 {
		if err := p.Apply(&now, r.start); err != nil {
			return err
		}
		notice = wroteForUser(r.judge.Project, &now)
	} else if settings.Update == config.AutoAlways && len(now.Edited) > 0 && p.Propose("edited") {
		notice = leftForUser(r.judge.Project, now.Edited)
	}
	if notice == "" || settings.Notify == config.NotifyNone {
		return nil
	}
	return p.Leave(notice)
}

// notice tells the user what was written, or could be, since the last prompt. It
// waits for a session in which a user may be there.
func (r *run) notice() (v protocol.Reply) {
	if r.call.Attended == protocol.AttendedNo {
		return v
	}
	if v.ForUser = publish.Notice(r.judge.Places, r.judge.Project); v.ForUser != "" {
		v.Action = protocol.Warn
	}
	return v
}

// leftForUser says which block was left as the user changed them.
func leftForUser(project string, list []publish.Edited) string {
	path := list[0].Path
	if rel, err := filepath.Rel(project, path); err == nil && filepath.IsLocal(rel) {
		path = rel
	}
	if list[0].Section == "" {
		return "ctxhook left " + path + " as you changed it. To have it written again, delete it"
	}
	return "ctxhook left " + list[0].Section + " in " + path + " as you changed it. To have it written again, delete the block"
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
	askAudience   = "ctxhook can write what you want into a file that the agent reads. To look: ctxhook publish --dry-run. To write it for colleagues too: ctxhook publish --team; for you alone: ctxhook publish --personal"
	proposeSkills = "ctxhook can write what you want as a skill. To look: ctxhook publish --skills --dry-run"
)
