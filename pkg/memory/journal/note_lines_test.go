package journal

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/ctxhook/ctxhook/pkg/base/redact"
	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/memory/store"
)

const agentsFile = `# Shop

Files under gen/ are generated artifacts and must not be edited by hand, run make gen.

All AWS CLI calls must carry the sandbox profile: aws --profile sandbox.

Use pnpm for everything in here, npm breaks the lockfile.

Be nice.

Never apply terraform in prod by hand.
`

// What an agent notes of a line is kept where the line names it, and names why it is not.
func TestNoteLines(t *testing.T) {
	p := newPlay(t)
	for name, text := range map[string]string{"CLAUDE.md": agentsFile, "gen/a.go": "package gen\n", "envs/prod/main.tf": "\n"} {
		path := filepath.Join(p.Judge.Project, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	notes := func(notes ...LineNote) (list []NotedLine) {
		t.Helper()
		if err := p.with(busy, func(s *store.Store) (err error) {
			list, err = p.Preferences().NoteLines(s, notes, "s1")
			return err
		}); err != nil {
			t.Fatal(err)
		}
		return list
	}
	note := func(line int, words string) LineNote { return LineNote{"CLAUDE.md", line, redact.Clean(words)} }
	for _, tt := range []struct {
		note  LineNote
		kept  string // the rule, or why there is none
		other int
	}{
		{note(3, "never edit gen/"), "Never edit `gen/`.", 0},
		{note(5, "always run aws with --profile sandbox"), "Always run `aws` with `--profile sandbox`.", 0},
		{note(7, "use pnpm, not npm"), "Use `pnpm`, not `npm`.", 0},
		{note(7, "never run npm install"), "Never run `npm install`.", 0},
		{note(11, "never run terraform apply in envs/prod"), "Never run `terraform apply`, except `terraform apply --dry-run` (in `envs/prod`).", 0},
		{note(11, "never run terraform import on envs/prod"), "Never run `terraform import` (in `envs/prod`).", 0},
		{note(1, "never run npm"), string(NoSuchLine), 0},
		{note(99, "never run npm"), string(NoSuchLine), 0},
		{LineNote{"AGENTS.md", 3, redact.Clean("never run npm")}, string(NoSuchFile), 0},
		{note(9, "never run npm"), string(StatesNone), 0},
		{note(7, "be nice to pnpm"), string(NotReadable), 0},
		{note(5, "use evil, not aws"), string(NotNamed), 0},
		{note(3, "always run aws with --profile sandbox"), string(OfOtherLine), 5},
		{note(3, memory.NoRule), string(HasRule), 0},
	} {
		got := notes(tt.note)[0]
		said := string(got.Wrong)
		if got.Kept != nil {
			said = got.Kept.Sentence()
			if e := got.Kept.Evidence; got.Kept.Project != p.Judge.Project || len(e) == 0 || e[len(e)-1].File != "CLAUDE.md" || e[len(e)-1].Line != tt.note.Line {
				t.Errorf("line %d, %s: kept as %+v", tt.note.Line, tt.note.Words, got.Kept)
			}
		}
		if said != tt.kept || got.Other != tt.other {
			t.Errorf("line %d, %s: %q, of line %d; want %q, %d", tt.note.Line, tt.note.Words, said, got.Other, tt.kept, tt.other)
		}
	}
	if list := notes(note(3, "never edit gen/"), note(99, "x")); list[0].Kept == nil || list[1].Wrong != NoSuchLine {
		t.Errorf("of two notes one is wrong: %+v", list)
	}
	if got := len(notes(note(3, "never edit gen/"))); got != 1 {
		t.Errorf("%d notes", got)
	}
	for i := range maxRulesOfLine + 1 {
		got := notes(note(7, "never run npm "+string(rune('a'+i))))[0]
		if i > maxRulesOfLine-2 && got.Wrong != TooMany || i < maxRulesOfLine-2 && got.Kept == nil {
			t.Errorf("rule %d of a line: %+v", i+3, got)
		}
	}
}

// A line of which it was noted that it states no rule is not asked about again, until a rule
// is noted of it.
func TestNoteNone(t *testing.T) {
	p := newPlay(t)
	if err := os.WriteFile(filepath.Join(p.Judge.Project, "CLAUDE.md"), []byte(agentsFile), 0o600); err != nil {
		t.Fatal(err)
	}
	unread := func() (lines []int) {
		if err := p.with(busy, func(s *store.Store) error {
			return s.View(func(tx *store.Tx) error {
				known, err := tx.Preferences(p.Judge.Project)
				for _, l := range p.Preferences().UnreadLines(known) {
					lines = append(lines, l.Line)
				}
				return err
			})
		}); err != nil {
			t.Fatal(err)
		}
		return lines
	}
	notes := func(words string) {
		if err := p.with(busy, func(s *store.Store) error {
			_, err := p.Preferences().NoteLines(s, []LineNote{{"CLAUDE.md", 5, redact.Clean(words)}}, "s1")
			return err
		}); err != nil {
			t.Fatal(err)
		}
	}
	has := func(want bool, when string) {
		t.Helper()
		got := false
		for _, l := range unread() {
			got = got || l == 5
		}
		if got != want {
			t.Errorf("%s: line 5 is asked about: %v", when, got)
		}
	}
	has(true, "before")
	notes(memory.NoRule)
	has(false, "noted as none")
	notes("always run aws with --profile sandbox")
	has(false, "noted as a rule")
}

// What holds in a part of the project is about calls that run there or name it.
func TestIsOfPart(t *testing.T) {
	p := newPlay(t)
	j := p.Preferences()
	prod := memory.Preference{Under: "envs/prod"}
	for text, want := range map[string]bool{
		"terraform apply":                             false,
		"cd envs/prod && terraform apply":             true,
		"cd envs && terraform -chdir=prod apply":      true,
		"terraform -chdir=envs/prod apply":            true,
		"terraform -chdir=./envs/dev apply":           false,
		"terraform apply envs/prod/plan.out":          true,
		"terraform -chdir=envs/production apply":      false,
		"cd envs/dev && terraform -chdir=../prod x":   true,
		`terraform -chdir="$ENV" apply`:               false,
		"terraform apply -var 'note=not envs/prod x'": false,
	} {
		script := p.Judge.Parse(text)
		if got := j.isOfPart(&prod, &script.Calls[len(script.Calls)-1]); got != want {
			t.Errorf("%s: %v", text, got)
		}
	}
}
