package main

import (
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"github.com/ctxhook/ctxhook/cmd"
)

// The test is all programs at once, by the name that it is started by: where
// nothing is cached, building them as a release is built takes minutes.
func TestMain(m *testing.M) {
	runsForPeak()
	switch strings.TrimSuffix(filepath.Base(os.Args[0]), ".exe") {
	case "ctxhook":
		os.Exit(cmd.Main(cmd.Env{Args: os.Args[1:], Stdin: os.Stdin, Stdout: os.Stdout, Stderr: os.Stderr, Getenv: os.Getenv, Version: "v0.0.0-bench"}))
	case "empty":
		os.Exit(0)
	}
	os.Exit(m.Run())
}

func TestMeasure(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("links to programs need a right there")
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	p := programs{dir: dir, empty: filepath.Join(dir, "empty"), built: []program{{file: filepath.Join(dir, "ctxhook")}}}
	for _, name := range []string{p.empty, p.built[0].file} {
		if err := os.Symlink(self, name); err != nil {
			t.Fatal(err)
		}
	}
	results, err := measure(options{runs: 1, only: regexp.MustCompile("^(pre-bash/block|stats/1k)$")}, p, paths(), io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, r := range results {
		names = append(names, r.Path)
		if r.Ratio <= 0 || r.Wall <= 0 {
			t.Errorf("%s has no figures: %+v", r.Path, r)
		}
	}
	if got, want := strings.Join(names, " "), "empty pre-bash/block stats/1k"; got != want {
		t.Errorf("measured %s, want %s", got, want)
	}
	if got := strings.Count(table(results), "\n"); got != len(results)+2 {
		t.Errorf("the table has %d lines:\n%s", got, table(results))
	}
	if _, err := json.Marshal(results); err != nil {
		t.Error(err)
	}
}

// TestReleaseFlags proves that what is measured is built as a release is.
func TestReleaseFlags(t *testing.T) {
	data, err := os.ReadFile("../../.goreleaser.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var flags []string
	ldflags := ""
	for _, f := range releaseFlags {
		if words, ok := strings.CutPrefix(f, "-ldflags="); ok {
			ldflags = words
			continue
		}
		flags = append(flags, f)
	}
	for _, line := range []string{
		"env: [" + strings.Join(releaseEnv, ", ") + "]\n", "flags: [" + strings.Join(flags, ", ") + "]\n", `ldflags: ["` + ldflags + " -X ",
	} {
		if !strings.Contains(string(data), line) {
			t.Errorf(".goreleaser.yaml has no %q", line)
		}
	}
}
