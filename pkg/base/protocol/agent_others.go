package protocol

// goose and kiro read the exit code of a hook, as Windsurf does.
var (
	goose = Agent{
		Name: "goose", Form: FormOwn, encode: encodeExit,
		sent: func(f *fields, _ func(string) string) bool { return f.event != "" && f.has(keyMatcher|keyWorkDir) },
	}
	kiro = Agent{
		Name: "kiro", Form: FormOwn, encode: encodeExit,
		sent: func(f *fields, _ func(string) string) bool {
			return f.hookEvent != "" && 'a' <= f.hookEvent[0] && f.hookEvent[0] <= 'z'
		},
	}
)

// qwen is Qwen Code: Gemini CLI with the answers of Claude Code.
var qwen = Agent{
	Name: "qwen", Ask: AskAttended, Message: true, Late: nested,
	sent: func(f *fields, _ func(string) string) bool {
		return f.has(keyToolCall) || f.has(keyTime) && f.has(keyTranscript)
	},
	ending: func(_ *fields, r *Result) { r.labelled() },
}

// droid is Droid of Factory.
var droid = Agent{
	Name: "droid",
	sent: func(f *fields, getenv func(string) string) bool {
		return droidTool(f.call.RawTool) || !f.has(keyToolUse) && getenv("FACTORY_PROJECT_DIR") != ""
	},
	ending: func(_ *fields, r *Result) { r.trailer("[Process exited with code ", "", "]") },
}

func droidTool(name string) bool {
	switch name {
	case "Execute", "Create", "ApplyPatch":
		return true
	}
	return false
}

// encodeExit answers agents that read the exit code and standard error only.
func encodeExit(v Reply) Answer {
	if v.Action == Warn {
		return Answer{}
	}
	return Answer{Stderr: line(v.ForModel), Exit: 2}
}
