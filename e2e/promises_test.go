package e2e

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestPromises looks whether each promise of promises.txt has the test that it names: a story,
// payloads below testdata/wire, or a test or benchmark in a package.
func TestPromises(t *testing.T) {
	function := regexp.MustCompile(`(?m)^func ((?:Test|Benchmark)\w+)\(`)
	functions := make(map[string]bool) // by directory and name
	exists := func(name string) bool {
		at := strings.LastIndexByte(name, '.')
		if at < 0 {
			for _, file := range []string{filepath.Join(scripts, name+".txtar"), filepath.Join("testdata", name+".jsonl")} {
				if _, err := os.Stat(file); err == nil {
					return true
				}
			}
			return false
		}
		if dir := name[:at]; !functions[dir] {
			functions[dir] = true
			files, _ := filepath.Glob(filepath.Join("..", filepath.FromSlash(dir), "*_test.go")) // the pattern is well-formed
			for _, file := range files {
				for _, m := range function.FindAllStringSubmatch(read(t, file), -1) {
					functions[dir+"."+m[1]] = true
				}
			}
		}
		return functions[name]
	}
	rows, said := 0, make(map[string]bool)
	for line := range strings.Lines(read(t, "testdata/promises.txt")) {
		if strings.TrimSpace(line) == "" || strings.HasPrefix(line, "#") {
			continue
		}
		rows++
		row := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if len(row) < 2 {
			t.Errorf("no test for: %s", row[0])
		}
		if said[row[0]] {
			t.Errorf("said twice: %s", row[0])
		}
		said[row[0]] = true
		for _, name := range row[1:] {
			if !exists(name) {
				t.Errorf("%s: there is no %q", row[0], name)
			}
		}
	}
	if rows < 120 {
		t.Errorf("only %d promises", rows)
	}
	for _, name := range []string{"no-such-story", "e2e.TestNoSuch", "no/such.TestPromises"} {
		if exists(name) {
			t.Errorf("%q is said to be there", name)
		}
	}
}
