package policy_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ctxhook/ctxhook/pkg/base/policy"
)

func TestDecide(t *testing.T) {
	risks := []policy.Risk{policy.Safe, policy.Low, policy.Medium, policy.High, policy.Critical}
	tests := []struct {
		level policy.Level
		want  []policy.Action
	}{
		{policy.Permissive, []policy.Action{policy.Silent, policy.Silent, policy.Silent, policy.Silent, policy.Block}},
		{policy.Standard, []policy.Action{policy.Silent, policy.Silent, policy.Warn, policy.Ask, policy.Block}},
		{policy.Strict, []policy.Action{policy.Silent, policy.Warn, policy.Warn, policy.Block, policy.Block}},
	}
	for _, tt := range tests {
		t.Run(tt.level.String(), func(t *testing.T) {
			var got []policy.Action
			for _, r := range risks {
				got = append(got, policy.For(tt.level).Decide(r))
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("actions (-want +got):\n%s", diff)
			}
		})
	}
	if got := (policy.Table{}).Decide(policy.Critical + 1); got != policy.Block {
		t.Errorf("a risk past the scale: %s, want block", got)
	}
}

func TestNamesAreReadBack(t *testing.T) {
	for r := policy.Safe; r <= policy.Critical; r++ {
		if got, err := policy.ParseRisk(r.String()); err != nil || got != r {
			t.Errorf("ParseRisk(%q) = %v, %v", r.String(), got, err)
		}
	}
	for a := policy.Silent; a <= policy.Block; a++ {
		if got, err := policy.ParseAction(a.String()); err != nil || got != a {
			t.Errorf("ParseAction(%q) = %v, %v", a.String(), got, err)
		}
	}
	for l := policy.Permissive; l <= policy.Strict; l++ {
		if got, err := policy.ParseLevel(l.String()); err != nil || got != l {
			t.Errorf("ParseLevel(%q) = %v, %v", l.String(), got, err)
		}
	}
	if _, err := policy.ParseRisk("High"); err == nil {
		t.Error("ParseRisk takes only lower case")
	}
	if got := policy.High.Title(); got != "High" {
		t.Errorf("Title: %q", got)
	}
}
