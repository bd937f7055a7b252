package hook

import (
	"bytes"
	"io"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

// ended is a process of a test, in which a hook runs that hangs.
type ended struct {
	out  bytes.Buffer
	exit chan int
}

func (u *user) hangs(event string, stdin io.Reader, getenv func(string) string) *ended {
	e := &ended{exit: make(chan int, 1)}
	env := Env{Stdin: stdin, Stdout: &e.out, Stderr: io.Discard, Getenv: getenv, Exit: func(code int) { e.exit <- code }}
	go Run(env, Named(event))
	return e
}

func (e *ended) waits(t *testing.T, most time.Duration) (exit int) {
	t.Helper()
	select {
	case exit = <-e.exit:
	case <-time.After(most):
		t.Fatal("the hook hangs")
	}
	return exit
}

// TestLimitOfReading: a payload that never comes, and one that never ends.
func TestLimitOfReading(t *testing.T) {
	for name, begins := range map[string]string{"nothing": "", "a part": `{"tool_name":"Bash","tool_input":{"command":"ls`} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for _, set := range []string{"open", "block"} {
				u := newUser(t)
				u.write(t, ".config/ctxhook/config.yaml", "on_error: "+set+"\n")
				in, w := io.Pipe() // never closed: the hook would go on while its home is removed
				go io.WriteString(w, begins)
				e := u.hangs("pre-bash", in, u.getenv)
				exit := e.waits(t, 2*(readLimit+lastLimit))
				if (exit == exitBlock) != (set == "block") || !strings.Contains(e.out.String(), "ctxhook") {
					t.Errorf("on_error: %s: exit %d, %s", set, exit, &e.out)
				}
			}
		})
	}
}

// hanging is a getenv that hangs the first time that a variable is asked for.
func hanging(getenv func(string) string, name string) func(string) string {
	var hung atomic.Bool
	return func(asked string) string {
		if asked == name && hung.CompareAndSwap(false, true) {
			select {}
		}
		return getenv(asked)
	}
}

// TestLimitOfWork: a command that was read is judged, whatever hangs.
func TestLimitOfWork(t *testing.T) {
	tests := []struct {
		command string
		exit    int
		says    string
	}{
		{fatal, exitBlock, "deny"},
		{benign, exitOK, ""},
		{"bash fatal.sh", exitBlock, "deny"},
		{"bash benign.sh", exitOK, ""},
	}
	for _, tt := range tests {
		t.Run(tt.command, func(t *testing.T) {
			t.Parallel()
			u := newUser(t)
			u.write(t, "../work/shop/fatal.sh", fatal)
			u.write(t, "../work/shop/benign.sh", benign)
			e := u.hangs("pre-bash", strings.NewReader(u.claude(tt.command)), hanging(u.getenv, "XDG_STATE_HOME"))
			if exit := e.waits(t, 2*(guardLimit+lastLimit)); exit != tt.exit || !strings.Contains(e.out.String(), tt.says) || tt.says == "" && e.out.Len() > 0 {
				t.Errorf("exit %d, %s", exit, &e.out)
			}
		})
	}
}

// TestLimitOfJudging: where a command by itself takes too long to judge, the user is
// asked.
func TestLimitOfJudging(t *testing.T) {
	t.Parallel()
	u := newUser(t)
	var hangs atomic.Int32
	judging := func(name string) string {
		if name == "XDG_CONFIG_HOME" && hangs.Add(1) <= 2 {
			select {}
		}
		return u.getenv(name)
	}
	e := u.hangs("pre-bash", strings.NewReader(u.claude(fatal)), judging)
	if exit := e.waits(t, 2*(guardLimit+2*lastLimit)); exit != exitOK || !strings.Contains(e.out.String(), `"ask","permissionDecisionReason":"ctxhook (high, shell/too-large): cannot be checked to its end: there was no time for it`) {
		t.Errorf("exit %d, %s", exit, &e.out)
	}
}

// TestLimitOfAnswer: where the answer itself hangs, the process ends as it says.
func TestLimitOfAnswer(t *testing.T) {
	t.Parallel()
	u := newUser(t)
	unread, w := io.Pipe()
	defer unread.Close()
	exit := make(chan int, 1)
	go Run(Env{Stdin: strings.NewReader(u.claude(fatal)), Stdout: w, Stderr: io.Discard, Getenv: u.getenv, Exit: func(code int) { exit <- code }}, Named("pre-bash"))
	select {
	case code := <-exit:
		if code != exitBlock {
			t.Errorf("exit %d", code)
		}
	case <-time.After(2 * (guardLimit + lastLimit)):
		t.Fatal("the hook hangs")
	}
}
