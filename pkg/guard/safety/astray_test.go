package safety_test

import (
	"strings"
	"testing"

	"github.com/ctxhook/ctxhook/pkg/base/policy"
	"github.com/ctxhook/ctxhook/pkg/guard/safety"
)

// Who reads that a deletion in pages/ deletes the project wants to know how.
func TestACdThatMayFailIsSaid(t *testing.T) {
	at := safety.Dirs{Home: "/home/ann", Cwd: "/w/p", Project: "/w/p"}
	for _, tt := range []struct {
		name, text string
		risk       policy.Risk
		want       bool
	}{
		{"on the line before", "cd pages\nrm -rf *", policy.Critical, true},
		{"behind a semicolon", "cd pages; rm -rf ./*", policy.Critical, true},
		{"into a place as bad", "cd ~/x/..; rm -rf *", policy.Critical, false},
		{"no cd", "rm -rf *", policy.Critical, false},
		{"where it went well", "cd pages && rm -rf *", policy.High, false},
		{"or the end", "cd pages || exit 1\nrm -rf *", policy.High, false},
		{"with set -e", "set -e\ncd pages\nrm -rf *", policy.High, false},
		{"made before", "mkdir -p pages && cd pages && rm -rf *", policy.High, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			v := engine().Judge(tt.text, at, nil)
			if v.Risk != tt.risk {
				t.Errorf("risk %v, want %v", v.Risk, tt.risk)
			}
			said := false
			for _, f := range v.Findings {
				said = said || strings.HasSuffix(f.Message, ", if the cd before it fails") && strings.Contains(f.Mitigation, "with &&")
			}
			if said != tt.want {
				t.Errorf("said %v, want %v: %+v", said, tt.want, v.Findings)
			}
		})
	}
}
