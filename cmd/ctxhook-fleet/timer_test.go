package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// startedBy finds how units start this program.
var startedBy = regexp.MustCompile(`(?m)(?:^ExecStart=|/usr/local/bin/)ctxhook-fleet ([^&<\n]+)`)

// TestTimers: what the units start are commands of this program, and each unit for
// Linux is in a package.
func TestTimers(t *testing.T) {
	files, err := filepath.Glob("timer/*")
	if err != nil || len(files) == 0 {
		t.Fatalf("%v: %v", files, err)
	}
	packages, err := os.ReadFile("../../.goreleaser.yaml")
	if err != nil {
		t.Fatal(err)
	}
	started := 0
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.HasSuffix(file, ".plist") && !strings.Contains(string(packages), "src: cmd/ctxhook-fleet/"+filepath.ToSlash(file)+",") {
			t.Errorf("%s is in no package", file)
		}
		for _, line := range startedBy.FindAllStringSubmatch(string(text), -1) {
			started++
			words := strings.Fields(line[1])
			c, rest, err := (&program{}).root().Find(words)
			if err != nil || c.Name() != words[0] || c.ParseFlags(rest) != nil || len(c.Flags().Args()) > 0 {
				t.Errorf("%s: %q is no command: %v", file, words, err)
			}
		}
	}
	if started != 5 {
		t.Errorf("the units start %d commands", started)
	}
}
