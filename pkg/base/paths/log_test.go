package paths

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ctxhook/ctxhook/pkg/base/redact"
)

func TestLog(t *testing.T) {
	path := filepath.Join(t.TempDir(), "state", "debug.log")
	log := Log{path}
	log.Line(redact.Clean("one\ntwo"))
	log.Line(redact.Clean(strings.Repeat("long ", 1000)))
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if lines := strings.Split(strings.TrimSpace(string(data)), "\n"); len(lines) != 2 || !strings.HasSuffix(lines[0], " one two") || len(lines[1]) > 1100 {
		t.Errorf("log = %q", data)
	}
	for range 600 {
		log.Line(redact.Clean(strings.Repeat("x ", 500)))
	}
	for _, p := range []string{path, path + ".1"} {
		if info, err := os.Stat(p); err != nil || info.Size() > maxLog+2000 {
			t.Errorf("%s: %v, %v", p, info, err)
		}
	}
}

// TestLogNeverFails: a log that cannot be written is no reason to say so.
func TestLogNeverFails(t *testing.T) {
	Log{}.Line(redact.Clean("nowhere"))
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	Log{filepath.Join(file, "below", "debug.log")}.Line(redact.Clean("below a file"))
}
