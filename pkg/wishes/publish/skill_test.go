package publish

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ctxhook/ctxhook/pkg/base/redact"
	"github.com/ctxhook/ctxhook/pkg/memory"
)

func (p *Publisher) writeSkills(t *testing.T, preferences []memory.Preference, fixes ...memory.Lesson) {
	t.Helper()
	plan, err := p.PlanSkills(preferences, fixes)
	if err == nil {
		err = p.Apply(plan, now)
	}
	if err != nil {
		t.Fatal(err)
	}
}

func recipe(steps ...string) memory.Lesson {
	l := memory.Lesson{ID: "l-1", Kind: memory.LessonFix, What: redact.Clean("database is stale"), Worked: 3, Tried: 3, First: now, Last: now}
	var list []memory.Step
	for _, s := range steps {
		list = append(list, memory.Step{Text: redact.Clean(s)})
	}
	l.SetRecipe(list)
	return l
}

func TestSkills(t *testing.T) {
	p := newPublisher(t, ToRules)
	fd := p.use("fd", "find")
	fd.Project = ""
	p.writeSkills(t, []memory.Preference{p.use("uv", "pip"), p.use("uv", "poetry"), fd}, recipe("make down", "make seed", "make up"), recipe("make up"))
	got := p.tree(t)
	for path, want := range map[string][]string{
		"work/.claude/skills/learned-uv-preference/SKILL.md": {
			"---\nname: learned-uv-preference\ndescription: \"Use uv, not pip.", "  confidence: \"0.95\"\n", "  learned_from: \"seen 1 time in 1 session; ", "  category: \"Tool Preferences\"\n---\n",
			"## Correct usage\n\n```sh\nuv add x\n```\n", "## Avoid\n\n```sh\npip install x\npoetry install x\n```\n",
		},
		"work/.claude/skills/learned-database-is-stale-fix/SKILL.md": {"```sh\nmake down\nmake seed\nmake up\n```\n"},
		".claude/skills/learned-fd-preference/SKILL.md":              {"Use fd, not find."},
	} {
		for _, s := range want {
			if !strings.Contains(got[path], s) {
				t.Errorf("%s has not %q:\n%s", path, s, got[path])
			}
		}
	}
	if len(got) != 3 {
		t.Errorf("%d files: %v", len(got), got)
	}
	p.writeSkills(t, nil) // nothing holds any more
	if got := p.tree(t); len(got) != 0 {
		t.Errorf("files are left: %v", got)
	}
}

func TestSkillOfTheUserStays(t *testing.T) {
	p := newPublisher(t, ToRules)
	path := p.file(t, ".claude/skills/learned-uv-preference/SKILL.md", "mine\n")
	if _, err := p.PlanSkills([]memory.Preference{p.use("uv", "pip")}, nil); !errors.Is(err, ErrNotOurs) {
		t.Errorf("error = %v, want %v", err, ErrNotOurs)
	}
	p.writeSkills(t, nil)
	if data, err := os.ReadFile(path); err != nil || string(data) != "mine\n" {
		t.Errorf("%s is %q, %v", filepath.Base(path), data, err)
	}
}

func TestAppliesByWords(t *testing.T) {
	for _, tt := range []struct{ words, want string }{
		{"use tabs in Makefiles, not spaces", "Applies whenever you write or change Makefiles."},
		{"no emojis in commit messages", "Applies whenever you write or change commit messages."},
		{"before you commit, look at the diff", "Applies before you commit."},
		{"look at the logs when debugging the parser", "Applies whenever you are debugging the parser."},
		{"run the formatter before committing", "Applies before committing."},
		{"answer in German", "Applies whenever you answer the user."},
		{"short names for variables", "Applies whenever you write or change variables."},
		{"type everything", "Applies whenever you write or change code."},
		{"keep it simple", "Applies whenever you are about to do otherwise."},
	} {
		q := &memory.Preference{Words: redact.Clean(tt.words)}
		if got := appliesByWords(q); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.words, got, tt.want)
		}
	}
}

// TestApplies shows when a rule applies, and the section of a file that it goes into.
func TestApplies(t *testing.T) {
	for _, tt := range []struct {
		rule           memory.PreferenceRule
		words, section string
		want           string
	}{
		{memory.PreferenceRule{Form: memory.FormNever, Class: "push", Branch: "main"}, "never push to main", "workflow", "Applies whenever you are about to push to `main`."},
		{memory.PreferenceRule{Form: memory.FormAfter, Class: "commit", After: "test"}, "run the tests before you commit", "workflow", "Applies whenever you are about to commit."},
		{memory.PreferenceRule{Form: memory.FormUse, Prefer: "tabs", Avoid: "spaces"}, "use tabs, not spaces", "style", "Applies whenever you write or change code."},
		{memory.PreferenceRule{Form: memory.FormUse, Prefer: "npm run types", Avoid: "tsc"}, "use npm run types, not tsc", "tools", "Applies whenever a command would run `tsc`."},
		{memory.PreferenceRule{}, "name branches feat/x", "workflow", "Applies whenever you are about to do otherwise."},
	} {
		p := &memory.Preference{Rule: tt.rule, Words: redact.Clean(tt.words)}
		if got := applies(p); got != tt.want || categoryOf(p).id != tt.section {
			t.Errorf("%s: %q in %s, want %q in %s", tt.words, got, categoryOf(p).id, tt.want, tt.section)
		}
	}
}

// TestReason shows what is said of files and projects that speak for a preference.
func TestReason(t *testing.T) {
	dir := t.TempDir()
	for want, files := range map[string][]string{
		"the user wanted it in `b` and `a`.": {filepath.Join(dir, "a"), filepath.Join(dir, "b")},
		"`pnpm-lock.yaml` says so.":          {"pnpm-lock.yaml"},
	} {
		q := &memory.Preference{}
		for _, f := range files {
			q.Evidence = append([]memory.Evidence{{File: f}}, q.Evidence...)
		}
		if got := reason(q); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
