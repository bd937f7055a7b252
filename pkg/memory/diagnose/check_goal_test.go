package diagnose_test

import (
	"testing"

	"github.com/ctxhook/ctxhook/pkg/memory/diagnose"
	"github.com/ctxhook/ctxhook/rules"
)

// TestKindOfGoal: where the files of a project are not looked at, the name of a script says
// what kind of check it is.
func TestKindOfGoal(t *testing.T) {
	r := diagnose.NewReader(rules.Knowledge())
	for _, tt := range []struct{ command, kind string }{
		{"npm run lint", "lint"},
		{"npm run lint:fix", "lint"},
		{"yarn eslint", "lint"},
		{"pnpm run check-types", "types"},
		{"npm run typecheck", "types"},
		{"npm run type-check", "types"},
		{"npm run tsc", "types"},
		{"npm run format:check", "format"},
		{"npm run prettier", "format"},
		{"npm run fmt", "format"},
		{"npm run build", "build"},
		{"npm run build:prod", "build"},
		{"npm run build:types", "build"},
		{"npm run compile", "build"},
		{"npm test", "test"},
		{"npm run test:unit", "test"},
		{"npm run test:types", "types"},
		{"npm run e2e", "test"},
		{"make test", "test"},
		{"make unit-tests", "test"},
		{"make lint", "lint"},
		{"make -C sub typecheck", "types"},
		{"make", "build"},
		{"make all", "build"},
		{"make lint test", "build"},
		{"make verify", "build"},
		{"just test", "test"},
		{"just lint", "lint"},
		{"task lint", "lint"},
		{"rake test", "test"},
		{"rake rubocop", "lint"},
		{"ninja -C out test", "test"},
		{"turbo run lint", "lint"},
		{"nox", "test"},
		{"nox -s lint", "lint"},
		{"nox -s tests-3.12", "test"},
		{"nox -s docs_deps", "build"}, // it may make something
		{"tox", "test"},
		{"tox -e py311", "test"},
		{"tox -e py311,lint", "test"}, // of several kinds
		{"nx affected -t test", "test"},
		{"nx run-many -t lint", "lint"},
		{"yarn workspace api test", "test"},
		{"npm run check", "build"},
		{"npm run build:latest", "build"},
	} {
		c := r.Check(tally(tt.command, "", 0))
		if c == nil || c.Kind != tt.kind {
			t.Errorf("%s: %+v, want %s", tt.command, c, tt.kind)
		}
	}
}
