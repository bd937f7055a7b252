package rules_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/rules"
)

// TestInsteadKeepsThePlace states that what is offered works on the cluster, the account or the
// region that the command names: otherwise it would show or save something else.
func TestInsteadKeepsThePlace(t *testing.T) {
	t.Parallel()
	const name = "q9z"
	e := engine()
	commands := insteadCommands(t)
	for _, r := range rules.Safety() {
		commands = append(commands, r.Examples.Hit...)
	}
	n := 0
	for _, c := range commands {
		if strings.ContainsAny(c, "|;&$`'\"<>\n(") || strings.Contains(c, " -- ") {
			continue
		}
		v := e.Judge(c, place, nil)
		if len(v.Script.Calls) != 1 || v.Script.Calls[0].Model == nil {
			continue
		}
		for _, option := range []string{"--context", "--kubeconfig", "--kube-context", "--profile", "--region", "--project", "--subscription", "--namespace", "--endpoint-url"} {
			takes := func(o rule.Option) bool { return slices.Contains(o.Names, option) }
			if strings.Contains(c, option) || !slices.ContainsFunc(v.Script.Calls[0].Model.Options, takes) {
				continue
			}
			for _, f := range e.Judge(c+" "+option+" "+name, place, nil).Findings {
				for _, s := range f.Instead {
					if pack, _, _ := strings.Cut(f.Rule, "/"); pack != "cloud" && pack != "database" {
						continue // another meaning of the option
					}
					if n++; !strings.Contains(s, name) {
						t.Errorf("%s offers %q for %q, which has no %s", f.Rule, s, c+" "+option+" "+name, option)
					}
				}
			}
		}
	}
	if n < 100 {
		t.Errorf("%d commands were offered, want 100 or more", n)
	}
}
