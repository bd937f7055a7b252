package safety_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/ctxhook/ctxhook/pkg/base/policy"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/safety"
)

// TestUserPatterns: what the user blocks is blocked whatever else is allowed,
// and what the user allows speaks for one call, never for the one beside it.
func TestUserPatterns(t *testing.T) {
	glob, words := safety.Pattern{Kind: "glob", Text: "git push*preview"}, safety.Pattern{Kind: "text", Text: "git reset --hard"}
	regex := safety.Pattern{Kind: "regex", Text: "reset"}
	all := safety.Pattern{Kind: "glob", Text: "*"}
	tests := []struct {
		name, text       string
		blocked, allowed []safety.Pattern
		want             []string // rules
	}{
		{name: "blocked text, blanks alike", text: "git  reset\t--hard", blocked: []safety.Pattern{words}, want: []string{"git/reset-hard", safety.BlockedPattern}},
		{name: "blocked glob over the words", text: `sudo git push 'origin' preview`, blocked: []safety.Pattern{glob}, want: []string{safety.BlockedPattern, "privilege/sudo"}},
		{name: "blocked regex", text: "git reset", blocked: []safety.Pattern{regex}, want: []string{safety.BlockedPattern}},
		{name: "not blocked", text: "git push origin main", blocked: []safety.Pattern{glob, words, regex}},
		{name: "allowed", text: "git reset --hard", allowed: []safety.Pattern{words}},
		{name: "allowed, and another beside it", text: "git reset --hard; git clean -fdx", allowed: []safety.Pattern{words}, want: []string{"git/clean"}},
		{name: "blocked and allowed", text: "git reset --hard", blocked: []safety.Pattern{words}, allowed: []safety.Pattern{all}, want: []string{safety.BlockedPattern}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			e := engine()
			e.Match = func(pattern, text string, _ bool) bool { return strings.Contains(text, pattern) }
			e.Blocked = tt.blocked
			for i := range tt.allowed {
				e.Allowed = append(e.Allowed, safety.Allow{Pattern: &tt.allowed[i]})
			}
			if diff := cmp.Diff(tt.want, fired(e.Judge(tt.text, place, nil))); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// TestDoubt: where matching is given up, nothing gets through for it.
func TestDoubt(t *testing.T) {
	regex := safety.Pattern{Kind: "regex", Text: "reset"}
	e := engine()
	e.Match = func(_, _ string, doubt bool) bool { return doubt }
	e.Blocked, e.Allowed = []safety.Pattern{regex}, []safety.Allow{{Pattern: &regex}}
	no := rule.When{Not: []rule.When{{Regex: "x"}}}
	e.Rules = append(e.Rules,
		&rule.Rule{ID: "t/yes", Risk: policy.Low, When: rule.When{Program: []string{"git"}, Regex: "x"}},
		&rule.Rule{ID: "t/not", Risk: policy.Low, When: rule.When{Program: []string{"git"}, Not: no.Not}},
		&rule.Rule{ID: "t/not-not", Risk: policy.Low, When: rule.When{Program: []string{"git"}, Not: []rule.When{no}}},
	)
	want := []string{"git/reset-hard", safety.BlockedPattern, "t/yes", "t/not", "t/not-not"}
	if diff := cmp.Diff(want, fired(e.Judge("git reset --hard", place, nil)), cmpopts.SortSlices(strings.Compare)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestTooLong: here-documents that are data do not count, and a long text is
// still judged.
func TestTooLong(t *testing.T) {
	long := strings.Repeat("a line of text\n", 10)
	tests := []struct {
		name, text string
		want       []string
	}{
		{"short", "ls", nil},
		{"long", "echo '" + long + "'", []string{"shell/too-long"}},
		{"data", "cat > notes <<'EOF'\n" + long + "EOF\n", nil},
		{"a text that is run", "bash <<'EOF'\n" + strings.Repeat("echo a line\n", 10) + "EOF\n", []string{"shell/too-long"}},
		{"judged all the same", "git reset --hard # " + strings.ReplaceAll(long, "\n", " "), []string{"git/reset-hard", "shell/too-long"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			e := engine()
			e.MaxLength = 100
			if diff := cmp.Diff(tt.want, fired(e.Judge(tt.text, place, nil))); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// fired lists the rules of a verdict.
func fired(v safety.Verdict) []string {
	var ids []string
	for _, f := range v.Findings {
		ids = append(ids, f.Rule)
	}
	return ids
}
