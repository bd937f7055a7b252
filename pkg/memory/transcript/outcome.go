package transcript

import (
	"strings"

	"github.com/tidwall/gjson"

	"github.com/ctxhook/ctxhook/pkg/memory"
)

// outcome returns the outcome of a call. Newer clients say why a call did not
// run, or not to its end. One field sets a user who stops a running command
// apart from one who does not let it start.
func outcome(entry, block gjson.Result) memory.Outcome {
	if entry.Get("permissionDecision.decision").Str == "reject" {
		return memory.Denied // by a hook or a rule, or because the session is unattended
	}
	switch kind := entry.Get("toolDenialKind").Str; kind {
	case "":
		return byText(block)
	case "user-rejected":
		if entry.Get("toolDenialBeforeRun").Bool() {
			return memory.Refused
		}
		return memory.Interrupted
	case "interrupted", "cancelled":
		return memory.Interrupted
	}
	return memory.Denied
}

// byText reads the outcome from the text that the model gets, which is all
// that older clients record.
func byText(block gjson.Result) memory.Outcome {
	if !block.Get("is_error").Bool() {
		return memory.OK
	}
	text := block.Get("content")
	switch {
	case strings.HasPrefix(text.Str, "PreToolUse:") && strings.Contains(text.Str, " hook error: "),
		strings.HasPrefix(text.Str, "Permission to use Bash "):
		return memory.Denied
	case strings.HasPrefix(text.Str, "The user doesn't want to proceed with this tool use."),
		strings.HasPrefix(text.Str, "The user doesn't want to take this action right now."):
		return memory.Refused
	case strings.HasPrefix(text.Str, "[Request interrupted by user"):
		return memory.Interrupted
	}
	return memory.Failed
}
