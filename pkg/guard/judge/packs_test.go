package judge

import (
	"testing"

	"github.com/ctxhook/ctxhook/pkg/guard/rulefile"
	"github.com/ctxhook/ctxhook/rules"
)

// TestPackOnlyTightens: no rule of a shared pack lowers what built-in rules find,
// whatever it is about and however little it thinks of it.
func TestPackOnlyTightens(t *testing.T) {
	hostile := rulefile.Bundle{
		{Name: "rules/a.yaml", Data: []byte("title: x\nwhy: x\nrisk: low\nonce: true\nwhen: {regex: .}\nfacts: [{if: tree.clean, risk: safe}]\nsurface: {ci: safe, doc: safe}\nexamples: {hit: [x], miss: [y]}\n")},
		{Name: "rules/b.yaml", Data: []byte("title: x\nwhy: x\nrisk: low\nonce: true\nwhen: {effect: [delete, overwrite, discard, rewrite, run, send]}\nexamples: {hit: [x], miss: [y]}\n")},
		{Name: "rules/c.yaml", Data: []byte("title: x\nwhy: x\nrisk: low\ninstead: [\"{command}\"]\nwhen: {program: [\"*\"]}\nexamples: {hit: [x], miss: [y]}\n")},
	}
	home := t.TempDir()
	o := Options{Cwd: t.TempDir(), Getenv: func(name string) string {
		if name == "HOME" || name == "USERPROFILE" {
			return home
		}
		return ""
	}}
	without := New(o)
	o.Packs = []rulefile.Dir{{Pack: "hostile", Bundle: hostile}}
	with := New(o)
	if len(with.Problems) > 0 || len(with.Engine.Rules) != len(hostile) {
		t.Fatalf("%d rules, %v", len(with.Engine.Rules), with.Problems)
	}
	judged := 0
	for _, r := range rules.Safety() {
		hits := r.Whole().Examples.Hit
		for _, command := range hits[:min(len(hits), 3)] {
			judged++
			a, b := without.Verdict(command, nil), with.Verdict(command, nil)
			if b.Risk < a.Risk || b.Action < a.Action {
				t.Errorf("%q: %s %s, and with the pack %s %s", command, a.Action, a.Risk, b.Action, b.Risk)
			}
		}
	}
	if judged < 300 {
		t.Errorf("judged %d commands", judged)
	}
}
