package readtest

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Home makes a directory that is in no temporary one, for as long as a test runs: files there are
// read anyway. The test is skipped where every place that may be written is temporary.
func Home(t *testing.T) string {
	t.Helper()
	here, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	cache, _ := os.UserCacheDir()
	for _, dir := range [...]string{here, cache, "/var/lib", "/opt"} {
		if dir == "" || isTemporary(dir) || os.MkdirAll(dir, 0o700) != nil {
			continue
		}
		if home, err := os.MkdirTemp(dir, "ctxhook-home"); err == nil {
			t.Cleanup(func() { os.RemoveAll(home) })
			return home
		}
	}
	t.Skip("no place to write is more than temporary")
	return ""
}

func isTemporary(dir string) bool {
	for _, temp := range [...]string{os.TempDir(), "/tmp", "/var/tmp"} {
		if rel, err := filepath.Rel(temp, dir); err == nil && rel != ".." && !strings.HasPrefix(rel, ".."+string(filepath.Separator)) {
			return true
		}
	}
	return false
}
