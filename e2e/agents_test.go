package e2e

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/ctxhook/ctxhook/pkg/base/protocol"
)

// realAgent is an agent besides Claude Code, and how it is pointed at a scripted model.
type realAgent struct {
	name     string // as --agent has it
	variable string // names its binary
	tool     string // that runs commands
	input    func(command string) any
	files    map[string]string // what it needs to be set up; {url} is the model's address, {bin} where programs are
	env      []string
	args     []string
	plugin   [][]string // how it installs the plugin of {checkout}; nil where it does not
	ends     bool       // a deny ends its run, and says nothing
	deaf     bool       // it tells of no failure
}

// realAgents are those that npm has and that need no account: @google/gemini-cli,
// @qwen-code/qwen-code, @github/copilot, opencode-ai, @openai/codex, cline, droid
// and @earendil-works/pi-coding-agent.
var realAgents = []realAgent{
	{
		name: "gemini", variable: "CTXHOOK_GEMINI", tool: "run_shell_command", input: described,
		files:  map[string]string{"home/.gemini/settings.json": `{"security": {"auth": {"selectedType": "gemini-api-key"}}}`},
		env:    []string{"GOOGLE_GEMINI_BASE_URL={url}", "GEMINI_API_KEY=dummy", "GEMINI_CLI_TRUST_WORKSPACE=true"},
		args:   []string{"--yolo", "-m", "gemini-2.5-pro", "-p", "clean up"},
		plugin: [][]string{{"extensions", "install", "{checkout}/.claude-plugin/gemini", "--consent"}},
	},
	{
		name: "qwen", variable: "CTXHOOK_QWEN", tool: "run_shell_command", input: described,
		env:    []string{"OPENAI_BASE_URL={url}/v1", "OPENAI_API_KEY=dummy", "OPENAI_MODEL=scripted"},
		args:   []string{"--yolo", "--auth-type", "openai", "-p", "clean up"},
		plugin: [][]string{{"extensions", "install", "{checkout}:ctxhook", "--consent"}},
	},
	{
		name: "copilot", variable: "CTXHOOK_COPILOT", tool: "bash", input: described,
		env:    []string{"COPILOT_OFFLINE=true", "COPILOT_PROVIDER_BASE_URL={url}/v1", "COPILOT_PROVIDER_API_KEY=dummy", "COPILOT_MODEL=gpt-4.1"},
		args:   []string{"--allow-all-tools", "--allow-all-paths", "-p", "clean up"},
		plugin: [][]string{{"plugin", "marketplace", "add", "{checkout}"}, {"plugin", "install", "ctxhook@ctxhook"}},
	},
	{
		name: "opencode", variable: "CTXHOOK_OPENCODE", tool: "bash", input: described,
		files: map[string]string{"project/opencode.json": `{
			"model": "anthropic/claude-sonnet-4-5", "autoupdate": false, "share": "disabled", "permission": {"bash": "allow"},
			"provider": {"anthropic": {"options": {"baseURL": "{url}/v1", "apiKey": "dummy"}}}}`},
		env:  []string{"OPENCODE_DISABLE_AUTOUPDATE=1", "OPENCODE_DISABLE_MODELS_FETCH=1"},
		args: []string{"run", "clean up"},
	},
	{
		name: "codex", variable: "CTXHOOK_CODEX", tool: "exec_command",
		input: func(command string) any { return map[string]any{"cmd": command} },
		files: map[string]string{
			// It runs commands by a login shell, which sets PATH anew.
			"home/.profile": "PATH='{bin}':$PATH\n",
			"home/.codex/config.toml": `model = "gpt-5-codex"
model_provider = "scripted"
[model_providers.scripted]
name = "scripted"
base_url = "{url}/v1"
env_key = "SCRIPTED_KEY"
wire_api = "responses"
`,
		},
		env:    []string{"SCRIPTED_KEY=dummy"},
		args:   []string{"exec", "--dangerously-bypass-hook-trust", "--dangerously-bypass-approvals-and-sandbox", "clean up"},
		plugin: [][]string{{"plugin", "marketplace", "add", "{checkout}"}, {"plugin", "add", "ctxhook@ctxhook"}},
	},
	{
		name: "cline", variable: "CTXHOOK_CLINE", tool: "run_commands", ends: true,
		input: func(command string) any { return map[string]any{"commands": []string{command}} },
		files: map[string]string{"home/.cline/data/settings/providers.json": `{"version": 1, "lastUsedProvider": "openai-compatible", "providers": {
			"openai-compatible": {"settings": {"provider": "openai-compatible", "apiKey": "dummy", "model": "scripted", "baseUrl": "{url}/v1"}, "updatedAt": "2026-01-01T00:00:00.000Z", "tokenSource": "manual"}}}`},
		args: []string{"clean up"},
	},
	{
		name: "droid", variable: "CTXHOOK_DROID", tool: "Execute",
		input: func(command string) any {
			return map[string]any{"command": command, "summary": "next", "timeout": 60, "riskLevel": "low", "riskLevelReason": "none"}
		},
		files: map[string]string{"home/.factory/settings.json": `{"customModels": [{"model": "scripted", "displayName": "scripted", "baseUrl": "{url}/v1", "apiKey": "dummy", "provider": "generic-chat-completion-api", "maxOutputTokens": 4096}]}`},
		env:   []string{"FACTORY_API_KEY=fk-dummy"},
		args:  []string{"exec", "--skip-permissions-unsafe", "-m", "custom:scripted-0", "clean up"}, deaf: true,
		plugin: [][]string{{"plugin", "marketplace", "add", "{checkout}"}, {"plugin", "install", "ctxhook@checkout"}},
	},
	{
		name: "pi", variable: "CTXHOOK_PI", tool: "bash", input: func(command string) any { return map[string]any{"command": command} },
		files: map[string]string{"home/.pi/agent/models.json": `{"providers": {"scripted": {"baseUrl": "{url}/v1", "api": "openai-completions", "apiKey": "dummy", "models": [{"id": "scripted"}]}}}`},
		env:   []string{"PI_OFFLINE=1"},
		args:  []string{"--provider", "scripted", "--model", "scripted", "-p", "clean up"},
	},
}

