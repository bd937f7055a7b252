package protocol

import (
	"strconv"
	"strings"
)

// Agents without a field for the exit status write it next to the output. A
// command may print the same text, so it is read only where the agent puts it.

// fail reads the client's text about a failed call. leads says that the client
// begins it with the exit status.
func (r *Result) fail(text string, leads bool) {
	r.Output = text
	if r.labelled() {
		return
	}
	rest, ok := strings.CutPrefix(text, "Exit code ")
	if ok && leads {
		number, output, _ := strings.Cut(rest, "\n")
		if n, err := strconv.Atoi(number); err == nil {
			r.Exit, r.Exited, r.Output = n, true, output
		}
	}
	// 143 is the signal that the client sends.
	if (!r.Exited || r.Exit == 143 || r.Exit == 137) && strings.HasPrefix(r.Output, "Command timed out after ") {
		r.Status = TimedOut
		_, r.Output, _ = strings.Cut(r.Output, "\n")
	}
}

// labels are the lines after the output of Gemini CLI and its forks.
var labels = [...]string{"Error: (none)", "Exit Code: ", "Signal: ", "Process Group PGID: ", "Background PIDs: "}

// labelled removes the labels from an output, and reports whether it had any.
func (r *Result) labelled() bool {
	text := strings.TrimPrefix(strings.TrimSuffix(r.Output, "\n</untrusted_context>"), "<untrusted_context>\n")
	from := 0
	if strings.HasPrefix(text, "Command: ") {
		if i := strings.Index(text, "\nDirectory: "); i >= 0 {
			from = i + 1
			from += strings.IndexByte(text[from:], '\n') + 1
		}
	}
	text, ok := strings.CutPrefix(text[from:], "Output: ")
	if !ok {
		return false
	}
	for seen := ""; ; {
		at := strings.LastIndexByte(text, '\n')
		label, value := labelOf(text[at+1:])
		if strings.Contains(seen, label) {
			label = "" // a second one was printed by the command
		}
		seen += label
		switch label {
		case "":
			r.Output = text
			if text == "(empty)" {
				r.Output = ""
			}
			return true
		case "Exit Code: ":
			if n, err := strconv.Atoi(value); err == nil {
				r.Exit, r.Exited = n, true
			}
		case "Signal: ":
			if value != "(none)" {
				r.Status = Interrupted
			}
		}
		text = text[:max(at, 0)]
		if at < 0 {
			r.Output = ""
			return true
		}
	}
}

// unlabelled reports whether the command printed what looked like the label of
// an exit status: then the displayed output, which has no labels, ends with
// it.
func (r *Result) unlabelled(display string) bool {
	label := "\nExit Code: " + strconv.Itoa(r.Exit)
	return r.Exited && strings.HasSuffix("\n"+strings.TrimSpace(display), label) && !strings.HasSuffix("\n"+r.Output, label)
}

func labelOf(line string) (label, value string) {
	for _, l := range labels {
		if value, ok := strings.CutPrefix(line, l); ok {
			return l, value
		}
	}
	return "", ""
}

// trailer removes the last line of an output when it states the exit status:
// before, between if not empty, the number, and after.
func (r *Result) trailer(before, between, after string) {
	body, last := "", r.Output
	if i := strings.LastIndexByte(r.Output, '\n'); i >= 0 {
		body, last = r.Output[:i], r.Output[i+1:]
	}
	inner, ok := strings.CutPrefix(last, before)
	if inner, ok = cutSuffix(inner, after, ok); !ok {
		return
	}
	if between != "" {
		if _, inner, ok = strings.Cut(inner, between); !ok {
			return
		}
	}
	if n, err := strconv.Atoi(inner); err == nil {
		r.Exit, r.Exited, r.Output = n, true, strings.TrimRight(body, "\n")
	}
}

// StatedExit reads the exit status where the last line of the output is "Exit code: 3", and
// removes that line. It is for callers who say it nowhere else.
func (r *Result) StatedExit() {
	end := Result{Output: strings.TrimRight(r.Output, "\r\n")}
	if end.trailer("Exit code: ", "", ""); !end.Exited {
		return
	}
	r.Exit, r.Exited, r.Output = end.Exit, true, end.Output
	if r.Exit != 0 && r.Status == Ended {
		r.Status = Failed
	}
}

// statedExit reads such a line at the end of any of the streams.
func (t *toolResponse) statedExit() {
	for _, stream := range [...]*texts{&t.stdout, &t.text, &t.stderr} {
		last := len(*stream) - 1
		if last < 0 {
			continue
		}
		r := Result{Output: (*stream)[last]}
		if r.StatedExit(); !r.Exited {
			continue
		}
		if (*stream)[last] = r.Output; r.Output == "" {
			*stream = (*stream)[:last]
		}
		if !t.exited || t.exit == 0 {
			t.exit, t.exited = r.Exit, true
		}
	}
}

func cutSuffix(s, suffix string, ok bool) (string, bool) {
	if !ok {
		return s, false
	}
	return strings.CutSuffix(s, suffix)
}

// leader removes the first line of an output where it repeats what the agent
// says elsewhere about the failure. Without such a statement the command
// succeeded, whatever it printed.
func (r *Result) leader(statement string) {
	r.Exited = true
	number, ok := strings.CutPrefix(statement, "Command exited with code ")
	n, err := strconv.Atoi(number)
	if !ok || err != nil {
		return
	}
	r.Exit = n
	if first, body, _ := strings.Cut(r.Output, "\n"); first == "["+statement+"]" {
		r.Output = body
	}
}
