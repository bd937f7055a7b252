package protocol

import "strings"

// Agent is a row of the table of callers: what each can do with an answer.
type Agent struct {
	Name string
	// Form is the shape of an answer.
	Form Form
	// Ask says when an ask is honoured.
	Ask AskWhen
	// Exit is the exit code of a deny in the Claude form.
	Exit int
	// Context and Message say whether a warning beside a call that goes on
	// reaches the model, and the person.
	Context, Message bool
	// Late is the key under which an answer to a call that has run carries
	// words for the model; "" where no such answer is read.
	Late string
}

// nested is Late of those that read them in Claude's form.
const nested = "hookSpecificOutput"

// Form is the shape of an answer.
type Form uint8

// The forms.
const (
	FormClaude  Form = iota // hookSpecificOutput
	FormCopilot             // top-level permissionDecision
	FormGemini              // decision: deny
	FormCursor              // permission, user_message, agent_message
	FormExit                // exit code and stderr alone
	FormCline               // cancel, overrideInput
	FormNeutral             // status
)

// AskWhen says when an ask is honoured. Where it is not, some agents hang and
// some run the command.
type AskWhen uint8

// The cases.
const (
	AskNever    AskWhen = iota
	AskAttended         // only where a person is known to be there
	AskAlways           // unattended the client denies with our reason
)

// unknown is the caller nobody recognised. Its deny is the one form that was
// seen to deny in every client tried.
var unknown = Agent{Name: "unknown", Exit: 2, Context: true, Message: true, Late: nested}

// agents are the callers that are told apart. Exit is 0 where a non-zero exit
// loses the reason (Copilot) or is taken for a broken hook (Codex on Windows);
// what a row does not claim was seen to be ignored or to break something.
var agents = [...]Agent{
	{Name: "claude", Ask: AskAlways, Exit: 2, Context: true, Message: true, Late: nested},
	{Name: "vscode", Ask: AskAttended, Exit: 2, Context: true, Message: true, Late: nested},
	{Name: "codex", Context: true, Late: nested},
	{Name: "qwen", Ask: AskAttended, Message: true, Late: nested},
	{Name: "droid"},
	{Name: "copilot", Ask: AskAttended, Context: true, Late: "additionalContext"},
	{Name: "copilot-camel", Form: FormCopilot, Ask: AskAttended, Late: "additionalContext"},
	{Name: "gemini", Form: FormGemini, Message: true, Late: nested},
	{Name: "cursor", Form: FormCursor, Late: "additional_context"},
	{Name: "windsurf", Form: FormExit},
	{Name: "kiro", Form: FormExit},
	{Name: "goose", Form: FormExit},
	{Name: "cline", Form: FormCline, Context: true, Late: "contextModification"},
	{Name: "devin", Exit: 2},
	{Name: "grok", Exit: 2},
	{Name: "continue", Exit: 2},
	{Name: "neutral", Form: FormNeutral},
}

// agentNamed returns the row of a name, or nil.
func agentNamed(name string) *Agent {
	for i := range agents {
		if agents[i].Name == name {
			return &agents[i]
		}
	}
	return nil
}

// Names lists the agents by name.
func Names() []string {
	names := make([]string, len(agents))
	for i := range agents {
		names[i] = agents[i].Name
	}
	return names
}

// CanAsk reports whether an ask reaches somebody who can answer it.
func (c *Call) CanAsk() bool {
	switch c.Agent.Ask {
	case AskAlways:
		return c.Attended != AttendedNo
	case AskAttended:
		return c.Attended == AttendedYes
	}
	return false
}

// recognise tells who is calling: the payload first, then the environment,
// which agents started by other agents inherit. The order matters: later
// tests hold for earlier agents too.
func (f *fields) recognise(getenv func(string) string) string {
	switch {
	case f.has(keyAction):
		return "windsurf"
	case f.has(keyCline) || f.hookName == "tool_call" || f.hookName == "tool_result":
		return "cline"
	case f.has(keyCursor):
		return "cursor"
	case f.has(keyToolCamel) && f.has(keyArgsCamel):
		return "copilot-camel"
	case f.has(keyEventCamel) && f.has(keyTool):
		return "vscode"
	case geminiEvent(f.hookEvent):
		return "gemini"
	case f.neutral():
		return "neutral"
	case f.event != "" && (f.has(keyMatcher) || f.has(keyWorkDir)):
		return "goose"
	case f.hookEvent != "" && 'a' <= f.hookEvent[0] && f.hookEvent[0] <= 'z':
		return "kiro"
	case f.has(keyTurn):
		return "codex"
	case f.has(keyToolCall) || f.has(keyTime) && f.has(keyTranscript):
		return "qwen"
	case f.has(keyTime) && f.hookEvent != "":
		return "copilot"
	case droidTool(f.call.RawTool) || !f.has(keyToolUse) && getenv("FACTORY_PROJECT_DIR") != "":
		return "droid"
	case getenv("DEVIN_PROJECT_DIR") != "":
		return "devin"
	case getenv("GROK_HOOK_EVENT") != "":
		return "grok"
	case getenv("CONTINUE_PROJECT_DIR") != "":
		return "continue"
	case f.has(keyPrompt) && inProjects(f.call.Transcript):
		return "claude"
	case f.call.Session != "" && f.call.Session == getenv("CLAUDE_CODE_SESSION_ID"):
		return "claude"
	}
	return ""
}

// inProjects reports whether a transcript lies where Claude Code keeps them.
func inProjects(path string) bool {
	return strings.Contains(path, "/projects/") || strings.Contains(path, `\projects\`)
}

func geminiEvent(name string) bool {
	switch name {
	case "BeforeTool", "AfterTool", "BeforeAgent", "AfterAgent", "BeforeModel", "AfterModel":
		return true
	}
	return false
}

func droidTool(name string) bool {
	switch name {
	case "Execute", "Create", "ApplyPatch":
		return true
	}
	return false
}
