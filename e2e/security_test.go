package e2e

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestPromisesAreTested: each promise of docs/SECURITY.md names tests, and these
// exist.
func TestPromisesAreTested(t *testing.T) {
	_, rest, _ := strings.Cut(read(t, filepath.Join("..", "docs", "SECURITY.md")), "## What is promised")
	section, _, _ := strings.Cut(rest, "\n## ")
	var all strings.Builder
	if err := filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil || d.IsDir():
			return err
		case strings.HasSuffix(path, ".txtar"):
			all.WriteString("\n" + d.Name())
		case strings.HasSuffix(path, "_test.go"):
			data, err := os.ReadFile(path)
			all.Write(data)
			return err
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	promises := 0
	for line := range strings.Lines(section) {
		if !strings.HasPrefix(line, "| ") || strings.HasPrefix(line, "| promise ") || strings.HasPrefix(line, "| --- ") {
			continue
		}
		promises++
		cells := strings.Split(line, " | ")
		names := regexp.MustCompile("`([^`]+)`").FindAllStringSubmatch(cells[len(cells)-1], -1)
		if len(names) == 0 {
			t.Errorf("no test: %s", line)
		}
		for _, name := range names {
			if !strings.Contains(all.String(), "func "+name[1]+"(") && !strings.Contains(all.String(), "\n"+name[1]) {
				t.Errorf("there is no %s: %s", name[1], line)
			}
		}
	}
	if promises < 5 {
		t.Errorf("%d promises", promises)
	}
}

// TestBuildIsPinned: go.mod names the toolchain, workflows use that one, and every
// action of others is named by its commit.
func TestBuildIsPinned(t *testing.T) {
	if !regexp.MustCompile(`(?m)^toolchain go1\.\d+\.\d+$`).MatchString(read(t, filepath.Join("..", "go.mod"))) {
		t.Error("go.mod names no toolchain")
	}
	files, err := filepath.Glob(filepath.Join("..", ".github", "workflows", "*.yml"))
	if err != nil {
		t.Fatal(err)
	}
	pinned, uses := regexp.MustCompile(`^\S+@[0-9a-f]{40} # v\d+\.\d+\.\d+$`), 0
	for _, file := range append(files, filepath.Join("..", "action.yml")) {
		for line := range strings.Lines(read(t, file)) {
			line = strings.TrimPrefix(strings.TrimSpace(line), "- ")
			if action, ok := strings.CutPrefix(line, "uses: "); ok {
				uses++
				if !pinned.MatchString(action) {
					t.Errorf("%s: %s is not named by its commit and version", file, action)
				}
			}
			if strings.HasPrefix(line, "go-version: ") {
				t.Errorf("%s: %s is not the toolchain of go.mod", file, line)
			}
		}
	}
	if uses < 5 {
		t.Errorf("%d actions", uses)
	}
}

// TestOpensNoConnection: none of the files of ctxhook imports what connects to
// others. ctxhook-fleet is a program of its own.
func TestOpensNoConnection(t *testing.T) {
	connects := regexp.MustCompile(`(?m)^\s*(?:import )?(?:\w+ )?"(?:net|net/http|net/rpc|net/smtp|crypto/tls)"$`)
	looked := 0
	if err := filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.IsDir() && (d.Name() == "fleet" || d.Name() == "ctxhook-fleet") {
			return fs.SkipDir
		}
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		looked++
		data, err := os.ReadFile(path)
		if at := connects.Find(data); at != nil {
			t.Errorf("%s imports %s", path, strings.TrimSpace(string(at)))
		}
		return err
	}); err != nil {
		t.Fatal(err)
	}
	if looked < 100 {
		t.Errorf("looked at %d files", looked)
	}
}
