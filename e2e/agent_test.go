package e2e

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/ctxhook/ctxhook/cmd"
)

// agent plays the client in a story: it calls the hook that Claude Code would
// call, with the payload Claude Code would send, and exits as the hook does.
//
//	agent asks   SESSION COMMAND          PreToolUse of a command
//	agent ran    SESSION COMMAND OUTPUT   PostToolUse: it went well
//	agent learns SESSION OUTPUT           PostToolUse of TaskOutput: the task of -task went well
//	agent failed SESSION COMMAND ERROR    PostToolUseFailure: "Exit code 1" is put in front
//	agent denied SESSION COMMAND REASON   PermissionDenied: the client's own rules
//	agent edits  SESSION FILE             PreToolUse of Edit
//	agent edited SESSION FILE             PostToolUse of Edit
//	agent writes SESSION FILE TEXT        PreToolUse of Write
//	agent reads  SESSION FILE             PreToolUse of Read
//	agent read   SESSION FILE TEXT        PostToolUse of Read
//	agent serves SESSION TOOL SQL         PreToolUse of a tool of a server
//	agent served SESSION TOOL TEXT        PostToolUse of a tool of a server, or of WebFetch
//	agent says   SESSION PROMPT           UserPromptSubmit
//	agent starts SESSION [SOURCE]         SessionStart
//	agent stops  SESSION MESSAGE          Stop
//	agent ends   SESSION                  SessionEnd
//
// In OUTPUT and ERROR \n stands for a line break, and \t for a tab. With -call ID two events are
// of one tool call; -exit N is the exit code of a failure, -mode M the permission mode, -tool T
// the shell tool, -agent A the subagent that uses it, -took N the milliseconds that it took,
// -times N how often it happens, -task T the background task that a command becomes, or that
// still runs where the agent stops, and -unsandboxed asks for a command outside of the sandbox.
func agent() {
	machine()
	call := flag.String("call", "", "tool_use_id of the event")
	exit := flag.Int("exit", 1, "exit code of a command that failed")
	mode := flag.String("mode", "", "permission_mode of the event")
	tool := flag.String("tool", "Bash", "tool that runs the command")
	subagent := flag.String("agent", "", "agent_id of the event")
	took := flag.Int("took", 0, "duration_ms of the event")
	task := flag.String("task", "", "id of a background task")
	unsandboxed := flag.Bool("unsandboxed", false, "outside of the sandbox")
	times := flag.Int("times", 1, "how often it happens, each time as another call")
	flag.Parse()
	for n := 2; n <= *times; n++ {
		name, payload, err := event(flag.Args(), fmt.Sprintf("call-%d-%d", os.Getpid(), n), *exit)
		if err == nil {
			calls(name, payload)
		}
	}
	name, payload, err := event(flag.Args(), *call, *exit)
	if err != nil {
		fmt.Fprintln(os.Stderr, "agent:", err)
		os.Exit(98) // which no story wants
	}
	if *mode != "" {
		payload["permission_mode"] = *mode
	}
	if *subagent != "" {
		payload["agent_id"], payload["agent_type"] = *subagent, "general-purpose"
	}
	if payload["tool_name"] == "Bash" {
		payload["tool_name"] = *tool
	}
	switch response, is := payload["tool_response"].(map[string]any); {
	case *task == "":
	case payload["hook_event_name"] == "Stop":
		payload["background_tasks"] = []any{map[string]any{"id": *task, "type": "shell", "status": "running"}}
	case payload["tool_name"] == "TaskOutput":
		payload["tool_input"] = map[string]any{"task_id": *task}
	case is:
		response["backgroundTaskId"] = *task
	}
	if *took > 0 {
		payload["duration_ms"] = *took
	}
	if *unsandboxed {
		payload["tool_input"].(map[string]any)["dangerouslyDisableSandbox"] = true
	}
	os.Exit(calls(name, payload))
}

// calls calls a hook, and returns its exit code.
func calls(name string, payload map[string]any) int {
	data, err := json.Marshal(payload)
	if err != nil {
		fmt.Fprintln(os.Stderr, "agent:", err)
		return 98
	}
	return cmd.Main(cmd.Env{
		Args: []string{name}, Stdin: bytes.NewReader(data), Stdout: os.Stdout, Stderr: os.Stderr, Getenv: os.Getenv, Version: "v0.0.0-e2e", Ancestors: ancestors,
	})
}

