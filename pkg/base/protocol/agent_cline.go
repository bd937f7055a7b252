package protocol

import "github.com/tidwall/gjson"

// cline is Cline, which names its hooks and not its events.
var cline = Agent{
	Name: "cline", Form: FormOwn, encode: encodeCline, Context: true, Fails: true, Late: "contextModification",
	sent: func(f *fields, _ func(string) string) bool {
		return f.has(keyCline) || f.hookName == "tool_call" || f.hookName == "tool_result"
	},
	ending: func(f *fields, r *Result) { r.leader(f.outcome.statement) },
	decided: func(answer gjson.Result) string {
		if answer.Get("cancel").Bool() || answer.Get("overrideInput").Exists() {
			return "deny"
		}
		return ""
	},
	Reads: Reads{Texts: []string{".clinerules", ".clinerules/"}, Variables: []string{"CLINE_ACTIVE"}},
	Client: &Client{
		Title: "Cline", Programs: []string{"cline"}, Home: ".cline", User: "hooks/PreToolUse", Project: ".clinerules/hooks/PreToolUse", Refuses: true,
		Hooks:   []ClientHook{{"PreToolUse", "", 30}, {"PostToolUse", "", 30}, {"TaskStart", "", 30}, {"UserPromptSubmit", "", 30}, {"SessionShutdown", "", 30}},
		Payload: `{"clineVersion":"","hookName":"tool_call","taskId":SESSION,"workspaceRoots":[CWD],"tool_call":{"id":SESSION,"name":"run_commands","input":{"commands":[COMMAND]}}}`,
		Note:    "A command that is blocked ends its task without a word (see ctxhook log); one that you would be asked about fails with the reason.",
	},
}

// encodeCline answers Cline, where cancel ends the whole run and its model
// never reads why. For less than a block, the command is replaced by one that
// fails with the reason.
func encodeCline(v Reply) Answer {
	var o object
	o.open()
	switch v.Action {
	case Warn:
		o.str("contextModification", v.ForModel)
	case Ask:
		say := "printf '%s\\n' " + shellQuote(needsApproval+v.ForModel) + " >&2; exit 1"
		o.key("overrideInput").open().list("commands", []string{say}).close()
	default:
		o.str("errorMessage", v.ForModel).flag("cancel", true)
	}
	return Answer{Stdout: o.close().b}
}
