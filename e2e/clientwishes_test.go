package e2e

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestClientWishHolds runs the real client for a user at a terminal: what they correct in one
// turn is denied in the next, in the same session and without a word of them.
func TestClientWishHolds(t *testing.T) {
	client := realClient(t)
	w := newWorld(t)
	for _, name := range []string{"npm", "pnpm"} {
		w.file(t, "bin/"+name, "#!/bin/sh\necho \"it was "+name+"\"\n", 0o755)
	}
	w.file(t, "project/package.json", "{}\n", 0o644)
	m := newModel(t, []string{"git status", "", "npm install left-pad", "pnpm add left-pad"}, func(turn int) bool { return turn != 1 })
	w.attended(t, client, m.URL, "no, use pnpm, not npm", "install left-pad")
	m.mu.Lock()
	defer m.mu.Unlock()
	if len(m.told) != 4 || m.told[0].failed || !m.told[2].failed || m.told[3].failed {
		t.Fatalf("the model hears %+v", m.told)
	}
	for _, want := range []string{`the user said in this session: "no, use pnpm, not npm"`, "pnpm add left-pad"} {
		if !strings.Contains(m.told[2].result, want) {
			t.Errorf("no %s in: %s", want, m.told[2].result)
		}
	}
}

// TestClientAsksEachTime runs the real client for a user at a terminal who never wants
// something: they are asked each time, and a second attempt is no permission.
func TestClientAsksEachTime(t *testing.T) {
	client := realClient(t)
	w := newWorld(t)
	w.git(t, "fetch", "-q", "origin")
	w.git(t, "merge", "-q", "--ff-only", "origin/main")
	m := newModel(t, []string{"git status", "", "git push origin main", "git push origin main"}, func(turn int) bool { return turn != 1 })
	seen := w.attended(t, client, m.URL, "never push to main", "ship it", "", "")
	if n := len(slices.DeleteFunc(w.decisions(t), func(action string) bool { return action != "ask" })); n != 2 {
		t.Errorf("asked %d times; the user sees: %s", n, seen)
	}
	// A terminal breaks lines where it likes, in a box.
	if text := strings.Join(strings.Fields(strings.ReplaceAll(seen, "│", "")), ""); !strings.Contains(text, `theusersaidinthissession:"neverpushtomain"`) {
		t.Errorf("the user does not see what they said: %s", seen)
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if len(m.told) != 4 || m.told[3].failed {
		t.Errorf("accepted twice, and the model hears %+v", m.told)
	}
}

// TestClientLeavesAlone runs the real client, unattended, for a user who wants a directory left
// alone: no tool changes it, and what only reads it may.
func TestClientLeavesAlone(t *testing.T) {
	client := realClient(t)
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip(err)
	}
	w := newWorld(t)
	w.file(t, "project/vendor/a.go", "package a\n", 0o644)
	w.file(t, "server.py", fileServer, 0o644)
	w.file(t, "project/.mcp.json", `{"mcpServers":{"files":{"command":"`+python+`","args":["`+filepath.Join(w.dir, "server.py")+`"]}}}`, 0o644)
	w.asUser(t, "ctxhook remember 'never touch vendor/'")
	path := filepath.Join(w.project, "vendor", "a.go")
	uses := []use{
		{"Read", map[string]any{"file_path": path}},
		{"Edit", map[string]any{"file_path": path, "old_string": "package a", "new_string": "package b"}},
		{"Write", map[string]any{"file_path": filepath.Join(w.project, "vendor", "b.go"), "content": "package b\n"}},
		bash("sed -i s/a/b/ vendor/a.go"),
		{"mcp__files__write_file", map[string]any{"path": path, "content": "package a\n\nvar C = 1\n"}},
		bash("cat vendor/a.go"),
	}
	m := newModel(t, nil, always)
	m.uses = uses
	w.runWith(t, client, m.URL, "mend it", "--mcp-config", filepath.Join(w.project, ".mcp.json"), "--allowedTools", "mcp__files__write_file")
	m.mu.Lock()
	defer m.mu.Unlock()
	if len(m.told) != len(uses) {
		t.Fatalf("the model came as far as %d of %d: %+v", len(m.told), len(uses), m.told)
	}
	for i, told := range m.told {
		reads := i == 0 || i == len(uses)-1
		if told.failed == reads || !reads && !strings.Contains(told.result, "never touch vendor/") {
			t.Errorf("%s %v: failed %t: %s", uses[i].tool, uses[i].input, told.failed, told.result)
		}
	}
	if data, err := os.ReadFile(path); err != nil || string(data) != "package a\n" {
		t.Errorf("it holds %q, %v", data, err)
	}
	if _, err := os.Stat(filepath.Join(w.project, "vendor", "b.go")); err == nil {
		t.Error("a file was written")
	}
}

// fileServer is a server of tools that writes a file.
const fileServer = `import json, sys
for line in sys.stdin:
    q = json.loads(line)
    if "id" not in q:
        continue
    m, r = q["method"], {}
    if m == "initialize":
        r = {"protocolVersion": q["params"]["protocolVersion"], "capabilities": {"tools": {}}, "serverInfo": {"name": "files", "version": "1"}}
    elif m == "tools/list":
        r = {"tools": [{"name": "write_file", "description": "Writes a file", "inputSchema": {"type": "object", "properties": {"path": {"type": "string"}, "content": {"type": "string"}}}}]}
    elif m == "tools/call":
        a = q["params"]["arguments"]
        open(a["path"], "w").write(a["content"])
        r = {"content": [{"type": "text", "text": "written"}]}
    print(json.dumps({"jsonrpc": "2.0", "id": q["id"], "result": r}), flush=True)
`