// promptFile is where the id of the prompt is kept that a session works on.
func promptFile(session string) string {
	return filepath.Join(os.TempDir(), "prompt-"+fmt.Sprintf("%x", session))
}

// promptOf returns the id of the prompt that a session works on.
func promptOf(session string) string {
	if id, err := os.ReadFile(promptFile(session)); err == nil {
		return string(id)
	}
	return "p"
}

// nextPrompt returns the id of the next prompt of a session, as the client counts them.
func nextPrompt(session string) string {
	id := promptOf(session) + "p"
	if err := os.WriteFile(promptFile(session), []byte(id), 0o600); err != nil {
		fmt.Fprintln(os.Stderr, "agent:", err)
	}
	return id
}

// event makes the payload of an event, and names the hook that is called.
func event(args []string, call string, exit int) (hook string, payload map[string]any, err error) {
	args = append(args, "", "", "", "")
	session, what, text := args[1], args[2], strings.NewReplacer(`\n`, "\n", `\t`, "\t").Replace(args[3])
	if session == "" {
		return "", nil, fmt.Errorf("agent %s: no session", args[0])
	}
	if call == "" {
		call = fmt.Sprintf("call-%d", os.Getpid())
	}
	p := map[string]any{
		"session_id": session, "cwd": ".", "prompt_id": promptOf(session), "transcript_path": "/h/.claude/projects/x/" + session + ".jsonl",
	}
	tool := func(event, tool string, input map[string]any) {
		p["hook_event_name"], p["tool_name"], p["tool_use_id"], p["tool_input"] = event, tool, call, input
	}
	switch args[0] {
	case "asks":
		tool("PreToolUse", "Bash", map[string]any{"command": what})
		return "pre-bash", p, nil
	case "ran":
		tool("PostToolUse", "Bash", map[string]any{"command": what})
		p["tool_response"] = map[string]any{"stdout": text, "stderr": "", "interrupted": false}
		return "post-bash", p, nil
	case "learns":
		tool("PostToolUse", "TaskOutput", nil)
		p["tool_response"] = map[string]any{"task": map[string]any{"status": "completed", "exitCode": 0, "output": strings.NewReplacer(`\n`, "\n").Replace(what)}}
		return "post-bash", p, nil
	case "failed":
		tool("PostToolUseFailure", "Bash", map[string]any{"command": what})
		p["error"] = fmt.Sprintf("Exit code %d\n%s", exit, text)
		return "post-bash", p, nil
	case "denied":
		tool("PermissionDenied", "Bash", map[string]any{"command": what})
		p["reason"] = text
		return "post-bash", p, nil
	case "edits":
		tool("PreToolUse", "Edit", map[string]any{"file_path": what})
		return "pre-edit", p, nil
	case "edited":
		tool("PostToolUse", "Edit", map[string]any{"file_path": what})
		p["tool_response"] = map[string]any{}
		return "post-edit", p, nil
	case "writes":
		tool("PreToolUse", "Write", map[string]any{"file_path": what, "content": text})
		return "pre-write", p, nil
	case "reads":
		tool("PreToolUse", "Read", map[string]any{"file_path": what})
		return "pre-read", p, nil
	case "read":
		tool("PostToolUse", "Read", map[string]any{"file_path": what})
		p["tool_response"] = map[string]any{"type": "text", "file": map[string]any{"filePath": what, "content": text}}
		return "post-read", p, nil
	case "serves":
		input := map[string]any{"sql": text}
		if strings.HasPrefix(text, "{") {
			input = nil
			if err := json.Unmarshal([]byte(args[3]), &input); err != nil {
				return "", nil, err
			}
		}
		tool("PreToolUse", what, input)
		return "pre-bash", p, nil
	case "served":
		tool("PostToolUse", what, map[string]any{"url": "https://docs.example.org/x"})
		p["tool_response"] = map[string]any{"result": text}
		return "post-read", p, nil
	case "says":
		p["hook_event_name"], p["prompt"], p["prompt_id"] = "UserPromptSubmit", what, nextPrompt(session)
		return "user-prompt", p, nil
	case "starts":
		if what == "" {
			what = "startup"
		}
		p["hook_event_name"], p["source"] = "SessionStart", what
		return "session-start", p, nil
	case "stops":
		p["hook_event_name"], p["last_assistant_message"] = "Stop", what
		return "stop", p, nil
	case "ends":
		p["hook_event_name"], p["reason"] = "SessionEnd", "other"
		return "session-end", p, nil
	}
	return "", nil, fmt.Errorf("no event %q", args[0])
}
