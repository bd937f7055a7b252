package hook

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestBrokenInput(t *testing.T) {
	inputs := map[string]string{
		"nothing": "", "text": "hello", "no command": `{"hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{}}`,
	}
	for name, input := range inputs {
		t.Run(name, func(t *testing.T) {
			p := newUser(t)
			if a := p.run("pre-bash", input); a.exit != 0 || !strings.HasPrefix(a.said(t).SystemMessage, "ctxhook could not check a command") {
				t.Errorf("open: %+v", a)
			}
			log, err := os.ReadFile(filepath.Join(p.home, ".local/state/ctxhook/debug.log"))
			if err != nil || bytes.Count(log, []byte("\n")) != 1 {
				t.Errorf("log = %q, err %v, want one line", log, err)
			}
			if a := p.run("pre-bash", input); a != (answer{}) {
				t.Errorf("open, again: %+v", a)
			}
			p.write(t, ".config/ctxhook/config.yaml", "on_error: block\n")
			if a := p.run("pre-bash", input); a.exit != 2 || a.said(t).Decision != "block" {
				t.Errorf("block: %+v", a)
			}
		})
	}
}

// TestPartialInput: what may hide a command is asked about, or blocked.
func TestPartialInput(t *testing.T) {
	const bash = `{"session_id":"s1","hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"command":"`
	inputs := map[string]struct {
		input string
		want  string // an agent that cannot ask denies
	}{
		"cut short":                   {bash + "git status", "ask"},
		"cut short before the tool":   {`{"session_id":"s1"`, "ask"},
		"cut short after a fatal one": {bash + fatal, "deny"},
		"too long before the tool":    {`{"x":"` + strings.Repeat("x", 17<<20) + `",` + bash[1:] + fatal + `"}}`, "ask"},
		"too long in the input":       {strings.TrimSuffix(bash, `"command":"`) + `"description":"` + strings.Repeat("x", 17<<20) + `","command":"` + fatal + `"}}`, "ask"},
		"an object before it":         {`{"x":1}` + bash + fatal + `"}}`, "ask"},
		"rubbish behind":              {bash + fatal + `"}} }{ ]`, "deny"},
		"NULs":                        {"\x00" + strings.Replace(bash+fatal+`"}}`, ":", "\x00:", 3) + "\x00", "deny"},
		"the command twice":           {bash + "ls" + `","command":"` + fatal + `"}}`, "deny"},
		"the input twice":             {bash + "ls" + `"},"tool_input":{"command":"` + fatal + `"}}`, "deny"},
	}
	for name, tt := range inputs {
		t.Run(name, func(t *testing.T) {
			for _, event := range []string{"pre-bash", "any"} {
				p := newUser(t)
				p.env["CLAUDE_CODE_SESSION_ATTENDED"] = "1"
				a := p.run(event, tt.input)
				if d := a.said(t).HookSpecificOutput.PermissionDecision; d != "deny" || strings.Contains(a.stdout, "needs the user's approval") != (tt.want == "ask") {
					t.Errorf("%s: %.300s: want %s", event, a.stdout, tt.want)
				}
			}
			p := newUser(t)
			p.write(t, ".config/ctxhook/config.yaml", "on_error: block\n")
			if a := p.run("pre-bash", tt.input); a.exit != 2 {
				t.Errorf("with on_error: block: %+v", a)
			}
		})
	}
}

// brokenPipe is a client that went away.
type brokenPipe struct{}

func (brokenPipe) Write([]byte) (int, error) { return 0, errors.New("broken pipe") }
func (brokenPipe) Read([]byte) (int, error)  { return 0, errors.New("broken pipe") }

func TestClientGoesAway(t *testing.T) {
	p := newUser(t)
	run := func(stdin io.Reader) int {
		return Run(Env{Stdin: stdin, Stdout: brokenPipe{}, Stderr: brokenPipe{}, Getenv: p.getenv}, nil)
	}
	if exit := run(strings.NewReader(p.codex(fatal))); exit != 2 {
		t.Errorf("exit %d: a deny that cannot be written must still be said", exit)
	}
	if exit := run(strings.NewReader(p.codex(benign))); exit != 0 {
		t.Errorf("exit %d for a harmless command", exit)
	}
	if exit := run(brokenPipe{}); exit != 0 {
		t.Errorf("exit %d for broken input", exit)
	}
}

