package hook

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/config"
	"github.com/ctxhook/ctxhook/pkg/publish"
	"github.com/ctxhook/ctxhook/pkg/redact"
)

// publish writes what the user wants where the agent reads it, as far as the
// settings say so, and returns what the user is told: what was written, or how
// to write it. No trouble with it may stop a session.
func (r *run) publish(shown bool) (forUser string) {
	settings := &r.judge.Config.Publish
	if settings.Update == config.AutoNever && settings.Skills == config.AutoNever || r.judge.Project == "" {
		return ""
	}
	p := publish.New(r.judge.Places, r.judge.Project, settings)
	plan, proposed, err := r.plan(p)
	if err == nil && len(plan.Changes) > 0 {
		err = p.Apply(plan, r.start)
	}
	if err != nil {
		r.journal.Log.Line(redact.Clean("publish: " + err.Error()))
		return ""
	}
	if !shown || settings.Notify == config.NotifyNone {
		return ""
	}
	if paths := p.Unannounced(); len(paths) > 0 {
		return wroteForUser(r.judge.Project, paths)
	}
	for i := range proposed {
		if plan := &proposed[i]; len(plan.Changes) > 0 && p.Propose(plan) {
			return [...]string{proposeRules, proposeSkills}[i]
		}
	}
	return ""
}

// plan returns what is to be written, and what could be if the user wants it:
// preferences, and skills.
func (r *run) plan(p *publish.Publisher) (now *publish.Plan, proposed [2]publish.Plan, err error) {
	preferences, fixes, err := r.journal.Publishable()
	if err != nil {
		return nil, proposed, err
	}
	now = &publish.Plan{}
	settings := &r.judge.Config.Publish
	for i, auto := range [...]config.Auto{settings.Update, settings.Skills} {
		var plan *publish.Plan
		switch {
		case auto == config.AutoNever:
			continue
		case i == 0:
			plan, err = p.Plan(preferences)
		default:
			plan, err = p.PlanSkills(preferences, fixes)
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
func wroteForUser(project string, paths []string) string {
	for i, path := range paths {
		if rel, err := filepath.Rel(project, path); err == nil && filepath.IsLocal(rel) {
			paths[i] = rel
		}
	}
	return fmt.Sprintf("ctxhook wrote what you want into %s. To take it back: ctxhook publish undo", strings.Join(paths, ", "))
}

// What the user is told once about preferences that could be written.
const (
	proposeRules  = "ctxhook can write what you want into a file that the agent reads. To look: ctxhook publish --dry-run"
	proposeSkills = "ctxhook can write what you want as a skill. To look: ctxhook publish --skills --dry-run"
)
