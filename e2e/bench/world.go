package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"
)

// world is a user with a project and a ctxhook, in scratch directories.
type world struct {
	home, project string
	program       program
	env, userEnv  []string // of the agent's processes, and of the user's own
	calls         int
	modified      []string
	evicts        bool    // take the program out of the page cache before each process
	stayed        float64 // the largest part of a program that stayed all the same
}

// greeting is the file of the project that tools read and write.
const greeting = "hello.txt"

// newWorld makes a user with a small project.
func newWorld(dir string, b program) (*world, error) {
	w, err := newUser(dir, dir, b)
	if err != nil {
		return nil, err
	}
	files := map[string]string{
		greeting: "hello world\n", "go.mod": "module example.com/shop\n", "README.md": "# Shop\n",
		".git/HEAD": "ref: refs/heads/main\n", ".git/config": "[core]\n\trepositoryformatversion = 0\n", ".git/objects/info/none": "", ".git/refs/heads/none": "",
	}
	for i := range lintFiles {
		files[fmt.Sprintf("scripts/step%02d.sh", i)] = "#!/bin/bash\n" + script(lintSize-12)
	}
	return w, w.write(files)
}

// newUser makes a home below one directory and an empty project below another. The
// agent is Claude Code, and nothing of this user's environment but PATH matters.
func newUser(dir, projects string, b program) (*world, error) {
	dir, err := os.MkdirTemp(dir, "world")
	if err != nil {
		return nil, err
	}
	if projects, err = os.MkdirTemp(projects, "world"); err != nil {
		return nil, err
	}
	w := &world{home: filepath.Join(dir, "home"), project: filepath.Join(projects, "project"), program: b}
	w.userEnv = []string{
		"HOME=" + w.home, "PATH=" + os.Getenv("PATH"), "USER=dev", "LOGNAME=dev", "SHELL=/bin/bash", "LANG=C.UTF-8", "TERM=xterm-256color", "PWD=" + w.project,
	}
	if runtime.GOOS == "windows" {
		w.userEnv = append(w.userEnv, "USERPROFILE="+w.home, "AppData="+w.home, "LocalAppData="+w.home, "SystemRoot="+os.Getenv("SystemRoot"))
	}
	w.env = append(slices.Clone(w.userEnv), "CLAUDECODE=1", "CLAUDE_CODE_ENTRYPOINT=cli", "CLAUDE_PROJECT_DIR="+w.project)
	if err := os.MkdirAll(w.home, 0o700); err != nil {
		return nil, err
	}
	return w, os.MkdirAll(w.project, 0o755)
}

// write writes files of the project.
func (w *world) write(files map[string]string) error {
	for name, text := range files {
		file := w.file(name)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			return err
		}
	}
	return nil
}

func (w *world) file(name string) string { return filepath.Join(w.project, filepath.FromSlash(name)) }

// commit makes the project a repository with two commits and a file that differs.
func (w *world) commit() error {
	if err := w.repository(); err != nil {
		return err
	}
	return os.WriteFile(w.file(greeting), []byte("hello, changed\n"), 0o644)
}

// repository makes the project a repository with two commits.
func (w *world) repository() error {
	if err := os.RemoveAll(w.file(".git")); err != nil {
		return err
	}
	// A file that changed in the moment in which git looked at it is read again each time.
	time.Sleep(100 * time.Millisecond)
	return w.git([]string{"init", "-q", "-b", "main"}, []string{"add", "-A"}, []string{"commit", "-q", "-m", "First"}, []string{"commit", "-q", "--allow-empty", "-m", "Second"})
}

