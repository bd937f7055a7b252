package hook

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// What fixed a check is learned whatever runs the check, and told whatever runs it the
// next time.
func TestFixThroughRunners(t *testing.T) {
	files := map[string]string{
		"package.json": `{"scripts": {"test": "go test ./..."}}`,
		"Makefile":     "test:\n\tgo test ./...\n",
		"justfile":     "test:\n  go test ./...\n",
		"check.sh":     "#!/bin/sh\nset -e\ngo test ./...\n",
	}
	for _, tt := range []struct{ red, green, again string }{
		{"go test ./...", "go test ./...", "go test ./..."},
		{"make test", "make test", "make test"},
		{"npm test", "npm test", "npm test"},
		{"just test", "go test ./...", "make test"},
		{"go test ./...", "make test", "npm test"},
		{"./check.sh", "make test", "go test ./..."},
		{"make test 2>&1 | tail -20", "make test 2>&1 | tail -20", "make test"},
		{"bash -c 'go test ./...'", "yarn test", "pnpm test"},
	} {
		t.Run(strings.Join([]string{tt.red, tt.green, tt.again}, ", "), func(t *testing.T) {
			p := newUser(t)
			for name, text := range files {
				if err := os.WriteFile(filepath.Join(p.project, name), []byte(text), 0o700); err != nil {
					t.Fatal(err)
				}
			}
			p.told(t, "s1", "a", tt.red, 1, addFails)
			p.told(t, "s1", "b", "go mod tidy", 0, "")
			p.told(t, "s1", "c", tt.green, 0, addPasses)
			p.remembered(t)
			if got := p.told(t, "s2", "d", tt.again, 1, addFails); !strings.Contains(got, "`go mod tidy` fixed this") {
				runs, lessons := p.remembered(t)
				for _, r := range runs {
					t.Logf("%s: %s %+v", r.Command, r.Outcome, r.Check)
				}
				t.Errorf("told %q; %d lessons", got, len(lessons))
			}
		})
	}
}
