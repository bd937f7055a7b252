package protocol

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/ctxhook/ctxhook/pkg/base/unread"
)

var update = flag.Bool("u", false, "rewrite the golden files")

// session returns the environment Claude Code gives its hooks.
func session(attended string) func(string) string {
	return func(key string) string {
		switch key {
		case "CLAUDE_CODE_SESSION_ID":
			return "5e0c1a52-0000-4000-8000-00000000c1a0"
		case "CLAUDE_CODE_SESSION_ATTENDED":
			return attended
		}
		return ""
	}
}

func payloads(t testing.TB, pattern string) []string {
	t.Helper()
	files, err := filepath.Glob(pattern)
	if err != nil || len(files) == 0 {
		t.Fatalf("no payloads at %s: %v", pattern, err)
	}
	return files
}

func read(t testing.TB, file string) []byte {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

var answers = []struct {
	name    string
	verdict Reply
}{
	{"silent", Reply{Report: Report{Risk: "Safe", Type: "Git", Context: true, LatencyMS: 1.25}}},
	{"warn", Reply{Action: Warn, ForModel: "model: careful", ForUser: "person: careful", Report: report("careful")}},
	{"ask", Reply{Action: Ask, ForModel: "model: sure?", ForUser: "person: sure?", Report: report("sure?")}},
	{"deny", Reply{Action: Deny, ForModel: "model: no\nbecause", ForUser: "person: no", Report: report("no")}},
}

func report(message string) Report {
	return Report{
		Risk: "High", Type: "Git", Message: message, Context: true, LatencyMS: 2,
		Warnings: []string{"[High] " + message}, Alternatives: []string{"git push --force-with-lease"},
		Related: []RelatedRun{{Command: "git push origin \"x\"", Summary: "Everything up-to-date", Time: time.Unix(1_700_000_000, 0), Score: 0.756}},
	}
}

// TestAgents holds what is read from each agent and what it is answered.
func TestAgents(t *testing.T) {
	for _, file := range payloads(t, "testdata/agents/*.json") {
		name := strings.TrimSuffix(filepath.Base(file), ".json")
		t.Run(name, func(t *testing.T) {
			var got bytes.Buffer
			for _, attended := range []string{"1", "0"} {
				call, err := Decode(read(t, file), false, Hint{Event: Before, Getenv: session(attended)})
				if err != nil {
					t.Fatal(err)
				}
				if attended == "0" && call.Agent.Name != "claude" {
					continue
				}
				describe(&got, &call)
				for _, a := range answers {
					answer := Encode(&call, a.verdict)
					fmt.Fprintf(&got, "\n-- %s: exit %d\n%s", a.name, answer.Exit, withNewline(answer.Stdout))
					if len(answer.Stderr) > 0 {
						fmt.Fprintf(&got, "stderr: %s", answer.Stderr)
					}
				}
				got.WriteByte('\n')
			}
			golden := strings.TrimSuffix(file, ".json") + ".golden"
			if *update {
				if err := os.WriteFile(golden, got.Bytes(), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			if diff := cmp.Diff(string(read(t, golden)), got.String()); diff != "" {
				t.Errorf("answers differ (go test -u rewrites):\n%s", diff)
			}
		})
	}
}

func describe(w *bytes.Buffer, c *Call) {
	fmt.Fprintf(w, "== %s, attended %d: event %d %q tool %d %q\nsession %q id %q mode %q cwd %q\ncommands %q paths %q\n",
		c.Agent.Name, c.Attended, c.Event, c.EventName, c.Tool, c.RawTool, c.Session, c.ID, c.Mode, c.Cwd, c.Commands, c.Paths)
}

func withNewline(b []byte) string {
	if len(b) == 0 {
		return ""
	}
	return strings.TrimSuffix(string(b), "\n") + "\n"
}

// TestNeverAllows is the law of this package: no answer to anyone grants
// anything, and a deny denies. Antigravity takes silence for a refusal, and an
// "allow" for no more than silence elsewhere.
func TestNeverAllows(t *testing.T) {
	for _, agent := range agents {
		for attended := AttendedUnknown; attended <= AttendedLikely; attended++ {
			call := Call{Agent: agent, Attended: attended, Event: Before}
			for _, a := range answers {
				answer := Encode(&call, a.verdict)
				out := strings.ToLower(string(answer.Stdout))
				if call.Agent.Mute && a.verdict.Action < Ask {
					if out != `{"decision":"allow"}` || answer.Exit != 0 {
						t.Errorf("%s %s: %s", call.Agent.Name, a.name, out)
					}
					continue
				}
				if strings.Contains(out, `"allow`) || strings.Contains(out, `"approve`) {
					t.Errorf("%s %s: grants: %s", call.Agent.Name, a.name, out)
				}
				if answer.Exit != 0 && (answer.Exit != 2 || a.verdict.Action < Ask) {
					t.Errorf("%s %s: exit %d", call.Agent.Name, a.name, answer.Exit)
				}
				if a.verdict.Action == Deny && answer.Exit == 0 && len(answer.Stdout) == 0 {
					t.Errorf("%s: a deny that says nothing", call.Agent.Name)
				}
				if a.verdict.Action == Silent && call.Agent.Form != FormNeutral && call.Agent.Form != FormPlan && len(answer.Stdout)+len(answer.Stderr) > 0 {
					t.Errorf("%s: silence that speaks: %s%s", call.Agent.Name, answer.Stdout, answer.Stderr)
				}
			}
		}
	}
}

// TestDecodeParts: what may hide a command is told from what holds none.
func TestDecodeParts(t *testing.T) {
	tests := []struct {
		name    string
		payload string
		cut     bool
		want    bool
	}{
		{"whole", `{"tool_name":"Bash","tool_input":{"command":"ls"}}`, false, false},
		{"no command", `{"tool_name":"Bash","tool_input":{}}`, false, false},
		{"cut off", `{"tool_name":"Bash","tool_input":{"command":"ls`, false, true},
		{"cut off before the tool", `{"session_id":"aaaa`, true, true},
		{"an object before it", `{"session_id":"a"},"tool_name":"Bash","tool_input":{"command":"ls"}}`, false, true},
		{"a broken object", `{"session_id":"a","tool_name" "Bash"}`, false, true},
		{"rubbish behind a command", `{"tool_name":"Bash","tool_input":{"command":"ls"}}}}`, false, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			call, err := Decode([]byte(tt.payload), tt.cut, Hint{Event: Before})
			if err != nil || (call.Unread.Reason == unread.Cut) != tt.want {
				t.Errorf("cut: %v, want %v; err %v", call.Unread, tt.want, err)
			}
		})
	}
}

func TestDecodeHostile(t *testing.T) {
	deep := strings.Repeat(`{"a":`, 100_000) + "1" + strings.Repeat("}", 100_000)
	tests := []struct {
		name    string
		payload string
		want    []string
		err     error
	}{
		{"empty", "", nil, ErrEmpty},
		{"NULs alone", "\x00\x00", nil, ErrEmpty},
		{"NULs around", "\x00{\"tool_name\":\"Bash\",\"tool_input\":{\"command\":\"ls\"}}\x00", []string{"ls"}, nil},
		{"a NUL between", "{\"tool_name\":\"Bash\",\"tool_input\"\x00:{\"command\":\"ls\"}}", []string{"ls"}, nil},
		{"a NUL in the command", "{\"tool_name\":\"Bash\",\"tool_input\":{\"command\":\"l\x00s\"}}", []string{"ls"}, nil},
		{"a line end in the command", "{\"tool_name\":\"Bash\",\"tool_input\":{\"command\":\"ls\nid\"}}", []string{"ls\nid"}, nil},
		{"rubbish behind", `{"tool_name":"Bash","tool_input":{"command":"ls"}} rubbish`, []string{"ls"}, nil},
		{"blank", " \n\t", nil, ErrEmpty},
		{"not JSON", "rm -rf /", nil, ErrMalformed},
		{"list", `[{"command":"ls"}]`, nil, ErrMalformed},
		{"cut short", `{"tool_name":"Bash","tool_input":{"command":"ls"}`, []string{"ls"}, nil},
		{"two objects", `{"command":"ls"}{"command":"id"}`, []string{"ls"}, nil},
		{"byte order mark", "\ufeff" + `{"command":"ls"}`, []string{"ls"}, nil},
		{"both spellings of the tool", `{"hook_event_name":"PreToolUse","tool_name":"Read","toolName":"Bash","tool_input":{"command":"ls"}}`, []string{"ls"}, nil},
		{"command sent twice", `{"tool_name":"Bash","tool_input":{"command":"ls","command":"id"}}`, []string{"ls", "id"}, nil},
		{"input sent twice", `{"tool_name":"Bash","tool_input":{"command":"ls"},"tool_input":{"command":"id"}}`, []string{"ls", "id"}, nil},
		{"event sent twice", `{"hook_event_name":"PostToolUse","hook_event_name":"PreToolUse","event":"PreToolUse","tool_name":"Bash","tool_input":{"command":"ls"}}`, []string{"ls"}, nil},
		{"keys in other letters", `{"tool_name":"Bash","tool_input":{"Command":"ls","command":"id"}}`, []string{"id", "ls"}, nil},
		{"escaped key", `{"tool_name":"Bash","tool_input":{"comm\u0061nd":"id"}}`, []string{"id"}, nil},
		{"wrong types", `{"hook_event_name":7,"tool_name":null,"tool_input":{"command":{"command":"id"}}}`, []string{"id"}, nil},
		{"program and arguments", `{"tool_name":"exec","tool_input":{"args":["-rf","/my dir"],"command":"rm"}}`, []string{"rm", "rm -rf '/my dir'"}, nil},
		{"argument vector", `{"tool_name":"exec","tool_input":{"command":["rm","-rf","it's"]}}`, []string{`rm -rf 'it'\''s'`}, nil},
		{"a test is not a list", `{"tool_name":"exec","tool_input":{"commands":"[ -d x ] && rm -r x"}}`, []string{"[ -d x ] && rm -r x"}, nil},
		{"NUL and bad UTF-8", "{\"tool_name\":\"Bash\",\"tool_input\":{\"command\":\"echo \\u0000 \xff\"}}", []string{"echo \x00 \xff"}, nil},
		{"nested past all sense", `{"tool_name":"Bash","tool_input":{"command":"id","x":` + deep + `}}`, []string{"id"}, nil},
		{"nested at the top", deep, nil, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			call, err := Decode([]byte(tt.payload), false, Hint{Event: Before})
			if err != tt.err {
				t.Fatalf("err = %v, want %v", err, tt.err)
			}
			if diff := cmp.Diff(tt.want, call.Commands); diff != "" {
				t.Errorf("commands (-want +got):\n%s", diff)
			}
			if tt.want != nil && (call.Event != Before || call.Tool != Shell) {
				t.Errorf("event %d, tool %d: want a shell tool before it runs", call.Event, call.Tool)
			}
		})
	}
}

func TestDecodeLarge(t *testing.T) {
	big := `{"hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"command":"` + strings.Repeat("x", 5<<20) + `"}}`
	call, err := Decode([]byte(big), false, Hint{})
	if err != nil || len(call.Commands) != 1 || len(call.Commands[0]) != 5<<20 {
		t.Fatalf("whole: %d commands, err %v", len(call.Commands), err)
	}
	call, err = Decode([]byte(big)[:1<<20], true, Hint{})
	if err != nil || len(call.Commands) != 1 || len(call.Commands[0]) < 1<<19 {
		t.Fatalf("cut: %d commands, err %v", len(call.Commands), err)
	}
}

// A text of a file that was not read to its end is not one that was read.
func TestTextIsCut(t *testing.T) {
	long := strings.Repeat("x", maxWritten)
	for _, tt := range []struct {
		name, input string
		want        bool
	}{
		{"whole", `{"file_path":"a","content":"x"}`, false},
		{"a long content", `{"file_path":"a","content":"` + long + `"}`, true},
		{"a long edit behind a short one", `{"file_path":"a","edits":[{"old_string":"a","new_string":"b"},{"old_string":"c","new_string":"` + long + `"}]}`, true},
		{"a short edit behind a long one", `{"file_path":"a","edits":[{"old_string":"a","new_string":"` + long + `"},{"old_string":"c","new_string":"d"}]}`, true},
	} {
		call, err := Decode([]byte(`{"hook_event_name":"PreToolUse","tool_name":"Write","tool_input":`+tt.input+`}`), false, Hint{})
		if err != nil || call.CutText != tt.want {
			t.Errorf("%s: cut %t, %v", tt.name, call.CutText, err)
		}
	}
}

func TestEvent(t *testing.T) {
	tests := []struct {
		name    string
		payload string
		hint    Event
		event   Event
		tool    Tool
	}{
		{"after", `{"hook_event_name":"PostToolUse","tool_name":"Bash","tool_input":{"command":"ls"}}`, Before, After, Shell},
		{"failure", `{"hook_event_name":"PostToolUseFailure","tool_name":"Bash","tool_input":{"command":"ls"}}`, Before, After, Shell},
		{"permission request", `{"hook_event_name":"PermissionRequest","tool_name":"Bash","tool_input":{"command":"ls"}}`, Before, Other, Shell},
		{"permission request, camel", `{"hookName":"permissionRequest","sessionId":"1","toolName":"bash","toolInput":{"command":"ls"}}`, Before, Other, Shell},
		{"result, camel", `{"sessionId":"1","toolName":"bash","toolArgs":{"command":"ls"},"toolResult":{}}`, Before, After, Shell},
		{"flat result", `{"command":"ls","exit_code":1}`, Other, After, Shell},
		{"unknown event", `{"hook_event_name":"Tomorrow","tool_name":"Bash","tool_input":{"command":"ls"}}`, Before, Other, Shell},
		{"edit", `{"hook_event_name":"PreToolUse","tool_name":"Edit","tool_input":{"file_path":"/a"}}`, Before, Before, Edit},
		{"server's terminal", `{"hook_event_name":"PreToolUse","tool_name":"mcp__desk__execute_command","tool_input":{"command":"ls"}}`, Before, Before, Shell},
		{"server's other tool", `{"hook_event_name":"PreToolUse","tool_name":"mcp__notes__add","tool_input":{"command":"ls"}}`, Before, Before, Server},
		{"nothing sent", `{}`, Other, Other, OtherTool},
		{"nothing but a session", `{"session_id":"1"}`, Other, Other, OtherTool},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			call, err := Decode([]byte(tt.payload), false, Hint{Event: tt.hint})
			if err != nil || call.Event != tt.event || call.Tool != tt.tool {
				t.Errorf("event %d tool %d err %v, want event %d tool %d", call.Event, call.Tool, err, tt.event, tt.tool)
			}
		})
	}
}

