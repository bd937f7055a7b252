package diagnose_test

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/ctxhook/ctxhook/pkg/base/redact"
	"github.com/ctxhook/ctxhook/pkg/guard/follow"
	"github.com/ctxhook/ctxhook/pkg/guard/readtest"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
	"github.com/ctxhook/ctxhook/pkg/memory/diagnose"
	"github.com/ctxhook/ctxhook/rules"
)

// TestOutputs holds all that is read in real outputs: the check with its tests, files,
// lines and counts, the errors with their shapes and causes, and what helps.
func TestOutputs(t *testing.T) {
	r := diagnose.NewReader(rules.Knowledge())
	readtest.File(t, "testdata/outputs.txt", func(text string) (list []string) {
		line, output, _ := strings.Cut(text, "\n")
		exit, command, _ := strings.Cut(line, " ")
		status, err := strconv.Atoi(exit)
		if err != nil {
			t.Fatalf("%s: a command stands behind its exit status: %v", line, err)
		}
		out := &diagnose.Output{
			Command: redact.Clean(command),
			Script:  follow.Parse(command, shell.Options{Models: rules.Command, Functions: rules.Function}),
			Text:    redact.Clean(output),
			Exit:    status, Exited: true,
		}
		say := func(format string, args ...any) {
			list = append(list, strings.TrimRight(fmt.Sprintf(format, args...), " "))
		}
		c := r.Check(out)
		if c != nil {
			say("check: %s %s key=%q all=%t failed=%t masked=%t", c.Kind, c.Tool, c.Key, c.All, c.Failed, c.Masked)
			if len(c.Tests)+len(c.Files) > 0 {
				say("  tests=%q files=%q", texts(c.Tests), texts(c.Files))
			}
			if c.Counts != nil {
				say("  ran=%d skipped=%d", c.Counts.Ran(), c.Counts.Skipped)
			}
			for _, also := range c.Also {
				say("  also: %s %s key=%q all=%t", also.Kind, also.Tool, also.Key, also.All)
			}
			for _, red := range c.Beside {
				say("  beside: %s %s key=%q all=%t tests=%q files=%q", red.Kind, red.Tool, red.Key, red.All, texts(red.Tests), texts(red.Files))
			}
			if c.Lines.Len() > 0 {
				say("  lines=%q", c.Lines.String())
			}
		}
		errs := r.Errors(out, c)
		for _, e := range errs {
			say("error: %s %s %q shape=%q", e.Class, e.Rule, e.Line.String(), e.Shape.String())
			if e.Cause != "" || e.Missing.Len() > 0 {
				say("  cause=%s missing=%q package=%t", e.Cause, e.Missing.String(), e.Package)
			}
		}
		for _, f := range r.Fixes(out, errs) {
			say("fix: %s %s %q safe=%t %s", f.Source, f.Rule, f.Command.String(), f.Safe, f.Text)
		}
		if name, ok := r.Untested(out); ok {
			say("untested: %s", name)
		}
		switch n, ok := r.CheckedNothing(out); {
		case ok && n.NoTest:
			say("ran no test")
		case ok:
			say("checked nothing: %s %q", strings.Join(n.Kinds, " "), n.Line.String())
		}
		return list
	})
}

func texts(list []redact.Text) (all []string) {
	for _, s := range list {
		all = append(all, s.String())
	}
	return all
}
