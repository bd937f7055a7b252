package install

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"github.com/ctxhook/ctxhook/pkg/paths"
	"github.com/ctxhook/ctxhook/pkg/protocol"
)

// To prove that a hook works, ctxhook calls it as the agent does: with a
// command that every level blocks or asks about, and with one that every level
// lets pass. Neither command is ever run.
const (
	canary      = "rm -rf ~/"
	canaryQuiet = "git status"
	canaryWait  = 10 * time.Second
)

// errPassed is the error for a hook that lets the canary pass, most often
// because the user's own settings or allow entries say so.
var errPassed = errors.New("pass")

// Proof is the result of a call.
type Proof struct {
	Program string // what was started, as the settings say
	Action  string // its answer to canary: block, ask
	Took    time.Duration
}

// Prove calls every registration in a scope with the canaries.
func (s *Setup) Prove(scope Scope, environ []string) ([]Proof, error) {
	path, err := s.File(scope)
	if err != nil {
		return nil, err
	}
	f, err := paths.ReadUserFile(path, maxSettings)
	if err != nil {
		return nil, err
	}
	d, err := parse(f.Data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	var proofs []Proof
	for _, e := range d.judging() {
		p, err := s.prove(d, e, environ)
		if err != nil {
			return nil, err
		}
		proofs = append(proofs, p)
	}
	if len(proofs) == 0 {
		return nil, fmt.Errorf("%w in %s", ErrNotRegistered, path)
	}
	return proofs, nil
}

// judging returns the entries that are called before a shell command.
func (d *document) judging() []entry {
	var found []entry
	for _, e := range d.entries() {
		if e.name == "PreToolUse" && e.covers("Bash") {
			found = append(found, e)
		}
	}
	return found
}

func (s *Setup) prove(d *document, e entry, environ []string) (Proof, error) {
	argv := e.argv(d, s.Root)
	p := Proof{Program: strings.Join(argv, " ")}
	start := time.Now()
	said, err := s.call(argv, environ, canary)
	if err != nil {
		return p, err
	}
	p.Took = time.Since(start)
	if p.Action = said.action(); p.Action == "" {
		return p, fmt.Errorf("%s let %q %w", p.Program, canary, errPassed)
	}
	if said, err = s.call(argv, environ, canaryQuiet); err != nil {
		return p, err
	}
	if said.exit != 0 || len(said.stdout) > 0 {
		return p, fmt.Errorf("%s does not pass %q silently", p.Program, canaryQuiet)
	}
	return p, nil
}

// projectDir is the variable that the agent replaces by the folder it was
// started in.
const projectDir = "${CLAUDE_PROJECT_DIR}"

// argv returns the command line of an entry as the agent would run it:
// directly, with the one variable it fills in, or by a shell.
func (e entry) argv(d *document, root string) []string {
	handler := e.handler(d)
	command, _ := d.str(handler.child("command"))
	if !e.exec {
		return []string{shellPath(), "-c", command}
	}
	argv := []string{command}
	for i := range handler.child("args").kids {
		arg, _ := d.str(&handler.child("args").kids[i])
		argv = append(argv, arg)
	}
	for i := range argv {
		argv[i] = strings.ReplaceAll(argv[i], projectDir, root)
	}
	return argv
}

func shellPath() string {
	if runtime.GOOS == "windows" {
		return "bash"
	}
	return "/bin/sh"
}

// answer is the answer of a hook.
type answer struct {
	exit   int
	stdout []byte
}

// action reads an answer as the agent does.
func (s answer) action() string {
	if s.exit == 2 {
		return "block"
	}
	d, err := parse(s.stdout)
	if err != nil {
		return ""
	}
	out := d.root.child("hookSpecificOutput")
	if out == nil {
		return ""
	}
	switch decision, _ := d.str(out.child("permissionDecision")); decision {
	case "deny":
		return "block"
	case "ask":
		return "ask"
	}
	return ""
}

// call starts a hook with the payload of a shell command that is about to
// run.
func (s *Setup) call(argv, environ []string, command string) (answer, error) {
	ctx, cancel := context.WithTimeout(context.Background(), canaryWait)
	defer cancel()
	var stdout bytes.Buffer
	c := exec.CommandContext(ctx, argv[0], argv[1:]...)
	c.Dir = s.Root
	c.Env = append(environ[:len(environ):len(environ)], "CLAUDE_PROJECT_DIR="+s.Root, "CLAUDECODE=1", "CLAUDE_CODE_ENTRYPOINT=cli", "CLAUDE_CODE_SESSION_ATTENDED=1")
	c.Stdin = strings.NewReader(s.payload(command))
	c.Stdout = &stdout
	c.WaitDelay = time.Second
	err := c.Run()
	if ctx.Err() != nil {
		return answer{}, fmt.Errorf("%s did not answer within %v", strings.Join(argv, " "), canaryWait)
	}
	if exit, ok := errors.AsType[*exec.ExitError](err); ok {
		// A shell exits with these codes when it did not find the program.
		if code := exit.ExitCode(); code == 126 || code == 127 || code < 0 {
			return answer{}, fmt.Errorf("%s could not be run: %w", strings.Join(argv, " "), err)
		}
		return answer{exit.ExitCode(), stdout.Bytes()}, nil
	}
	if err != nil {
		return answer{}, err
	}
	return answer{0, stdout.Bytes()}, nil
}

func (s *Setup) payload(command string) string {
	const session = protocol.CanarySession
	st := style{newline: "\n", colon: ":", inline: true}
	return st.render(members{
		{"session_id", session},
		{"transcript_path", filepath.Join(s.Places.AgentDir(), "projects", "ctxhook", session+".jsonl")},
		{"cwd", s.Root},
		{"prompt_id", session},
		{"permission_mode", "default"},
		{"hook_event_name", "PreToolUse"},
		{"tool_name", "Bash"},
		{"tool_input", members{{"command", command}, {"description", "Sent by ctxhook doctor, never run"}}},
		{"tool_use_id", "toolu_" + session},
	}, "") + "\n"
}
