package journal

import (
	"errors"
	"time"

	"github.com/ctxhook/ctxhook/pkg/base/protocol"
	"github.com/ctxhook/ctxhook/pkg/base/redact"
	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/memory/lessons"
	"github.com/ctxhook/ctxhook/pkg/memory/recall"
	"github.com/ctxhook/ctxhook/pkg/memory/store"
)

// The bounds of what a caller hears about a command beside the verdict.
const (
	maxRelated = 3
	maxSummary = 100 // bytes of what a command printed
)

// RelatedRuns returns what was run here that is similar to a command, for
// callers of the neutral envelope: an agent would hear it only when the command
// has run. It is optional, and has the first half of the time.
func (j *Journal) RelatedRuns(text string) (list []protocol.RelatedRun) {
	c := &j.Judge.Config
	if j.Call.Agent.Form != protocol.FormNeutral || !c.InjectContext || j.Judge.Project == "" || j.Call.Canary() {
		return nil
	}
	late := func() bool { return time.Since(j.Now) > c.MaxLatency/2 }
	if late() {
		return nil
	}
	err := j.view(c.MaxLatency/2-time.Since(j.Now), func(v *view) (err error) {
		list, err = v.relatedRuns(redact.Clean(text), late)
		return err
	})
	if err != nil && !errors.Is(err, store.ErrNone) {
		j.note("memory", err)
		return nil
	}
	return list
}

func (v *view) relatedRuns(text redact.Text, late func() bool) (list []protocol.RelatedRun, err error) {
	like, _, err := v.similarCommands(queryFor(v.judge, text), recall.Budget{Notes: maxRelated, Tokens: maxDigest}, compareQuick, late)
	if err != nil {
		return nil, err
	}
	for i := range like {
		c := &like[i]
		if c.score < leastScore {
			break
		}
		if c.Text != text && lessons.Loosens(v.judge.Script(c.Text), v.judge.Script(text)) {
			continue
		}
		summary, err := v.summary(c)
		if err != nil {
			return nil, err
		}
		list = append(list, protocol.RelatedRun{
			Command: oneLine(c.Text.Cut(MaxQuoted)), Summary: oneLine(summary.Cut(maxSummary)), Time: c.Last, Score: c.score,
		})
	}
	return list, nil
}

// summary returns what a command came to: the error that it failed with, or
// the first line that it printed.
func (v *view) summary(c *similarCommand) (redact.Text, error) {
	if c.Worked.Before(c.Last) && c.Line.Len() > 0 {
		return c.Line, nil
	}
	run, _, err := v.tx.Run(c.Run)
	if err != nil {
		return redact.Text{}, err
	}
	if line := firstLine(run.Output.String()); line != "" && run.Outcome == memory.OK {
		return redact.Clean(line), nil
	}
	return redact.Clean(c.rate()), nil
}