// git runs git in the project, once with each list of arguments.
func (w *world) git(runs ...[]string) error {
	for _, args := range runs {
		git := exec.Command("git", args...)
		git.Dir = w.project
		git.Env = append(slices.Clone(w.env), "GIT_CONFIG_NOSYSTEM=1", "GIT_AUTHOR_NAME=dev", "GIT_AUTHOR_EMAIL=dev@example.com", "GIT_COMMITTER_NAME=dev", "GIT_COMMITTER_EMAIL=dev@example.com")
		if out, err := git.CombinedOutput(); err != nil {
			return fmt.Errorf("git %s: %w\n%s", args[0], err, out)
		}
	}
	return nil
}

// payload makes the payload of an event, as Claude Code sends it. more are
// further keys and their values.
func (w *world) payload(name string, more ...any) []byte {
	p := map[string]any{
		"session_id": "6f1c2f0e-0b52-4d38-9d0c-3c1f6f3f7a10", "transcript_path": filepath.Join(w.home, ".claude", "projects", "shop", "6f1c2f0e.jsonl"),
		"cwd": w.project, "prompt_id": "19e8aa19-b26f-47eb-b811-425d7ea3f1ba", "permission_mode": "default", "effort": map[string]any{"level": "medium"},
		"hook_event_name": name,
	}
	for i := 0; i+1 < len(more); i += 2 {
		p[more[i].(string)] = more[i+1]
	}
	data, err := json.Marshal(p)
	if err != nil {
		panic(err) // it is made of texts
	}
	return data
}

// nextCall returns the id of the next call of a tool.
func (w *world) nextCall() string {
	w.calls++
	return w.call()
}

// call returns the id of the latest call.
func (w *world) call() string { return "toolu_" + strconv.Itoa(w.calls) }

// store imports so many runs of so many sessions as an export would have them.
func (w *world) store(n int) error {
	read, write := io.Pipe()
	go func() { write.CloseWithError(w.export(write, n)) }()
	load := exec.Command(w.program.file, "db", "import", "-")
	load.Dir, load.Env, load.Stdin = w.project, w.userEnv, read
	if out, err := load.CombinedOutput(); err != nil {
		return fmt.Errorf("ctxhook db import: %w\n%s", err, bytes.TrimSpace(out))
	}
	return nil
}

func (w *world) export(to io.Writer, n int) error {
	const inSession, commands = 100, 2_000
	out := json.NewEncoder(to)
	begun := time.Now().Add(-time.Duration(n) * time.Second)
	write := func(kind string, value map[string]any) error { return out.Encode(map[string]any{kind: value}) }
	if err := write("project", map[string]any{"root": w.project}); err != nil {
		return err
	}
	for i := range n {
		at, session := begun.Add(time.Duration(i)*time.Second).UTC(), fmt.Sprint("session-", i/inSession)
		if i%inSession == 0 {
			if err := write("session", map[string]any{"key": session, "agent": "claude", "project": w.project, "started": at}); err != nil {
				return err
			}
		}
		run := map[string]any{
			"id": "r-" + fmt.Sprintf("%08s", strings.ReplaceAll(strconv.FormatInt(int64(i), 31), "0", "z")), "start": at, "took_ns": 900_000_000, "session": session, "project": w.project,
			"cwd": w.project, "agent": "claude", "call": fmt.Sprint("toolu_s", i), "command": fmt.Sprint("make part", i%commands), "template": "make <target>",
			"outcome": "ok", "exit": 0, "output": "ok\n",
		}
		if i%10 == 9 {
			run["outcome"], run["exit"] = "failed", 2
			run["errors"] = []any{map[string]any{"class": "build", "signature": fmt.Sprintf("%016x", i%commands), "line": "make: *** [all] Error 2", "shape": "make: *** [all] Error"}}
		}
		if err := write("run", run); err != nil {
			return err
		}
	}
	for i := range min(n, commands) {
		if err := write("command", map[string]any{
			"project": w.project, "key": fmt.Sprintf("%016x", i), "command": fmt.Sprint("make part", i), "template": "make <target>", "good": n / commands, "first": begun.UTC(), "last": begun.UTC(),
		}); err != nil {
			return err
		}
	}
	return nil
}
