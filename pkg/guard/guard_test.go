package guard

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ctxhook/ctxhook/pkg/redact"
)

func TestRun(t *testing.T) {
	tests := []struct {
		name   string
		work   func() int
		failed func(error) int
		want   int
	}{
		{"nothing to say", func() int { return 0 }, nil, OK},
		{"block", func() int { return 2 }, nil, Block},
		{"a code nobody chose", func() int { return 3 }, nil, OK},
		{"panic, open", func() int { panic("x") }, func(error) int { return OK }, OK},
		{"panic, block", func() int { panic("x") }, func(error) int { return Block }, Block},
		//lint:ignore SA5000 the panic is what is tried
		{"nil map", func() int { var m map[string]int; m["a"] = 1; return 2 }, func(error) int { return OK }, OK},
		{"panic twice", func() int { panic("x") }, func(error) int { panic("y") }, OK},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := Run(tt.work, tt.failed); got != tt.want {
				t.Errorf("exit = %d, want %d", got, tt.want)
			}
		})
	}
}

func TestPanicNamesItsPlace(t *testing.T) {
	var got error
	Run(func() int { var p *Log; return len(p.Path) }, func(err error) int { got = err; return OK })
	var p *Panic
	if !errors.As(got, &p) || !strings.Contains(p.At, "guard.TestPanicNamesItsPlace") {
		t.Errorf("got %v, want a panic at this test", got)
	}
}

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
