package journal

import (
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/ctxhook/ctxhook/pkg/base/protocol"
	"github.com/ctxhook/ctxhook/pkg/guard/command"
	"github.com/ctxhook/ctxhook/pkg/guard/facts"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/memory/diagnose"
	"github.com/ctxhook/ctxhook/pkg/memory/ledger"
	"github.com/ctxhook/ctxhook/pkg/memory/lessons"
	"github.com/ctxhook/ctxhook/pkg/memory/transcript"
)

// NoteStarted notes by what the end of a run may be told that goes on: by the client's id of
// it, or by the file that takes what a check prints.
func (j *Journal) NoteStarted(ran *memory.Run, script *shell.Script) {
	var keys []string
	switch {
	case j.ledgerFile() == "" || ran.Command.Len() > maxCommandKept:
		return
	case j.Call.Result.Task != "":
		keys = append(keys, j.Call.Result.Task)
	case script != nil && isCheck(script):
		keys = printsTo(script, ran.Cwd)
	}
	for _, key := range keys {
		j.enter(&ledger.Line{
			Is: ledger.Started, At: ran.Start.UnixMicro(), Call: ran.Call, Subagent: ran.Subagent, Cwd: slashes(ran.Cwd),
			Command: ran.Command, Key: key, Head: facts.HeadOf(ran.Project).Commit,
		})
	}
}

// printsTo lists the files that take what a script prints, by their paths with slashes.
func printsTo(s *shell.Script, cwd string) (files []string) {
	const most = 3
	add := func(c *shell.Call, w shell.Word) {
		if name := namedIn(c, w, cwd); name != "" && len(files) < most && !strings.HasPrefix(name, "/dev/") {
			files = append(files, name)
		}
	}
	for i := range s.Calls {
		c := &s.Calls[i]
		for _, r := range c.Redirs {
			if strings.Contains(r.Op, ">") && (!strings.Contains(r.Op, ">&") || strings.Trim(r.Word.String(), "0123456789-") != "") {
				add(c, r.Word)
			}
		}
		if c.Program == "tee" {
			for _, w := range c.Args.Operands {
				add(c, w)
			}
		}
	}
	return files
}

// namedIn returns the path, with slashes, of a file that a call names which runs below a
// directory; "" where that is not known.
func namedIn(c *shell.Call, w shell.Word, cwd string) string {
	name, ok := c.Cwd.Join(w).Literal()
	if !ok {
		return ""
	}
	if !filepath.IsAbs(name) {
		name = filepath.Join(cwd, name)
	}
	return slashes(filepath.Clean(name)).String()
}

// leftRunning reports whether a command only started its checks, and did not wait for them.
func leftRunning(s *shell.Script) bool {
	return s != nil && isCheck(s) && slices.ContainsFunc(s.Calls, func(c shell.Call) bool { return c.Spawn })
}

// maxLate bounds what is read of the end of what a command in the background printed.
const maxLate = maxFront + maxEnd

// Late returns the end of a command that went on, as if its call ended now, and the commit
// on which it began. ok is false where its start is not known.
func (j *Journal) Late(l *protocol.Late) (call *protocol.Call, head string, ok bool) {
	begun, ok := ledger.LastStarted(readLedger(j.ledgerFile()), l.ID)
	if !ok {
		return nil, "", false
	}
	result := l.Result
	if result.Output == "" && protocol.LateFile(l.File, l.ID) {
		if data, _, err := transcript.Tail(filepath.Dir(l.File), l.File, maxLate); err == nil {
			result.Output = string(data)
		}
	}
	result.Duration = j.Now.Sub(time.UnixMicro(begun.At))
	return &protocol.Call{
		Agent: j.Call.Agent, Event: protocol.After, EventName: j.Call.EventName, Session: j.Call.Session, ID: begun.Call, Subagent: begun.Subagent,
		Cwd: begun.Cwd.String(), Transcript: j.Call.Transcript, Tool: protocol.Shell, Commands: []string{begun.Command.String()}, Result: &result,
	}, begun.Head, true
}

// ShownLog returns what a command shows of the output of one that went on. How that ended
// it does not say.
func (j *Journal) ShownLog(s *shell.Script) *protocol.Late {
	if s == nil || isCheck(s) || j.Call.Result.Output == "" {
		return nil
	}
	var data []byte
	for _, i := range command.MainCalls(s) {
		c := &s.Calls[i]
		if !command.Is(c, rule.Filter) && !command.ShowsText(c) {
			continue
		}
		for _, w := range c.Args.Operands {
			name := namedIn(c, w, j.Judge.Cwd)
			if name == "" {
				continue
			}
			if data == nil {
				data = readLedger(j.ledgerFile())
			}
			keys := []string{name}
			if id := strings.TrimSuffix(path.Base(name), ".output"); protocol.LateFile(name, id) {
				keys = append(keys, id)
			}
			for _, key := range keys {
				if _, ok := ledger.LastStarted(data, key); ok {
					return &protocol.Late{ID: key, Result: protocol.Result{Output: j.Call.Result.Output}}
				}
			}
		}
	}
	return nil
}

// LateRun returns a run that went on as it is remembered, and reports whether its end is
// known: a part of what it printed shows that something failed, and not that nothing did. head
// is the commit on which it began.
func (j *Journal) LateRun(d *Diagnosis, head string) (ran *memory.Run, ended bool) {
	ran = j.Run(d)
	if c := ran.Check; c != nil && c.Seen != nil && c.Seen.Commit != head {
		c.Seen = nil // it is not known on which branch it began
	}
	if r := j.Call.Result; r.Status == protocol.Ended && !r.Exited {
		ended = d.Check != nil && d.Check.Failed
		ran.Outcome = memory.Failed
		return ran, ended
	}
	return ran, true
}

// running returns the ids of the calls that still run in the background, as the client says.
func (j *Journal) running() map[string]bool {
	if len(j.Call.Running) == 0 {
		return nil
	}
	calls := make(map[string]bool)
	for call, keys := range ledger.StartedAs(readLedger(j.ledgerFile())) {
		calls[call] = slices.ContainsFunc(keys, func(k string) bool { return slices.Contains(j.Call.Running, k) })
	}
	return calls
}

// passedBefore reports whether all of what a run checks that goes on passed before in the files as
// they are, and of what kinds something did: who says so has seen that.
func (v *view) passedBefore(ran *memory.Run, script *shell.Script, steps []memory.Activity) (whole bool, kinds []string) {
	var passed []*memory.Check
	for _, s := range steps { // the latest first
		if s.Edit != nil && !lessons.IsProse(s.Edit.Path.String()) {
			break
		}
		if s.Run != nil && s.Run.Outcome == memory.OK {
			whole = whole || s.Run.Command == ran.Command
			passed = append(passed, s.Run.Check.Passes()...)
		}
	}
	for _, p := range passed {
		kinds = append(kinds, p.Kind)
	}
	going := reader().Named(&diagnose.Output{Command: ran.Command, Script: script, Dir: ran.Cwd})
	return whole || len(going) > 0 && !slices.ContainsFunc(going, func(g *memory.Check) bool {
		return !slices.ContainsFunc(passed, func(p *memory.Check) bool { return p.Covers(g) })
	}), kinds
}
