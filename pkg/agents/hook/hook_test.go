package hook

import (
	"bufio"
	"encoding/json"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/ctxhook/ctxhook/pkg/base/paths"
	"github.com/ctxhook/ctxhook/pkg/guard/config"
)

const (
	fatal  = "rm -rf /"
	grave  = "git push --force origin main"
	benign = "git status"
)

func TestPreBash(t *testing.T) {
	tests := []struct {
		name, command, attended string
		exit                    int
		decision                string
	}{
		{"nothing to say", benign, "1", 0, ""},
		{"block", fatal, "1", 2, "deny"},
		{"block where nobody is there", fatal, "0", 2, "deny"},
		{"ask", grave, "1", 0, "ask"},
		{"ask where nobody is there: the client denies", grave, "0", 0, "ask"},
		{"behind a shell", "bash -c '" + fatal + "'", "1", 2, "deny"},
		{"a heredoc of 200 KB", "cat > notes.txt <<'EOF'\n" + strings.Repeat("rm -rf / is data here\n", 10_000) + "EOF\n", "1", 0, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p := newUser(t)
			p.env["CLAUDE_CODE_SESSION_ATTENDED"] = tt.attended
			for _, event := range []string{"pre-bash", "any"} {
				a := p.run(event, p.claude(tt.command))
				s := a.said(t)
				if a.exit != tt.exit || s.HookSpecificOutput.PermissionDecision != tt.decision {
					t.Errorf("%s: exit %d, %q, want exit %d, %q\n%s", event, a.exit, s.HookSpecificOutput.PermissionDecision, tt.exit, tt.decision, a.stdout)
				}
				if tt.decision == "" && a.stdout+a.stderr != "" {
					t.Errorf("%s: silence speaks: %q %q", event, a.stdout, a.stderr)
				}
			}
		})
	}
}

// TestWhoIsToldWhat: the user learns how to let a command through, the
// model never does.
func TestWhoIsToldWhat(t *testing.T) {
	p := newUser(t)
	a := p.run("pre-bash", p.claude(fatal))
	s := a.said(t)
	const how = "ctxhook allow d-"
	if !strings.Contains(s.SystemMessage, how) {
		t.Errorf("the user is not told what to type: %q", s.SystemMessage)
	}
	for _, toModel := range []string{s.Reason, s.HookSpecificOutput.PermissionDecisionReason, a.stderr} {
		if strings.Contains(toModel, "ctxhook allow") || !strings.Contains(toModel, "d-") {
			t.Errorf("the model is told %q: want the decision's id, and not how to get past it", toModel)
		}
	}
	p.env["CLAUDE_CODE_SESSION_ATTENDED"] = "0"
	s = p.run("pre-bash", p.claude(grave)).said(t)
	if r := s.HookSpecificOutput.PermissionDecisionReason; !strings.HasPrefix(r, "needs the user's approval: ") || strings.Contains(r, "ctxhook allow") {
		t.Errorf("unattended reason = %q", r)
	}
}

// TestSilenceWritesOneLine: of a silent call only that it was judged is kept.
func TestSilenceWritesOneLine(t *testing.T) {
	p := newUser(t)
	for range 2 {
		p.run("pre-bash", p.claude(benign))
	}
	var files []string
	err := filepath.WalkDir(p.home, func(path string, e fs.DirEntry, err error) error {
		if err == nil && !e.IsDir() {
			name, _ := filepath.Rel(p.home, path)
			files = append(files, filepath.ToSlash(name))
		}
		return err
	})
	const dir = ".local/state/ctxhook/ledger"
	if err != nil || len(files) != 1 || path.Dir(files[0]) != dir {
		t.Fatalf("home holds %q, err %v", files, err)
	}
	data, err := os.ReadFile(filepath.Join(p.home, files[0]))
	if lines := strings.Fields(string(data)); err != nil || len(lines) != 3 || len(lines[1]) > 80 || len(lines[2]) > 80 {
		t.Errorf("two calls leave %q, %v", data, err)
	}
}

func TestUnattended(t *testing.T) {
	tests := []struct {
		name, policy string
		want         []string // Codex's permission decision, call by call
	}{
		{"ask", "ask", []string{"deny", "deny"}},
		{"once", "once", []string{"deny", "", ""}},
		{"warn", "warn", []string{"", ""}},
		{"block", "block", []string{"deny", "deny"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p := newUser(t)
			p.write(t, ".config/ctxhook/config.yaml", "unattended: "+tt.policy+"\n")
			var got []string
			for range tt.want {
				a := p.run("pre-bash", p.codex(grave))
				got = append(got, a.said(t).HookSpecificOutput.PermissionDecision)
				if a.exit != 0 {
					t.Errorf("exit %d: Codex on Windows runs what a failed hook denies", a.exit)
				}
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("decisions (-want +got):\n%s", diff)
			}
			if a := p.run("pre-bash", p.codex(fatal)); a.said(t).HookSpecificOutput.PermissionDecision != "deny" {
				t.Errorf("a block was let through: %s", a.stdout)
			}
		})
	}
}

