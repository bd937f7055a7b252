package main

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"time"
)

// later lets time pass: what is remembered, and every file of the project,
// becomes so much older.
func (w *world) later(text string) error {
	passed, err := time.ParseDuration(text)
	if err != nil || passed <= 0 {
		return fmt.Errorf("%q is no duration (%v)", text, err)
	}
	if err := w.ageMemory(passed); err != nil {
		return err
	}
	return filepath.WalkDir(w.root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.Type()&fs.ModeSymlink != 0 {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		at := info.ModTime().Add(-passed)
		return os.Chtimes(path, at, at)
	})
}

var instants = regexp.MustCompile(`"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z"`)

// ageMemory exports the memory, moves every time in it and imports it again.
func (w *world) ageMemory(passed time.Duration) error {
	memory, err := w.ctxhook(nil, "db", "export")
	if err != nil {
		return err
	}
	memory = instants.ReplaceAllFunc(memory, func(b []byte) []byte {
		at, err := time.Parse(`"`+time.RFC3339Nano+`"`, string(b))
		if err != nil {
			return b
		}
		return []byte(at.Add(-passed).Format(`"` + time.RFC3339Nano + `"`))
	})
	data := filepath.Join(w.dir, "home/.local/share/ctxhook")
	files, err := filepath.Glob(filepath.Join(data, "ctxhook.db*"))
	if err != nil {
		return err
	}
	for _, f := range files {
		if err := os.Remove(f); err != nil {
			return err
		}
	}
	moved := filepath.Join(w.dir, "memory.jsonl")
	if err := os.WriteFile(moved, memory, 0o600); err != nil {
		return err
	}
	out, err := w.ctxhook(nil, "db", "import", moved)
	if err != nil && !strings.Contains(string(out), "nothing") {
		return err
	}
	return nil
}
