package journal

import (
	"strings"
	"testing"
	"time"

	"github.com/ctxhook/ctxhook/pkg/base/protocol"
)

const (
	redTest   = "--- FAIL: TestSum (0.00s)\n    sum_test.go:3: got 3, want 4\nFAIL\nFAIL\tshop\t0.1s\nFAIL\n"
	greenTest = "ok  \tshop\t0.1s\n"
)

// TestBrief: a session is told what is sure of those before it.
func TestBrief(t *testing.T) {
	helped := func(p *play) {
		p.ran("python3 seed.py", 1, noModule)
		p.ran("make deps", 0, "ok")
		p.ran("python3 seed.py", 0, "done")
	}
	for _, tt := range []struct {
		name   string
		before func(p *play)
		want   []string // parts of what is told, in order; none: nothing
	}{
		{"nothing happened", func(*play) {}, nil},
		{"a check is red", func(p *play) { p.ran("go test ./...", 1, redTest) }, []string{"Failing when last run (", "`go test ./...`", "TestSum"}},
		{"a check is red although it exited 0", func(p *play) { p.ran("go test ./... | tail -5", 0, redTest) }, []string{"Failing when last run (", "TestSum"}},
		{"it passed since", func(p *play) {
			p.ran("go test ./...", 1, redTest)
			p.ran("go test ./...", 0, greenTest)
		}, nil},
		{"a part of it passed since", func(p *play) {
			p.ran("go test ./...", 1, redTest)
			p.ran("go test ./... -run TestOther", 0, greenTest)
		}, []string{"Failing when last run (", "TestSum"}},
		{"a month ago", func(p *play) {
			p.ran("go test ./...", 1, redTest)
			p.Now = p.Now.Add(sureCheck)
		}, nil},
		{"a fix that helped once", helped, nil},
		{"a fix that helped in two sessions", func(p *play) {
			helped(p)
			p.in("s1b")
			helped(p)
		}, []string{"No module named 'calc'", "make deps", "2 of 2 times"}},
		{"a command that failed and is no check", func(p *play) { p.ran("npm run biuld", 1, noScript) }, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p := newPlay(t)
			p.begun()
			tt.before(p)
			got := strings.ReplaceAll(p.in("s2").begun(), wishNote, "")
			if tt.want == nil && got != "" || tt.want != nil && !told(got, tt.want...) {
				t.Errorf("told %q, want %q", got, tt.want)
			}
		})
	}
}

// TestEndSession: a session is summed up by what it ran.
func TestEndSession(t *testing.T) {
	p := newPlay(t)
	p.begun()
	p.ran("go test ./...", 1, redTest)
	p.edited("sum.go", "a - b", "a + b")
	p.ran("go test ./...", 0, greenTest)
	p.ran("git status", 0, "nothing to commit")
	p.Now = p.Now.Add(time.Minute)
	sum, _, err := p.at(callOf("")).EndSession()
	if err != nil || sum == nil {
		t.Fatalf("%v, %v", sum, err)
	}
	if sum.Commands != 3 || sum.Failures != 1 || sum.Fixes != 2 || sum.Lessons != 2 {
		t.Errorf("%+v, want 3 commands, 1 failure, and that the error went away and the check passed again", *sum)
	}
}

// TestCompacted: a model that was compacted is told what it did and does not know any more.
func TestCompacted(t *testing.T) {
	for _, tt := range []struct {
		name   string
		before func(p *play)
		want   []string
	}{
		{"the user refused a command", func(p *play) { p.refused("npm publish") }, []string{"The user refused `npm publish`."}},
		{"it was refused, and ran later", func(p *play) {
			p.refused("npm publish")
			p.ran("npm publish", 0, "published")
		}, nil},
		{"an edit that no check has seen", func(p *play) { p.edited("sum.go", "a - b", "a + b") }, []string{"Edited and not verified: ", "sum.go"}},
		{"a check that passed", func(p *play) {
			p.edited("sum.go", "a - b", "a + b")
			p.ran("go test ./...", 0, greenTest)
		}, []string{"`go test ./...`"}},
		{"nothing", func(*play) {}, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p := newPlay(t)
			p.begun()
			tt.before(p)
			b, err := p.at(protocol.Call{Event: protocol.SessionStart, Source: "compact"}).BeginSession()
			if err != nil {
				t.Fatal(err)
			}
			notes := ""
			for _, n := range b.Notes {
				notes += n.Text + "\n"
			}
			for what, got := range map[string]string{"the model": strings.ReplaceAll(b.ForModel, wishNote, ""), "the notes": notes} {
				if tt.want == nil && got != "" || tt.want != nil && !told(got, tt.want...) {
					t.Errorf("%s: %q, want %q", what, got, tt.want)
				}
			}
		})
	}
}

// TestFlaky: a check that failed and passed with nothing changed is flaky, which is told
// when it fails again, and not held against claims.
func TestFlaky(t *testing.T) {
	p := newPlay(t)
	p.begun()
	p.ran("go test ./...", 1, redTest)
	p.ran("go test ./...", 0, greenTest)
	if got := strings.Join(p.in("s2").ran("go test ./...", 1, redTest), "\n"); !strings.Contains(got, "flaky") {
		t.Errorf("told %q", got)
	}
	p = newPlay(t)
	p.begun()
	p.ran("go test ./...", 1, redTest)
	p.edited("sum.go", "a - b", "a + b")
	p.ran("go test ./...", 0, greenTest)
	if got := strings.Join(p.in("s2").ran("go test ./...", 1, redTest), "\n"); strings.Contains(got, "flaky") {
		t.Errorf("of one that an edit fixed %q", got)
	}
}
