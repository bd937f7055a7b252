package cmd

import (
	"fmt"
	"strconv"
	"time"

	"github.com/ctxhook/ctxhook/pkg/display"
	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/redact"
	"github.com/ctxhook/ctxhook/pkg/store"
)

// showRun shows one run with its output.
func (cmd *historyCommand) one(id string) error {
	if idKind(id) != "r" {
		return withHint(fmt.Errorf("%s is no run", quote(id)), "to see what it is: ctxhook why "+id)
	}
	st, err := cmd.storage()
	if err != nil {
		return err
	}
	var run memory.Run
	var found bool
	if err := st.look(func(tx *store.Tx) (err error) {
		run, found, err = tx.Run(id)
		return err
	}); err != nil {
		return err
	}
	switch {
	case !found:
		return unknownID(id)
	case cmd.json:
		row := newRunRow(&run)
		output := run.Output.String()
		row.Output = &output
		return cmd.printJSON(row)
	}
	return cmd.paged(func() error {
		if cmd.output {
			cmd.printOutput(run.Output)
			return nil
		}
		cmd.printRun(&run)
		if run.Output.Len() == 0 {
			cmd.printf("\nno output is stored\n")
			return nil
		}
		cmd.printf("\n%s\n", cmd.paint(cmd.Stdout, bold, "output:"))
		cmd.printOutput(run.Output)
		return nil
	})
}

// printOutput prints an output: for a program as it is kept.
func (e *Env) printOutput(output redact.Text) {
	text := output.String()
	if isTerminal(e.Stdout) {
		text = display.Plain(text)
	}
	e.printf("%s", text)
	if text != "" && text[len(text)-1] != '\n' {
		e.printf("\n")
	}
}

// printRunLine shows a run in a list: when, what, and what came of it.
func (e *Env) printRunLine(r *memory.Run, everywhere bool) {
	e.printf("%s  %s  %s  %s", minute(r.Start), display.Plain(r.ID),
		e.paint(e.Stdout, outcomeColor(r.Outcome), fmt.Sprintf("%-11s", outcomeWords(r, true))),
		display.Plain(brief(r.Command.String())))
	if everywhere && r.Project != "" {
		e.printf("  %s", e.paint(e.Stdout, dim, "in "+display.Plain(e.tilde(r.Project))))
	}
	e.printf("\n")
	if trouble := troubleOf(r); trouble != "" {
		e.printf("    %s\n", display.Plain(brief(trouble)))
	}
}

// troubleOf is what went wrong in a run, in a line.
func troubleOf(r *memory.Run) string {
	switch {
	case r.Check != nil && r.Check.Failed:
		s := r.Check.Tool + failedTests(len(r.Check.Tests))
		list := plainStrings(r.Check.Tests)
		if len(list) == 0 {
			list = plainStrings(r.Check.Files)
		}
		if len(list) > 0 {
			s += ": " + list[0]
			if len(list) > 1 {
				s += " .."
			}
		}
		return s
	case r.Outcome.Bad() && len(r.Errors) > 0:
		return r.Errors[0].Line.String()
	}
	return ""
}

// outcomeWords says what became of a run, short for a list.
func outcomeWords(r *memory.Run, short bool) string {
	s := r.Outcome.String()
	switch {
	case r.Exited && r.Exit != 0 && short:
		return s + " " + strconv.Itoa(r.Exit)
	case r.Exited && r.Exit != 0:
		return s + " with exit status " + strconv.Itoa(r.Exit)
	}
	return s
}

func outcomeColor(o memory.Outcome) color {
	switch o {
	case memory.Failed, memory.Masked:
		return red
	case memory.OK:
		return green
	}
	return yellow
}

// printRun shows what is known of a run but for its output.
func (e *Env) printRun(r *memory.Run) {
	e.printf("%s: %s", e.paint(e.Stdout, outcomeColor(r.Outcome), outcomeWords(r, false)), r.Start.Local().Format("2006-01-02 15:04:05"))
	if r.Duration > 0 {
		e.printf(", took %s", shortly(r.Duration))
	}
	e.printf("\n")
	for _, l := range commandLines([]string{r.Command.String()}) {
		e.printf("    %s\n", display.Plain(l))
	}
	e.printField("id", []string{r.ID})
	e.printField("in", nonEmpty(e.tilde(r.Cwd)))
	e.printField("project", nonEmpty(e.tilde(r.Project)))
	e.printField("agent", nonEmpty(r.Agent))
	e.printField("session", nonEmpty(r.Session))
	if r.Check != nil {
		e.printf("\n")
		e.printCheck(r.Check)
	}
	if list := besides(r.Check, r.Errors); len(list) > 0 {
		e.printf("\n")
		e.printErrors(list)
	}
}

// shortly is a duration as people say it.
func shortly(d time.Duration) string {
	switch {
	case d < time.Second:
		return d.Round(time.Millisecond).String()
	case d < time.Minute:
		return d.Round(100 * time.Millisecond).String()
	}
	return d.Round(time.Second).String()
}

func nonEmpty(s string) []string {
	if s == "" {
		return nil
	}
	return []string{s}
}
