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
	Transient Cause = iota // elsewhere: it may go away by itself
	Local                  // in the project: whatever changes something there may
	Permanent              // in the command, or in what is installed
)

// PermanentClasses are those of the errors whose cause may be Lasting.
var PermanentClasses = [...]string{"missing-command", "unknown-command", "unknown-option", "usage"}

// CauseOf tells where the cause of an error of a command lies.
func CauseOf(s *shell.Script, class, line string) Cause {
	switch class {
	case "auth", "busy", "certificate", "cluster", "container", "database", "disk", "infrastructure", "limit", "memory", "network", "permission", "port", "service":
		return Transient
	case "missing-command":
		if MissingName(line) != "" {
			return Permanent
		}
	default:
		if slices.Contains(PermanentClasses[:], class) && !runsProject(s) {
			return Permanent
		}
	}
	for i := range s.Calls {
		if c := &s.Calls[i]; c.Where != "" || c.Code == "" && command.Has(c, command.Remote) {
			return Transient
		}
	}
	return Local
}

// runsProject tells whether a command runs what the project itself holds,
// whose options change with it.
func runsProject(s *shell.Script) bool {
	return slices.ContainsFunc(s.Calls, func(c shell.Call) bool {
		return c.Program == "" || len(c.Argv) == 0 || strings.Contains(c.Argv[0].String(), "/") ||
			command.Has(&c, command.RunsUserCode|command.Launcher|command.Interpreter|command.ProjectRunner) || command.TakesTarget([]string{c.Program})
	})
}

// MayFix tells whether a step may have taken away a cause.
func MayFix(step memory.Activity, cause Cause) bool {
	if step.Edit != nil {
		return cause != Permanent
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
	if cause == Permanent {
		return changes(&r) && mayInstall(&r)
	}
	return changes(&r) || mayChange(&r)
}

// mayChange tells whether a run of programs that only look may have changed
// something all the same: by a redirection, by what they start, or in what git
// and go keep for themselves.
func mayChange(r *memory.Run) bool {
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
			if len(words) == 2 || slices.ContainsFunc(words[2:], func(w string) bool { return !onlyLists(w) }) {
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

// onlyLists tells the options with which git only lists branches and remotes.
func onlyLists(option string) bool {
	switch option {
	case "-a", "--all", "-r", "--remotes", "-v", "-vv", "--verbose", "-l", "--list", "--show-current", "--merged", "--no-merged", "--contains", "--sort", "--format", "--no-color":
		return true
	}
	return false
}

// mayInstall tells whether a run may have installed something.
func mayInstall(r *memory.Run) bool {
	for part := range strings.SplitSeq(r.Template.String(), "; ") {
		if words := strings.Fields(part); len(words) > 0 && words[0] != "git" && command.Installs(words) {
			return true
		}
	}
	return false
}
