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
