package safety_test

import (
	"path"
	"strings"
	"testing"

	"github.com/ctxhook/ctxhook/pkg/base/policy"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/safety"
	"github.com/ctxhook/ctxhook/rules"
)

// backups is a project with two databases in data/, one of which was written today.
type backups struct{ calm }

func (backups) Path(name string) rule.PathState {
	if name == "/w/p/data" {
		return rule.PathState{Known: true, Exists: true, Dir: true, Repo: true, Files: 2}
	}
	return rule.PathState{Known: true, Repo: true}
}

func (backups) Names(pattern string) (names []string) {
	for _, name := range []string{"/w/p/data/app-2026-11-30.db", "/w/p/data/day-2026-11-01.db"} {
		if ok, _ := path.Match(pattern, name); ok {
			names = append(names, name)
		}
	}
	return names
}

func (b backups) Authors(q rule.LossQuery) rule.AuthorState {
	state := rule.AuthorState{Known: true}
	for _, name := range b.Names(q.Path) {
		if len(q.Tests) == 0 || strings.Contains(name, "/app-") {
			state.Theirs = append(state.Theirs, rule.Authored{Name: name, Author: rule.Author{Kind: rule.AuthorUser}})
		}
	}
	return state
}

// TestPrintedName: a copy under a name of today overwrites nothing, where nothing has that name.
func TestPrintedName(t *testing.T) {
	for text, want := range map[string]policy.Action{
		"cp a.db data/old-$(date +%F).db":                        policy.Silent,
		"d=$(date +%Y%m%d); cp a.db data/day-$d.db":              policy.Silent,
		"cp a.db data/app-$(date +%s).db":                        policy.Silent,
		"for i in $(seq 1 3); do cp a.db data/old-$i.db; done":   policy.Silent,
		"cp a.db data/app-$(date +%F).db":                        policy.Warn,
		"cp a.db data/app-$(hostname).db":                        policy.Warn,
		"cp a.db data/old-$X.db":                                 policy.Warn,
		"cp a.db data/old-$(cat name).db":                        policy.Warn,
		"cp a.db data/old$(date +/../app).db":                    policy.Warn,
		"cp a.db data/old-$(seq -f x/../../data/%g 1 2).db":      policy.Warn,
		"date() { cat names; }; cp a.db data/old-$(date +%s).db": policy.Warn,
		"echo x > data/old-b.db; : > data/old-$(date +x).db":     policy.Silent,
	} {
		e := safety.Engine{Models: rules.Command, Functions: rules.Function, Candidates: rules.For, Table: policy.For(policy.Standard)}
		if v := e.Judge(text, safety.Dirs{Home: "/home/ann", Cwd: "/w/p", Project: "/w/p"}, backups{}); v.Action != want {
			t.Errorf("%s: %v, want %v: %+v", text, v.Action, want, v.Findings)
		}
	}
}
