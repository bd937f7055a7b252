package extract

import (
	"io/fs"
	"path/filepath"
	"testing"
)

// fixtures returns the files under testdata that a condition holds for.
func fixtures(t testing.TB, keep func(name string) bool) []string {
	t.Helper()
	var files []string
	err := filepath.WalkDir("testdata", func(name string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() && keep(filepath.ToSlash(name)) {
			files = append(files, name)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(files) == 0 {
		t.Fatal("no files")
	}
	return files
}
