package journal

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/ctxhook/ctxhook/pkg/guard/judge"
	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/wishes/preferences"
	"github.com/ctxhook/ctxhook/rules"
)

// What runs in the place of a command calls only programs that are installed, or
// that the command calls itself.
func TestMissing(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "uv"), nil, 0o755); err != nil {
		t.Fatal(err)
	}
	j := &Journal{Judge: judge.New(judge.Options{Cwd: dir, Getenv: func(string) string { return "" }}), Path: dir}
	for _, tt := range []struct {
		command string
		want    string
	}{
		{"uv pip install x", ""},
		{"cd a && uv pip install x", ""},
		{"pnpm install", "pnpm"},
		{"uv run x && pnpm install", "pnpm"},
		{"uv run pytest", ""},
		{"timeout 9 pnpm install", "timeout"},
		{"./gradlew build", "gradlew"},
		{"./uv x", ""},
		{"cd sub && ./uv x", "uv"},
		{"cd $X && ./gradlew build", "gradlew"},
		{"cd $X && ./cd", ""},
	} {
		if got := j.Preferences().missing(tt.command, []string{"cd"}); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.command, got, tt.want)
		}
	}
}

// "git checkout src" is about files where src is one, and about a branch elsewhere.
func TestUnlessFiles(t *testing.T) {
	dir := t.TempDir()
	if err := os.MkdirAll(filepath.Join(dir, "sub", "src"), 0o755); err != nil {
		t.Fatal(err)
	}
	j := &Journal{Judge: judge.New(judge.Options{Cwd: dir, Getenv: func(string) string { return "" }})}
	wants := memory.PreferenceRule{Form: memory.FormUse, Prefer: "git switch", Avoid: "git checkout"}
	for _, tt := range []struct {
		command string
		hit     bool
	}{
		{"git checkout sub", false},
		{"git checkout main sub/src", false},
		{"cd sub && git checkout src", false},
		{"git -C sub checkout src", false},
		{"git checkout src", true},
		{"cd sub && git checkout sub", true},
		{"cd $X && git checkout sub", true},
		{"git checkout -b sub", true},
	} {
		script := j.Judge.Parse(tt.command)
		hits := preferences.Find(rules.Knowledge(), &wants, script, j.Preferences().narrowed(&wants, script, nil))
		if hit := len(hits) > 0; hit != tt.hit {
			t.Errorf("%s: %t, want %t", tt.command, hit, tt.hit)
		}
	}
}
