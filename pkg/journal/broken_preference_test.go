package journal

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/ctxhook/ctxhook/pkg/judge"
)

// What runs in the place of a command calls only programs that are installed, or
// that the command calls itself.
func TestHasPrograms(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "uv"), nil, 0o755); err != nil {
		t.Fatal(err)
	}
	j := &Journal{Judge: judge.New(judge.Options{Cwd: dir, Getenv: func(string) string { return "" }}), Path: dir}
	for _, tt := range []struct {
		command string
		want    bool
	}{
		{"uv pip install x", true},
		{"cd a && uv pip install x", true},
		{"pnpm install", false},
		{"uv run x && pnpm install", false},
		{"./gradlew build", true},
	} {
		if got := j.hasPrograms(tt.command, []string{"cd"}); got != tt.want {
			t.Errorf("%s: %t, want %t", tt.command, got, tt.want)
		}
	}
}
