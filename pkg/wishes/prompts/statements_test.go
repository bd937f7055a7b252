package prompts

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestStatements(t *testing.T) {
	for _, tt := range []struct {
		name, prompt string
		want         []string
	}{
		{"two", "Fix the test. Leave NOTES.md alone!", []string{"Fix the test", "Leave NOTES.md alone"}},
		{"a question", "should I leave migrations/ alone?", nil},
		{"a tag", "leave migrations/ alone, ok?", []string{"leave migrations/ alone"}},
		{"a glob", "*.generated.ts files are off limits", []string{"*.generated.ts files are off limits"}},
		{"marks of what is quoted", "the hook says 'do not push to main'", []string{"the hook says 'do not push to main'"}},
		{"taken back", "never push to main!! hm wait no, that's the other repo. just push it", []string{"hm wait no, that's the other repo", "just push it"}},
		{"taken back in other words", "don't commit anything in this session - actually nah, commit in small steps", nil},
		{"for another window", "yarn only in this repo. hm sorry, wrong window. fix the page", []string{"fix the page"}},
		{"taken back in French", "ne touche pas à config.yaml — en fait si, tu peux", nil},
		{"printed by a program", "Cypress output from the runner >>>\nYou should not run Cypress as root\n\nfix it", []string{"Cypress output from the runner >>>", "fix it"}},
		{"taken back at once", "don't touch package.json... eh, actually go ahead", []string{"eh, actually go ahead"}},
		{"pasted behind an empty line", "I got this from pip:\n\nDo not use setup.py install\n\nwhat is it about", []string{"I got this from pip:", "what is it about"}},
		{"more of it", "never push to main. wait, also leave NOTES.md alone", []string{"never push to main", "wait, also leave NOTES.md alone"}},
		{"a text to write", "draft docs/agents.md for their repo, with things like: always use poetry, never touch notebooks/", nil},
		{"thanks for the past", "Thanks for leaving data.R alone yesterday and only touching survival.R", nil},
		{"thanks, and a rule", "Thanks! Only touch survival.R", []string{"Thanks", "Only touch survival.R"}},
		{"what somebody does", "the intern never runs clang-format and only touches the .cpp files", nil},
		{"elsewhere", "On my other project at work we always use yarn and never npm. Here: fix the form", []string{"Here: fix the form"}},
		{"what a program is to do", "our formatter should never touch files with a header and leave *.min.js alone", nil},
		{"what agents are to do", "our agents should never touch migrations/", []string{"our agents should never touch migrations/"}},
		{"a rule for what runs", "never run clang-format on the headers", []string{"never run clang-format on the headers"}},
		{"a sample that is indented", "Here's a sample, save as policy.txt:\n  never run docker\n  always use pnpm\nThe grammar has to accept it.", []string{"Here's a sample, save as policy.txt:", "The grammar has to accept it"}},
		{"a rule behind a colon", "listen: never touch notebooks/", []string{"listen: never touch notebooks/"}},
		{"output", "error: x\n```\nnever touch src/\n```", nil},
		{"somebody else's message", `answer this: "Don't write to /opt. We never allow that!!" thanks`, []string{"answer this:  thanks"}},
		{"a rule in quotation marks", `keep to this: "never write to /opt."`, []string{`keep to this: "never write to /opt."`}},
		{"the client's own", "<task-notification>leave x alone</task-notification>", nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var got []string
			for _, s := range Statements(tt.prompt) {
				got = append(got, s.Said)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}

func TestBefore(t *testing.T) {
	want := []Statement{{"My business", "Commits"}, {"You write code", "My business"}}
	if diff := cmp.Diff(want, Statements("Commits? My business. You write code.")); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}
