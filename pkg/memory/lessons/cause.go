package lessons

import (
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/command"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
	"github.com/ctxhook/ctxhook/pkg/memory"
)

// Cause says where the cause of an error lies, and so what may remove it.
type Cause uint8

// The causes, from the shortest to the longest lasting.
const (
	Transient Cause = iota // outside the project: it may go away by itself
	Local                  // in the project: any change there may remove it
	Permanent              // in the command, or in what is installed
)

// PermanentClasses are the classes of errors whose cause may be Permanent.
var PermanentClasses = [...]string{"missing-command", "unknown-command", "unknown-option", "usage"}

// NamedClasses are the classes of errors that may lie in what a command names: a
// target, a script or a file that does not exist.
var NamedClasses = [...]string{"missing-file", "unknown-command", "npm"}

// InCommand reports whether an error lies in the command itself: run as it is,
// it fails again at once.
func InCommand(s *shell.Script, class, line string) bool {
	switch CauseOf(s, class, line) {
	case Permanent:
		return true
	case Transient:
		return false
	}
	return slices.Contains(NamedClasses[:], class) && slices.ContainsFunc(command.MainCalls(s), func(i int) bool {
		c := &s.Calls[i]
		return slices.ContainsFunc(words(c)[min(1, len(c.Argv)):], func(w string) bool {
			return len(w) > 1 && w[0] != '-' && hasWord(line, w)
		})
	})
}

// AsksForVariable reports whether a line says that an environment variable has
// no value.
func AsksForVariable(line string) bool {
	lower := strings.ToLower(line)
	if !slices.ContainsFunc([]string{" not set", "unset", "unbound variable", "required", "missing", "must be set", "undefined", " not defined"}, func(says string) bool {
		return strings.Contains(lower, says)
	}) {
		return false
	}
	for word := range strings.FieldsFuncSeq(line, func(r rune) bool { return !isWordByte(byte(min(r, 0x7f))) || r == '-' }) {
		if len(word) > 2 && word == strings.ToUpper(word) && strings.ContainsAny(word, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") && word != "ERROR" && word != "FATAL" {
			return true
		}
	}
	return false
}

// CauseOf returns where the cause of a command's error lies.
func CauseOf(s *shell.Script, class, line string) Cause {
	switch class {
	case "auth", "busy", "certificate", "cluster", "container", "database", "disk", "infrastructure", "limit", "memory", "network", "permission", "port", "service":
		return Transient
	case "missing-command":
		if MissingName(line) != "" {
			return Permanent
		}
	case "missing-file": // it is not here, whatever machine is talked to
		return Local
	default:
		if slices.Contains(PermanentClasses[:], class) && !runsProject(s) {
			return Permanent
		}
	}
	for i := range s.Calls {
		if c := &s.Calls[i]; c.Where != "" || c.Code == "" && command.Has(c, rule.Remote) {
			return Transient
		}
	}
	return Local
}

// runsProject reports whether a command runs something that the project
// defines. Its valid options change with the project.
func runsProject(s *shell.Script) bool {
	return slices.ContainsFunc(s.Calls, func(c shell.Call) bool {
		return c.Program == "" || len(c.Argv) == 0 || strings.Contains(c.Argv[0].String(), "/") ||
			command.Has(&c, rule.RunsUserCode|rule.Launcher|rule.Interpreter|rule.ProjectRunner) || command.TakesTarget([]string{c.Program})
	})
}

// MayFix reports whether a step may have removed a cause.
func MayFix(step memory.Activity, cause Cause, programs command.Programs) bool {
	if step.Edit != nil {
		return cause != Permanent
	}
	r := *step.Run
	switch r.Outcome {
	case memory.Denied, memory.Refused:
		return false
	case memory.Failed, memory.Masked: // its first part may have worked
		if !strings.Contains(r.Template.String(), "; ") {
			return false
		}
	}
	r.Outcome = memory.OK // it is not known which part failed
	if cause == Permanent {
		return changes(&r, programs) && mayInstall(&r, programs)
	}
	return changes(&r, programs) || mayChange(&r)
}

// mayChange reports whether a run of read-only programs may still have changed
// something: by a redirection, by a program it starts, or in what git and go
// store.
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

// onlyLists reports whether an option makes git branch or git remote list and
// change nothing.
func onlyLists(option string) bool {
	switch option {
	case "-a", "--all", "-r", "--remotes", "-v", "-vv", "--verbose", "-l", "--list", "--show-current", "--merged", "--no-merged", "--contains", "--sort", "--format", "--no-color":
		return true
	}
	return false
}

// mayInstall reports whether a run may have installed something.
func mayInstall(r *memory.Run, programs command.Programs) bool {
	for part := range strings.SplitSeq(r.Template.String(), "; ") {
		if words := strings.Fields(part); len(words) > 0 && words[0] != "git" && command.Installs(programs.About(words[0]), words) {
			return true
		}
	}
	return false
}