// TestOnceInvitesToRepeat only where the repetition will be known as one: a
// model that repeats in vain would do so for ever.
func TestOnceInvitesToRepeat(t *testing.T) {
	for _, remembers := range []bool{true, false} {
		p := newUser(t)
		p.env["CLAUDE_CODE_SESSION_ATTENDED"] = "0"
		p.write(t, ".config/ctxhook/config.yaml", "unattended: once\n")
		if !remembers {
			p.write(t, ".local/state", "a file where a directory has to be")
		}
		reason := p.run("pre-bash", p.claude(grave)).said(t).HookSpecificOutput.PermissionDecisionReason
		if got := strings.Contains(reason, "run it again"); got != remembers {
			t.Errorf("where ctxhook remembers = %v the model is told %q", remembers, reason)
		}
	}
}

func TestAllowOnce(t *testing.T) {
	p := newUser(t)
	places, err := paths.Resolve(p.getenv, runtime.GOOS)
	if err != nil {
		t.Fatal(err)
	}
	now := time.Now()
	if _, err := config.AddAllow(places, config.Allow{Hash: config.Hash(fatal), Once: true}, now); err != nil {
		t.Fatal(err)
	}
	want := []int{2, 0, 2} // another command, the one allowed, and again
	var got []int
	for _, command := range []string{fatal + " -v", fatal, fatal} {
		got = append(got, p.run("pre-bash", p.claude(command)).exit)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("exits (-want +got):\n%s", diff)
	}
}

func TestPause(t *testing.T) {
	p := newUser(t)
	places, err := paths.Resolve(p.getenv, runtime.GOOS)
	if err != nil {
		t.Fatal(err)
	}
	now := time.Now()
	if err := config.Pause(places, now.Add(-time.Second), now.Add(time.Minute)); err != nil {
		t.Fatal(err)
	}
	if a := p.run("pre-bash", p.claude(fatal)); a != (answer{}) {
		t.Errorf("paused: %+v", a)
	}
	if err := config.Resume(places); err != nil {
		t.Fatal(err)
	}
	if a := p.run("pre-bash", p.claude(fatal)); a.exit != 2 {
		t.Errorf("resumed: %+v", a)
	}
}

// TestSilent gives every hook what is none of its business, and what is and
// gives no reason to speak: commands that went well or never ran, prompts, and
// ends of sessions.
func TestSilent(t *testing.T) {
	for _, file := range []string{"unclaimed", "quiet"} {
		f, err := os.Open("testdata/" + file + ".jsonl")
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		p, n := newUser(t), 0
		p.env["CLAUDE_CODE_SESSION_ID"] = "5e0c1a52-0000-4000-8000-00000000c1a0"
		for lines := bufio.NewScanner(f); lines.Scan(); n++ {
			for _, event := range append(Names(), "any") {
				if a := p.run(event, lines.Text()); a != (answer{}) {
					t.Errorf("%s: %+v\n%s", event, a, lines.Text())
				}
			}
		}
		if n == 0 {
			t.Fatal("no payloads")
		}
	}
}

func TestNeutral(t *testing.T) {
	p := newUser(t)
	tests := []struct {
		name, command, status string
		exit                  int
	}{
		{"proceed", benign, "proceed", 0},
		{"warning", grave, "proceed_with_warning", 0},
		{"block", fatal, "block", 2},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			a := p.run("any", `{"command":"`+tt.command+`","working_dir":"/srv/shop"}`)
			var got struct {
				Status, Message string
				Warnings        []string
				InjectedContext struct {
					CommandType string `json:"command_type"`
					RiskLevel   string `json:"risk_level"`
				} `json:"injected_context"`
			}
			if err := json.Unmarshal([]byte(a.stdout), &got); err != nil {
				t.Fatal(err)
			}
			if a.exit != tt.exit || got.Status != tt.status || got.InjectedContext.CommandType == "" || (tt.status == "proceed") != (len(got.Warnings) == 0) {
				t.Errorf("exit %d, %s", a.exit, a.stdout)
			}
		})
	}
}

func FuzzRun(f *testing.F) {
	p := newUser(f)
	for _, c := range []string{fatal, grave, benign, "echo \x00 \xff"} {
		f.Add([]byte(p.claude(c)))
		f.Add([]byte(p.codex(c)))
	}
	f.Fuzz(func(t *testing.T, payload []byte) {
		a := p.run("pre-bash", string(payload))
		if a.exit != 0 && a.exit != 2 {
			t.Errorf("exit %d", a.exit)
		}
		if a.stdout != "" && !json.Valid([]byte(a.stdout)) {
			t.Errorf("not JSON: %q", a.stdout)
		}
		if lower := strings.ToLower(a.stdout); strings.Contains(lower, `"permissiondecision":"allow"`) || strings.Contains(lower, `"decision":"approve"`) {
			t.Errorf("allows: %q", a.stdout)
		}
	})
}
