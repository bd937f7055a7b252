package preferences

import (
	"testing"

	"github.com/ctxhook/ctxhook/rules"
)

// A line may state a rule that a command or an edit can break if it says no, always or what
// comes first, and names what can be typed.
func TestStating(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		line string
		want int
	}{
		{"Files under `gen/` must not be edited by hand.", 3},
		{"❌ Never force-push any branch.", 3},
		{"All AWS CLI calls must carry `--profile sandbox`.", 2},
		{"Migrations: always through `pnpm db:sync`", 2},
		{"Every `cargo build` needs `--no-default-features`.", 1},
		{"Commit subject is `pkg: message`. Use `git commit -s`, the DCO check fails otherwise.", 1},
		{"Only ever talk to the dev context, gke_acme_prod is off limits (kubectl, helm)", 1},
		{"パッケージの追加に `npm add <pkg>` を使うこと。", 1},
		{"Never push.", 3},
		{"Scenes (`*.scene`) are left to the editor, not to you.", 3},
		{"Niemals auf `main` pushen", 3},

		{"Run tests with `make test`.", 0},
		{"NEVER use `null`", 0},
		{"No `as any`: use `as unknown as T` instead", 0},
		{"Avoid `GameObject.Find()` in Update loops", 0},
		{"DO NOT ADD ANY COMMENTS", 0},
		{"Functional components and hooks live in `src/hooks/`", 0},
	} {
		if got := Stating(rules.Knowledge(), tt.line, Names{Program: known}); got != tt.want {
			t.Errorf("Stating(%q) = %d, want %d", tt.line, got, tt.want)
		}
	}
}
