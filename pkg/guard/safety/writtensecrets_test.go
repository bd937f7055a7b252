package safety_test

import (
	"testing"

	"github.com/ctxhook/ctxhook/pkg/base/policy"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/safety"
	"github.com/ctxhook/ctxhook/rules"
)

// TestWrittenSecrets: what a text writes from a secret is asked about where the same text commits it.
func TestWrittenSecrets(t *testing.T) {
	for text, want := range map[string]policy.Action{
		`T=$(grep TOKEN .env | cut -d= -f2); echo "$T" > web/token.ts && git add web && git commit -m x`: policy.Ask,
		"kubectl get secret api -o yaml > api.yaml && git add -A && git commit -m x":                     policy.Ask,
		"cat .env >> notes.md; git add notes.md; git commit -m x":                                        policy.Ask,
		"cat .env > notes.md; git add web; git commit -m x":                                              policy.Silent,
		"cat .env > /tmp/notes.md; git add -A; git commit -m x":                                          policy.Silent,
		"cat .env > fixtures/test.env.example; git add -A; git commit -m x":                              policy.Silent,
		"cut -d= -f1 .env > names.md; git add names.md; git commit -m x":                                 policy.Silent,
		"grep -c = .env > count.md; git add count.md; git commit -m x":                                   policy.Silent,
		"ssh-keygen -y -f ~/.ssh/id > deploy.pub; git add deploy.pub; git commit -m x":                   policy.Silent,
		"git add web; git commit -m x; cat .env > web/a.ts":                                              policy.Silent,
	} {
		e := safety.Engine{Models: rules.Command, Functions: rules.Function, Candidates: rules.For, Table: policy.For(policy.Standard)}
		v := e.Judge(text, safety.Dirs{Home: "/home/ann", Cwd: "/w/p", Project: "/w/p"}, tidy{})
		committed := policy.Silent
		for _, f := range v.Findings {
			if f.Rule == "secret/commit-content" {
				committed = policy.Ask
			}
		}
		if committed != want {
			t.Errorf("%s: %v, want %v: %+v", text, committed, want, v.Findings)
		}
	}
}

// tidy is a project in which all is committed.
type tidy struct{ calm }

func (tidy) Path(string) rule.PathState { return rule.PathState{Known: true, Exists: true, Repo: true} }
