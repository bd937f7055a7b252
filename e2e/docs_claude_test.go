package e2e

import (
	"os"
	"strings"
	"testing"
)

// claudeCalls are what Claude Code sends in the course of a turn: the subcommand, what it
// is about, and what the payload has beside the fields of all of them.
var claudeCalls = []struct{ hook, about, more string }{
	{"session-start", "A session begins", `"hook_event_name":"SessionStart","source":"startup"`},
	{"user-prompt", "The user types a prompt", `"hook_event_name":"UserPromptSubmit","prompt":"clean up, and use uv, not pip"`},
	{"pre-bash", "Before a command of which nothing is said", `"hook_event_name":"PreToolUse","tool_name":"Bash","tool_use_id":"toolu_01","tool_input":{"command":"go vet ./...","description":"Look for mistakes"}`},
	{"pre-bash", "Before a command that the user is asked about", `"hook_event_name":"PreToolUse","tool_name":"Bash","tool_use_id":"toolu_02","tool_input":{"command":"git reset --hard"}`},
	{"pre-bash", "Before a command that is blocked; the exit code is 2", `"hook_event_name":"PreToolUse","tool_name":"Bash","tool_use_id":"toolu_03","tool_input":{"command":"rm -rf ~/"}`},
	{"post-bash", "After a command that went well", `"hook_event_name":"PostToolUse","tool_name":"Bash","tool_use_id":"toolu_01","tool_input":{"command":"go vet ./..."},"tool_response":{"stdout":"","stderr":"","interrupted":false,"isImage":false},"duration_ms":86`},
	{"post-bash", "After a command that failed", `"hook_event_name":"PostToolUseFailure","tool_name":"Bash","tool_use_id":"toolu_04","tool_input":{"command":"cat src"},"error":"Exit code 1\ncat: src: Is a directory","is_interrupt":false,"duration_ms":56`},
	{"pre-edit", "Before an edit", `"hook_event_name":"PreToolUse","tool_name":"Edit","tool_use_id":"toolu_05","tool_input":{"file_path":"/home/ann/shop/one.go","old_string":"2","new_string":"3"}`},
	{"post-edit", "After an edit", `"hook_event_name":"PostToolUse","tool_name":"Edit","tool_use_id":"toolu_05","tool_input":{"file_path":"/home/ann/shop/one.go","old_string":"2","new_string":"3"},"tool_response":{"filePath":"/home/ann/shop/one.go"}`},
	{"stop", "The turn ends", `"hook_event_name":"Stop","stop_hook_active":false,"last_assistant_message":"The vet passes."`},
	{"session-end", "The session ends", `"hook_event_name":"SessionEnd","reason":"other"`},
}

// claudePayloads shows what Claude Code sends, and what is answered.
func claudePayloads(t *testing.T) string {
	page := `
## What it sends, and the answer

To try a hook by hand, or to test one in a script, send what Claude Code sends. Each payload
is one JSON object on standard input of the subcommand; here it is on several lines. All
have these fields, which the examples leave out:

` + "```json" + `
{"session_id": "5e0c1a52-0000-4000-8000-00000000c1a0",
 "transcript_path": "/home/ann/.claude/projects/-home-ann-shop/5e0c1a52-0000-4000-8000-00000000c1a0.jsonl",
 "cwd": "/home/ann/shop", "permission_mode": "default", "prompt_id": "11111111-0000-4000-8000-000000000001"}
` + "```" + `

That is also by what Claude Code is recognised: by a ` + "`transcript_path`" + ` in ` + "`.claude/projects`" + `, or
in another ` + "`projects`" + ` directory if there is a ` + "`prompt_id`" + ` or ` + "`effort`" + `. A payload without them is
of an agent that is not recognised, which ` + "`ctxhook log`" + ` says: it may not honour an ask, so what
you would be asked about is denied. ` + "`--agent claude`" + ` says that it is Claude Code.

The answers are those of a session with a user at a terminal, which the client tells by
` + "`CLAUDE_CODE_SESSION_ATTENDED=1`" + ` in the environment. Without it the reason of an ask is worded for
the model, which reads it if nobody can be asked: "needs the user's approval: ..". An empty
answer is silence: the agent's own rules apply. The project has two files that are not committed.
`
	enterShop(t)
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	home := os.Getenv("HOME")
	t.Setenv("HOME", home)
	for _, c := range claudeCalls {
		real := strings.NewReplacer("/home/ann/shop", dir, "/home/ann", home)
		payload := `{"session_id":"5e0c1a52-0000-4000-8000-00000000c1a0","transcript_path":"/home/ann/.claude/projects/-home-ann-shop/5e0c1a52-0000-4000-8000-00000000c1a0.jsonl","cwd":"/home/ann/shop","permission_mode":"default","prompt_id":"11111111-0000-4000-8000-000000000001",` + c.more + `}`
		_, said := run(t, "echo '"+real.Replace(payload)+"' | ctxhook "+c.hook)
		answer, _, _ := strings.Cut(said, "\n") // what follows is standard error, the same in short
		if answer = strings.NewReplacer(dir, "/home/ann/shop", home, "/home/ann").Replace(answer); answer == "" {
			answer = "(nothing)"
		}
		page += "\n" + c.about + ", `ctxhook " + c.hook + "`:\n\n```json\n{" + strings.ReplaceAll(c.more, `,"tool_`, ",\n \"tool_") + "}\n```\n\n```text\n" + answer + "\n```\n"
	}
	return page
}
