package protocol

import "strings"

// Agent is a row of the table of callers: what an agent does with an answer.
type Agent struct {
	Name string
	// Form is the shape of an answer.
	Form Form
	// Ask says when the agent honours an ask.
	Ask AskWhen
	// Exit is the exit code of a deny in the Claude form.
	Exit int
	// Context and Message say whether a warning with a call that goes on
	// reaches the model, and the user.
	Context, Message bool
	// Rewrite says that another command can be put in the place of the one that
	// the agent sent, and that both the user and the model are told.
	Rewrite bool
	// Replaces says that a hook can put another answer of a tool in the place of
	// the one that it gave.
	Replaces bool
	// Unsaid says that a hook is not told how a command ended: the session's record
	// has its exit status.
	Unsaid bool
	// PowerShell says that the agent's only shell is PowerShell on Windows.
	PowerShell bool
	// Late is the key of the text for the model in an answer to a call that
	// has run; "" when the agent reads no such answer.
	Late string
}

// nested is Late of the agents that use Claude's form.
const nested = "hookSpecificOutput"

// Form is the shape of an answer.
type Form uint8

// The forms.
const (
	FormClaude      Form = iota // hookSpecificOutput
	FormCopilot                 // top-level permissionDecision
	FormGemini                  // decision: deny
	FormCursor                  // permission, user_message, agent_message
	FormExit                    // exit code and stderr alone
	FormCline                   // cancel, overrideInput
	FormAntigravity             // decision, in any case
	FormNeutral                 // status
	FormPlan                    // modified_args, skip, skipped
)

// Scripts reports whether the form is one that scripts call and not models: they
// are told all that is known, and choose themselves.
func (f Form) Scripts() bool { return f == FormNeutral || f == FormPlan }

// AskWhen says when an agent honours an ask. Otherwise some agents hang, and
// some run the command.
type AskWhen uint8

// The cases.
const (
	AskNever    AskWhen = iota
	AskAttended         // only when the session is known to be attended
	AskAlways           // unattended the client denies with our reason
)

// unknown is a caller that was not recognised. Its deny is the one form that
// was seen to deny in every client tried.
var unknown = Agent{Name: "unknown", Exit: 2, Context: true, Message: true, Late: nested}

// agents are the callers that ctxhook distinguishes. Exit is 0 where a
// non-zero exit loses the reason (Copilot) or counts as a broken hook (Codex
// on Windows). What a row does not claim was seen to be ignored or to break
// something.
var agents = [...]Agent{
	{Name: "claude", Ask: AskAlways, Exit: 2, Context: true, Message: true, Rewrite: true, Replaces: true, Late: nested},
	{Name: "vscode", Ask: AskAttended, Exit: 2, Context: true, Message: true, Late: nested},
	{Name: "codex", Context: true, Unsaid: true, Late: nested},
	{Name: "qwen", Ask: AskAttended, Message: true, Late: nested},
	{Name: "droid"},
	{Name: "copilot", Ask: AskAttended, Context: true, Late: "additionalContext"},
	{Name: "copilot-camel", Form: FormCopilot, Ask: AskAttended, Late: "additionalContext"},
	{Name: "gemini", Form: FormGemini, Message: true, PowerShell: true, Late: nested},
	{Name: "antigravity", Form: FormAntigravity, Ask: AskAlways},
	{Name: "opencode", Ask: AskAlways, Exit: 2, Context: true, Late: nested},
	{Name: "pi", Ask: AskAlways, Exit: 2, Context: true, Late: nested},
	{Name: "amp", Ask: AskAlways, Exit: 2},
	{Name: "cursor", Form: FormCursor, Late: "additional_context"},
	{Name: "windsurf", Form: FormExit},
	{Name: "kiro", Form: FormExit},
	{Name: "goose", Form: FormExit},
	{Name: "cline", Form: FormCline, Context: true, Late: "contextModification"},
	{Name: "devin", Exit: 2},
	{Name: "grok", Exit: 2},
	{Name: "continue", Exit: 2},
	{Name: "neutral", Form: FormNeutral},
	{Name: "plan", Form: FormPlan, Rewrite: true, Exit: 2},
}

// Named returns the agent with a name, or nil.
func Named(name string) *Agent { return agentNamed(name) }

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

// CanAsk reports whether an ask reaches a user who can answer it.
func (c *Call) CanAsk() bool {
	switch c.Agent.Ask {
	case AskAlways:
		return c.Attended != AttendedNo
	case AskAttended:
		return c.Attended == AttendedYes
	}
	return false
}

// recognise returns the name of the calling agent, from the payload or else
// from the environment, which agents started by other agents inherit. The
// order matters: later tests hold for earlier agents too.
func (f *fields) recognise(getenv func(string) string) string {
	switch {
	case f.has(keyAction):
		return "windsurf"
	case f.has(keyCline) || f.hookName == "tool_call" || f.hookName == "tool_result":
		return "cline"
	case f.has(keyCursor):
		return "cursor"
	case f.has(keyPlan):
		return "plan"
	case f.has(keyAntigravity):
		return "antigravity"
	case f.has(keyOpenCode):
		return "opencode"
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
