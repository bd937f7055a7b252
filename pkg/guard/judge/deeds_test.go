package judge

import (
	"testing"

	"github.com/ctxhook/ctxhook/pkg/base/policy"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/safety"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// written is a machine on which one author wrote all that is lost.
type written struct {
	rule.Lossy
	by rule.AuthorState
}

func (w written) Authors(rule.LossQuery) rule.AuthorState { return w.by }

// What a complete copy lowers a loss to, by whose work it is and whether it is named.
func TestKeptRisk(t *testing.T) {
	by := func(kind rule.AuthorKind) rule.AuthorState {
		return rule.AuthorState{Known: true, Theirs: []rule.Authored{{Name: "a", Author: rule.Author{Kind: kind}}}}
	}
	for _, tt := range []struct {
		name         string
		by           rule.AuthorState
		named, onWay policy.Risk
	}{
		{"the session", rule.AuthorState{Known: true, Own: 1}, policy.Low, policy.Low},
		{"a session that ended", by(rule.AuthorEnded), policy.Medium, policy.Low},
		{"not known", rule.AuthorState{Known: true, More: true}, policy.High, policy.Medium},
		{"the user", by(rule.AuthorUser), policy.High, policy.High},
		{"a session that goes on", by(rule.AuthorOther), policy.High, policy.High},
	} {
		f := safety.Finding{Risk: policy.Critical, Losses: []safety.Loss{{Path: "/w/a", Deletes: true}}}
		if got := keptRisk(&f, written{by: tt.by}); got != tt.named {
			t.Errorf("work of %s, named: %v, want %v", tt.name, got, tt.named)
		}
		f.In = &shell.Place{Name: "clean.sh"}
		if got := keptRisk(&f, written{by: tt.by}); got != tt.onWay {
			t.Errorf("work of %s, lost on the way through a script: %v, want %v", tt.name, got, tt.onWay)
		}
	}
}
