package main

import (
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// TestTurn measures a round of the smallest world.
func TestTurn(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("links to programs need a right there")
	}
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("no git")
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	p := programs{dir: dir, empty: filepath.Join(dir, "empty")}
	if err := os.Symlink(self, p.empty); err != nil {
		t.Fatal(err)
	}
	if err := p.add("", self); err != nil { // a copy: ctxhook registers the file that a link leads to
		t.Fatal(err)
	}
	smallest := terrains()[0]
	smallest.modified, smallest.untracked, smallest.patterns, smallest.worktrees, smallest.snapshots = 2, 3, 8, 1, 1
	figures, err := measureTurns(turnOptions{worlds: []terrain{smallest}, rounds: 1}, p, io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	if len(figures) != len(lines) {
		t.Errorf("%d figures for %d lines", len(figures), len(lines))
	}
	for _, f := range figures {
		if f.CPU <= 0 || f.Wall <= 0 {
			t.Errorf("%s has no figures: %+v", f.Line, f)
		}
		// A prompt, 20 calls with at least a hook before each, and the end.
		if slices.Contains([]string{"empty", "reading", "writing"}, f.Line) && f.Processes < 22 {
			t.Errorf("%s ran %d processes", f.Line, f.Processes)
		}
	}
	out := turnTable(figures)
	if got := strings.Count(out, smallest.what+" |"); got != 2 {
		t.Errorf("%d rows of %q, want 2:\n%s", got, smallest.what, out)
	}
}

func TestTurnTable(t *testing.T) {
	got := turnTable([]figure{
		{What: "100 files", Line: "reading", Processes: 36, CPU: 90, Wall: 80},
		{What: "100 files", Line: "reading", Processes: 42, CPU: 149.4, Wall: 130, Program: "against"},
		{What: "evicted", Line: "empty", Processes: 36, CPU: 9.96, Wall: 8, Stayed: 0.9},
	})
	for _, want := range []string{"reading (42 → 36)", " 10 |", " 149 → 90 |", " 130 → 80 |", "| evicted ", "evicted: eviction had no effect here; 90 %"} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
}

func TestEvict(t *testing.T) {
	name := filepath.Join(t.TempDir(), "program")
	if err := os.WriteFile(name, make([]byte, 1<<20), 0o600); err != nil {
		t.Fatal(err)
	}
	// How much stays depends on the file system.
	if stayed, err := evict(name); err != nil || stayed < 0 || stayed > 1 {
		t.Errorf("%v of the file stayed, %v", stayed, err)
	}
}

func TestChosen(t *testing.T) {
	for _, test := range []struct {
		list, slow, want, err string
	}{
		{list: "5000,100", want: "100 5000"},
		{list: "1m", want: "1m"},
		{list: "slow", slow: "/mnt", want: "slow"},
		{list: "slow", err: "-slow DIR"},
		{list: "100,none", err: `no world "none"`},
	} {
		worlds, err := chosen(test.list, test.slow)
		var names []string
		for _, w := range worlds {
			names = append(names, w.name)
		}
		if err != nil && (test.err == "" || !strings.Contains(err.Error(), test.err)) || err == nil && (test.err != "" || strings.Join(names, " ") != test.want) {
			t.Errorf("%q: %q, %v", test.list, names, err)
		}
	}
	all, err := chosen("", "")
	if err != nil || slices.ContainsFunc(all, func(w terrain) bool { return w.asked }) {
		t.Errorf("measured by default: %v, %v", all, err)
	}
}

// TestRegistered proves that only hooks that are registered for a tool are run.
func TestRegistered(t *testing.T) {
	r := registered{"PostToolUse": {
		{Matcher: "Bash|PowerShell", Hooks: []struct{ Args []string }{{[]string{"post-bash"}}}},
		{Matcher: "mcp__.*", Hooks: []struct{ Args []string }{{[]string{"post-read"}}}},
	}, "Stop": {{Hooks: []struct{ Args []string }{{[]string{"stop"}}}}}}
	for _, test := range []struct{ event, tool, want string }{
		{"PostToolUse", "Bash", "post-bash"},
		{"PostToolUse", "BashOutput", ""},
		{"PostToolUse", "Read", ""},
		{"PostToolUse", "mcp__files__read", "post-read"},
		{"Stop", "", "stop"},
		{"PreToolUse", "Bash", ""},
	} {
		names, err := r.of(test.event, test.tool)
		if got := strings.Join(names, " "); err != nil || got != test.want {
			t.Errorf("%s of %q: %q, %v; want %q", test.event, test.tool, got, err, test.want)
		}
	}
}
