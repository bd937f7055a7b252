package protocol

import (
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/tidwall/gjson"
)

// toolResponse holds what a payload says about the end of a call, from
// whichever agent.
type toolResponse struct {
	stdout, stderr, text texts
	failure              string // why the client says that it failed
	statement            string // what the agent says next to an output about the failure
	display              string // the output as the user sees it
	benign, persisted    string
	exit                 int
	exited               bool
	written              bool // the answer is an object that is written as a string
	claude               bool // the answer has the shape of Claude Code's own shell
	interrupted          bool
	background, timedOut bool
	task                 string // by which a command is named that went on
	unsuccessful         bool   // the payload says only that the call failed
	subagent             string // id of the subagent of a task
	duration             time.Duration
}

// maxAnswer bounds how deep a tool's answer is followed.
const maxAnswer = 5

// response reads a tool's answer: text, an object, or a list of either. A text
// is what a command printed. It is read as an object only when the agent is
// known to write objects as text.
func (t *toolResponse) response(v gjson.Result) { t.answer(v, maxAnswer) }

func (t *toolResponse) answer(v gjson.Result, left int) {
	switch {
	case left == 0:
	case v.Type == gjson.String:
		if t.written && strings.HasPrefix(v.Str, "{") && shallow(v.Str) && gjson.Valid(v.Str) {
			t.answer(gjson.Parse(v.Str), left-1)
			return
		}
		t.text.add(v)
	case v.IsArray():
		v.ForEach(func(_, v gjson.Result) bool {
			t.answer(v, left-1)
			return true
		})
	case v.IsObject():
		v.ForEach(func(key, v gjson.Result) bool {
			if !t.take(key.Str, v) {
				switch key.Str {
				case "output", "result":
					t.answer(v, left-1)
				case "error":
					first(&t.statement, v)
				case "returnDisplay":
					first(&t.display, v)
				case "content":
					if v.IsArray() { // a list of blocks; a string would be the content of a file
						t.answer(v, left-1)
					}
				}
			}
			return true
		})
	}
}

// take reads one member of an answer, or of a payload that is one, and reports
// whether it did.
func (t *toolResponse) take(key string, v gjson.Result) bool {
	switch key {
	case "stdout":
		t.stdout.add(v)
	case "stderr":
		t.stderr.add(v)
	case "llmContent", "text_result_for_llm", "textResultForLlm", "text":
		if !strings.HasPrefix(v.Str, toolsNote) {
			t.text.add(v)
		}
	case "exit_code", "exitCode", "exit_status":
		t.status(v)
	case "duration_ms", "durationMs", "executionTimeMs", "duration":
		t.took(v)
	case "interrupted":
		t.claude = true
		t.interrupted = v.Type == gjson.True
	case "is_interrupt":
		t.interrupted = v.Type == gjson.True
	case "returnCodeInterpretation":
		first(&t.benign, v)
	case "backgroundTaskId":
		first(&t.task, v)
		t.background = t.task != ""
	case "agentId":
		first(&t.subagent, v)
	case "isAsync":
		t.background = t.background || v.Type == gjson.True
	case "timedOutAfterMs":
		t.timedOut = v.Type == gjson.Number
	case "persistedOutputPath":
		first(&t.persisted, v)
	default:
		return false
	}
	return true
}

// status takes an exit status, which one agent writes as a string. Of several
// commands the one that failed counts.
func (t *toolResponse) status(v gjson.Result) {
	if v.Type != gjson.Number && v.Type != gjson.String {
		return
	}
	n, err := strconv.Atoi(v.String())
	if err != nil || t.exited && t.exit != 0 {
		return
	}
	t.exit, t.exited = n, true
}

// maxDuration bounds a credible duration.
const maxDuration = 30 * 24 * time.Hour

func (t *toolResponse) took(v gjson.Result) {
	if v.Type != gjson.Number || t.duration != 0 || math.IsNaN(v.Num) {
		return
	}
	if ms := v.Num; ms > 0 && ms <= float64(maxDuration/time.Millisecond) {
		t.duration = time.Duration(ms * float64(time.Millisecond))
	}
}

// cwdNote begins what Claude Code itself writes to standard error; what the
// command wrote there is part of its standard output.
const cwdNote = "\nShell cwd was reset to "

// toolsNote begins the block that Claude Code itself puts in front of what a
// subagent answers.
const toolsNote = "<tools-used-before-summary>"

// output joins the streams, errors first.
func (t *toolResponse) output() string {
	stdout, stderr := append(t.stdout, t.text...), t.stderr
	switch {
	case t.claude:
		if len(stderr) > 0 && strings.HasPrefix(stderr[0], cwdNote) {
			stderr = nil
		}
		return append(stdout, stderr...).String()
	case t.exited && t.exit == 0 && len(stdout) > 0:
		return stdout.String()
	}
	return append(stderr, stdout...).String()
}

// texts are parts of a text, each on a new line.
type texts []string

func (t *texts) add(v gjson.Result) {
	if v.Type == gjson.String && v.Str != "" {
		*t = append(*t, v.Str)
	}
}

func (t texts) String() string {
	if len(t) == 1 {
		return t[0]
	}
	var b strings.Builder
	for i, part := range t {
		if i > 0 && !strings.HasSuffix(t[i-1], "\n") {
			b.WriteByte('\n')
		}
		b.WriteString(part)
	}
	return b.String()
}
