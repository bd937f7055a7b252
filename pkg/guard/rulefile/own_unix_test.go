//go:build unix

package rulefile

import (
	"os"
	"path/filepath"
	"testing"
)

// A cache that others may write could be another's rules.
func TestCacheOpenToOthers(t *testing.T) {
	for _, tc := range []struct {
		name string
		open func(cacheFile string) error
	}{
		{"file", func(path string) error { return os.Chmod(path, 0o666) }},
		{"directory", func(path string) error { return os.Chmod(filepath.Dir(path), 0o777) }},
	} {
		t.Run(tc.name, func(t *testing.T) {
			file, dirs, cacheDir := setup(t)
			replace(t, file, small("new"))
			if err := tc.open(cacheFile(t, cacheDir)); err != nil {
				t.Fatal(err)
			}
			load(t, dirs, cacheDir, "new")
		})
	}
}
