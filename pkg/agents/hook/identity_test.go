package hook

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/ctxhook/ctxhook/pkg/memory"
)

// However a check is called, it is the same one: what was red by one of the calls is
// green by another.
func TestOneCheckManyCalls(t *testing.T) {
	files := map[string]string{
		"package.json": `{"scripts": {"test": "vitest run", "check": "npm run lint && npm test", "lint": "eslint src"}}`,
		"Makefile":     "test:\n\tnpx vitest run\nall: lint test\nlint:\n\tnpx eslint src\nloose:\n\tnpx vitest run || true\n",
		"justfile":     "test:\n  pnpm vitest run\n",
		"verify.sh":    "#!/bin/sh\nset -e\nnpx vitest run\n",
		"sub/a.sh":     "#!/bin/sh\nnpx vitest run\necho done\n",
	}
	const red = " FAIL  src/a.test.ts > adds\n Test Files  1 failed (1)\n      Tests  1 failed | 3 passed (4)\n"
	const green = " Test Files  1 passed (1)\n      Tests  4 passed (4)\n"
	for _, tt := range []struct {
		name, red, green, says string
		want                   bool
	}{
		{"npm and bare", "npm test", "npx vitest run", green, true},
		{"bare and npm", "npx vitest run", "npm test", green, true},
		{"make and pnpm", "make test", "pnpm test", green, true},
		{"just and yarn", "just test", "yarn test", green, true},
		{"bash -c and a pipe", "bash -c 'npx vitest run'", "npm test 2>&1 | tail -20", green, true},
		{"redirect", "npm test", "npx vitest run > out.log 2>&1; cat out.log", green, true},
		{"a script", "npm test", "./verify.sh", green, true},
		{"a script, silent", "npm test", "bash verify.sh > /dev/null", "", true},
		{"a script that goes on, silent", "npm test", "sh sub/a.sh > /dev/null", "", false},
		{"a script of several", "npm test", "npm run check", green, true},
		{"make of several", "npx vitest run", "make all", green, true},
		{"docker compose", "npm test", "docker compose exec -T app npx vitest run", green, true},
		{"only reports differently", "npm test", "npx vitest run --reporter=dot", green, true},
		{"one worker", "npm test", "npx vitest run --maxWorkers=1 --no-color", green, true},
		{"fewer tests", "npm test", "npm test -- -t adds", green, false},
		{"fewer files", "npm test", "npx vitest run src/b.test.ts", green, false},
		{"without its failures", "npm test", "make loose", "", false},
		{"an option that is not known", "npm test", "npx vitest run --whatever", green, false},
		{"snapshots, which is told", "npm test", "npx vitest run -u", green, true},
		{"CI dropped", "CI=1 npm test", "npm test", green, false},
		{"CI added", "npm test", "CI=1 npm test", green, true},
		{"a part", "npx vitest run src/a.test.ts", "npm test", green, true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p := newUser(t)
			for name, text := range files {
				path := filepath.Join(p.project, name)
				os.MkdirAll(filepath.Dir(path), 0o700)
				if err := os.WriteFile(path, []byte(text), 0o700); err != nil {
					t.Fatal(err)
				}
			}
			p.starts(t, "s1", "startup")
			p.told(t, "s1", "t1", tt.red, 1, red)
			p.told(t, "s1", "t2", tt.green, 0, tt.says)
			runs, lessons := p.remembered(t)
			open := slices.ContainsFunc(lessons, func(l memory.Lesson) bool { return l.Kind == memory.LessonCheck && l.State == memory.Open })
			if open == tt.want {
				for _, r := range runs {
					t.Logf("%s: %+v", r.Command, r.Check)
				}
				t.Errorf("open: %v", open)
			}
		})
	}
}
