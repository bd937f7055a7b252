package lint

import (
	"path"
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/policy"
	"github.com/ctxhook/ctxhook/pkg/guard/extract"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/safety"
	"github.com/ctxhook/ctxhook/pkg/lint/accident"
)

// The rules of lint itself.
var (
	badIgnoreRule = rule.Rule{
		ID: "lint/bad-ignore", Title: "Invalid ctxhook ignore comment", Risk: policy.Medium,
		Why:        "It suppresses nothing: a comment counts only if it names existing rules and gives a reason.",
		Mitigation: "Write: # ctxhook: ignore[pack/rule] reason",
	}
	malformedRule = rule.Rule{
		ID: "lint/malformed", Title: "File that does not match its name", Risk: policy.Medium,
		Why:        "It cannot be parsed as the kind of file that its name implies, so its shell code was not checked.",
		Mitigation: "Fix it, or exclude it with lint_exclude.",
	}
)

// OwnRules returns the rules that only lint uses: its own, and those of
// package extract.
func OwnRules() []*rule.Rule {
	return slices.Concat([]*rule.Rule{&badIgnoreRule, &malformedRule}, accident.Rules(), extract.Rules())
}

// ruleSet holds every rule that a finding may have, by id.
type ruleSet map[string]*rule.Rule

func (o *Options) ruleSet() ruleSet {
	k := make(ruleSet)
	for _, list := range [...][]*rule.Rule{o.Engine.Rules, OwnRules(), o.Rules.More} {
		for _, r := range list {
			k[r.ID] = r
		}
	}
	return k
}

// rule returns the rule of a finding, made from the finding where there is
// none.
func (k ruleSet) rule(f *safety.Finding) *rule.Rule {
	if r := k[f.Rule]; r != nil {
		return r
	}
	return &rule.Rule{ID: f.Rule, Title: f.Message, Why: f.Why, Mitigation: f.Mitigation, Risk: f.Risk}
}

func (k ruleSet) note(id string) *rule.Rule {
	if r := k[id]; r != nil {
		return r
	}
	return &rule.Rule{ID: id, Title: id, Risk: policy.Medium}
}

// names reports whether a pattern matches at least one rule.
func (k ruleSet) names(pattern string) bool {
	for id := range k {
		if ruleMatches(pattern, id) {
			return true
		}
	}
	return false
}

// Rules says which rules to report. Patterns are ids with * and ?, or a pack.
type Rules struct {
	Disable []string     // these are disabled,
	Enable  []string     // except for these
	More    []*rule.Rule // further rules that findings may have, besides those of the engine
}

// Unknown returns the patterns that match no rule.
func (o *Options) Unknown(patterns []string) []string {
	k := o.ruleSet()
	var out []string
	for _, p := range patterns {
		if !k.names(p) {
			out = append(out, p)
		}
	}
	return out
}

func (r *Rules) on(id string) bool {
	return !anyRule(r.Disable, id) || anyRule(r.Enable, id)
}

func anyRule(patterns []string, id string) bool {
	for _, p := range patterns {
		if ruleMatches(p, id) {
			return true
		}
	}
	return false
}

// ruleMatches matches an id against a pattern. One without a slash means a
// pack.
func ruleMatches(pattern, id string) bool {
	if !strings.Contains(pattern, "/") {
		id, _, _ = strings.Cut(id, "/")
	}
	ok, err := path.Match(pattern, id)
	return ok && err == nil
}

// Ignore suppresses a rule in some files.
type Ignore struct {
	Rule  string   // a pattern, as in Rules
	Paths []string // patterns of paths below the project
}

func (g *Ignore) matches(id, key string) bool {
	return ruleMatches(g.Rule, id) && anyPath(g.Paths, key)
}

func ignored(list []Ignore, id, key string) bool {
	for i := range list {
		if list[i].matches(id, key) {
			return true
		}
	}
	return false
}
