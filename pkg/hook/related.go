package hook

import (
	"errors"
	"strings"
	"time"

	"github.com/ctxhook/ctxhook/pkg/display"
	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/protocol"
	"github.com/ctxhook/ctxhook/pkg/recall"
	"github.com/ctxhook/ctxhook/pkg/redact"
	"github.com/ctxhook/ctxhook/pkg/store"
)

// The bounds of what a caller hears about a command beside the verdict.
const (
	maxRelated = 3
	maxSummary = 100 // bytes of what a command printed
)

// related lists what was run here that is like a command, for callers of the
// neutral envelope: an agent would hear it only when the command has run. It
// is optional, and has the first half of the time.
func (r *run) related(j *Journal, of judged) (list []protocol.RelatedRun) {
	if r.call.Agent.Form != protocol.FormNeutral || !j.Config.InjectContext || j.Project == "" || r.call.Canary() {
		return nil
	}
	late := func() bool { return time.Since(r.start) > j.Config.MaxLatency/2 }
	if late() {
		return nil
	}
	o := r.options(j, j.Config.MaxLatency/2-time.Since(r.start))
	o.ReadOnly = true
	s, err := store.Open(o)
	if err == nil {
		err = s.View(func(tx *store.Tx) error {
			l := &learner{j: j, tx: tx, now: r.start}
			list, err = l.related(redact.Clean(of.command), late)
			return err
		})
	}
	if err != nil && !errors.Is(err, store.ErrNone) {
		r.log.Line(redact.Clean("memory: " + err.Error()))
		return nil
	}
	return list
}

func (l *learner) related(command redact.Text, late func() bool) (list []protocol.RelatedRun, err error) {
	like, _, err := l.commandsLike(l.j.asked(command), recall.Budget{Notes: maxRelated, Tokens: maxDigest}, likeQuick, late)
	if err != nil {
		return nil, err
	}
	for i := range like {
		c := &like[i]
		if c.score < leastScore {
			break
		}
		summary, err := l.summary(c)
		if err != nil {
			return nil, err
		}
		list = append(list, protocol.RelatedRun{
			Command: oneLine(c.Text.Cut(maxQuoted)), Summary: oneLine(summary.Cut(maxSummary)), Time: c.Last, Score: c.score,
		})
	}
	return list, nil
}

// summary is what a command came to: the error that it failed with, or else
// the first line that it printed.
func (l *learner) summary(c *liked) (redact.Text, error) {
	if c.Worked.Before(c.Last) && c.Line.Len() > 0 {
		return c.Line, nil
	}
	run, _, err := l.tx.Run(c.Run)
	if err != nil {
		return redact.Text{}, err
	}
	if line := firstLine(run.Output.String()); line != "" && run.Outcome == memory.OK {
		return redact.Clean(line), nil
	}
	return redact.Clean(c.went()), nil
}

// oneLine is a text without line ends and what a terminal would obey.
func oneLine(t redact.Text) string {
	return strings.Join(strings.Fields(display.Plain(t.String())), " ")
}
