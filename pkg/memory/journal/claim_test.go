package journal

import "testing"

// TestClaim: what a model says last is held against the record.
func TestClaim(t *testing.T) {
	const done = "All tests pass now, the sum is fixed."
	for _, tt := range []struct {
		name   string
		before func(p *play)
		said   string
		want   []string // parts of what is said against it; none: nothing
	}{
		{"the last run failed", func(p *play) { p.ran("go test ./...", 1, redTest) }, done, []string{"go test", "TestSum"}},
		{"it failed behind a pipe", func(p *play) { p.ran("go test ./... | tail -5", 0, redTest) }, done, []string{"go test", "TestSum"}},
		{"it passed", func(p *play) {
			p.ran("go test ./...", 1, redTest)
			p.ran("go test ./...", 0, greenTest)
		}, done, nil},
		{"nothing is claimed", func(p *play) { p.ran("go test ./...", 1, redTest) }, "TestSum still fails: the sum of 3 is wrong.", nil},
		{"of another kind", func(p *play) { p.ran("go test ./...", 1, redTest) }, "The linter is clean.", nil},
		{"only a part of it passed since", func(p *play) {
			p.ran("go test ./...", 1, redTest)
			p.ran("go test ./... -run TestOther", 0, greenTest)
		}, done, []string{"go test", "TestSum"}},
		{"it was stopped before its end", func(p *play) { p.ran("timeout 60 go test ./...", 124, "") }, done, []string{"go test"}},
		{"no test was there to run", func(p *play) { p.ran("go test ./... -run TestSum", 0, "ok  \tshop\t0.1s [no tests to run]\n") }, done, []string{"go test"}},
		{"it was stopped, and passed then", func(p *play) {
			p.ran("timeout 60 go test ./...", 124, "")
			p.ran("go test ./...", 0, greenTest)
		}, done, nil},
		{"what was stopped checks nothing", func(p *play) { p.ran("git rebase -i main 2>&1 | tail -1; git status", 124, "") }, "All tests pass, and it is merged.", nil},
		{"a script of the project was stopped", func(p *play) { p.ran("timeout 60 ./smoke.sh", 124, "") }, done, []string{"smoke.sh"}},
		{"in an earlier session", func(p *play) {
			p.ran("go test ./...", 1, redTest)
			p.in("s2")
		}, "Renamed the file.", nil},
		{"no test was run at all", func(p *play) { p.ran("ls", 0, "sum.go") }, "Renamed the file.", nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p := newPlay(t)
			p.begun()
			tt.before(p)
			r := p.rested(tt.said)
			if got := r.Claim; tt.want == nil && got != "" || tt.want != nil && !told(got, tt.want...) {
				t.Errorf("said %q, want %q", got, tt.want)
			}
			if (r.Claim == "") != (r.ClaimKey == "") {
				t.Errorf("the key %q of %q", r.ClaimKey, r.Claim)
			}
		})
	}
}

// TestClaimAgain: who was told that a check is red, and edits, says something new.
func TestClaimAgain(t *testing.T) {
	p := newPlay(t)
	p.begun()
	p.ran("go test ./...", 1, redTest)
	first := p.rested("All tests pass.").ClaimKey
	if again := p.rested("As I said, all tests pass.").ClaimKey; again != first {
		t.Errorf("the same claim has two keys, %q and %q", first, again)
	}
	p.edited("sum.go", "a - b", "a + b")
	if r := p.rested("Fixed. The tests pass now."); r.Claim == "" || r.ClaimKey == first {
		t.Errorf("said %q, with key %q", r.Claim, r.ClaimKey)
	}
}

// TestWeakened: the user hears what made a check pass, unless they asked for it.
func TestWeakened(t *testing.T) {
	const before, after = "\tif got != 4 {", "\tt.Skip()\n\tif got != 4 {"
	for _, tt := range []struct {
		name, prompt string
		edit         func(p *play)
		want         []string
	}{
		{"a test that is skipped", "fix the sum", func(p *play) { p.edited("sum_test.go", before, after) }, []string{"skips a test"}},
		{"the code", "fix the sum", func(p *play) { p.edited("sum.go", "a - b", "a + b") }, nil},
		{"a test that the user wants skipped", "skip the flaky tests for now", func(p *play) { p.edited("sum_test.go", before, after) }, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p := newPlay(t)
			p.begun()
			p.prompted(tt.prompt)
			p.ran("go test ./...", 1, redTest)
			tt.edit(p)
			p.ran("go test ./...", 0, greenTest)
			r := p.rested("Done.")
			if got := r.Weakened; tt.want == nil && got != "" || tt.want != nil && !told(got, tt.want...) {
				t.Errorf("told %q, want %q", got, tt.want)
			}
		})
	}
}
