package e2e

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/ctxhook/ctxhook/cmd"
	"github.com/ctxhook/ctxhook/pkg/agents/ancestry"
	"github.com/ctxhook/ctxhook/pkg/base/display"
	"github.com/ctxhook/ctxhook/pkg/base/paths"
)

var (
	update = flag.Bool("u", false, "write the outputs in the stories anew")
	long   = flag.Bool("long", false, "go through all hostile repositories and examples, not one in three")
)

// scripts is where the stories are.
const scripts = "testdata/script"

func TestMain(m *testing.M) {
	testscript.Main(withPrograms{m}, map[string]func(){"ctxhook": ctxhook, "agent": agent})
}

// ctxhook runs the program as main does. The terminal of a person is claimed
// by E2E_PERSON, which only this binary reads.
func ctxhook() {
	machine()
	env := cmd.Env{
		Args: os.Args[1:], Stdin: os.Stdin, Stdout: os.Stdout, Stderr: os.Stderr, Getenv: os.Getenv, Version: "v0.0.0-e2e",
		Ancestors: ancestors,
	}
	if os.Getenv("E2E_PERSON") != "" {
		env.AtTerminal = func() bool { return true }
	}
	var said bytes.Buffer
	if len(os.Args) < 2 || os.Args[1] == "session-start" || os.Args[1] == "pre-task" {
		env.Stdout = io.MultiWriter(os.Stdout, &said)
	}
	code := cmd.Main(env)
	if n := digestTokens(said.Bytes()); n > maxDigest {
		fmt.Fprintf(os.Stderr, "a digest of %d tokens, and %d are enough\n", n, maxDigest)
		code = 99 // which no story wants
	}
	os.Exit(code)
}

// machine makes the directory in E2E_MACHINE the one of an administrator. Of the
// machine that runs the tests no settings count.
func machine() {
	if dir := os.Getenv("E2E_MACHINE"); dir != "" {
		paths.UseMachine(dir)
	}
}

// ancestors are those of the program in a story: the processes in E2E_ANCESTORS,
// the nearest first, each with its name and arguments. Who runs the tests, which
// may be an agent, does not matter.
func ancestors() []ancestry.Process {
	list := []ancestry.Process{{ID: 100, Name: "ctxhook"}}
	for i, words := range strings.Split(os.Getenv("E2E_ANCESTORS"), ",") {
		if args := strings.Fields(words); len(args) > 0 {
			list = append(list, ancestry.Process{ID: 99 - i, Name: args[0], Args: args})
		}
	}
	return list
}

// maxDigest is how many tokens a session or a subagent may begin with, in
// whatever story.
const maxDigest = 300

// digestTokens measures what the answer of a hook tells where work begins.
func digestTokens(answer []byte) int {
	var said struct {
		HookSpecificOutput struct{ HookEventName, AdditionalContext string }
	}
	if json.Unmarshal(answer, &said) != nil {
		return 0
	}
	switch said.HookSpecificOutput.HookEventName {
	case "SessionStart", "SubagentStart":
		return display.Tokens(said.HookSpecificOutput.AdditionalContext)
	}
	return 0
}

func TestScripts(t *testing.T) {
	stories, err := filepath.Glob(filepath.Join(scripts, "*.txtar"))
	if err != nil || len(stories) == 0 {
		t.Fatalf("no stories in %s (%v)", scripts, err)
	}
	testscript.Run(t, testscript.Params{
		Dir:                 scripts,
		UpdateScripts:       *update,
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Setup:               setup,
		Cmds:                map[string]func(*testscript.TestScript, bool, []string){"exits": exits},
	})
}

// setup gives every story a user and a machine of its own. Nothing of the
// person who runs the tests is seen: testscript starts without environment.
func setup(env *testscript.Env) error {
	home := filepath.Join(env.WorkDir, "home")
	for name, value := range map[string]string{
		"HOME":              home,
		"USERPROFILE":       home,
		"APPDATA":           filepath.Join(home, ".config"),
		"LOCALAPPDATA":      filepath.Join(home, ".local"),
		"XDG_CONFIG_HOME":   filepath.Join(home, ".config"),
		"XDG_DATA_HOME":     filepath.Join(home, ".local", "share"),
		"XDG_STATE_HOME":    filepath.Join(home, ".local", "state"),
		"XDG_CACHE_HOME":    filepath.Join(home, ".cache"),
		"GIT_CONFIG_GLOBAL": filepath.Join(programs, "gitconfig"),
		"GIT_CONFIG_SYSTEM": os.DevNull,
		"TZ":                "UTC",
		"E2E_MACHINE":       filepath.Join(env.WorkDir, "etc"),
	} {
		env.Setenv(name, value)
	}
	return os.MkdirAll(home, 0o700)
}

// exits runs a command and wants exactly this exit code: "exits 2 ctxhook
// check 'rm -rf /'".
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits CODE COMMAND ARG..")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	got := 0
	if err := ts.Exec(args[1], args[2:]...); err != nil {
		exit, ok := err.(*exec.ExitError)
		if !ok {
			ts.Fatalf("%v", err)
		}
		got = exit.ExitCode()
	}
	if got != want {
		ts.Fatalf("exit code %d, want %d", got, want)
	}
}
