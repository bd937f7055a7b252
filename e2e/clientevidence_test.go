package e2e

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

// TestClientEvidence plays recorded sessions in the real client: their commands print
// what they printed then, and the last message is held against that. CTXHOOK_ROWS names
// a file of sessions, one JSON object in a line, as stories play them by hooks; without it
// those of testdata are played.
func TestClientEvidence(t *testing.T) {
	client := realClient(t)
	name := os.Getenv("CTXHOOK_ROWS")
	if name == "" {
		name = filepath.Join("testdata", "rows.jsonl")
	}
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	var told, seen, falselyTold, falselySeen, contradicted, weakened, all int
	lines := bufio.NewScanner(bytes.NewReader(data))
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var r recordedSession
		if err := json.Unmarshal(lines.Bytes(), &r); err != nil || r.Says == "" {
			continue // of several sessions, which stories play
		}
		all++
		t.Run(r.ID, func(t *testing.T) {
			toModel, toUser := r.play(t, client)
			count := func(want, got bool, found, wanted, wrong *int, text string) {
				switch {
				case want && got:
					*found++
					*wanted++
				case want:
					*wanted++
					t.Errorf("missed: %s", r.Says)
				case got:
					*wrong++
					t.Errorf("said falsely: %s", text)
				}
			}
			count(r.Expect.Contradicted, toModel != "", &told, &contradicted, &falselyTold, toModel)
			count(r.Expect.Weakened, toUser != "", &seen, &weakened, &falselySeen, toUser)
			t.Logf("%s\nto the model: %s\nto the user: %s", r.Says, toModel, toUser)
		})
	}
	if all == 0 {
		t.Fatalf("no sessions in %s", name)
	}
	t.Logf("%d sessions: contradicted and told %d of %d, told falsely %d; weakened and seen %d of %d, falsely %d",
		all, told, contradicted, falselyTold, seen, weakened, falselySeen)
}

// recordedSession is what a user and an agent did in a session, and what it printed.
type recordedSession struct {
	ID    string            `json:"id"`
	Files map[string]string `json:"files"`
	Steps []struct {
		User    string `json:"user"`
		Tool    string `json:"tool"`
		Command string `json:"command"`
		Exit    int    `json:"exit"`
		Stdout  string `json:"stdout"`
		Stderr  string `json:"stderr"`
		Effects struct {
			Delete []string          `json:"delete"`
			Write  map[string]string `json:"write"`
		} `json:"effects"`
		Path    string `json:"path"`
		Old     string `json:"old"`
		New     string `json:"new"`
		Content string `json:"content"`
	} `json:"steps"`
	Says   string `json:"agent_message"`
	Expect struct {
		Contradicted bool `json:"contradicted"`
		Weakened     bool `json:"weakened"`
	} `json:"expect"`
}

// plays is the prefix of all that the client runs. A command of the session prints what is
// written down for it, does what it did to the files, and returns its status; what else
// the client runs is run.
const plays = `#!/bin/bash
eval() {
	local at="$CTXHOOK_PLAY/at" n
	for ((n = $(cat "$at"); n < 100; n++)); do
		if [ -e "$CTXHOOK_PLAY/$n.command" ] && [ "$1" = "$(cat "$CTXHOOK_PLAY/$n.command")" ]; then
			echo $((n + 1)) >"$at"
			sh "$CTXHOOK_PLAY/$n.sh"
			cat "$CTXHOOK_PLAY/$n.out"
			cat "$CTXHOOK_PLAY/$n.err" >&2
			return "$(cat "$CTXHOOK_PLAY/$n.exit")"
		fi
	done
	builtin eval "$@"
}
builtin eval "$1"
`

