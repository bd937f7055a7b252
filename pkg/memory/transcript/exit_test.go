package transcript

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func TestExit(t *testing.T) {
	const ended = `{"type":"event_msg","payload":{"type":"item_completed","item":{"type":"CommandExecution","id":"call_2","exit_code":3,"duration":{"secs":1,"nanos":500000000}}}}`
	for name, tt := range map[string]struct {
		lines []string
		ok    bool
	}{
		"the last line":          {[]string{`{"type":"x"}`, ended}, true},
		"before other lines":     {[]string{ended, `{"payload":{"item":{"type":"Message","id":"call_2"}}}`}, true},
		"another call":           {[]string{strings.ReplaceAll(ended, "call_2", "call_20")}, false},
		"not yet ended":          {[]string{strings.Replace(ended, `"exit_code":3`, `"exit_code":null`, 1)}, false},
		"half a line":            {[]string{ended[:len(ended)-4]}, false},
		"far from the end":       {[]string{ended, `"` + strings.Repeat("x", maxExit) + `"`}, false},
		"behind a cut line":      {[]string{strings.Repeat("x", maxExit), ended}, true},
		"an empty file":          {nil, false},
		"bytes that are no text": {[]string{"\xff\xfe call_2", ended}, true},
	} {
		path := filepath.Join(t.TempDir(), "rollout.jsonl")
		if err := os.WriteFile(path, []byte(strings.Join(tt.lines, "\n")+"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		exit, took, ok := Exit(path, "call_2")
		if ok != tt.ok || ok && (exit != 3 || took != 1500*time.Millisecond) {
			t.Errorf("%s: %d, %v, %t", name, exit, took, ok)
		}
	}
	if _, _, ok := Exit(filepath.Join(t.TempDir(), "none.jsonl"), "call_2"); ok {
		t.Error("there is no record")
	}
}
