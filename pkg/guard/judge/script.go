package judge

import (
	"slices"

	"github.com/ctxhook/ctxhook/pkg/base/redact"
	"github.com/ctxhook/ctxhook/pkg/base/unread"
	"github.com/ctxhook/ctxhook/pkg/guard/follow"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/safety"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// Script parses a redacted command, as what is remembered and shown is read.
// A verdict is on the command itself, and parses that.
func (j *Judge) Script(command redact.Text) *shell.Script { return j.Parse(command.String()) }

// Parse parses a command that is about to run.
func (j *Judge) Parse(command string) *shell.Script {
	return follow.Parse(command, shell.Options{Models: j.Engine.Models, Functions: j.Engine.Functions, Home: j.At.Home, Cwd: j.At.Cwd})
}

// LookThrough parses a command together with the files that it runs, unless the
// settings say that they are not to be read.
func (j *Judge) LookThrough(command string, files rule.Files) *shell.Script {
	if !j.Config.Lookthrough {
		return nil
	}
	return follow.Parse(command, shell.Options{
		Models: j.Engine.Models, Functions: j.Engine.Functions, Home: j.At.Home, Cwd: j.At.Cwd, Files: files,
	})
}

// Typed returns the script of a command without what stands in the files that it
// runs: what is remembered, and what users prefer, is about the command itself.
func (j *Judge) Typed(command string, s *shell.Script) *shell.Script {
	if s == nil || len(s.Files) == 0 {
		return s
	}
	if j.typed == nil || j.typed.Text != command {
		j.typed = j.Parse(command)
	}
	return j.typed
}

// Program returns what is known of a program, or nil.
func (j *Judge) Program(name string) *rule.Command { return j.Engine.Models(name) }

// Late reports whether a command runs a file that could not be read in time.
func Late(v *safety.Verdict) bool {
	return v.Script != nil && slices.ContainsFunc(v.Script.Files, func(f shell.File) bool { return f.Unread.Reason == unread.Late })
}
