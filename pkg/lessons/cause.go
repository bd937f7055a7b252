package lessons

import (
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/command"
	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/shell"
)

// Cause says where the cause of an error lies, and so what may take it away.
type Cause uint8

// The causes, in the order of how long they last.
const (
	Fleeting Cause = iota // elsewhere: it may go away by itself
	Local                 // in the project: whatever changes something there may
	Lasting               // in the command, or in what is installed
)

// LastingClasses are those of the errors whose cause may be Lasting.
var LastingClasses = [...]string{"missing-command", "unknown-command", "unknown-option", "usage"}

// CauseOf tells where the cause of an error of a command lies.
func CauseOf(s *shell.Script, class, line string) Cause {
	switch class {
	case "auth", "busy", "certificate", "cluster", "container", "database", "disk", "infrastructure", "limit", "memory", "network", "permission", "port", "service":
		return Fleeting
	case "missing-command":
		if Missing(line) != "" {
			return Lasting
		}
	default:
		if slices.Contains(LastingClasses[:], class) && !projectsOwn(s) {
			return Lasting
		}
	}
	for i := range s.Calls {
		if c := &s.Calls[i]; c.Where != "" || c.Code == "" && command.Has(c, command.Remote) {
			return Fleeting
		}
	}
	return Local
}

// projectsOwn tells whether a command runs what the project itself holds,
// whose options change with it.
func projectsOwn(s *shell.Script) bool {
	return slices.ContainsFunc(s.Calls, func(c shell.Call) bool {
		return c.Program == "" || len(c.Argv) == 0 || strings.Contains(c.Argv[0].String(), "/") ||
			command.Has(&c, command.RunsUserCode|command.Launcher|command.Interpreter|command.ProjectRunner) || command.TakesTarget([]string{c.Program})
	})
}

// Mends tells whether a step may have taken away a cause.
func Mends(step memory.Activity, cause Cause) bool {
	if step.Edit != nil {
		return cause != Lasting
	}
	r := *step.Run
	switch r.Outcome {
	case memory.Denied, memory.Refused:
		return false
	case memory.Failed, memory.Masked: // it may have come some of the way
		if !strings.Contains(r.Template.String(), "; ") {
			return false
		}
	}
	r.Outcome = memory.OK // how far it came is not known
	if cause == Lasting {
		return changes(&r) && brings(&r)
	}
	return changes(&r) || besides(&r)
}

// besides tells whether a run of programs that only look may have changed
// something all the same: by a redirection, by what they start, or in what git
// and go keep for themselves.
func besides(r *memory.Run) bool {
	text := r.Command.String()
	if command.Redirects(text) {
		return true
	}
	for _, sign := range [...]string{" -delete", " -exec", " -ok", " -o ", "tee "} {
		if strings.Contains(text, sign) {
			return true
		}
	}
	for part := range strings.SplitSeq(r.Template.String(), "; ") {
		words := strings.Fields(part)
		if len(words) < 2 {
			continue
		}
		switch words[0] + " " + words[1] {
		case "git fetch", "git reflog":
			return true
		case "git branch", "git remote":
			if len(words) == 2 || slices.ContainsFunc(words[2:], func(w string) bool { return !lists(w) }) {
				return true
			}
		case "go env":
			if slices.Contains(words, "-w") || slices.Contains(words, "-u") {
				return true
			}
		}
	}
	return false
}

// lists tells the options with which git only lists branches and remotes.
func lists(option string) bool {
	switch option {
	case "-a", "--all", "-r", "--remotes", "-v", "-vv", "--verbose", "-l", "--list", "--show-current", "--merged", "--no-merged", "--contains", "--sort", "--format", "--no-color":
		return true
	}
	return false
}

// brings tells whether a run may have installed something.
func brings(r *memory.Run) bool {
	for part := range strings.SplitSeq(r.Template.String(), "; ") {
		if words := strings.Fields(part); len(words) > 0 && words[0] != "git" && command.Installs(words) {
			return true
		}
	}
	return false
}
