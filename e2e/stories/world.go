package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/ctxhook/ctxhook/cmd"
	"github.com/ctxhook/ctxhook/pkg/agents/hook"
)

// world is a user with a project, a client at work there, and a ctxhook.
type world struct {
	dir, root, cwd string
	env            []string
	binary         string

	session string   // "" when none runs
	heard   []string // what its model was told
	call    int      // of a tool, or a prompt
	tasks   map[string]map[string]any
}

// version is what the ctxhook of this checkout calls itself here.
const version = "v0.0.0-stories"

// claims is the variable that makes this program ctxhook.
const claims = "STORIES_CTXHOOK"

// playsCtxhook makes this program ctxhook where it was started for that.
func playsCtxhook() {
	if os.Getenv(claims) != "" {
		os.Exit(cmd.Main(cmd.Env{
			Args: os.Args[1:], Stdin: os.Stdin, Stdout: os.Stdout, Stderr: os.Stderr, Getenv: os.Getenv, Version: version,
		}))
	}
}

func newWorld(dir, binary string, s *story) (*world, error) {
	home := filepath.Join(dir, "home")
	w := &world{dir: dir, root: filepath.Join(dir, "project"), binary: binary, tasks: make(map[string]map[string]any)}
	w.cwd = w.root
	for _, pair := range os.Environ() {
		name, _, _ := strings.Cut(pair, "=")
		if !slices.ContainsFunc([]string{"CTXHOOK_", "CLAUDE", "XDG_", "GIT_", "GO", "CARGO_", "npm_", "PYTEST", "MAKE", "HOME"}, func(p string) bool { return strings.HasPrefix(name, p) }) {
			w.env = append(w.env, pair)
		}
	}
	w.env = append(w.env, "HOME="+home, "XDG_CONFIG_HOME="+home+"/.config", "XDG_DATA_HOME="+home+"/.local/share", "XDG_STATE_HOME="+home+"/.local/state",
		"XDG_CACHE_HOME="+home+"/.cache", "PYTHONDONTWRITEBYTECODE=1", "GIT_CONFIG_NOSYSTEM=1", "GIT_AUTHOR_NAME=dev", "GIT_AUTHOR_EMAIL=dev@example.com", "GIT_COMMITTER_NAME=dev", "GIT_COMMITTER_EMAIL=dev@example.com",
		"CLAUDE_PROJECT_DIR="+w.root, "CLAUDECODE=1", "GOPROXY=off", "GOTOOLCHAIN=local", "GOFLAGS=-buildvcs=false", "CARGO_NET_OFFLINE=true", "LC_ALL=C.UTF-8", "NO_COLOR=1", "NPM_CONFIG_UPDATE_NOTIFIER=false")
	w.env = append(w.env, toolDirs()...)
	// Git's maintenance after a commit takes as long as the commit.
	w.env = append(w.env, "GIT_CONFIG_GLOBAL="+filepath.Join(dir, "gitconfig"))
	if err := put(filepath.Join(dir, "gitconfig"), "[maintenance]\n\tauto = false\n[core]\n\tfsync = none\n"); err != nil {
		return nil, err
	}
	for _, f := range s.project {
		if err := put(filepath.Join(w.root, f.Name), string(f.Data)); err != nil {
			return nil, err
		}
	}
	if err := os.MkdirAll(home, 0o700); err != nil {
		return nil, err
	}
	out, failed := w.bash(w.root, "git init -q -b main && git add -A && git commit -q -m 'First commit'")
	if failed != 0 {
		return nil, fmt.Errorf("git: %s", out)
	}
	return w, nil
}

// toolDirs returns where the tools of this user keep what takes long to make or
// to find: stories have another HOME.
var toolDirs = sync.OnceValue(func() []string {
	var env []string
	if cache, err := exec.Command("go", "env", "GOCACHE").Output(); err == nil {
		env = append(env, "GOCACHE="+strings.TrimSpace(string(cache)))
	}
	home, _ := os.UserHomeDir()
	for name, dir := range map[string]string{"RUSTUP_HOME": ".rustup", "PYENV_ROOT": ".pyenv"} {
		if path := filepath.Join(home, dir); os.Getenv(name) == "" && isDir(path) {
			env = append(env, name+"="+path)
		}
	}
	// The python3 of a version manager may be a script that takes six times as
	// long as the interpreter it ends with, which is found before it here.
	if python, err := exec.Command("python3", "-c", "import sys; print(sys.executable)").Output(); err == nil {
		env = append(env, "PATH="+filepath.Dir(strings.TrimSpace(string(python)))+string(filepath.ListSeparator)+os.Getenv("PATH"))
	}
	return env
})

