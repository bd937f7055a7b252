package protocol

import (
	"slices"
	"strings"
	"testing"
)

// TestOneLevelOff gives the command of a known event in another place than its
// agent is known to.
func TestOneLevelOff(t *testing.T) {
	const command = "rm -rf x"
	for _, payload := range []string{
		`{"hook_event_name":"PreToolUse","tool_name":"Bash","command":"rm -rf x"}`,
		`{"hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"input":{"command":"rm -rf x"}}}`,
		`{"hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":[{"command":"rm -rf x"}]}`,
		`{"hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":"{\"command\":\"rm -rf x\"}"}`,
		`{"hook_event_name":"PreToolUse","tool_name":"Bash","input":{"command":"rm -rf x"}}`,
		`{"hook_event_name":"PreToolUse","tool_name":"Bash","input":"rm -rf x"}`,
		`{"hook_event_name":"PreToolUse","tool_name":"Bash","arguments":{"command":"rm -rf x"}}`,
		`{"hook_event_name":"PreToolUse","tool_name":"Bash","arguments":"{\"command\":\"rm -rf x\"}"}`,
		`{"hook_event_name":"PreToolUse","tool_name":"Bash","parameters":{"command":["rm","-rf","x"]}}`,
		`{"hook_event_name":"PreToolUse","tool_name":"Bash","params":{"tool_input":{"command":"rm -rf x"}}}`,
		`{"hook_event_name":"PreToolUse","data":{"tool_name":"Bash","tool_input":{"command":"rm -rf x"}}}`,
		`{"hook_event_name":"PreToolUse","tool":{"name":"Bash","input":{"command":"rm -rf x"}}}`,
		`{"hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"a":{"b":{"c":{"d":{"e":{"f":{"g":{"h":{"command":"rm -rf x"}}}}}}}}}}`,
		`{"event":"PreToolUse","tool":{"name":"Bash","input":{"command":"rm -rf x"}}}`,
		`{"event":"pre_bash_exec","bash":{"command":"rm -rf x"}}`,
		`{"event":"pre_bash_exec","context":{"data":{"command":"rm -rf x"}}}`,
		`{"agent_action_name":"pre_run_command","tool_info":{"args":{"command_line":"rm -rf x"}}}`,
		`{"hook_event_name":"beforeShellExecution","tool_input":{"data":{"command":"rm -rf x"}}}`,
		`{"clineVersion":"1","hookName":"PreToolUse","preToolUse":{"toolName":"execute_command","command":"rm -rf x"}}`,
		`{"toolCall":{"function":{"name":"run_command","arguments":"{\"CommandLine\":\"rm -rf x\"}"}}}`,
		`{"hook_event_name":"PreToolUse","toolCall":{"name":"run_command","CommandLine":"rm -rf x"}}`,
		`{"hook_event_name":"BeforeTool","tool_name":"run_shell_command","args":{"tool_input":{"command":"rm -rf x"}}}`,
		`{"hook_event_name":"PreToolUse","tool_name":"mcp__x__run_shell","arguments":{"command":"rm -rf x"}}`,
		`{"hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"Command":"rm -rf x"}}`,
	} {
		c, err := Decode([]byte(payload), false, Hint{})
		if err != nil || c.Event != Before || c.Tool != Shell || !slices.Equal(c.Commands, []string{command}) {
			t.Errorf("%s: event %d, tool %d, commands %q, %v", payload, c.Event, c.Tool, c.Commands, err)
		}
	}
}

// TestBeside gives a second command beside the one that is where its agent sends it.
func TestBeside(t *testing.T) {
	for _, payload := range []string{
		`{"hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"command":"ls"},"extra":{"command":"rm -rf x"}}`,
		`{"hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"command":"ls","Command":"rm -rf x"}}`,
		`{"hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"command":"ls","more":{"a":[{"cmd":"rm -rf x"}]}}}`,
		`{"event":"PreToolUse","tool":{"name":"Bash","arguments":{"command":"ls"}},"extra":{"script":"rm -rf x"}}`,
		`{"event":"pre_bash_exec","context":{"bash":{"command":"ls"},"extra":{"command":["rm","-rf","x"]}}}`,
		`{"command":"ls","extra":{"command":"rm -rf x"}}`,
	} {
		c, err := Decode([]byte(payload), false, Hint{})
		if err != nil || c.Event != Before || c.Tool != Shell || !slices.Equal(c.Commands, []string{"ls", "rm -rf x"}) {
			t.Errorf("%s: event %d, tool %d, commands %q, %v", payload, c.Event, c.Tool, c.Commands, err)
		}
	}
	c, err := Decode([]byte(`{"command":"ls","working_dir":"a","extra":{"cwd":"b","tool_name":"Write","command":"id"}}`), false, Hint{})
	if err != nil || c.Cwd != "a" || c.RawTool != "" || c.Agent.Form != FormNeutral {
		t.Errorf("what stands beside a command tells more than that: %+v, %v", c, err)
	}
}

