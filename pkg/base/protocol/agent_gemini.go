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
