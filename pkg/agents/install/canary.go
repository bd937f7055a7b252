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

	"github.com/ctxhook/ctxhook/pkg/base/paths"
	"github.com/ctxhook/ctxhook/pkg/base/protocol"
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
	lines, path, err := s.calls(scope, "Bash")
	if err != nil {
		return nil, err
	}
	var proofs []Proof
	for _, argv := range lines {
		p, err := s.prove(argv, environ)
		if err != nil {
			return nil, err
		}
		proofs = append(proofs, p)
	}
	if len(proofs) == 0 {
		return nil, fmt.Errorf("%w in %s", ErrNotRegistered, path)
	}
	if s.client() == &Claude {
		err = s.proveWrites(scope, environ)
	}
	return proofs, err
}

// proveWrites calls what Claude Code calls before it writes a file: its settings,
// which may not be written. An older registration calls nothing then.
func (s *Setup) proveWrites(scope Scope, environ []string) error {
	lines, path, err := s.calls(scope, "Write")
	if err != nil {
		return err
	}
	for _, argv := range lines {
		said, err := s.call(argv, environ, s.claudePayload("Write", members{{"file_path", path}, {"content", "{}"}}))
		if err != nil {
			return err
		}
		if s.action(said) == "" {
			return fmt.Errorf("%s let a write of %s %w", strings.Join(argv, " "), path, errPassed)
		}
	}
	return nil
}

// calls returns the command lines by which the settings of a scope call ctxhook
// before a tool is used, and where the settings are. Of other clients than Claude
// Code that is the shell.
func (s *Setup) calls(scope Scope, tool string) (lines [][]string, path string, err error) {
	if path, err = s.File(scope); err != nil {
		return nil, "", err
	}
	if s.client().layout == nil {
		_, err := s.eachOwn(scope, func(f *ownFile, c *Change) error {
			if f.name == filepath.Base(path) && c.Before != nil && s.client().ours(f, c.Before, c.note) {
				lines = append(lines, []string{shellPath(), "-c", f.call})
			}
			return nil
		})
		return lines, path, err
	}
	f, err := paths.ReadUserFile(path, maxSettings)
	if err != nil {
		return nil, path, err
	}
	d, err := s.client().layout.parse(f.Data)
	if err != nil {
		return nil, path, fmt.Errorf("%s: %w", path, err)
	}
	for _, e := range s.judging(d, tool) {
		lines = append(lines, e.argv(d, s.Root))
	}
	return lines, path, nil
}

// judging returns the entries that are called before a tool is used.
func (s *Setup) judging(d *document, tool string) []entry {
	if s.client() != &Claude {
		return d.serving(s.Hooks[0])
	}
	return d.judging(tool)
}

// judging returns the entries that Claude Code calls before it uses a tool.
func (d *document) judging(tool string) []entry {
	var found []entry
	for _, e := range d.entries() {
		if e.name == "PreToolUse" && e.covers(tool) {
			found = append(found, e)
		}
	}
	return found
}

func (s *Setup) prove(argv, environ []string) (Proof, error) {
	p := Proof{Program: strings.Join(argv, " ")}
	if argv[0] == shellPath() {
		p.Program = argv[2]
	}
	start := time.Now()
	said, err := s.call(argv, environ, s.payload(canary))
	if err != nil {
		return p, err
	}
	p.Took = time.Since(start)
	if p.Action = s.action(said); p.Action == "" {
		return p, fmt.Errorf("%s let %q %w", p.Program, canary, errPassed)
	}
	if said, err = s.call(argv, environ, s.payload(canaryQuiet)); err != nil {
		return p, err
	}
	if said.exit != 0 || string(bytes.TrimSpace(said.stdout)) != s.client().Allows {
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
	command, _ := d.str(handler.child(d.as.Line))
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
func (s *Setup) action(a answer) string {
	agent := protocol.Named(s.client().Name)
	if agent == nil {
		return ""
	}
	switch agent.Decision(a.stdout, a.exit) {
	case "deny":
		return "block"
	case "ask":
		return "ask"
	}
	return ""
}

// call starts a hook with a payload.
func (s *Setup) call(argv, environ []string, payload string) (answer, error) {
	ctx, cancel := context.WithTimeout(context.Background(), canaryWait)
	defer cancel()
	var stdout bytes.Buffer
	c := exec.CommandContext(ctx, argv[0], argv[1:]...)
	c.Dir = s.Root
	c.Env = environ[:len(environ):len(environ)]
	if s.client() == &Claude {
		c.Env = append(c.Env, "CLAUDE_PROJECT_DIR="+s.Root, "CLAUDECODE=1", "CLAUDE_CODE_ENTRYPOINT=cli", "CLAUDE_CODE_SESSION_ATTENDED=1")
	}
	c.Stdin = strings.NewReader(payload)
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

// payload is what the client sends before a shell command.
func (s *Setup) payload(command string) string {
	const session = protocol.CanarySession
	if c := s.client(); c != &Claude {
		return strings.NewReplacer("SESSION", quoteJSON(session), "CWD", quoteJSON(s.Root), "COMMAND", quoteJSON(command)).Replace(c.Payload) + "\n"
	}
	return s.claudePayload("Bash", members{{"command", command}, {"description", "Sent by ctxhook doctor, never run"}})
}

// claudePayload is what Claude Code sends before it uses a tool.
func (s *Setup) claudePayload(tool string, input members) string {
	const session = protocol.CanarySession
	st := style{newline: "\n", colon: ":", inline: true}
	return st.render(members{
		{"session_id", session},
		{"transcript_path", filepath.Join(s.Places.AgentDir(), "projects", "ctxhook", session+".jsonl")},
		{"cwd", s.Root},
		{"prompt_id", session},
		{"permission_mode", "default"},
		{"hook_event_name", "PreToolUse"},
		{"tool_name", tool},
		{"tool_input", input},
		{"tool_use_id", "toolu_" + session},
	}, "") + "\n"
}
