package lessons

import (
	"testing"

	"github.com/ctxhook/ctxhook/pkg/base/redact"
	"github.com/ctxhook/ctxhook/pkg/memory"
)

func refused(r *memory.Run) { r.Outcome = memory.Refused }

// TestRefusals: what ran in the place of a command that the user refused is what
// the user wants.
func TestRefusals(t *testing.T) {
	red := failing("python-import", "ModuleNotFoundError: No module named 'calc'")
	for _, tt := range []struct {
		name string
		session
		want string
	}{
		{"another program", session{}.ran("npm install left-pad", refused).ran("pnpm install left-pad"), "Use `pnpm`, not `npm`."},
		{"with other words", session{}.ran("pip install requests", refused).ran("uv pip install requests"), "Use `uv`, not `pip`."},
		{"after a look", session{}.ran("npm install left-pad", refused).ran("ls").ran("pnpm add left-pad"), "Use `pnpm`, not `npm`."},
		{"a variable in front", session{}.ran("make run", refused).ran("OSD=sdl make run"), "Always run `make` with `OSD=sdl`."},
		{"the same, later", session{}.ran("npm install", refused).ran("npm install"), ""},
		{"other work", session{}.ran("npm install left-pad", refused).ran("git status"), ""},
		{"it failed as well", session{}.ran("npm install left-pad", refused).ran("pnpm install left-pad", red), ""},
		{"long after", session{}.ran("npm install x", refused).ran("ls").ran("ls a").ran("ls b").ran("pnpm install x"), ""},
		{"not refused", session{}.ran("npm install x", red).ran("pnpm install x"), ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := ""
			for _, c := range Refusals(tt.session.latestFirst(), reader{}) {
				got += c.Rule().String()
			}
			if got != tt.want {
				t.Errorf("%q, want %q", got, tt.want)
			}
		})
	}
}

func TestChoiceOf(t *testing.T) {
	for _, tt := range []struct{ from, to, want string }{
		{"npm", "pnpm", "Use `pnpm`, not `npm`."},
		{"make", "OSD=sdl make", "Always run `make` with `OSD=sdl`."},
		{"pytest", "uv run pytest", "Always run `pytest` with `uv run`."},
		{"make", "cd src && make", ""},
		{"./deploy.sh", "API_TOKEN=[redacted] ./deploy.sh", ""},
		{"comit", "commit", ""},
		{"./a.txt", "./b.txt", ""},
		{"npm ci", "npm ci --force", ""},
	} {
		l := &memory.Lesson{Kind: memory.LessonFix, From: redact.Clean(tt.from), Remedy: redact.Clean(tt.to)}
		got := ""
		if c, ok := ChoiceOf(l, reader{}); ok {
			got = c.Rule().String()
		}
		if got != tt.want {
			t.Errorf("%s -> %s: %q, want %q", tt.from, tt.to, got, tt.want)
		}
	}
}

func TestProgramChanged(t *testing.T) {
	for _, tt := range []struct{ was, now, want string }{
		{"run: npm install", "run: pnpm install", "Use `pnpm`, not `npm`."},
		{"pip install -r r.txt", "uv pip install -r r.txt", "Use `uv`, not `pip`."},
		{"npm install", "npm ci", ""},
		{"npm install left", "pnpm add left", ""},
		{"a b", "a b", ""},
		{"a", "b", ""},
		{"", "npm", ""},
	} {
		got := ""
		if c, ok := ProgramChanged(tt.was, tt.now, reader{}); ok {
			got = c.Rule().String()
		}
		if got != tt.want {
			t.Errorf("%q -> %q: %q, want %q", tt.was, tt.now, got, tt.want)
		}
	}
}
