package rules_test

import (
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ctxhook/ctxhook/pkg/base/policy"
)

const subcommandsFile = "testdata/subcommands.txt"

// TestSubcommands compares what is done about subcommands that take something away
// with a list that people read, and that rules/README.md counts. -u rewrites it.
func TestSubcommands(t *testing.T) {
	data, err := os.ReadFile(subcommandsFile)
	if err != nil {
		t.Fatal(err)
	}
	e := engine()
	lines := strings.SplitAfter(string(data), "\n")
	rows := 0
	for i, line := range lines {
		_, command, ok := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		if !ok {
			continue
		}
		rows++
		done := "none"
		switch action := e.Judge(command+" shop7", place, nil).Action; {
		case action >= policy.Ask:
			done = "ask"
		case action > policy.Silent:
			done = "warn"
		}
		lines[i] = done + "\t" + command + "\n"
	}
	if rows < 1000 {
		t.Fatalf("only %d subcommands", rows)
	}
	got := strings.Join(lines, "")
	if *update {
		if err := os.WriteFile(subcommandsFile, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if diff := cmp.Diff(string(data), got); diff != "" {
		t.Errorf("-want +got; -u rewrites the list, read it:\n%s", diff)
	}
}
