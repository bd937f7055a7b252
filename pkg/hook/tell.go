package hook

import (
	"strconv"
	"strings"
	"time"

	"github.com/ctxhook/ctxhook/pkg/display"
	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/protocol"
	"github.com/ctxhook/ctxhook/pkg/redact"
)

// maxQuoted bounds what is quoted from an output or a command: it is data,
// and somebody else's.
const maxQuoted = 200

// shortQuote is as much of it as shows what it is.
const shortQuote = 80

// tell puts what there is to say about a run into words for the model. A
// caller of the neutral envelope hears of every run, the agent only when
// there is something it does not see by itself.
func (r *run) tell(j *Journal, ran *memory.Run, fixes []memory.Fix, untested string) protocol.Reply {
	v := protocol.Reply{Run: protocol.RunReport{
		Record: ran.ID, Success: !ran.Outcome.Bad(),
	}}
	if ran.Output.Len() > 0 {
		v.Run.Memory = ran.ID
	}
	for _, e := range ran.Errors {
		v.Run.Patterns = append(v.Run.Patterns, e.Class)
	}
	var said []string
	if ran.Outcome == memory.Masked {
		said = append(said, hidden(ran.Check))
	}
	if untested != "" {
		said = append(said, untested)
	}
	for _, f := range fixes {
		v.Run.Advice = append(v.Run.Advice, advice(f))
	}
	said = append(said, v.Run.Advice...)
	v.Report.Context = j.Config.InjectContext
	v.Report.LatencyMS = float64(time.Since(r.start).Microseconds()) / 1000
	if len(said) > 0 && j.Config.InjectContext {
		v.Action = protocol.Warn
		v.ForModel = redact.Clean("ctxhook: " + strings.Join(said, " ")).String()
	}
	return v
}

// advice is a fix as the model reads it. A command that cannot be told as it
// is, because it is long or has lines or marks in it, is left out.
func advice(f memory.Fix) string {
	text := sentence(display.Plain(f.Text.Cut(2 * maxQuoted).String()))
	command := quotedTo(f.Command, 2*maxQuoted)
	switch {
	case f.Command.Len() == 0 || command != "`"+f.Command.String()+"`":
		return text
	case f.Safe:
		return text + " Run: " + command + "."
	}
	return text + " Ask the user before you run " + command + "."
}

// hidden says that a check failed though the exit status is 0.
func hidden(c *memory.Check) string {
	return failure(c).String() + ". The command's exit status is 0 all the same: it hides the failure."
}

// failure is a failing check in a line.
func failure(c *memory.Check) redact.Text {
	s := c.Tool + " failed"
	if list := some(c.Tests); list != "" {
		s += ": " + list
	}
	if list := some(c.Files); list != "" {
		s += " (" + list + ")"
	}
	return redact.Clean(s)
}

// some lists the first of many.
func some(list []redact.Text) string { return few(list, 5, maxQuoted) }

// few lists so many of a list, each up to a length.
func few(list []redact.Text, most, length int) string {
	var parts []string
	for i, t := range list {
		if i == most {
			return strings.Join(parts, ", ") + " and " + strconv.Itoa(len(list)-most) + " more"
		}
		parts = append(parts, quotedTo(t, length))
	}
	return strings.Join(parts, ", ")
}

// quoted shows a text from outside as data, in one line.
func quoted(t redact.Text) string { return quotedTo(t, maxQuoted) }

func quotedTo(t redact.Text, length int) string {
	return display.Inline(t.Cut(length).String())
}

// share says how often something worked.
func share(worked, tried int) string {
	return "worked " + strconv.Itoa(worked) + " of " + strconv.Itoa(tried) + " times"
}
