package protocol

import (
	"strings"

	"github.com/tidwall/gjson"
)

// antigravity is Antigravity, which sends its commands and reports none.
var antigravity = Agent{
	Name: "antigravity", Form: FormOwn, encode: encodeAntigravity, Ask: AskAlways, Mute: true, keys: keyAntigravity,
	decided: func(answer gjson.Result) string { return strings.TrimPrefix(decision(answer), "force_") },
	Client: &Client{
		Title: "Antigravity", Programs: []string{"agy"}, Home: ".gemini/config", User: "hooks.json", Project: ".agents/hooks.json",
		Layout:  &Layout{Under: []string{"ctxhook"}, Typed: true, Line: "command", Wait: "timeout"},
		Hooks:   []ClientHook{{"PreToolUse", "run_command", 30}},
		Refuses: true, Allows: `{"decision":"allow"}`,
		Payload: `{"conversationId":SESSION,"workspacePaths":[CWD],"toolCall":{"name":"run_command","args":{"CommandLine":COMMAND,"Cwd":CWD}}}`,
		Note:    "It reports no command that ran, so nothing is remembered.",
	},
}

// encodeAntigravity answers Antigravity, which refuses a command that a hook does not
// decide about. Its own settings still ask where they say so: "allow" gives no leave.
// An ask is one that no earlier "always" of the user's answers.
func encodeAntigravity(v Reply) Answer {
	var o object
	o.open()
	switch v.Action {
	case Deny:
		o.str("decision", "deny").str("reason", v.ForModel)
	case Ask:
		o.str("decision", "force_ask").str("reason", v.ForModel)
	default:
		o.str("decision", "allow")
	}
	return Answer{Stdout: o.close().b}
}
