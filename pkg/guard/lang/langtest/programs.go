package langtest

import (
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// Programs returns files of this machine, at most so many of those that are wanted by
// name: what its languages and the module cache of Go bring along. On one machine it
// returns the same each time. It fails the test if there are none.
func Programs(t *testing.T, most int, want func(name string) bool) []string {
	t.Helper()
	roots := []string{"/usr/lib", "/usr/share", "/usr/local/lib", "/opt"}
	if home, err := os.UserHomeDir(); err == nil {
		roots = append(roots, filepath.Join(home, ".pyenv", "versions"))
	}
	out, err := exec.Command("go", "env", "GOROOT", "GOMODCACHE").Output()
	if err != nil {
		t.Fatalf("go env: %v", err)
	}
	var all []string
	for _, root := range append(strings.Fields(string(out)), roots...) {
		_ = filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
			if err == nil && d.Type().IsRegular() && want(path) {
				all = append(all, path)
			}
			return nil // what cannot be listed is not looked at
		})
	}
	if len(all) == 0 {
		t.Fatalf("no programs in %q and the directories of Go", roots)
	}
	rand.New(rand.NewPCG(1, 2)).Shuffle(len(all), func(i, k int) { all[i], all[k] = all[k], all[i] })
	return all[:min(len(all), most)]
}