// TestAgentByEnvironment: the payload counts before what a parent process
// left in the environment.
func TestAgentByEnvironment(t *testing.T) {
	bare := `{"hook_event_name":"PreToolUse","session_id":"s","tool_name":"Bash","tool_input":{"command":"ls"}}`
	codex := `{"hook_event_name":"PreToolUse","session_id":"s","turn_id":"t","tool_name":"Bash","tool_input":{"command":"ls"}}`
	tests := []struct {
		name, payload, key, value, agent, want string
	}{
		{"same session", bare, "CLAUDE_CODE_SESSION_ID", "s", "", "claude"},
		{"another session", bare, "CLAUDE_CODE_SESSION_ID", "other", "", "unknown"},
		{"codex inside claude", codex, "CLAUDE_CODE_SESSION_ID", "s", "", "codex"},
		{"factory", bare, "FACTORY_PROJECT_DIR", "/p", "", "droid"},
		{"named", codex, "", "", "goose", "goose"},
		{"misnamed", codex, "", "", "nobody", "codex"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			getenv := func(key string) string {
				if key == tt.key {
					return tt.value
				}
				return ""
			}
			call, err := Decode([]byte(tt.payload), false, Hint{Agent: tt.agent, Getenv: getenv})
			if err != nil || call.Agent.Name != tt.want {
				t.Errorf("agent = %s, err %v, want %s", call.Agent.Name, err, tt.want)
			}
		})
	}
}

