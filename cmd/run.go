package cmd

import (
	"fmt"
	"strconv"
	"time"

	"github.com/ctxhook/ctxhook/pkg/base/display"
	"github.com/ctxhook/ctxhook/pkg/memory"
)

// runView shows a run.
type runView struct {
	ID       string      `json:"id"`
	Time     time.Time   `json:"time"`
	Outcome  string      `json:"outcome"`
	Exit     *int        `json:"exit_code"`
	Millis   int64       `json:"duration_ms,omitempty"`
	Command  string      `json:"command"`
	Check    *checkView  `json:"check"`
	Errors   []errorView `json:"errors"`
	Project  string      `json:"project,omitempty"`
	Cwd      string      `json:"cwd,omitempty"`
	Agent    string      `json:"agent,omitempty"`
	Session  string      `json:"session,omitempty"`
	Template string      `json:"template,omitempty"`
	Record   string      `json:"record_id,omitempty"`
	Output   *string     `json:"output,omitempty"`       // of one run alone
	Context  int         `json:"context_size,omitempty"` // tokens, about: what it added to its model's context, as far as that is kept
}

func newRunView(r *memory.Run) *runView {
	return &runView{
		ID: r.ID, Time: r.Start.UTC(), Outcome: r.Outcome.String(), Exit: r.Exit, Millis: r.Duration.Milliseconds(), Command: r.Command.String(),
		Check: newCheckView(r.Check), Errors: newErrorViews(r.Errors),
		Project: r.Project, Cwd: r.Cwd, Agent: r.Agent, Session: r.Session, Template: r.Template.String(),
		Record: r.Record,
	}
}

// contextSize returns how many tokens, about, the command and the kept output of
// a run are to a model.
func contextSize(r *memory.Run, output int) int {
	const bytesPerToken = 4
	return display.Tokens(r.Command.String()) + output/bytesPerToken
}

// print shows what is known of a run but for its output.
func (v *runView) print(e *Env) {
	e.printf("%s: %s", e.paint(outcomeColor(v.Outcome), v.outcomeWords(" with exit code ")), v.Time.Local().Format("2006-01-02 15:04:05"))
	if v.Millis > 0 {
		e.printf(", took %s", shortly(time.Duration(v.Millis)*time.Millisecond))
	}
	e.printf("\n")
	e.printIndented(commandLines(v.Command)...)
	e.printField("id", v.ID)
	e.printField("in", e.tilde(v.Cwd))
	e.printField("project", e.tilde(v.Project))
	e.printField("agent", v.Agent)
	e.printField("session", v.Session)
	e.printField("record", v.Record)
	if v.Context > 0 {
		e.printField("context", "about "+display.Counted(v.Context, "token"))
	}
	if v.Check != nil {
		e.printf("\n")
		v.Check.print(e)
	}
	if list := unexplained(v.Check, v.Errors); len(list) > 0 {
		e.printf("\n")
		printErrors(e, list)
	}
}

// printLine shows a run in a list: when, what, and what came of it.
func (v *runView) printLine(e *Env, everywhere bool) {
	e.printf("%s  %s  %s  %s", minute(v.Time), display.Plain(v.ID),
		e.paint(outcomeColor(v.Outcome), fmt.Sprintf("%-11s", v.outcomeWords(" "))), display.Plain(brief(v.Command)))
	if everywhere && v.Project != "" {
		e.printf("  %s", e.paint(dim, "in "+display.Plain(e.tilde(v.Project))))
	}
	e.printf("\n")
	v.printFailure(e)
}

// printFailure says in a line what went wrong in a run.
func (v *runView) printFailure(e *Env) {
	if failure := v.failure(); failure != "" {
		e.printf("    %s\n", display.Plain(brief(failure)))
	}
}

func (v *runView) failure() string {
	if v.Check != nil && v.Check.Failed && v.Check.Kind != memory.CheckRun {
		s := v.Check.Tool + failedTests(len(v.Check.Tests))
		list := v.Check.Tests
		if len(list) == 0 {
			list = v.Check.Files
		}
		if len(list) > 0 {
			s += ": " + list[0]
		}
		if len(list) > 1 {
			s += " .."
		}
		return s
	}
	if o, _ := memory.ParseOutcome(v.Outcome); o.Bad() && len(v.Errors) > 0 {
		return v.Errors[0].Line
	}
	return ""
}

// words says in a line what ran, and what became of it.
func (v *runView) words() string { return v.outcomeWords(" ") + ": " + v.Command }

// outcomeWords says what became of a run, with the exit code of one that
// failed behind an introduction.
func (v *runView) outcomeWords(introduction string) string {
	if v.Exit == nil || *v.Exit == 0 {
		return v.Outcome
	}
	return v.Outcome + introduction + strconv.Itoa(*v.Exit)
}

func outcomeColor(outcome string) color {
	switch outcome {
	case memory.Failed.String(), memory.Masked.String():
		return red
	case memory.OK.String():
		return green
	}
	return yellow
}

// printOutput prints an output: for a program as it is kept.
func printOutput(e *Env, text string) {
	if isTerminal(e.Stdout) {
		text = display.Plain(text)
	}
	e.printf("%s", text)
	if text != "" && text[len(text)-1] != '\n' {
		e.printf("\n")
	}
}
