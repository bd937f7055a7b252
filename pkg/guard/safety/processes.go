package safety

import (
	"slices"
	"strconv"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/effect"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// process asks about the processes that a call ends.
func (w *weighing) process(fact string, _ bool) (bool, func(string) rule.Told) {
	q, ok := w.processes(w.i, w.e)
	if !ok || !w.script.Work.Spend(stepsOfSearch) {
		return false, nil
	}
	p := w.facts.Processes(q)
	return p.Is(fact), p.Value
}

// processes returns which processes a call ends, by the words it names them
// with or by the call that found their numbers: pkill -f x, fuser -k 80/tcp,
// kill $(pgrep x), lsof -ti :80 | xargs kill. What narrows the choice further,
// such as a user or an age, is not followed.
func (c *checker) processes(i int, e *effect.Effect) (rule.ProcessQuery, bool) {
	call := &c.script.Calls[i]
	q := rule.ProcessQuery{Project: c.at.Project, Root: slices.Contains(call.Wrappers, "sudo") || slices.Contains(call.Wrappers, "doas")}
	if q.Project == "" {
		q.Project = c.at.Cwd
	}
	if e == nil || call.Where != "" {
		return q, false
	}
	if call.Program == "kill" {
		if e.Target != nil {
			if t := strings.TrimPrefix(e.Target.String(), "-"); t == rule.ParentPid {
				q.Pid = t
				return q, true
			}
			if t, ok := e.Target.Literal(); ok {
				q.Pid = t
				_, err := strconv.ParseUint(t, 10, 31)
				return q, err == nil
			}
		}
		return c.found(q, i, e)
	}
	if e.Target == nil {
		return q, false
	}
	text, ok := e.Target.Literal()
	if !ok || text == "" {
		return q, false
	}
	return named(q, call, text)
}

// named adds the words by which a program finds processes.
func named(q rule.ProcessQuery, call *shell.Call, text string) (rule.ProcessQuery, bool) {
	a := &call.Args
	switch call.Program {
	case "pkill", "pgrep", "skill":
		if a.Has("-u", "-U", "-v", "-P", "-t", "-g", "-G", "-s", "-F", "-n", "-o", "-O", "-r", "--ns") {
			return q, false
		}
		q.Name, q.Regex, q.Full, q.Exact, q.Fold = text, true, a.Has("-f"), a.Has("-x"), a.Has("-i")
	case "killall":
		if a.Has("-u", "-o", "-y", "-Z", "-n", "-t", "-c") {
			return q, false
		}
		q.Name, q.Regex, q.Fold = text, a.Has("-r"), a.Has("-I")
	case "pidof":
		q.Name = text
	case "fuser":
		port, proto, ok := strings.Cut(text, "/")
		if space := a.Flag("-n"); !ok && space != nil && space.Value != nil {
			proto, _ = space.Value.Literal()
		}
		if q.Port = port; proto != "tcp" && proto != "udp" {
			return q, false
		}
	case "kill-port", "killport", "fkill":
		q.Port = strings.TrimPrefix(text, ":")
		if _, err := strconv.ParseUint(q.Port, 10, 16); err != nil {
			q.Port, q.Name = "", text
		}
	case "lsof":
		at := strings.LastIndexByte(text, ':')
		q.Port, q.Far = text[at+1:], !strings.Contains(argvText(call), "LISTEN")
	default:
		return q, false
	}
	return q, true
}

// maxFinders bounds how many calls are looked through for the one that found
// the processes.
const maxFinders = 16

// found adds what the call looked for whose output names the processes.
func (c *checker) found(q rule.ProcessQuery, i int, e *effect.Effect) (rule.ProcessQuery, bool) {
	var todo []int
	if e.Target != nil {
		todo = append(todo, e.Target.From()...)
	}
	for k := i; k >= 0; k = c.script.Calls[k].Via {
		todo = append(todo, c.script.Calls[k].Stdin.From...)
	}
	filter := "" // of the processes that ps lists
	for n := 0; n < len(todo) && n < maxFinders; n++ {
		if todo[n] < 0 || todo[n] >= len(c.script.Calls) {
			continue
		}
		call := &c.script.Calls[todo[n]]
		todo = append(todo, call.Stdin.From...)
		switch call.Program {
		case "pgrep", "pidof":
			if len(call.Args.Operands) == 1 {
				if text, ok := call.Args.Operands[0].Literal(); ok {
					return named(q, call, text)
				}
			}
			return q, false
		case "lsof", "fuser":
			for _, w := range call.Argv[1:] {
				if t, ok := w.Literal(); ok && (strings.Contains(t, ":") || strings.HasSuffix(t, "/tcp")) {
					return named(q, call, t)
				}
			}
			if call.Program == "fuser" && len(call.Args.Operands) == 1 {
				if t, ok := call.Args.Operands[0].Literal(); ok {
					return named(q, call, t)
				}
			}
			return q, false
		case "grep", "egrep":
			if len(call.Args.Operands) > 0 && !call.Args.Has("-v") {
				filter, _ = call.Args.Operands[0].Literal()
			}
		case "ps":
			q.Name, q.Regex, q.Full = filter, true, true
			return q, filter != ""
		}
	}
	return q, false
}