// TestNotOneLevelOff gives texts that look like a command and that nobody is about to
// run.
func TestNotOneLevelOff(t *testing.T) {
	for _, payload := range []string{
		`{"hook_event_name":"PreToolUse","tool_name":"Write","tool_input":{"file_path":"a","content":"{\"command\":\"rm -rf x\"}"}}`,
		`{"hook_event_name":"PreToolUse","data":{"tool_name":"Write","tool_input":{"file_path":"a","content":"{\"command\":\"rm -rf x\"}"}}}`,
		`{"hook_event_name":"PreToolUse","tool_name":"Edit","input":{"file_path":"a","new_string":"{\"command\":\"rm -rf x\"}"}}`,
		`{"hook_event_name":"PreToolUse","tool_name":"Read","input":{"file_path":"a","command":"rm -rf x"}}`,
		`{"hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"command":"ls"},"metadata":{"command":"rm -rf x"}}`,
		`{"command":"ls","env_vars":{"script":"rm -rf x"}}`,
		`{"hook_event_name":"PostToolUse","tool_name":"Bash","tool_input":{"command":"ls"},"extra":{"command":"rm -rf x"}}`,
		`{"hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"command":"ls"},"background_tasks":[{"id":"1","command":"rm -rf x"}]}`,
		`{"hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"command":"ls","description":"{\"command\":\"rm -rf x\"}"}}`,
		`{"hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"description":"{\"command\":\"rm -rf x\"}"}}`,
		`{"hook_event_name":"PreToolUse","tool_name":"Bash","input":{"command":"ls"},"conversation_history":[{"tool_input":{"command":"rm -rf x"}}]}`,
		`{"hook_event_name":"PreToolUse","tool_name":"Bash","input":{"command":"ls"},"tool_response":{"command":"rm -rf x"}}`,
		`{"hook_event_name":"PreToolUse","tool_name":"Task","tool_input":{"description":"d","prompt":"{\"command\":\"rm -rf x\"}"}}`,
		`{"hook_event_name":"PreToolUse","tool_name":"WebFetch","tool_input":{"url":"u","prompt":"rm -rf x"},"data":{"command":"rm -rf x"}}`,
		`{"hook_event_name":"PreToolUse","tool_name":"TodoWrite","tool_input":{"todos":[{"command":"rm -rf x"}]}}`,
		`{"hook_event_name":"UserPromptSubmit","prompt":"{\"command\":\"rm -rf x\"}"}`,
		`{"hook_event_name":"UserPromptSubmit","data":{"command":"rm -rf x"}}`,
		`{"hook_event_name":"PostToolUse","tool_name":"Bash","data":{"command":"rm -rf x"}}`,
		`{"hook_event_name":"SessionStart","data":{"command":"rm -rf x"}}`,
		`{"hook_event_name":"Stop","data":{"command":"rm -rf x"}}`,
		`{"hook_event_name":"Notification","data":{"command":"rm -rf x"}}`,
		`{"event":"pre_task","context":{"parameters":{"command":"rm -rf x"}}}`,
		`{"event":"pre_edit","context":{"edit":{"file_path":"a","meta":{"command":"rm -rf x"}}}}`,
		`{"event":"session_end","data":{"command":"rm -rf x"}}`,
	} {
		c, err := Decode([]byte(payload), false, Hint{})
		if err != nil || c.Event == Before && c.Tool == Shell && slices.ContainsFunc(c.Commands, func(s string) bool { return strings.Contains(s, "rm") }) {
			t.Errorf("%s: commands %q, %v", payload, c.Commands, err)
		}
	}
}

// TestCommandOfNoText is the call of a shell, of which the command is not known.
func TestCommandOfNoText(t *testing.T) {
	for payload, shell := range map[string]bool{
		`{"command":5}`:                   true,
		`{"command":{"text":["rm","x"]}}`: true,
		`{"hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"command":true}}`: true,
		`{"hook_event_name":"beforeShellExecution","command":7}`:                            true,
		`{"agent_action_name":"pre_run_command","tool_info":{}}`:                            true,
		`{"command":null}`: true,
		`{"command":[]}`:   true,
		`{"script":[]}`:    false,
		`{"command":""}`:   false,
		`{"event":"post_bash_exec","command":null}`:          false,
		`{"event":"Lunch","command":5}`:                      false,
		`{"hook_event_name":"Stop","command":5}`:             false,
		`{"hook_event_name":"UserPromptSubmit","command":5}`: false,
	} {
		c, err := Decode([]byte(payload), false, Hint{})
		if err != nil || len(c.Commands) > 0 || (c.Event == Before && c.Tool == Shell) != shell {
			t.Errorf("%s: event %d, tool %d, commands %q, %v", payload, c.Event, c.Tool, c.Commands, err)
		}
	}
}

// TestServerArguments finds the program of a server's tool under another key.
func TestServerArguments(t *testing.T) {
	for _, payload := range []string{
		`{"hook_event_name":"PreToolUse","tool_name":"mcp__db__query","tool_input":{"sql":"DROP TABLE a"}}`,
		`{"hook_event_name":"PreToolUse","tool_name":"mcp__db__query","tool_input":"{\"sql\":\"DROP TABLE a\"}"}`,
		`{"hook_event_name":"PreToolUse","tool_name":"mcp__db__query","arguments":{"sql":"DROP TABLE a"}}`,
	} {
		c, err := Decode([]byte(payload), false, Hint{})
		if err != nil || c.Tool != Server || !slices.Contains(c.Programs, Program{"sql", "DROP TABLE a"}) {
			t.Errorf("%s: tool %d, programs %v, %v", payload, c.Tool, c.Programs, err)
		}
	}
}