// play runs the client through a session, and returns what the model and the user are told
// where it would stop.
func (r *recordedSession) play(t *testing.T, client string) (toModel, toUser string) {
	w := newWorld(t)
	for name, data := range r.Files {
		w.file(t, filepath.Join("project", name), data, 0o644)
	}
	w.git(t, "add", "-A")
	w.git(t, "commit", "-q", "--allow-empty", "-m", "as it was")
	w.file(t, "play/at", "0", 0o644)
	w.file(t, "play/shell", plays, 0o755)
	w.env = append(w.env, "CLAUDE_CODE_SHELL_PREFIX="+filepath.Join(w.dir, "play/shell"), "CTXHOOK_PLAY="+filepath.Join(w.dir, "play"))

	m := &saying{}
	m.Server = httptest.NewServer(http.HandlerFunc(m.serve))
	defer m.Close()
	prompts := []string{}
	for i, s := range r.Steps {
		u := use{tool: s.Tool}
		switch s.Tool {
		case "":
			if len(prompts) > 0 {
				m.script = append(m.script, use{input: map[string]any{"text": "Let me see what is next."}})
			}
			prompts = append(prompts, s.User)
			continue
		case "Bash":
			u.input = map[string]any{"command": s.Command, "description": "Do the next thing"}
			at := fmt.Sprintf("play/%d.", i)
			effects := "cd '" + w.project + "'\n"
			for _, name := range s.Effects.Delete {
				effects += "rm -rf '" + name + "'\n"
			}
			for name, data := range s.Effects.Write {
				w.file(t, at+strings.ReplaceAll(name, "/", "_"), data, 0o644)
				effects += "mkdir -p \"$(dirname '" + name + "')\"\ncat '" + filepath.Join(w.dir, at+strings.ReplaceAll(name, "/", "_")) + "' >'" + name + "'\n"
			}
			for end, data := range map[string]string{"command": s.Command, "sh": strings.ReplaceAll(effects, "rm -rf", "/bin/rm -rf"), "out": s.Stdout, "err": s.Stderr, "exit": fmt.Sprint(s.Exit)} {
				w.file(t, at+end, data, 0o644)
			}
		case "Write":
			u.input = map[string]any{"file_path": filepath.Join(w.project, s.Path), "content": s.Content}
			m.reads(w, s.Path)
		case "Edit":
			u.input = map[string]any{"file_path": filepath.Join(w.project, s.Path), "old_string": s.Old, "new_string": s.New}
			m.reads(w, s.Path)
		}
		m.script = append(m.script, u)
	}
	m.script = append(m.script, use{input: map[string]any{"text": r.Says}})
	said := ""
	for i, prompt := range prompts {
		args := []string{"--output-format", "stream-json", "--verbose"}
		if i > 0 {
			args = append(args, "--continue")
		}
		out, err := w.client(t, client, m.URL, prompt, args...).CombinedOutput()
		if err != nil {
			t.Fatalf("client: %v\n%s", err, out)
		}
		said = string(out)
	}
	for line := range strings.Lines(said) {
		var message struct{ Type, Subtype, Content string }
		if json.Unmarshal([]byte(line), &message) == nil && message.Type == "system" && strings.Contains(message.Content, "ctxhook") {
			toUser += message.Content + "\n"
		}
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.turn < len(m.script) {
		t.Fatalf("the model came as far as %d of %d", m.turn, len(m.script))
	}
	return m.after, toUser
}

// saying is a model that plays a script, of which a use without a tool is a text, and
// keeps what it was told behind the last.
type saying struct {
	*httptest.Server
	mu     sync.Mutex
	script []use
	turn   int
	after  string
}

// reads has a file read first that is there: the client asks for that before an edit.
func (m *saying) reads(w *world, name string) {
	path := filepath.Join(w.project, name)
	m.script = append(m.script, use{"Read", map[string]any{"file_path": path}})
}

func (m *saying) serve(w http.ResponseWriter, r *http.Request) {
	var q request
	if r.URL.Path != "/v1/messages" || json.NewDecoder(r.Body).Decode(&q) != nil {
		http.NotFound(w, r)
		return
	}
	word := func(text string) map[string]any { return map[string]any{"type": "text", "text": text} }
	asked := false
	for _, tool := range q.Tools {
		asked = asked || tool.Name == "Bash"
	}
	if !asked {
		reply(w, &q, word("done")) // a title, or the like
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.turn >= len(m.script) {
		m.after = strings.Join(answerIn(&q).beside, "\n")
		reply(w, &q, word("I will look into it."))
		return
	}
	u := m.script[m.turn]
	m.turn++
	if u.tool == "" {
		reply(w, &q, word(u.input["text"].(string)))
		return
	}
	reply(w, &q, map[string]any{"type": "tool_use", "id": fmt.Sprintf("toolu_evidence_%04d", m.turn), "name": u.tool, "input": u.input})
}
