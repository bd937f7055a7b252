package transcript

import (
	"strings"

	"github.com/tidwall/gjson"

	"github.com/ctxhook/ctxhook/pkg/memory"
)

// outcome tells what became of a call. Newer clients say of a call that did
// not run, or not to its end, why; a person who stops a command that runs and
// one who does not let it start are told apart by one field.
func outcome(entry, block gjson.Result) memory.Outcome {
	if entry.Get("permissionDecision.decision").Str == "reject" {
		return memory.Denied // by a hook or a rule, or for want of anybody to ask
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

// byText reads the result as the model does, which is all that older clients
// leave.
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
