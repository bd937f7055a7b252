//go:build unix

package e2e

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// TestHostileScripts runs the hook before commands whose scripts are made to
// keep it waiting, to fill its memory or to send it in circles. Each is
// answered at once, and nothing of them runs.
func TestHostileScripts(t *testing.T) {
	const deletes = "touch ran\nrm -rf ~/\n"
	write := func(t *testing.T, path, text string) {
		t.Helper()
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	check := func(t *testing.T, err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	sparse := func(name string) func(*testing.T, *user) {
		return func(t *testing.T, u *user) {
			write(t, filepath.Join(u.project, name), deletes)
			check(t, os.Truncate(filepath.Join(u.project, name), 1<<30))
		}
	}
	pipe := func(name string) func(*testing.T, *user) {
		return func(t *testing.T, u *user) { check(t, syscall.Mkfifo(filepath.Join(u.project, name), 0o700)) }
	}
	link := func(to string) func(*testing.T, *user) {
		return func(t *testing.T, u *user) { check(t, os.Symlink(to, filepath.Join(u.project, "x.sh"))) }
	}
	files := func(texts map[string]string) func(*testing.T, *user) {
		return func(t *testing.T, u *user) {
			for name, text := range texts {
				write(t, filepath.Join(u.project, name), text)
			}
		}
	}
	chain := func(n int, call string) func(*testing.T, *user) {
		return func(t *testing.T, u *user) {
			for i := range n {
				write(t, filepath.Join(u.project, fmt.Sprintf("s%d.sh", i)), strings.ReplaceAll(call, "NEXT", fmt.Sprintf("s%d.sh", i+1))+"\n")
			}
			write(t, filepath.Join(u.project, fmt.Sprintf("s%d.sh", n)), deletes)
		}
	}
	tests := []struct {
		name, command string
		arrange       func(*testing.T, *user)
		want          string // deny, silence, or either where the bound decides
	}{
		{"a script", "bash x.sh", files(map[string]string{"x.sh": deletes}), "deny"},
		{"a pipe", "bash x.sh; cat x.sh | sh; . ./x.sh", pipe("x.sh"), "silence"},
		{"a pipe as package.json", "npm run a; npm install", pipe("package.json"), "silence"},
		{"a pipe as Makefile", "make a", pipe("Makefile"), "silence"},
		{"a device", "bash x.sh; sh < x.sh", link("/dev/zero"), "silence"},
		{"a directory", "bash .git; python3 .git; make -f .git", files(nil), "silence"},
		{"a link to itself", "bash x.sh", link("x.sh"), "silence"},
		{"a gigabyte", "bash x.sh; cat x.sh | sh; psql -f x.sh", sparse("x.sh"), "ask"},
		{"a gigabyte of data", "cat x.sh | sh; psql -f x.sh; python3 x.sh", sparse("x.sh"), "silence"},
		{"a gigabyte of package.json", "npm run a; npm install", sparse("package.json"), "ask"},
		{"targets in a circle", "make a", files(map[string]string{"Makefile": "a: b\n\t$(MAKE) b\nb: a\n\ttouch ran; rm -rf ~/\n"}), "deny"},
		{"scripts in a circle", "npm run a", files(map[string]string{"package.json": `{"scripts":{"prea":"npm run a","a":"npm run b","b":"npm run a; touch ran; rm -rf ~/"}}`}), "deny"},
		{"make and npm in a circle", "make a", files(map[string]string{"Makefile": "a:\n\tnpm run b\n", "package.json": `{"scripts":{"b":"make a && sh c.sh"}}`, "c.sh": "npm run b\n" + deletes}), "deny"},
		{"a makefile that includes itself", "make a", files(map[string]string{"Makefile": "include Makefile\n-include x.mk\na:\n", "x.mk": "include Makefile\n"}), "silence"},
		{"a chain of a thousand", "bash s0.sh", chain(1000, "bash NEXT"), "ask"},
		{"a tree of a million", "bash s0.sh", chain(20, "bash NEXT 1; bash NEXT 2"), "either"},
		{"a script that is no text", "bash x.sh", files(map[string]string{"x.sh": "\x7fELF\x00\xff" + deletes}), "silence"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			u := newUser(t)
			test.arrange(t, u)
			begin := time.Now()
			answer := make(chan string, 1)
			go func() {
				answer <- u.hook(t, "s1", "pre-bash", `{"hook_event_name":"PreToolUse","tool_name":"Bash","tool_use_id":"c1","tool_input":{"command":"`+test.command+`"}}`)
			}()
			select {
			case got := <-answer:
				t.Logf("%v: %.300s", time.Since(begin), got)
				denied := strings.Contains(got, `"deny"`)
				if test.want == "deny" && !denied || test.want == "ask" && !strings.Contains(got, `"ask"`) || test.want == "silence" && got != "" {
					t.Errorf("want %s", test.want)
				}
				if len(got) > 10_000 {
					t.Errorf("an answer of %d bytes", len(got))
				}
			case <-time.After(10 * time.Second):
				t.Fatal("the hook waits")
			}
			if _, err := os.Lstat(filepath.Join(u.project, "ran")); err == nil {
				t.Error("a script ran")
			}
		})
	}
}
