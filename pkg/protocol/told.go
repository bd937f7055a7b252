package protocol

import (
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/tidwall/gjson"
)

// told is what a payload tells of how a call ended, whoever tells it.
type told struct {
	stdout, stderr, text string
	failure              string // why the client says that it failed
	benign, persisted    string
	exit                 int
	exited               bool
	claude               bool // the answer has the shape of Claude Code's own shell
	interrupted          bool
	background, timedOut bool
	duration             time.Duration
}

// maxAnswer bounds how deep a tool's answer is followed.
const maxAnswer = 5

// response reads what a tool answered: text, an object, an object written as
// a string, or a list of either.
func (t *told) response(v gjson.Result) { t.answer(v, maxAnswer) }

func (t *told) answer(v gjson.Result, left int) {
	switch {
	case left == 0:
	case v.Type == gjson.String:
		if strings.HasPrefix(v.Str, "{") && depth(v.Str) <= maxDepth && gjson.Valid(v.Str) {
			t.answer(gjson.Parse(v.Str), left-1)
			return
		}
		add(&t.text, v)
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
				}
			}
			return true
		})
	}
}

// take reads one member of an answer, or of a payload that is one, and tells
// whether it was.
func (t *told) take(key string, v gjson.Result) bool {
	switch key {
	case "stdout":
		add(&t.stdout, v)
	case "stderr":
		add(&t.stderr, v)
	case "llmContent", "text_result_for_llm", "textResultForLlm", "text":
		add(&t.text, v)
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
		t.background = v.Type == gjson.String && v.Str != ""
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
// commands the one that failed tells.
func (t *told) status(v gjson.Result) {
	if v.Type != gjson.Number && v.Type != gjson.String {
		return
	}
	n, err := strconv.Atoi(v.String())
	if err != nil || t.exited && t.exit != 0 {
		return
	}
	t.exit, t.exited = n, true
}

// maxDuration bounds what is believed.
const maxDuration = 30 * 24 * time.Hour

func (t *told) took(v gjson.Result) {
	if v.Type != gjson.Number || t.duration != 0 || math.IsNaN(v.Num) {
		return
	}
	if ms := v.Num; ms > 0 && ms <= float64(maxDuration/time.Millisecond) {
		t.duration = time.Duration(ms * float64(time.Millisecond))
	}
}

// cwdNote begins what Claude Code says on standard error by itself; what the
// command wrote there is part of its standard output.
const cwdNote = "\nShell cwd was reset to "

// output puts the streams together: what went wrong first.
func (t *told) output() string {
	stderr := t.stderr
	if t.claude && strings.HasPrefix(stderr, cwdNote) {
		stderr = ""
	}
	out := t.stdout
	if t.text != "" {
		out = joinLines(out, t.text)
	}
	switch {
	case t.claude:
		return joinLines(out, stderr)
	case t.exited && t.exit == 0:
		if out == "" {
			return stderr
		}
		return out
	}
	return joinLines(stderr, out)
}

// add appends a text to what was told before it.
func add(dst *string, v gjson.Result) {
	if v.Type == gjson.String {
		*dst = joinLines(*dst, v.Str)
	}
}

// joinLines puts one text behind another, in a line of its own.
func joinLines(a, b string) string {
	switch {
	case a == "":
		return b
	case b == "":
		return a
	case strings.HasSuffix(a, "\n"):
		return a + b
	}
	return a + "\n" + b
}