func described(command string) any {
	return map[string]any{"command": command, "description": "Do the next thing", "is_background": false}
}

// TestRealAgents runs each agent with the hooks that init registers for it alone, and
// with the plugin alone, against a model that wants to destroy things.
func TestRealAgents(t *testing.T) {
	for _, a := range realAgents {
		t.Run(a.name, func(t *testing.T) {
			if os.Getenv(a.variable) == "" {
				t.Skip(a.variable + " names no client")
			}
			w, m := a.guards(t, func(w *world, _ string) {
				w.command(t, filepath.Join(w.dir, "bin", "ctxhook"), "init", "--agent", a.name, "--user")
			})
			a.goesOn(t, w, m)
		})
		if a.plugin == nil {
			continue
		}
		t.Run(a.name+" plugin", func(t *testing.T) {
			if os.Getenv(a.variable) == "" {
				t.Skip(a.variable + " names no client")
			}
			w, m := a.guards(t, func(w *world, url string) {
				if err := os.CopyFS(filepath.Join(w.dir, "checkout", ".claude-plugin"), os.DirFS(marketplace)); err != nil {
					t.Fatal(err)
				}
				for _, args := range a.plugin {
					t.Logf("%s", a.run(t, w, url, args...))
				}
			})
			a.goesOn(t, w, m)
		})
	}
}

