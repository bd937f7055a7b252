package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"
)

// A world is a user with a home, tools, projects, and a ctxhook that is
// registered in the user's Claude Code settings. All of it lies in one scratch
// directory, which the program made and removes.
type world struct {
	dir, home, projects string
	env                 []string
	binary              string
	hooks               []registered
	pace                time.Duration // between what the client and the user do
	serial              int           // of sessions and prompts
	lock                sync.Mutex
	client              time.Duration // what hooks took, together
	events              int
}

func newWorld(binary string, pace time.Duration) (*world, error) {
	dir, err := os.MkdirTemp("", "ctxhook-day-")
	if err != nil {
		return nil, err
	}
	// macOS has its temporary directory behind a link.
	if real, err := filepath.EvalSymlinks(dir); err == nil {
		dir = real
	}
	// Git's maintenance after a commit takes as long as the commit.
	if err := put(filepath.Join(dir, "gitconfig"), "[maintenance]\n\tauto = false\n[core]\n\tfsync = none\n"); err != nil {
		return nil, err
	}
	w := &world{dir: dir, home: filepath.Join(dir, "home"), projects: filepath.Join(dir, "projects"), binary: binary, pace: pace}
	w.env = environment(dir, w.home)
	for _, d := range []string{w.home, w.projects, filepath.Join(dir, "bin"), filepath.Join(w.home, ".claude", "projects")} {
		if err := os.MkdirAll(d, 0o755); err != nil {
			return w, err
		}
	}
	for name, text := range tools {
		if err := put(filepath.Join(dir, "bin", name), text); err != nil {
			return w, err
		}
	}
	if err := os.Symlink(binary, filepath.Join(dir, "bin", "ctxhook")); err != nil {
		return w, err
	}
	said, err := w.ctxhook(w.projects, nil, nil, "init", "--user")
	if err != nil {
		return w, fmt.Errorf("init: %w: %s", err, said.stderr)
	}
	w.hooks, err = registrations(filepath.Join(w.home, ".claude", "settings.json"))
	return w, err
}

// environment is that of the user: nothing of who runs this program is in it
// but where the tools are that this machine has.
func environment(dir, home string) []string {
	env := []string{
		"HOME=" + home, "PATH=" + filepath.Join(dir, "bin") + string(os.PathListSeparator) + os.Getenv("PATH"), "USER=dev", "LC_ALL=C.UTF-8", "NO_COLOR=1", "TERM=dumb",
		"XDG_CONFIG_HOME=" + home + "/.config", "XDG_DATA_HOME=" + home + "/.local/share", "XDG_STATE_HOME=" + home + "/.local/state", "XDG_CACHE_HOME=" + home + "/.cache",
		"GIT_CEILING_DIRECTORIES=" + dir, // where a project's repository is gone, none above is found
		"GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_GLOBAL=" + filepath.Join(dir, "gitconfig"), "GIT_AUTHOR_NAME=dev", "GIT_AUTHOR_EMAIL=dev@example.com", "GIT_COMMITTER_NAME=dev", "GIT_COMMITTER_EMAIL=dev@example.com",
		"GOPROXY=off", "GOTOOLCHAIN=local", "GOFLAGS=-buildvcs=false", "CGO_ENABLED=0", "PYTHONDONTWRITEBYTECODE=1",
	}
	if cache, err := exec.Command("go", "env", "GOCACHE").Output(); err == nil {
		env = append(env, "GOCACHE="+strings.TrimSpace(string(cache)))
	}
	own, _ := os.UserHomeDir()
	if root := os.Getenv("PYENV_ROOT"); root != "" {
		env = append(env, "PYENV_ROOT="+root)
	} else if _, err := os.Stat(filepath.Join(own, ".pyenv")); err == nil {
		env = append(env, "PYENV_ROOT="+filepath.Join(own, ".pyenv"))
	}
	return env
}

func (w *world) remove() {
	if os.RemoveAll(w.dir) != nil {
		_ = exec.Command("chmod", "-R", "u+rwX", w.dir).Run()
		_ = os.RemoveAll(w.dir)
	}
}

// spoken is what a run of ctxhook said.
type spoken struct {
	stdout, stderr string
	code           int
}

// ctxhook runs ctxhook. Its exit code is an answer; an error is that it did not
// run.
func (w *world) ctxhook(dir string, stdin []byte, env []string, args ...string) (spoken, error) {
	ctx, stop := context.WithTimeout(context.Background(), time.Minute)
	defer stop()
	c := exec.CommandContext(ctx, w.binary, args...)
	c.Dir, c.Env, c.Stdin = dir, append(slices.Clone(w.env), env...), bytes.NewReader(stdin)
	var out, failed bytes.Buffer
	c.Stdout, c.Stderr = &out, &failed
	err := c.Run()
	said := spoken{out.String(), failed.String(), c.ProcessState.ExitCode()}
	var exit *exec.ExitError
	if errors.As(err, &exit) && said.code >= 0 && (args[0] != "init" || said.code == 0) {
		err = nil
	}
	return said, err
}

// ran is how a command ended.
type ran struct {
	output string
	exit   int
	took   time.Duration
}

// bash runs a command as the Bash tool does, but for at most the limit, after
// which all of it is killed. Its standard input is empty.
func (w *world) bash(dir, command string, limit time.Duration) ran {
	c := exec.Command("bash", "-c", command)
	c.Dir, c.Env = dir, w.env
	var out bytes.Buffer
	c.Stdout, c.Stderr = &out, &out
	ownGroup(c)
	begun := time.Now()
	if err := c.Start(); err != nil {
		return ran{err.Error(), 127, 0}
	}
	late := time.AfterFunc(limit, func() { killGroup(c) })
	_ = c.Wait()
	late.Stop()
	return ran{strings.TrimRight(out.String(), "\n"), max(c.ProcessState.ExitCode(), -1), time.Since(begun)}
}

// long is more time than any command here needs.
const long = 2 * time.Minute

// quietly runs a script of the driver's own, each command of which must succeed.
func (w *world) quietly(dir, command string) error {
	if r := w.bash(dir, "set -e; "+command, long); r.exit != 0 {
		return fmt.Errorf("%s: exit code %d: %s", command, r.exit, r.output)
	}
	return nil
}

// git asks git, without writing the index.
func (w *world) git(dir, arguments string) string {
	r := w.bash(dir, "GIT_OPTIONAL_LOCKS=0 git "+arguments, long)
	return r.output
}

// put writes a file; one that begins with #! can be run.
func put(path, text string) error {
	mode := os.FileMode(0o644)
	if strings.HasPrefix(text, "#!") {
		mode = 0o755
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	return os.WriteFile(path, []byte(text), mode)
}

// rest is what passes between two calls, or before the user types: a model takes
// a while.
func (w *world) rest() { time.Sleep(w.pace) }

// soon is what passes between a command and the hooks around it. It is no longer:
// the client calls them at once, and what is changed meanwhile is the command's.
func (w *world) soon() { time.Sleep(10 * time.Millisecond) }