func FuzzDecode(f *testing.F) {
	for _, file := range payloads(f, "testdata/agents/*.json") {
		f.Add(read(f, file), false)
		f.Add(read(f, file)[:100], true)
	}
	f.Add([]byte(`{"hook_event_name":"PreToolUse","tool_name":"MultiEdit","tool_input":{"file_path":"/a","edits":[{"old_string":"a","new_string":"aa","replace_all":true},{"old_string":"","new_string":"x"}]}}`), false)
	f.Add([]byte(`{"hook_event_name":"PreToolUse","tool_name":"mcp__x__sql","tool_input":{"steps":[{"language":"py","code":"x"},{"command":["ls","-l"]}],"query":"select"}}`), false)
	f.Add([]byte(`{"permissions":{"deny":["Read(./.env)",1,"Bash("],"ask":[")("]}}`), false)
	f.Fuzz(func(t *testing.T, data []byte, cut bool) {
		call, err := Decode(data, cut, Hint{Event: Before})
		if err != nil {
			return
		}
		if text := call.Apply("a\nb\n"); len(text) > maxApplied+len(data) {
			t.Errorf("edits make %d bytes of %d", len(text), len(data))
		}
		Permissions(data)
		for _, a := range answers {
			a.verdict.ForModel, a.verdict.Report.Message = string(data), call.RawTool
			checkAnswer(t, &call, Encode(&call, a.verdict))
		}
	})
}