func (a *realAgent) guards(t *testing.T, register func(w *world, url string)) (*world, *scripted) {
	w := newWorld(t)
	ctxhook := filepath.Join(w.dir, "bin", "ctxhook")
	w.command(t, ctxhook, "uninstall", "--yes")
	m := newScripted(t, a.tool, a.input, []string{
		"rm no-such-file", "git push --force origin main", "git commit --no-verify --allow-empty -m x", "python3 gone.py", "cat .",
		"head -c 200000 /dev/zero | tr '\\0' x > notes.txt", "rm -rf ~/",
	})
	m.ready = func(turn int) bool { return turn == 0 || w.removed() != "" }
	a.setUp(t, w, m.URL)
	register(w, m.URL)
	out := a.run(t, w, m.URL, a.args...)

	told := m.told
	for i := range told {
		t.Logf("%s\n-> %.2000s", m.commands[i], told[i])
	}
	if a.ends && len(told) == len(m.commands)-1 {
		told = append(told, "ctxhook blocked this (filesystem/delete-critical") // as far as can be seen
	}
	if len(told) != len(m.commands) {
		t.Fatalf("the model came as far as %d of %d\n%s", len(told), len(m.commands), out)
	}
	// What the row of the agent says is what it does.
	row := protocol.Named(a.name)
	for i, want := range []string{
		1: "needs the user's approval: ctxhook (git/force-push-protected", 2: "ctxhook warns (git/bypass", 4: "Run: `ls .`", 6: "ctxhook blocked this (filesystem/delete-critical",
	} {
		if i == 2 && !row.Context || i == 4 && row.Late == "" {
			want = ""
		}
		if !strings.Contains(told[i], want) || want == "" && strings.Contains(told[i], "ctxhook") {
			t.Errorf("%s: want %q in\n%s", m.commands[i], want, told[i])
		}
	}
	w.unharmed(t)
	if diff := cmp.Diff([]string{"block", "warn", "ask"}, w.decisions(t)); diff != "" {
		t.Errorf("what is on record, the latest first (-want +got)\n%s", diff)
	}
	if failed := w.command(t, ctxhook, "history", "--failed"); !a.deaf && !strings.Contains(failed, "failed 2     python3 gone.py") {
		t.Errorf("the failure is not remembered:\n%s", failed)
	}
	return w, m
}

// goesOn fails unless an agent still runs commands when ctxhook is gone.
func (a *realAgent) goesOn(t *testing.T, w *world, m *scripted) {
	if err := os.Remove(filepath.Join(w.dir, "bin", "ctxhook")); err != nil {
		t.Fatal(err)
	}
	m.turn, m.told, m.commands = 0, nil, []string{"echo here > alive.txt"}
	out := a.run(t, w, m.URL, a.args...)
	if _, err := os.Stat(filepath.Join(w.project, "alive.txt")); err != nil {
		t.Errorf("without ctxhook nothing runs: %q\n%s", m.told, out)
	}
}

// fill puts the places of a test into a text.
func (w *world) fill(text, url string) string {
	return strings.NewReplacer("{url}", url, "{bin}", filepath.Join(w.dir, "bin"), "{checkout}", filepath.Join(w.dir, "checkout")).Replace(text)
}

func (a *realAgent) setUp(t *testing.T, w *world, url string) {
	t.Helper()
	for name, text := range a.files {
		w.file(t, name, w.fill(text, url), 0o600)
	}
}

// run runs the agent to its end, and returns what it prints.
func (a *realAgent) run(t *testing.T, w *world, url string, args ...string) string {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 90*time.Second)
	defer cancel()
	argv := strings.Fields(os.Getenv(a.variable))
	for _, arg := range args {
		argv = append(argv, w.fill(arg, url))
	}
	c := exec.CommandContext(ctx, argv[0], argv[1:]...)
	c.Dir, c.Env = w.project, w.env[:len(w.env):len(w.env)]
	for _, v := range a.env {
		c.Env = append(c.Env, w.fill(v, url))
	}
	c.WaitDelay = time.Second
	out, err := c.CombinedOutput()
	if err != nil && !a.ends {
		t.Errorf("client: %v\n%s", err, out)
	}
	return string(out)
}
