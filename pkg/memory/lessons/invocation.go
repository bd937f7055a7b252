package lessons

import (
	"path"
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/redact"
	"github.com/ctxhook/ctxhook/pkg/guard/command"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
	"github.com/ctxhook/ctxhook/pkg/memory"
)

// invocations finds a failure of the same call in other surroundings: without
// the variables that are set in front of it now, without the program it runs
// under, or in another directory. Nothing was done since that may have removed
// the cause, so that it failed as it was typed is the proof.
func invocations(now *memory.Run, script *shell.Script, steps []memory.Activity, reader Reader) []memory.Lesson {
	return calledOtherwise(steps, reader, func(r *memory.Run) (correction, bool) {
		return surrounded(reader.Script(r.Command), script, r.Cwd, now.Cwd)
	})
}

// calledOtherwise returns the lesson of the latest failed run that only a call of it had to
// change, as find tells, if nothing was done since that may have removed the cause.
func calledOtherwise(steps []memory.Activity, reader Reader, find func(failed *memory.Run) (correction, bool)) []memory.Lesson {
	runs := 0
	for _, s := range steps {
		r := s.Run
		if r != nil && r.Outcome.Bad() && len(r.Errors) > 0 && len(r.Errors[0].Keys()) > 0 {
			if c, ok := find(r); ok {
				e := &r.Errors[0]
				return []memory.Lesson{{
					Kind: memory.LessonFix, Key: keyOfCall(e, c.to), What: e.Line, From: redact.Clean(c.from), Remedy: redact.Clean(c.to),
				}}
			}
		}
		if MayFix(s, Local, reader.Program) {
			return nil
		}
		if r != nil {
			if runs++; runs == maxBack {
				return nil
			}
		}
	}
	return nil
}

// keyOfCall returns the key of what another call fixes: why it failed, and to what, where
// that is a package or the call names it.
func keyOfCall(e *memory.Error, call string) string {
	switch {
	case e.Cause == "":
		return e.Signature
	case e.Package, namesAny(call, e.Missing.String()):
		return e.OfNames()
	}
	return e.Cause
}

// surrounded compares a failed command with a successful one. If a call is the
// same in both but for what surrounds it, it returns the head of the call without
// and with that. The directories are those in which the commands began.
func surrounded(was, now *shell.Script, wasIn, nowIn string) (correction, bool) {
	for i := range was.Calls {
		x := &was.Calls[i]
		head := headSource(was, x)
		if x.Via >= 0 || head == "" || x.Program == "cd" {
			continue
		}
		j := slices.IndexFunc(now.Calls, func(y shell.Call) bool {
			return y.Program == x.Program && sameFrom(words(x), words(&y), directory(wasIn, x), directory(nowIn, &y))
		})
		if j < 0 {
			continue
		}
		y := &now.Calls[j]
		before, dirBefore := inFront(was, x), directory(wasIn, x)
		after, dir := inFront(now, y), directory(nowIn, y)
		switch {
		case dir != dirBefore:
			to, below := strings.CutPrefix(dir, dirBefore+"/")
			if !below || !isPortable(strings.ReplaceAll(to, "/", "")) {
				continue
			}
			after = "cd " + to + " && " + after
		case before == after:
			set := setBefore(now, j)
			if set == "" || x.Span.From != 0 {
				continue
			}
			after = set + after
		}
		return correction{before + head, after + head}, true
	}
	return correction{}, false
}

// setBefore returns the call before another one, with what joins the two, if it is the only
// one and sets up the shell: ulimit -n 4096 && pytest.
func setBefore(s *shell.Script, call int) string {
	if call == 0 || s.Calls[call].Span.From > len(s.Text) || slices.ContainsFunc(s.Calls[1:call], func(c shell.Call) bool { return c.Via < 0 }) {
		return ""
	}
	text := s.Text[:s.Calls[call].Span.From]
	if !command.SetsUpShell(&s.Calls[0]) || !strings.HasSuffix(strings.TrimSpace(text), "&&") || strings.Count(text, "&&") > 1 {
		return ""
	}
	return text
}

// inSameCommand returns what a command did before the call that had failed, and passed in
// it: make gen && go test ./... It is "" for what changes nothing, and what the failed
// command did as well.
func inSameCommand(was, now *shell.Script) string {
	at := slices.IndexFunc(now.Calls, func(y shell.Call) bool {
		return y.Via < 0 && slices.ContainsFunc(was.Calls, func(x shell.Call) bool {
			return x.Via < 0 && x.Program == y.Program && x.Program != "cd" && slices.Equal(words(&x), words(&y))
		})
	})
	if at < 1 || now.Calls[at].Span.From > len(now.Text) {
		return ""
	}
	before, joined := strings.CutSuffix(strings.TrimSpace(now.Text[:now.Calls[at].Span.From]), "&&")
	if !joined || strings.ContainsAny(strings.ReplaceAll(before, "&&", ""), "|;&\n") {
		return ""
	}
	if !slices.ContainsFunc(now.Calls[:at], func(c shell.Call) bool {
		return c.Via < 0 && c.Program != "cd" && !command.Is(&c, rule.ReadOnly|rule.Records|rule.Auxiliary) && !onlyAsks(strings.Join(words(&c), " "))
	}) {
		return ""
	}
	return strings.TrimSpace(before)
}

// sameFrom reports whether the words of two calls are the same where each runs: from a
// directory below, the paths of the first are shorter by it.
func sameFrom(was, now []string, wasIn, nowIn string) bool {
	below, ok := strings.CutPrefix(nowIn, wasIn+"/")
	return slices.EqualFunc(was, now, func(a, b string) bool { return a == b || ok && a == below+"/"+b })
}

// inFront returns what stands before the program of a call in its command:
// variables, and the programs that it runs under.
func inFront(s *shell.Script, c *shell.Call) string {
	from, to := c.Span.From, c.Argv[0].Span.From
	if from < 0 || from > to || to > len(s.Text) {
		return ""
	}
	return s.Text[from:to]
}

// directory returns the directory in which a call runs, given that in which its
// command began.
func directory(begun string, c *shell.Call) string {
	dir := c.Cwd.Path.String()
	if path.IsAbs(dir) {
		return dir
	}
	return path.Join(begun, dir)
}
