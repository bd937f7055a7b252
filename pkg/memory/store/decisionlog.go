package store

import (
	"bytes"
	"encoding/json"
	"iter"
	"os"
	"path/filepath"

	"github.com/ctxhook/ctxhook/pkg/base/paths"
	"github.com/ctxhook/ctxhook/pkg/memory"
)

// Earlier versions kept decisions as lines of a file in the directory of the
// spool, and when it was full one older file. They are taken over once.

// logFiles are the files in which earlier versions kept decisions, oldest
// first.
var logFiles = [...]string{"decisions.jsonl.1", "decisions.jsonl"}

const (
	logLock = "decisions.jsonl.lock"
	maxLog  = 4 << 20
)

// drainLog takes over the decisions that an earlier version left.
func drainLog(t *Tx, dir string) error {
	for d := range decisionLog(dir) {
		if _, err := t.AddDecision(&d); err != nil {
			return err
		}
	}
	for _, name := range append(logFiles[:], logLock) {
		path := filepath.Join(dir, name)
		if _, err := os.Lstat(path); err == nil {
			t.after(func() { os.Remove(path) })
		}
	}
	return nil
}

// decisionLog reads the lines. A line that is torn or foreign is no decision,
// but a whole line that was appended to a torn one is.
func decisionLog(dir string) iter.Seq[memory.Decision] {
	return func(yield func(memory.Decision) bool) {
		for _, name := range logFiles {
			data, err := paths.ReadFile(filepath.Join(dir, name), maxLog)
			if err != nil {
				continue
			}
			for line := range bytes.Lines(data) {
				if d, ok := decodeDecision(line); ok && !yield(d) {
					return
				}
			}
		}
	}
}

func decodeDecision(line []byte) (memory.Decision, bool) {
	line = bytes.TrimSpace(line)
	if i := bytes.LastIndex(line, []byte(`{"id":"d-`)); i > 0 {
		line = line[i:]
	}
	var d memory.Decision
	if json.Unmarshal(line, &d) != nil || d.ID == "" || d.Action == "" {
		return memory.Decision{}, false
	}
	return d, true
}
