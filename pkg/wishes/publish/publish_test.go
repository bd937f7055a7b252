package publish

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/ctxhook/ctxhook/pkg/base/paths"
	"github.com/ctxhook/ctxhook/pkg/base/redact"
	"github.com/ctxhook/ctxhook/pkg/guard/config"
	"github.com/ctxhook/ctxhook/pkg/memory"
)

var now = time.Date(2026, 11, 22, 9, 30, 0, 0, time.UTC)

func newPublisher(t *testing.T, to Target) *Publisher {
	t.Helper()
	home := t.TempDir()
	env := map[string]string{"HOME": home, "USERPROFILE": home}
	places, err := paths.Resolve(func(name string) string { return env[name] }, runtime.GOOS)
	if err != nil {
		t.Fatal(err)
	}
	root := filepath.Join(home, "work")
	if err := os.MkdirAll(filepath.Join(root, ".git"), 0o755); err != nil {
		t.Fatal(err)
	}
	return &Publisher{Places: places, Root: root, To: to, Example: func(q *memory.Preference) (right, wrong string) {
		return q.Rule.Prefer + " add x", q.Rule.Avoid + " install x"
	}}
}

func (p *Publisher) file(t *testing.T, name, data string) string {
	t.Helper()
	path := filepath.Join(p.Root, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(data), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

func (p *Publisher) use(prefer, avoid string) memory.Preference {
	return memory.Preference{
		ID: "p-" + prefer, Project: p.Root, State: memory.Active, Confidence: 0.95, First: now, Last: now,
		Words: redact.Clean("use " + prefer + ", not " + avoid), Rule: memory.PreferenceRule{Form: memory.FormUse, Prefer: prefer, Avoid: avoid},
		Evidence: []memory.Evidence{{Time: now, Layer: memory.LayerExplicit, Words: redact.Clean("use " + prefer + " instead of " + avoid)}},
	}
}

func (p *Publisher) publish(t *testing.T, list ...memory.Preference) {
	t.Helper()
	plan, err := p.Plan(list)
	if err == nil {
		err = p.Apply(plan, now)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// tree returns the files below the project and the agent's directory.
func (p *Publisher) tree(t *testing.T) map[string]string {
	t.Helper()
	out := map[string]string{}
	for _, dir := range []string{p.Root, p.Places.AgentDir()} {
		err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
			if err != nil || d.IsDir() || d.Type()&os.ModeSymlink != 0 {
				return nil // a directory that is missing has no files
			}
			data, err := os.ReadFile(path)
			rel, _ := filepath.Rel(p.Places.Home, path)
			out[filepath.ToSlash(rel)] = string(data)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return out
}

func TestRules(t *testing.T) {
	p := newPublisher(t, ToRules)
	uv, pnpm, fd := p.use("uv", "pip"), p.use("pnpm", "npm"), p.use("fd", "find")
	pnpm.Under = "web"
	fd.Project = ""
	p.publish(t, uv, pnpm, fd)
	got := p.tree(t)
	for path, want := range map[string][]string{
		"work/.claude/rules/ctxhook.md":     {"# Tool Preferences\n\n- Use `uv`, not `pip`. For example `uv add x`, not `pip install x`.\n"},
		"work/.claude/rules/ctxhook-web.md": {"---\npaths:\n  - \"web/**\"\n---\n", "- Use `pnpm`, not `npm`. For example `pnpm add x`, not `npm install x`.\n"},
		".claude/rules/ctxhook.md":          {"- Use `fd`, not `find`. For example "},
	} {
		for _, s := range want {
			if !strings.Contains(got[path], s) {
				t.Errorf("%s has not %q:\n%s", path, s, got[path])
			}
		}
	}
	p.publish(t, pnpm) // a single directory needs no file of its own
	got = p.tree(t)
	if len(got) != 1 || !strings.Contains(got["work/.claude/rules/ctxhook.md"], "web/**") {
		t.Errorf("files: %v", got)
	}
	for range 2 {
		if _, err := p.Undo(); err != nil {
			t.Fatal(err)
		}
	}
	if got := p.tree(t); len(got) != 0 {
		t.Errorf("after undo: %v", got)
	}
	if _, err := os.Stat(filepath.Join(p.Root, ".claude")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the directory is still there: %v", err)
	}
	if _, err := p.Undo(); !errors.Is(err, ErrNothing) {
		t.Errorf("error = %v, want %v", err, ErrNothing)
	}
}

func TestOnlyActiveIsPublished(t *testing.T) {
	p := newPublisher(t, ToRules)
	q := p.use("uv", "pip")
	q.State = memory.Proposed
	plan, err := p.Plan([]memory.Preference{q})
	if err != nil || len(plan.Changes) != 0 {
		t.Errorf("plan = %v, %v", plan, err)
	}
}

func TestClaudeMD(t *testing.T) {
	tests := []struct {
		name  string
		files map[string]string
		want  string // the file that is written
		after string // that it begins with
	}{
		{name: "none", want: "CLAUDE.md", after: "<!-- ctxhook:begin tools -->\n\n## Tool Preferences\n\n- **Preference**: Use `uv`, not `pip`.\n"},
		{name: "project", files: map[string]string{"CLAUDE.md": "# x\n"}, want: "CLAUDE.md", after: "# x\n<!-- ctxhook:begin tools -->\n"},
		{name: "section that fits", files: map[string]string{"CLAUDE.md": "# x\n\n## Tools\n\n- make\n\n## Tests\n"}, want: "CLAUDE.md",
			after: "# x\n\n## Tools\n\n- make\n<!-- ctxhook:begin tools -->\n\n- **Preference**"},
		{name: "AGENTS.md is not silenced", files: map[string]string{"AGENTS.md": "# x\n"}, want: "AGENTS.md", after: "# x\n<!-- ctxhook:begin tools -->\n"},
		{name: "both", files: map[string]string{"AGENTS.md": "# x\n", "CLAUDE.md": "@AGENTS.md\n"}, want: "CLAUDE.md", after: "@AGENTS.md\n<!-- ctxhook:begin"},
		{name: "a CLAUDE.md that says nothing", files: map[string]string{"AGENTS.md": "# x\n", "CLAUDE.md": "<!-- later -->\n\n"}, want: "AGENTS.md", after: "# x\n<!-- ctxhook:begin"},
		{name: "AGENTS.md further down", files: map[string]string{"web/AGENTS.md": "x\n"}, want: ".claude/rules/ctxhook.md", after: "<!-- Written by ctxhook"},
		{name: "in .claude", files: map[string]string{".claude/CLAUDE.md": "x"}, want: ".claude/CLAUDE.md", after: "x\n<!-- ctxhook:begin"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p := newPublisher(t, ToClaudeMD)
			for name, data := range tt.files {
				p.file(t, name, data)
			}
			before := p.tree(t)
			p.publish(t, p.use("uv", "pip"))
			after := p.tree(t)
			for path, data := range after {
				if path != "work/"+tt.want && data != before[path] {
					t.Errorf("%s was written", path)
				}
			}
			if got := after["work/"+tt.want]; !strings.HasPrefix(got, tt.after) {
				t.Errorf("%s:\n%s", tt.want, got)
			}
			again, err := p.Plan([]memory.Preference{p.use("uv", "pip")})
			if err != nil || len(again.Changes) != 0 {
				t.Errorf("published twice: %v, %v", again, err)
			}
			if _, err := p.Undo(); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(before, p.tree(t)); diff != "" {
				t.Errorf("after undo (-want +got)\n%s", diff)
			}
		})
	}
}

// Whom rules are for is not known of a project that has none, unless the settings
// say so. Once chosen it stays so, and they are in one file.
func TestAudience(t *testing.T) {
	const team, personal = "work/.claude/rules/ctxhook.md", "work/.claude/rules/ctxhook.local.md"
	type step struct {
		says config.Audience
		want string
		asks bool
	}
	for _, tt := range []struct {
		name    string
		usually config.Audience
		steps   []step
	}{
		{"asked", config.ForUnknown, []step{{want: team, asks: true}, {want: team}, {says: config.ForPersonal, want: personal}, {want: personal}, {says: config.ForTeam, want: team}, {want: team}}},
		{"as the settings say", config.ForPersonal, []step{{want: personal}, {says: config.ForTeam, want: team}, {want: team}}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p := newPublisher(t, ToRules)
			p.usually = tt.usually
			uv := p.use("uv", "pip")
			for i, step := range tt.steps {
				p.For = step.says
				if plan, err := p.Plan([]memory.Preference{uv}); err != nil || plan.Asks != step.asks {
					t.Errorf("step %d: asks %v (%v), want %v", i, plan.Asks, err, step.asks)
				}
				p.publish(t, uv)
				if got := p.tree(t); len(got) != 1 || got[step.want] == "" {
					t.Errorf("step %d: %v, want %s", i, got, step.want)
				}
			}
			uv.Project = ""
			if p.For = config.ForUnknown; p.usually != config.ForUnknown {
				return
			}
			if err := os.RemoveAll(filepath.Join(p.Root, ".claude")); err != nil {
				t.Fatal(err)
			}
			if plan, err := p.Plan([]memory.Preference{uv}); err != nil || plan.Asks {
				t.Errorf("it asks about a rule for all projects (%v)", err)
			}
		})
	}
}

// A file that was made for preferences goes with the last of them.
func TestFileThatWasMade(t *testing.T) {
	p := newPublisher(t, ToClaudeMD)
	p.publish(t, p.use("uv", "pip"))
	p.publish(t)
	if got := p.tree(t); len(got) != 0 {
		t.Errorf("left: %v", got)
	}
	p.file(t, "CLAUDE.md", "")
	p.publish(t)
	if got := p.tree(t); len(got) != 1 {
		t.Errorf("the user's file is gone: %v", got)
	}
}

// What was published in one way is taken back when it is published in the other.
func TestTargetIsChanged(t *testing.T) {
	p := newPublisher(t, ToClaudeMD)
	p.file(t, "CLAUDE.md", "x\n")
	for _, to := range []Target{ToClaudeMD, ToRules, ToClaudeMD} {
		p.To = to
		p.publish(t, p.use("uv", "pip"))
		got := p.tree(t)
		_, rules := got["work/.claude/rules/ctxhook.md"]
		if block := strings.Contains(got["work/CLAUDE.md"], "uv"); rules != (to == ToRules) || block != (to == ToClaudeMD) {
			t.Errorf("%s: %v", to, got)
		}
	}
}

func TestRendered(t *testing.T) {
	p := newPublisher(t, ToClaudeMD)
	p.publish(t, p.use("uv", "pip"))
	want := "- **Preference**: Use `uv`, not `pip`.\n" +
		"  - **Reason**: the user wanted it on 2026-11-22: \"use uv instead of pip\"\n" +
		"  - **Examples**: right: `uv add x`, wrong: `pip install x`\n" +
		"  - **Confidence**: 0.95 (2026-11-22)\n"
	if got := p.tree(t)["work/CLAUDE.md"]; !strings.Contains(got, want) {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestHierarchy(t *testing.T) {
	p := newPublisher(t, ToClaudeMD)
	p.file(t, "web/CLAUDE.md", "web\n")
	nested, global, above := p.use("pnpm", "npm"), p.use("fd", "find"), p.use("just", "make")
	nested.Under, global.Project, above.Project = "web", "", filepath.Dir(p.Root)
	p.publish(t, nested, global, above)
	got := p.tree(t)
	for path, want := range map[string]string{"work/web/CLAUDE.md": "pnpm", ".claude/CLAUDE.md": "fd"} {
		if !strings.Contains(got[path], want) {
			t.Errorf("%s: %q", path, got[path])
		}
	}
	if data, err := os.ReadFile(filepath.Join(p.Places.Home, "CLAUDE.md")); err != nil || !strings.Contains(string(data), "just") {
		t.Errorf("the directory above: %q, %v", data, err)
	}
}

func TestKnownIsNotWrittenAgain(t *testing.T) {
	tests := []struct {
		line  string
		known bool
	}{
		{"Use uv, never pip.", true},
		{"- don't use `pip`; use `uv`", true},
		{"uv instead of pip", true},
		{"Use pip, not uv.", false},
		{"uv and pip both work", false},
		{"Use uvx, not pipx.", false},
	}
	for _, tt := range tests {
		for _, to := range []Target{ToRules, ToClaudeMD} {
			p := newPublisher(t, to)
			p.file(t, "CLAUDE.md", "# Rules\n"+tt.line+"\n")
			plan, err := p.Plan([]memory.Preference{p.use("uv", "pip")})
			if err != nil {
				t.Fatal(err)
			}
			if got := len(plan.Known) == 1 && len(plan.Changes) == 0; got != tt.known {
				t.Errorf("%s: %q: known = %t, want %t", to, tt.line, got, tt.known)
			}
			if opposed := tt.line == "Use pip, not uv."; opposed != (len(plan.Opposed) == 1) {
				t.Errorf("%s: %q: opposed = %v", to, tt.line, plan.Opposed)
			}
			if tt.known && plan.Known[0].Line != 2 {
				t.Errorf("line = %d, want 2", plan.Known[0].Line)
			}
		}
	}
}

// What can be written is proposed once in a project.
func TestProposals(t *testing.T) {
	p := newPublisher(t, ToRules)
	if !p.Propose("rules") || p.Propose("rules") || !p.Propose("skills") {
		t.Error("rules or skills are not proposed once")
	}
	p.Root += "2"
	if !p.Propose("rules") {
		t.Error("they are not proposed in another project")
	}
}

// What waits for the user is shown once, with what came later; too much of it is
// forgotten.
func TestNotice(t *testing.T) {
	p := newPublisher(t, ToRules)
	leave := func(line string) {
		if err := p.Leave(line); err != nil {
			t.Fatal(err)
		}
	}
	leave("a")
	leave("b")
	if got := Notice(p.Places, p.Root); got != "a\nb" {
		t.Errorf("%q", got)
	}
	if got := Notice(p.Places, p.Root); got != "" {
		t.Errorf("again %q", got)
	}
	leave(strings.Repeat("a", maxNotice-1))
	leave("b")
	if got := Notice(p.Places, p.Root); got != "b" {
		t.Errorf("%q", got)
	}
}
