package e2e

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/ctxhook/ctxhook/cmd"
	"github.com/ctxhook/ctxhook/pkg/base/paths"
)

// TestOffers asks for many spellings of commands that break a wish. A row of offers.txt
// has the wish, a command, and what may be said of it: "ok" for nothing, "-" for the wish
// without a command, or the command that does the same and keeps the wish. What is
// offered keeps all wishes itself.
func TestOffers(t *testing.T) {
	of := make(map[string]*shop)
	n := 0
	schema, err := filepath.Abs("../schema.sql")
	if err != nil {
		t.Fatal(err)
	}
	table := read(t, "testdata/offers.txt")
	bin := t.TempDir()
	for _, name := range strings.Fields(offered) {
		if err := os.WriteFile(filepath.Join(bin, name), nil, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	paths.UseMachine(t.TempDir())
	for line := range strings.Lines(table) {
		row := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if strings.HasPrefix(line, "#") || len(row) < 3 {
			continue
		}
		n++
		wish, command, want := row[0], unescaped.Replace(row[1]), row[2:]
		w, ok := of[wish]
		if !ok {
			w = openShop(t, read(t, schema), bin)
			w.remember(wish)
			of[wish] = w
		}
		got, said := w.asks(command)
		if !slices.ContainsFunc(want, func(s string) bool { return unescaped.Replace(s) == got }) {
			t.Errorf("%s\n  %q\n  got  %q\n  want %q\n  %s", wish, command, got, want, said)
		}
		if got != "ok" && got != "-" && !strings.Contains(got, "`") {
			if again, said := w.asks(got); again != "ok" {
				t.Errorf("%s\n  %q\n  offered %q, which is stopped: %s", wish, command, got, said)
			}
		}
	}
	t.Logf("%d spellings of %d wishes", n, len(of))
	if n < 200 {
		t.Error("where are the rows?")
	}
}

// TestComplies makes calls that keep a wish, and others that break it.
func TestComplies(t *testing.T) {
	schema, err := filepath.Abs("../schema.sql")
	if err != nil {
		t.Fatal(err)
	}
	paths.UseMachine(t.TempDir())
	of := make(map[string]*shop)
	n := 0
	for line := range strings.Lines(read(t, "testdata/complies.txt")) {
		row := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if len(row) != 3 {
			continue
		}
		n++
		s, ok := of[row[0]]
		if !ok {
			s = openShop(t, read(t, schema), "")
			s.remember(row[0])
			of[row[0]] = s
		}
		got, said := s.asks(row[2])
		if stopped := got != "ok"; stopped != (row[1] == "stopped") {
			t.Errorf("%s: %s: stopped %t\n  %s", row[0], row[2], stopped, said)
		}
	}
	t.Logf("%d calls for %d wishes", n, len(of))
	if n < 140 {
		t.Error("where are the rows?")
	}
}

// offered are programs that are installed here.
const offered = "pnpm npm npx yarn bun uv uvx pip podman docker rg fd git vitest jest ruff flake8 docker-compose make go pytest python python3 trash poetry conda"

var unescaped = strings.NewReplacer(`\\`, `\`, `\n`, "\n")

// shop is a project of a user.
type shop struct {
	t                testing.TB
	dir, bin, schema string
	home             string
	sessions         int
}

func openShop(t testing.TB, schema, bin string) *shop {
	home := t.TempDir()
	s := &shop{t: t, dir: filepath.Join(home, "shop"), bin: bin, schema: schema, home: home}
	for _, dir := range []string{".git", "web", "api", "sub", "src", "x", "deploy", "vendor", "docs", "node_modules", "src/vendor"} {
		if err := os.MkdirAll(filepath.Join(s.dir, dir), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	for _, file := range []string{"package.json", "web/package.json", "vendor/a.go", "src/vendor/b.go", "docs/a.md", "README.md", "top.txt", ".env", ".env.example", "src/a.ts", "src/b.ts", "src/a.test.ts", "a.txt", "deploy.sh", "node_modules/i.js"} {
		text := "x\n"
		if filepath.Base(file) == "package.json" {
			text = `{"scripts":{"build":"x","test":"x","start":"x","lint":"x","dev":"x"}}`
		}
		if err := os.WriteFile(filepath.Join(s.dir, file), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return s
}

func (s *shop) main(stdin string, args ...string) string {
	s.t.Chdir(s.dir)
	var stdout, stderr bytes.Buffer
	cmd.Main(cmd.Env{
		Args: args, Stdin: strings.NewReader(stdin), Stdout: &stdout, Stderr: &stderr, Schema: s.schema, Version: "v0.0.0-e2e",
		Ancestors: ancestors, AtTerminal: func() bool { return true },
		Getenv: func(key string) string {
			switch key {
			case "HOME", "USERPROFILE", "APPDATA", "LOCALAPPDATA":
				return s.home
			case "PATH":
				return s.bin
			}
			return ""
		},
	})
	return stdout.String()
}

func (s *shop) remember(wish string) { s.main("", "remember", wish) }

// asks asks for a command in a new session. It returns what is offered in its place, "-"
// where it is stopped without that, and "ok" where it is not stopped.
func (s *shop) asks(command string) (offer, said string) {
	s.sessions++
	session := "s" + strings.Repeat("i", s.sessions)
	hook, tool, input := "pre-bash", "Bash", map[string]any{"command": command}
	for lead, by := range map[string][2]string{"edit:": {"pre-edit", "Edit"}, "write:": {"pre-write", "Write"}, "read:": {"pre-read", "Read"}} {
		if file, ok := strings.CutPrefix(command, lead); ok {
			hook, tool, input = by[0], by[1], map[string]any{"file_path": filepath.Join(s.dir, file), "content": "x", "old_string": "x", "new_string": "y"}
		}
	}
	payload, err := json.Marshal(map[string]any{
		"session_id": session, "cwd": s.dir, "prompt_id": "p", "transcript_path": "/h/.claude/projects/x/" + session + ".jsonl",
		"hook_event_name": "PreToolUse", "tool_name": tool, "tool_use_id": "t", "tool_input": input,
	})
	if err != nil {
		s.t.Fatal(err)
	}
	out := s.main(string(payload), hook)
	var answer struct {
		HookSpecificOutput struct{ PermissionDecisionReason string }
	}
	_ = json.Unmarshal([]byte(out), &answer)
	said = answer.HookSpecificOutput.PermissionDecisionReason
	if !strings.Contains(said, "the user said") {
		return "ok", out
	}
	_, rest, found := strings.Cut(said, "se `") // "Use `..`", "In it, use `..`"
	if end := strings.LastIndex(rest, "`"); found && end >= 0 {
		return rest[:end], said
	}
	return "-", said
}
