package replay

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ctxhook/ctxhook/pkg/base/protocol"
	"github.com/ctxhook/ctxhook/pkg/base/redact"
	"github.com/ctxhook/ctxhook/pkg/memory/journal"
)

const (
	deploy      = "node scripts/deploy.js --stage"
	deployFails = "Error: Cannot find module 'left-pad'\nRequire stack:\n- /srv/shop/scripts/deploy.js"
)

// TestRehearsal: what a history would have had stopped is what the hooks would
// have, as far as it shows.
func TestRehearsal(t *testing.T) {
	p := newPast(t)
	p.ran("s1", "t1", deploy, 1, deployFails)
	p.ran("s1", "t2", "go test ./...", 1, testFails)
	p.ran("s1", "t3", "go test ./...", 1, testFails)
	p.ran("s2", "t4", deploy, 1, deployFails)
	p.ran("s3", "t5", "go test ./...", 1, testFails)
	p.ran("s3", "t6", deploy+" | tail", 1, deployFails) // stopped
	p.ran("s3", "t7", deploy, 1, deployFails)           // it insists
	p.edited("s4", "t8", filepath.Join(p.project, "a.js"))
	p.ran("s4", "t9", deploy, 1, deployFails)
	p.ran("s5", "ta", deploy, 0, "done, and all of it") // stopped
	p.ran("s6", "tb", deploy, 1, deployFails)
	const missing = "bash: line 1: frobnicate: command not found"
	p.ran("s7", "tc", "frobnicate --all", 127, missing)
	p.ran("s7", "td", "mkdir -p out && frobnicate a > out/a", 127, missing)
	p.ran("s8", "te", "node a.js | frobnicate b", 127, missing) // stopped, for the program that it calls
	want := []string{deploy + " | tail", deploy, "node a.js | frobnicate b"}

	r := NewRehearsal(p.options(), "")
	if err := r.Run(nil, p.history(t), func(int) {}); err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, a := range r.Answers {
		if !slices.Contains(a.Rules, journal.FailedBefore) || !strings.Contains(a.Message, "times, last on") {
			t.Errorf("said %+v", a)
		}
		got = append(got, a.Command)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("stopped (-want +got)\n%s", diff)
	}
}

// TestReplayIsStopped: what was taken over is known like what the hooks kept.
func TestReplayIsStopped(t *testing.T) {
	p := newPast(t)
	p.ran("s1", "t1", deploy, 1, deployFails)
	p.ran("s2", "t2", deploy, 1, deployFails)
	p.replay(t)
	for _, path := range []string{p.project, filepath.Join(p.project, ".git")} {
		if err := os.Chtimes(path, p.at, p.at); err != nil {
			t.Fatal(err)
		}
	}
	j := p.now(&protocol.Call{Session: "s3", Commands: []string{deploy}})
	if known := j.RepeatedFailure(deploy, j.Judge.Script(redact.Clean(deploy))); known == nil || known.Streak != 2 {
		t.Errorf("known: %+v", known)
	}
}
