package protocol

import (
	"path"
	"strconv"
	"strings"

	"github.com/tidwall/gjson"
)

// Late is what a payload says of a command that the client left running in the
// background: that it ended, was stopped, or what it printed up to its end.
type Late struct {
	ID     string // by which the client names it, not that of the tool call
	File   string // holds what it printed; "": the payload does not say
	Result Result // without a duration
}

// lateTool reports whether a tool asks for what became of such a command, or ends it.
func lateTool(name string) (is, stops bool) {
	switch name {
	case "TaskOutput", "BashOutput":
		return true, false
	case "TaskStop", "KillShell", "KillBash":
		return true, true
	}
	return false, false
}

// LateTools are the tools of Claude Code that tell what became of a command in the background,
// as in a matcher of its settings.
const LateTools = "TaskOutput|BashOutput|TaskStop|KillShell"

// late reads what the call says of a command in the background; nil: nothing, or
// that it goes on.
func (f *fields) late() *Late {
	switch {
	case f.call.Machine:
		return readNotice(f.call.Prompt)
	case f.call.Event != After || f.call.Tool != Later:
		return nil
	}
	l := &Late{}
	f.arguments.ForEach(func(key, v gjson.Result) bool {
		switch key.Str {
		case "task_id", "bash_id", "shell_id":
			first(&l.ID, v)
		}
		return true
	})
	_, stops := lateTool(f.call.RawTool)
	switch {
	case l.ID == "" || f.failureEvent():
		return nil
	case stops:
		l.Result.Status = Interrupted
		return l
	}
	answer := f.response
	if task := answer.Get("task"); task.IsObject() {
		answer = task
	}
	status, exit, known, text := answer.Get("status").Str, 0, false, ""
	if answer.Type == gjson.String {
		status, text = tagged(answer.Str, "status"), tagged(answer.Str, "output")
		if text == "" {
			text = strings.Trim(tagged(answer.Str, "stdout")+"\n"+tagged(answer.Str, "stderr"), "\n")
		}
		n, err := strconv.Atoi(tagged(answer.Str, "exit_code"))
		exit, known = n, err == nil
	} else {
		if v := answer.Get("exitCode"); v.Type == gjson.Number {
			exit, known = int(v.Num), true
		}
		if text = answer.Get("output").Str; text == "" {
			text = strings.Trim(answer.Get("stdout").Str+"\n"+answer.Get("stderr").Str, "\n")
		}
	}
	if !l.Result.became(status, exit, known) {
		return nil
	}
	l.Result.Output = text
	return l
}

// became sets how a command ended that the client gives a status, and reports whether it
// ended.
func (r *Result) became(status string, exit int, known bool) bool {
	switch status {
	case "completed", "failed":
		if r.Exit, r.Exited = exit, known; status == "failed" || known && exit != 0 {
			r.Status = Failed
		}
	case "killed", "stopped", "cancelled":
		r.Status = Interrupted
	default:
		return false
	}
	return true
}

// noticeTag begins the prompt by which Claude Code says that something ended which ran in
// the background.
const noticeTag = "<task-notification>"

// readNotice reads such a prompt; nil where it tells of no command. What a command is
// called stands in front of what became of it.
func readNotice(prompt string) *Late {
	if !strings.HasPrefix(prompt, noticeTag) {
		return nil
	}
	l := &Late{ID: tagged(prompt, "task-id"), File: tagged(prompt, "output-file")}
	summary := tagged(prompt, "summary")
	exit, known := 0, false
	if i := strings.LastIndex(summary, "exit code "); i >= 0 {
		digits := summary[i+len("exit code "):]
		if end := strings.IndexFunc(digits, func(c rune) bool { return c < '0' || c > '9' }); end >= 0 {
			digits = digits[:end]
		}
		n, err := strconv.Atoi(digits)
		exit, known = n, err == nil
	}
	if l.ID == "" || !l.Result.became(tagged(prompt, "status"), exit, known) {
		return nil
	}
	return l
}

// LateFile reports whether a file may hold what the command with an id printed.
func LateFile(file, id string) bool {
	dir, name := path.Split(strings.ReplaceAll(file, `\`, "/"))
	return id != "" && name == id+".output" && path.Base(dir) == "tasks"
}

// tagged returns the text in the first element of a name.
func tagged(text, name string) string {
	_, rest, ok := strings.Cut(text, "<"+name+">")
	if !ok {
		return ""
	}
	in, _, ok := strings.Cut(rest, "</"+name+">")
	if !ok {
		return ""
	}
	return strings.Trim(in, "\n")
}
