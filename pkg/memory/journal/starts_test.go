package journal

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/ctxhook/ctxhook/pkg/base/protocol"
	"github.com/ctxhook/ctxhook/pkg/base/redact"
	"github.com/ctxhook/ctxhook/pkg/memory"
)

// TestChangedStart: files of the project that run by themselves are named when they have
// changed since a session began, and only then.
func TestChangedStart(t *testing.T) {
	for _, tt := range []struct {
		name   string
		there  map[string]string // before the first session
		change func(p *play)
		source string
		want   []string
	}{
		{"as they were", map[string]string{".mcp.json": "{}"}, func(*play) {}, "startup", nil},
		{"none", nil, func(p *play) { p.write("a.txt", "x") }, "startup", nil},
		{"one changed", map[string]string{".mcp.json": "{}", ".vscode/tasks.json": "{}"}, func(p *play) { p.write(".mcp.json", `{"a": 1}`) }, "startup", []string{".mcp.json"}},
		{"one is new", map[string]string{".mcp.json": "{}"}, func(p *play) { p.write(".husky/pre-commit", "make") }, "startup", []string{".husky/pre-commit"}},
		{"one is gone", map[string]string{".mcp.json": "{}"}, func(p *play) { os.Remove(filepath.Join(p.Judge.Project, ".mcp.json")) }, "startup", nil},
		{"the session goes on", map[string]string{".mcp.json": "{}"}, func(p *play) { p.write(".mcp.json", "[]") }, "resume", nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p := newPlay(t)
			for name, text := range tt.there {
				p.write(name, text)
			}
			starts := func(source string) []string {
				return p.at(protocol.Call{Event: protocol.SessionStart, Source: source}).ChangedStart()
			}
			if got := starts("startup"); got != nil {
				t.Errorf("the first time %q", got)
			}
			tt.change(p)
			if diff := cmp.Diff(tt.want, starts(tt.source)); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
			if again := starts(tt.source); again != nil {
				t.Errorf("the next time %q", again)
			}
		})
	}
}

// TestFirstToTell: of the hooks that the client calls when a session begins one tells, and
// one tells again when it begins anew.
func TestFirstToTell(t *testing.T) {
	p := newPlay(t)
	begins := func(session, source string) bool { // processes of one moment
		return p.At(&protocol.Call{Session: session, EventName: "SessionStart", Source: source, Agent: protocol.Named("claude")}, time.Now()).FirstToTell()
	}
	first, second := begins("s1", "startup"), begins("s1", "startup")
	if !first || second {
		t.Errorf("of two processes the first tells: %v, the second: %v", first, second)
	}
	if !begins("s1", "compact") || !begins("s2", "startup") {
		t.Error("nothing is told where a session goes on after it was compacted, or another begins")
	}
	for range 2 {
		if !begins("", "startup") {
			t.Error("nothing is told where no session is named")
		}
	}
}

// TestWordsOfTask: a task is compared by what it is called and by what was asked.
func TestWordsOfTask(t *testing.T) {
	for _, tt := range []struct{ what, prompt, want string }{
		{"Fix the parser", "", "Fix the parser"},
		{"Fix the parser", "Fix the parser", "Fix the parser"},
		{"Fix the parser", "The dates are wrong", "Fix the parser\nThe dates are wrong"},
	} {
		if got := wordsOf(&memory.Task{What: redact.Clean(tt.what), Prompt: redact.Clean(tt.prompt)}); got != tt.want {
			t.Errorf("%q, %q: %q, want %q", tt.what, tt.prompt, got, tt.want)
		}
	}
}

// TestGuardChanged: files that keep the guard on are named once when they have changed, and
// not the first time that they are seen.
func TestGuardChanged(t *testing.T) {
	p := newPlay(t)
	settings := filepath.Join(p.Judge.Places.Home, ".claude", "settings.json")
	put := func(text string) {
		if err := errors.Join(os.MkdirAll(filepath.Dir(settings), 0o700), os.WriteFile(settings, []byte(text), 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	put(`{"hooks": {"PreToolUse": [{"hooks": [{"type": "command", "command": "ctxhook pre-bash"}]}]}}`)
	changed := func() (list []string) {
		for _, c := range p.at(protocol.Call{Event: protocol.After, Commands: []string{"make"}, Result: &protocol.Result{}}).GuardChanged(Surroundings{}) {
			list = append(list, filepath.Base(c.Path)+" "+c.How.String())
		}
		return list
	}
	if got := changed(); got != nil {
		t.Errorf("the first time %q", got)
	}
	if got := changed(); got != nil {
		t.Errorf("as it was %q", got)
	}
	put(`{"hooks": {}}`)
	if got := changed(); len(got) != 1 {
		t.Errorf("without hooks %q", got)
	}
	if got := changed(); got != nil {
		t.Errorf("the next time %q", got)
	}
}
