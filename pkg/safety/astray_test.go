package safety_test

import (
	"strings"
	"testing"

	"github.com/ctxhook/ctxhook/pkg/policy"
	"github.com/ctxhook/ctxhook/pkg/safety"
)

// Who reads that a deletion in build/ deletes the project wants to know how.
func TestACdThatMayFailIsSaid(t *testing.T) {
	at := safety.Dirs{Home: "/home/ann", Cwd: "/w/p", Project: "/w/p"}
	for _, tt := range []struct {
		name, text string
		risk       policy.Risk
		want       bool
	}{
		{"on the line before", "cd build\nrm -rf *", policy.Critical, true},
		{"behind a semicolon", "cd build; rm -rf ./*", policy.Critical, true},
		{"into a place as bad", "cd ~/x/..; rm -rf *", policy.Critical, false},
		{"no cd", "rm -rf *", policy.Critical, false},
		{"where it went well", "cd build && rm -rf *", policy.High, false},
		{"or the end", "cd build || exit 1\nrm -rf *", policy.High, false},
		{"with set -e", "set -e\ncd build\nrm -rf *", policy.High, false},
		{"made before", "mkdir -p build && cd build && rm -rf *", policy.High, false},
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
