package main

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/ctxhook/ctxhook/pkg/team/fleet/server"
)

const document = "../../docs/fleet.md"

// The commands that the document shows exist, with their flags.
func TestDocumentShowsCommandsThatExist(t *testing.T) {
	data, err := os.ReadFile(document)
	if err != nil {
		t.Fatal(err)
	}
	shown := regexp.MustCompile(`(?m)^ *ctxhook-fleet (.+)$`).FindAllStringSubmatch(string(data), -1)
	if len(shown) < 10 {
		t.Fatalf("it shows %d commands", len(shown))
	}
	used := make(map[string]bool)
	for _, line := range shown {
		words, _, _ := strings.Cut(line[1], " #")
		c, args, err := (&program{}).root().Find(strings.Fields(words))
		if err != nil || !c.Runnable() {
			t.Errorf("%s: no such command: %v", line[0], err)
			continue
		}
		used[c.Name()] = true
		if err := c.ParseFlags(args); err != nil {
			t.Errorf("%s: %v", line[0], err)
		} else if err := c.ValidateArgs(c.Flags().Args()); err != nil {
			t.Errorf("%s: %v", line[0], err)
		}
	}
	for _, c := range (&program{}).root().Commands() {
		if c.Runnable() && !used[c.Name()] {
			t.Errorf("it does not show %s", c.Name())
		}
	}
}

// The document names every column that leaves the machine.
func TestDocumentNamesWhatLeaves(t *testing.T) {
	data, err := os.ReadFile(document)
	if err != nil {
		t.Fatal(err)
	}
	for kind, columns := range server.Columns() {
		_, rest, ok := strings.Cut(string(data), "\n| "+kind+" | ")
		line, _, _ := strings.Cut(rest, "\n")
		if !ok {
			t.Errorf("it has no row for %s", kind)
		}
		for _, c := range columns {
			if !strings.Contains(line, "`"+c+"`") {
				t.Errorf("%s: it does not name %s", kind, c)
			}
		}
	}
}
