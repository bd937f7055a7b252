package journal

import (
	"slices"

	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/wishes/prompts"
)

// A model understands what users say better than any list of phrases. Where a prompt may
// state a rule and none was heard, the model is asked once a session to say it in a form
// that commands can be compared with: "ctxhook remember --heard 'use pnpm, not npm'".

// mayBeNoted reports whether the model is to be asked for the rule that a prompt may state,
// and records that it is. heard are those that were heard.
func (j Preferences) mayBeNoted(prompt string, heard []memory.Preference) bool {
	c := &j.Judge.Config
	if !c.Learn.SessionWishes || !c.Learn.Auto || !c.InjectContext || j.Judge.Project == "" || j.Call.Agent.Name != noting || j.Call.Subagent != "" {
		return false
	}
	if slices.ContainsFunc(heard, func(p memory.Preference) bool { return p.Rule.Form != "" }) || !prompts.MayWish(prompt) || !onPath(j.Path, "ctxhook") {
		return false
	}
	before, noted := j.ToldBefore("note wishes")
	return !before && noted
}

// noting is the agent whose commands know their session: only there is it known which one a
// noted wish holds in.
const noting = "claude"
