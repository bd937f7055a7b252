package journal

import (
	"strings"
	"testing"

	"github.com/ctxhook/ctxhook/pkg/memory/store"
)

const noModule = "Traceback (most recent call last):\n  File \"seed.py\", line 1, in <module>\n    import calc\nModuleNotFoundError: No module named 'calc'\n"

// TestFixIsTold: what was done between a failure and the same work passing is told
// when a later session meets the error.
func TestFixIsTold(t *testing.T) {
	for _, tt := range []struct {
		name   string
		before func(p *play) // in the first session
		want   string        // "": nothing of what was done
	}{
		{"a command", func(p *play) {
			p.ran("python3 seed.py", 1, noModule)
			p.ran("make deps", 0, "ok")
			p.ran("python3 seed.py", 0, "done")
		}, "make deps"},
		{"another call", func(p *play) {
			p.ran("python3 seed.py", 1, noModule)
			p.ran("PYTHONPATH=lib python3 seed.py", 0, "done")
		}, "PYTHONPATH=lib"},
		{"a command, where sequences are not to be learned", func(p *play) {
			p.Judge.Config.Learn.Sequences = false
			p.ran("python3 seed.py", 1, noModule)
			p.ran("make deps", 0, "ok")
			p.ran("python3 seed.py", 0, "done")
			p.read(func(*store.Tx) error { return nil })
			p.Judge.Config.Learn.Sequences = true
		}, ""},
		{"a command that only looks", func(p *play) {
			p.ran("python3 seed.py", 1, noModule)
			p.ran("ls -la", 0, "seed.py")
			p.ran("python3 seed.py", 0, "done")
		}, ""},
		{"nothing", func(p *play) {
			p.ran("python3 seed.py", 1, noModule)
			p.ran("python3 seed.py", 0, "done")
		}, ""},
		{"a command after which it failed again", func(p *play) {
			p.ran("python3 seed.py", 1, noModule)
			p.ran("make deps", 0, "ok")
			p.ran("python3 seed.py", 1, noModule)
		}, ""},
		{"a command that failed itself", func(p *play) {
			p.ran("python3 seed.py", 1, noModule)
			p.ran("make deps", 2, "make: *** No rule to make target 'deps'.  Stop.\n")
			p.ran("python3 seed.py", 0, "done")
		}, ""},
		{"a command of another session", func(p *play) {
			p.ran("python3 seed.py", 1, noModule)
			p.session = "s9"
			p.ran("make deps", 0, "ok")
			p.session = "s1"
			p.ran("python3 seed.py", 0, "done")
		}, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p := newPlay(t)
			tt.before(p)
			got := strings.Join(p.in("s2").ran("python3 seed.py", 1, noModule), "\n")
			switch {
			case tt.want == "" && strings.Contains(got, "fixed this"):
				t.Errorf("told %q", got)
			case tt.want != "" && !told(got, "Here ", tt.want, "fixed this (once)"):
				t.Errorf("told %q, want %q", got, tt.want)
			}
		})
	}
}

// TestFixIsCounted: a fix that is told is counted by what came of it, and one that helped
// too rarely is told no more.
func TestFixIsCounted(t *testing.T) {
	p := newPlay(t)
	p.ran("python3 seed.py", 1, noModule)
	p.ran("make deps", 0, "ok")
	p.ran("python3 seed.py", 0, "done")
	try := func(session string, helps bool) string {
		t.Helper()
		got := strings.Join(p.in(session).ran("python3 seed.py", 1, noModule), "\n")
		p.ran("make deps", 0, "ok")
		if helps {
			p.ran("python3 seed.py", 0, "done")
		} else {
			p.ran("python3 seed.py", 1, noModule)
		}
		return got
	}
	for i, tt := range []struct {
		helps bool
		want  string
	}{{true, "(once)"}, {true, "(2 of 2 times)"}, {false, "(3 of 3 times)"}, {false, "(3 of 4 times)"}} {
		if got := try("s"+string(rune('a'+i)), tt.helps); !told(got, "make deps", tt.want) {
			t.Errorf("%d: told %q, want %q", i, got, tt.want)
		}
	}
	for i := range 4 {
		try("f"+string(rune('a'+i)), false)
	}
	if got := strings.Join(p.in("last").ran("python3 seed.py", 1, noModule), "\n"); strings.Contains(got, "make deps") {
		t.Errorf("a fix that did not help six times is told: %q", got)
	}
}

// TestToldOnceASession: what its model has heard is not said to it again, but to a
// subagent, which has not.
func TestToldOnceASession(t *testing.T) {
	p := newPlay(t)
	p.ran("python3 seed.py", 1, noModule)
	p.ran("make deps", 0, "ok")
	p.ran("python3 seed.py", 0, "done")
	p.in("s2")
	for i, want := range []bool{true, false} {
		got := strings.Join(p.ran("python3 seed.py", 1, noModule), "\n")
		if strings.Contains(got, "make deps") != want {
			t.Errorf("%d: told %q, want %v", i, got, want)
		}
	}
}
