package journal

import (
	"bytes"
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/redact"
	"github.com/ctxhook/ctxhook/pkg/guard/command"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/memory/ledger"
)

// How often the same result in a row is told, once. To look again is cheap, and to wait
// for something that others do takes many looks.
const (
	manyReads = 10
	manyPolls = 20
)

// RepeatedResult is a command, or the reading of a file, with the same result as all the
// times before it.
type RepeatedResult struct {
	What  redact.Text
	Times int
	Polls bool // it asks for what others do, and no file of here
}

// Again notes the result of a command that went well, and returns it when it is time to
// tell that it was the same many times in a row, with nothing changed in between; else nil.
func (j *Journal) Again(ran *memory.Run, d *Diagnosis) *RepeatedResult {
	s := d.Output.Script
	if ran.Outcome != memory.OK || s == nil || len(s.Problems) > 0 || ran.Check != nil {
		return nil
	}
	reads, polls := kindOfLook(s)
	if !reads && !polls {
		return nil
	}
	output := d.Output.Text.String()
	if polls {
		output = timeless(output)
	}
	return j.again(&RepeatedResult{What: ran.Command, Polls: polls}, output)
}

// ReadAgain is Again for a file that a tool read. It notes the end of the call, too.
func (j *Journal) ReadAgain(file, content string) *RepeatedResult {
	known := j.again(&RepeatedResult{What: redact.Clean(file)}, content)
	if j.result != "" {
		j.enter(&ledger.Line{Is: ledger.Ended, Call: j.Call.ID, Subagent: j.Call.Subagent, Outcome: memory.OK.String(), Key: j.result})
	}
	return known
}

func (j *Journal) again(r *RepeatedResult, result string) *RepeatedResult {
	c := &j.Judge.Config
	if !c.Learn.Repeats || !c.InjectContext || j.Call.Agent.Form.Scripts() || j.ledgerFile() == "" {
		return nil
	}
	j.result = ledger.Key("result", j.Call.Subagent, j.Call.PromptID, j.Judge.Cwd, r.What.String(), result)
	most := manyReads
	if r.Polls {
		most = manyPolls
	}
	end := j.readEnd()
	if bytes.Count(end, []byte(j.result)) < most-1 {
		return nil
	}
	if r.Times = ledger.Repeats(end, j.result, r.What.Cut(maxCommandKept).String()) + 1; r.Times < most {
		return nil
	}
	if before, noted := j.ToldBefore("again " + r.What.String()); before || !noted {
		return nil
	}
	return r
}

// kindOfLook reports whether a command only reads what is here, or asks for what others do:
// a service, another machine, time.
func kindOfLook(s *shell.Script) (reads, polls bool) {
	writes := command.MayWrite(s)
	for i := range s.Calls {
		c := &s.Calls[i]
		polls = polls || command.Has(c, rule.Remote|rule.Timing)
	}
	starts := slices.ContainsFunc(s.Calls, func(c shell.Call) bool { return c.Spawn })
	return !writes && !polls && !starts, polls && !starts
}

// timeless leaves out of an output for how long, or when, something happened: "3m12s",
// "10:02:11".
func timeless(output string) string {
	fields := strings.Fields(output)
	return strings.Join(slices.DeleteFunc(fields, isTime), " ")
}

func isTime(word string) bool {
	word = strings.Trim(word, "()[],.;")
	rest := strings.TrimLeft(word, "0123456789")
	if len(rest) == len(word) {
		return false
	}
	units := strings.Trim(rest, "0123456789.:-/TZ+")
	switch units {
	case "":
		return strings.ContainsAny(rest, ":-/") // not a plain number
	case "s", "m", "h", "d", "ms", "sec", "min":
		return true
	}
	return strings.Trim(rest, "0123456789.smhd") == ""
}
