package protocol

import (
	"slices"
	"strings"

	"github.com/tidwall/gjson"
)

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
	// Fails says that a shell tool's ask can be answered by a command that fails with
	// the reason: others have no input for that.
	Fails bool
	// Mute says that the agent takes silence before a call for a refusal.
	Mute bool

	// Reads is what of a project it reads, and what it sets for commands.
	Reads Reads
	// Client says how ctxhook is registered in the agent; nil where init does not know how.
	Client *Client

	// What tells the agent, of the payloads that no row above it took: all of these keys,
	// a variable of its commands, or what sent reports. One that has none of them is named
	// by the user.
	keys   keys
	within string
	sent   func(f *fields, getenv func(string) string) bool
	// ending completes a result whose exit status stands in the output only.
	ending func(f *fields, r *Result)
	// encode answers a call before it runs in FormOwn, and decided reads that answer:
	// "deny", "ask", or "" for neither.
	encode  func(v Reply) Answer
	decided func(answer gjson.Result) string
}

// nested is Late of the agents that use Claude's form.
const nested = "hookSpecificOutput"

// Form is the shape of an answer.
type Form uint8

// The forms.
const (
	FormClaude  Form = iota // hookSpecificOutput
	FormOwn                 // the agent's own: encode writes it
	FormNeutral             // status
	FormPlan                // modified_args, skip, skipped
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

// agents are the callers that ctxhook distinguishes, in the order in which they are
// recognised: what tells a later one may hold for an earlier one, too. Each has a file,
// except for one of which there is next to nothing to say.
//
// Exit is 0 where a non-zero exit loses the reason (Copilot) or counts as a broken hook
// (Codex on Windows). What a row does not claim was seen to be ignored or to break
// something.
var agents = [...]*Agent{
	&windsurf,
	&cline,
	&cursor,
	{Name: "plan", Form: FormPlan, Rewrite: true, Exit: 2, keys: keyPlan},
	&antigravity,
	&opencode,
	&pi,
	&amp,
	&copilotCamel,
	&vscode,
	&gemini,
	{Name: "neutral", Form: FormNeutral, sent: func(f *fields, _ func(string) string) bool { return f.neutral() }},
	&goose,
	&kiro,
	&codex,
	&qwen,
	&copilot,
	&droid,
	{Name: "devin", Exit: 2, within: "DEVIN_PROJECT_DIR", Reads: Reads{Variables: []string{"DEVIN_PROJECT_DIR"}}},
	{Name: "grok", Exit: 2, within: "GROK_HOOK_EVENT", Reads: Reads{Variables: []string{"GROK_HOOK_EVENT"}}},
	{Name: "continue", Exit: 2, within: "CONTINUE_PROJECT_DIR", Reads: Reads{Texts: []string{".continue/rules/"}, Variables: []string{"CONTINUE_PROJECT_DIR"}}},
	&claude,
}

// Named returns the agent with a name, or nil.
func Named(name string) *Agent {
	for _, a := range agents {
		if a.Name == name {
			return a
		}
	}
	return nil
}

// Names lists the agents by name.
func Names() []string {
	names := make([]string, len(agents))
	for i, a := range agents {
		names[i] = a.Name
	}
	return names
}

// Clients lists the agents in which ctxhook can be registered, by name.
func Clients() []*Agent {
	var list []*Agent
	for _, a := range agents {
		if a.Client != nil {
			list = append(list, a)
		}
	}
	slices.SortFunc(list, func(a, b *Agent) int { return strings.Compare(a.Name, b.Name) })
	return list
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

// recognise returns the calling agent, from the payload or else from the environment,
// which agents started by other agents inherit; nil where it is not known.
func (f *fields) recognise(getenv func(string) string) *Agent {
	for _, a := range agents {
		if a.keys != 0 && f.seen&a.keys == a.keys || a.within != "" && getenv(a.within) != "" || a.sent != nil && a.sent(f, getenv) {
			return a
		}
	}
	return nil
}

// Decision returns what an answer decides, as the agent reads it: "deny", "ask", or "".
func (a *Agent) Decision(stdout []byte, exit int) string {
	answer, decision := gjson.ParseBytes(stdout), ""
	switch {
	case len(stdout) > 0 && !gjson.ValidBytes(stdout):
		return ""
	case a.decided != nil:
		decision = a.decided(answer)
	case a.Form != FormOwn:
		decision = answer.Get("hookSpecificOutput.permissionDecision").Str
	}
	if exit == 2 && (a.Exit == 2 || a.Form == FormOwn && a.decided == nil) {
		return "deny"
	}
	return decision
}