// checkAnswer holds an answer to what every reader asks for: nothing, or one
// valid object of valid text, no string too long to be shown.
func checkAnswer(t *testing.T, c *Call, a Answer) {
	t.Helper()
	if len(a.Stdout) == 0 {
		return
	}
	if !json.Valid(a.Stdout) || !utf8.Valid(a.Stdout) || a.Stdout[0] != '{' {
		t.Errorf("%s: not one valid object: %q", c.Agent.Name, a.Stdout)
	}
	if bytes.IndexByte(bytes.TrimRight(a.Stderr, "\n"), '\n') >= 0 {
		t.Errorf("%s: more than a line on standard error: %q", c.Agent.Name, a.Stderr)
	}
}

func TestTextIsTamed(t *testing.T) {
	claude := Call{Agent: Named("claude")}
	hostile := "a\x1b[2Jb\xffc\u202ed\"\\\x00\u2028" + strings.Repeat("é", 20_000)
	a := Encode(&claude, Reply{Action: Deny, ForModel: hostile, ForUser: hostile})
	checkAnswer(t, &claude, a)
	var got struct{ Reason string }
	if err := json.Unmarshal(a.Stdout, &got); err != nil {
		t.Fatal(err)
	}
	if len(got.Reason) >= 10_000 || strings.ContainsAny(got.Reason, "\x1b\u202e\x00") || strings.ContainsAny(string(a.Stderr), "\x1b\u202e\x00") {
		t.Errorf("not tamed: %d bytes, %q, %q", len(got.Reason), got.Reason[:40], a.Stderr[:40])
	}
}

// TestPowerShell: which shell runs a command is told by the tool, or on Windows by the
// agent.
func TestPowerShell(t *testing.T) {
	for _, tt := range []struct {
		payload, goos string
		want          bool
	}{
		{`{"hook_event_name":"PreToolUse","tool_name":"PowerShell","tool_input":{"command":"ls"},"prompt_id":"p"}`, "linux", true},
		{`{"toolName":"powershell","toolArgs":{"command":"ls"}}`, "windows", true},
		{`{"hook_event_name":"BeforeTool","tool_name":"run_shell_command","tool_input":{"command":"ls"}}`, "windows", true},
		{`{"hook_event_name":"BeforeTool","tool_name":"run_shell_command","tool_input":{"command":"ls"}}`, "darwin", false},
		{`{"hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"command":"ls"}}`, "windows", false},
	} {
		c, err := Decode([]byte(tt.payload), false, Hint{})
		if err != nil || c.Tool != Shell {
			t.Fatalf("%s: tool %d, %v", tt.payload, c.Tool, err)
		}
		if got := c.PowerShell(tt.goos); got != tt.want {
			t.Errorf("%s on %s: PowerShell is %v", tt.payload, tt.goos, got)
		}
	}
}