func TestPanicLetsTheAgentGoOn(t *testing.T) {
	p := newUser(t)
	env := Env{Stdin: strings.NewReader(p.claude(fatal)), Stdout: io.Discard, Stderr: io.Discard}
	env.Getenv = func(string) string { panic("environment") }
	if exit := Run(env, nil); exit != 0 {
		t.Errorf("exit %d", exit)
	}
}

// TestPanicIsJudged: an error of ctxhook does not pass the command in which it happens.
func TestPanicIsJudged(t *testing.T) {
	for _, tt := range []struct {
		command string
		often   int // that it happens
		want    string
	}{
		{fatal, 1, "deny"},
		{fatal, 2, "ask"},
		{benign, 1, ""},
		{"git push --force origin main", 1, "ask"},
	} {
		t.Run(fmt.Sprint(tt.command, " ", tt.often), func(t *testing.T) {
			p := newUser(t)
			p.env["CLAUDE_CODE_SESSION_ATTENDED"] = "1"
			var out strings.Builder
			n := 0
			env := Env{Stdin: strings.NewReader(p.claude(tt.command)), Stdout: &out, Stderr: io.Discard}
			env.Getenv = func(name string) string {
				if n++; name == "PATH" && tt.often > 0 {
					tt.often--
					panic("planted")
				}
				return p.getenv(name)
			}
			Run(env, Named("pre-bash"))
			if got := (answer{stdout: out.String()}).said(t).HookSpecificOutput.PermissionDecision; got != tt.want {
				t.Errorf("%q, want %q: %s", got, tt.want, out.String())
			}
		})
	}
}

func TestNoHome(t *testing.T) {
	p := newUser(t)
	p.home = ""
	if a := p.run("pre-bash", p.claude(fatal)); a.exit != 2 {
		t.Errorf("%+v", a)
	}
	if a := p.run("pre-bash", p.claude(benign)); a.exit != 0 {
		t.Errorf("%+v", a)
	}
}

// TestBrokenSettings: the user hears of it once a session, the model never,
// and the built-in rules hold.
func TestBrokenSettings(t *testing.T) {
	p := newUser(t)
	p.write(t, ".config/ctxhook/config.yaml", "safety_levle: strict\n")
	s := p.run("pre-bash", p.claude(benign)).said(t)
	if !strings.Contains(s.SystemMessage, "safety_levle") || s.HookSpecificOutput.AdditionalContext != "" {
		t.Errorf("first: %+v", s)
	}
	if a := p.run("pre-bash", p.claude(benign)); a != (answer{}) {
		t.Errorf("second: %+v", a)
	}
	if a := p.run("pre-bash", p.claude(fatal)); a.exit != 2 {
		t.Errorf("a broken file switched the rules off: %+v", a)
	}
}

func TestLargePayload(t *testing.T) {
	p := newUser(t)
	if a := p.run("pre-bash", p.claude(fatal+" "+strings.Repeat("x", 17<<20))); a.exit != 2 {
		t.Errorf("a command past the bound: exit %d, want a block for what was read", a.exit)
	}
	write := `{"hook_event_name":"PreToolUse","tool_name":"Write","tool_input":{"content":"` + strings.Repeat("x", 17<<20) + `"}}`
	if a := p.run("pre-bash", write); a != (answer{}) {
		t.Errorf("another tool past the bound: exit %d", a.exit)
	}
}

// TestLateFailure: however a user wants failures of ctxhook handled, what has
// happened is not denied.
func TestLateFailure(t *testing.T) {
	for i := range Events {
		e := &Events[i]
		p := newUser(t)
		p.write(t, ".config/ctxhook/config.yaml", "on_error: block\n")
		a := p.run(e.Name, "no JSON")
		if e.Guards != (a.exit == 2) || !e.Guards && a != (answer{}) {
			t.Errorf("%s: %+v", e.Name, a)
		}
	}
}
