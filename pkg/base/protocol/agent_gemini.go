package protocol

import (
	"strings"

	"github.com/tidwall/gjson"
)

// gemini is Gemini CLI. Qwen Code, its fork, writes results likewise.
var gemini = Agent{
	Name: "gemini", Form: FormOwn, encode: encodeGemini, decided: decision, Message: true, PowerShell: true, Late: nested,
	sent:   func(f *fields, _ func(string) string) bool { return geminiEvent(f.hookEvent) },
	ending: geminiEnding,
	Reads:  Reads{Texts: []string{"GEMINI.md", ".gemini/"}, Starts: []string{".gemini/settings.json"}, Variables: []string{"GEMINI_CLI"}},
	Client: &Client{
		Title: "Gemini CLI", Programs: []string{"gemini"}, Home: ".gemini", User: "settings.json", Project: ".gemini/settings.json",
		Layout:  &Layout{Under: []string{"hooks"}, Typed: true, Line: "command", Wait: "timeout", Millis: true},
		Hooks:   []ClientHook{{"BeforeTool", "run_shell_command", 30}, {"AfterTool", "run_shell_command", 30}, {"SessionStart", "", 30}, {"SessionEnd", "", 30}, {"BeforeAgent", "", 30}},
		Refuses: true,
		Payload: `{"session_id":SESSION,"cwd":CWD,"hook_event_name":"BeforeTool","tool_name":"run_shell_command","tool_input":{"command":COMMAND},"timestamp":"2026-01-01T00:00:00Z"}`,
		Trust:   "for a project's settings, trust its folder in Gemini CLI",
	},
}

func geminiEvent(name string) bool {
	switch name {
	case "BeforeTool", "AfterTool", "BeforeAgent", "AfterAgent", "BeforeModel", "AfterModel":
		return true
	}
	return false
}

func geminiEnding(f *fields, r *Result) {
	if r.labelled() && (!r.Exited || r.unlabelled(f.outcome.display)) {
		if r.Exited {
			r.Output = strings.TrimSpace(f.outcome.display)
		}
		r.Exit, r.Exited = 0, true // it is left out when it is 0
	}
}

// decision reads an answer whose decision stands at its top.
func decision(answer gjson.Result) string { return answer.Get("decision").Str }

// encodeGemini answers Gemini CLI. JSON on standard output wins over the exit
// code there, so Claude's form lets the command run.
func encodeGemini(v Reply) Answer {
	var o object
	o.open()
	if v.Action == Warn {
		o.str("systemMessage", v.ForUser)
	} else {
		o.str("decision", "deny").str("reason", v.ForModel)
	}
	return Answer{Stdout: o.close().b}
}