func isDir(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// put writes a file; one that begins with #! is made executable.
func put(path, data string) error {
	mode := os.FileMode(0o644)
	if strings.HasPrefix(data, "#!") {
		mode = 0o755
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	return os.WriteFile(path, []byte(data), mode)
}

// answer is what the hooks of an event tell the model, and the user.
type answer struct {
	denied      bool
	texts, user []string
}

// tells calls the hooks that ctxhook has for an event.
func (w *world) tells(payload map[string]any) (said answer, err error) {
	data, err := json.Marshal(payload)
	if err != nil {
		return said, err
	}
	event := payload["hook_event_name"].(string)
	tool, _ := payload["tool_name"].(string)
	for _, h := range hook.Events {
		if !slices.ContainsFunc(h.Client, func(s hook.Signal) bool { return s.Event == event && (tool == "" || named(s.Tool, tool)) }) {
			continue
		}
		out, err := w.hook(h.Name, data)
		if err != nil {
			return said, fmt.Errorf("%s: %w", h.Name, err)
		}
		if out.Message != "" {
			said.user = append(said.user, out.Message)
		}
		if out.Decision == "block" || out.Specific.Permission == "deny" {
			said.denied = true
			said.texts = append(said.texts, cmp.Or(out.Specific.Reason, out.Reason))
		}
		if out.Specific.Context != "" {
			said.texts = append(said.texts, out.Specific.Context)
		}
	}
	return said, nil
}

// named reports whether a matcher names a tool.
func named(matcher, tool string) bool {
	return regexp.MustCompile("^(?:" + matcher + ")$").MatchString(tool)
}

// output is the answer of a hook, as far as it is read.
type output struct {
	Decision string `json:"decision"`
	Reason   string `json:"reason"`
	Message  string `json:"systemMessage"`
	Specific struct {
		Context    string `json:"additionalContext"`
		Permission string `json:"permissionDecision"`
		Reason     string `json:"permissionDecisionReason"`
	} `json:"hookSpecificOutput"`
}

// hook calls a hook: of another ctxhook in a process, of this one here, for a session is
// some hundred of them.
func (w *world) hook(name string, payload []byte) (out output, err error) {
	var stdout []byte
	if w.binary != "" {
		stdout, err = w.ctxhook(payload, name)
	} else {
		stdout, err = w.here(payload, name)
	}
	if err != nil || len(bytes.TrimSpace(stdout)) == 0 {
		return out, err
	}
	return out, json.Unmarshal(stdout, &out)
}

// here runs ctxhook in this process. The exit code 2 is an answer.
func (w *world) here(stdin []byte, args ...string) ([]byte, error) {
	var stdout, stderr bytes.Buffer
	code := cmd.Main(cmd.Env{
		Args: args, Stdin: bytes.NewReader(stdin), Stdout: &stdout, Stderr: &stderr, Getenv: w.getenv, Version: version,
	})
	if code != 0 && code != 2 {
		return nil, fmt.Errorf("exit code %d: %s", code, stderr.String())
	}
	return stdout.Bytes(), nil
}

// getenv returns a variable of the user's; the last of two counts.
func (w *world) getenv(name string) string {
	for _, pair := range slices.Backward(w.env) {
		if value, ok := strings.CutPrefix(pair, name+"="); ok {
			return value
		}
	}
	return ""
}

// ctxhook runs ctxhook in the session's directory. The exit code 2 is an answer.
func (w *world) ctxhook(stdin []byte, args ...string) ([]byte, error) {
	binary := w.binary
	env := w.env
	if binary == "" {
		var err error
		if binary, err = os.Executable(); err != nil {
			return nil, err
		}
		env = append(slices.Clone(env), claims+"=1")
	}
	if args[0] == "db" {
		env = append(slices.Clone(env), "CLAUDECODE=") // the user does that
	}
	c := exec.Command(binary, args...)
	c.Dir, c.Env, c.Stdin = w.cwd, env, bytes.NewReader(stdin)
	var stderr bytes.Buffer
	c.Stderr = &stderr
	out, err := c.Output()
	var failed *exec.ExitError
	if errors.As(err, &failed) && failed.ExitCode() != 2 {
		return out, fmt.Errorf("%w: %s", err, stderr.String())
	} else if !errors.As(err, &failed) && err != nil {
		return out, err
	}
	return out, nil
}
