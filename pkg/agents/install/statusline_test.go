package install

import (
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestStatusLine registers the status line beside what is there, twice, and takes it
// out again.
func TestStatusLine(t *testing.T) {
	const other = `{"statusLine": {"type": "command", "command": "~/line.sh ctxhook statusline"}, "model": "opus"}`
	tests := []struct{ name, before, line, kept string }{
		{name: "no file", line: "/opt/ctxhook statusline"},
		{name: "empty", before: "{}\n", line: "/opt/ctxhook statusline"},
		{name: "an empty object of hooks", before: "{\n\t\"hooks\": {\n\t}\n}", line: "/opt/ctxhook statusline"},
		{name: "in one line", before: `{"model":"opus"}`, line: "/opt/ctxhook statusline"},
		{name: "of another", before: other, line: "~/line.sh ctxhook statusline", kept: "~/line.sh ctxhook statusline"},
		{name: "of an older ctxhook", before: `{"statusLine": {"type": "command", "command": "'/old path/ctxhook' statusline", "padding": 2}}`, line: "/opt/ctxhook statusline"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := newSetup(t)
			s.StatusLine = true
			path, err := s.File(User)
			if err != nil {
				t.Fatal(err)
			}
			if tt.before != "" {
				write(t, path, tt.before, 0o600)
			}
			var first string
			for i := range 2 {
				c := s.mustInit(t, User)
				if c.OtherLine != tt.kept {
					t.Errorf("kept is %q, want %q", c.OtherLine, tt.kept)
				}
				d, err := documentAt(path)
				if err != nil {
					t.Fatal(err)
				}
				if line, _ := d.statusLine(); line != tt.line || len(d.judging("Bash")) != 1 {
					t.Errorf("the status line is %q, want %q, beside %d hooks", line, tt.line, len(d.judging("Bash")))
				}
				if i > 0 && string(d.text) != first {
					t.Errorf("the second time it changes %s", cmp.Diff(first, string(d.text)))
				}
				first = string(d.text)
			}
			s.StatusLine = false
			if s.mustInit(t, User); read(t, path) != first {
				t.Errorf("init without it takes it out: %s", read(t, path))
			}
			s.mustUninstall(t, User)
			got := ""
			if _, err := os.Stat(path); err == nil {
				got = read(t, path)
			}
			want := tt.before
			if strings.Contains(tt.name, "older") {
				want = "{}" // it was ours
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("uninstalled (-want +got)\n%s", diff)
			}
		})
	}
}

// TestStatusLineStays takes redundant hooks out of settings that show the status line.
func TestStatusLineStays(t *testing.T) {
	s := newSetup(t)
	s.StatusLine = true
	path, err := s.File(User)
	if err != nil {
		t.Fatal(err)
	}
	const before = "{\n  \"model\": \"opus\"\n}\n"
	write(t, path, before, 0o600)
	s.mustInit(t, User)
	c, err := s.uninstallFrom(path, true)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Apply(c); err != nil {
		t.Fatal(err)
	}
	d, err := documentAt(path)
	if err != nil {
		t.Fatal(err)
	}
	if _, program := d.statusLine(); program == "" || len(d.entries()) > 0 {
		t.Errorf("left is %s", d.text)
	}
	s.mustUninstall(t, User)
	if diff := cmp.Diff(before, read(t, path)); diff != "" {
		t.Errorf("uninstalled (-want +got)\n%s", diff)
	}
}

// TestStatusLineOfWindows: cmd.exe and a POSIX shell read the line alike, and it is
// known as ours.
func TestStatusLineOfWindows(t *testing.T) {
	const program = `C:\Program Files\ctxhook.exe`
	data, _, err := withStatusLine([]byte("{}"), program)
	if err != nil {
		t.Fatal(err)
	}
	d, err := parse(data)
	if err != nil {
		t.Fatal(err)
	}
	if command, ours := d.statusLine(); command != `"`+program+`" statusline` || ours != program {
		t.Errorf("%s calls %q", command, ours)
	}
}
