package cmd

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestStatusLineNeverFails prints one line and exits with 0, whatever it is given.
func TestStatusLineNeverFails(t *testing.T) {
	known := `{"session_id":"` + pastSession + `","workspace":{"current_dir":"."}}`
	broken := func(t *testing.T, p *past) {
		path := filepath.Join(p.home, ".local", "share", "ctxhook", "ctxhook.db")
		if _, err := os.Stat(path); err != nil {
			t.Fatal(err)
		}
		for _, end := range [...]string{"", "-wal", "-shm"} {
			if err := os.WriteFile(path+end, []byte(strings.Repeat("no database ", 1000)), 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
	tests := []struct {
		name, stdin, want string
		before            func(*testing.T, *past)
	}{
		{name: "a session", stdin: known, want: "ctxhook: guarded 0/0, stopped 1 (last: filesystem/delete-critical), failing: go test\n"},
		{name: "nothing", want: "ctxhook: guarded 0/0, failing: go test\n"},
		{name: "no JSON", stdin: "\xff{", want: "ctxhook: guarded 0/0, failing: go test\n"},
		{name: "JSON of another kind", stdin: `{"session_id":{},"workspace":[1]}`, want: "ctxhook: guarded 0/0, failing: go test\n"},
		{name: "longer than every bound", stdin: strings.Repeat("x", maxSession+1), want: "ctxhook: guarded 0/0, failing: go test\n"},
		{name: "a directory that is none", stdin: `{"cwd":"/\u0000\u001b[2J"}`, want: "ctxhook: guarded 0/0\n"},
		{name: "a database that is none", stdin: known, want: "ctxhook\n", before: broken},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p := newPast(t)
			if tt.before != nil {
				tt.before(t, p)
			}
			if code, stdout, stderr := p.run(tt.stdin, nil, statusLineName); code != exitOK || stdout != tt.want || stderr != "" {
				t.Errorf("exit code %d, %q, %q; want %q", code, stdout, stderr, tt.want)
			}
		})
	}
}
