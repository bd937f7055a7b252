package journal

import (
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/pattern"
	"github.com/ctxhook/ctxhook/pkg/base/redact"
	"github.com/ctxhook/ctxhook/pkg/guard/command"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/memory/claims"
	"github.com/ctxhook/ctxhook/pkg/memory/diagnose"
)

// undone says that a deed of which a message says that it was done failed when it was tried last:
// a deployment, a migration, a push.
func (v *view) undone(message string, steps []memory.Activity, subagent string) (text, key string) {
	done := make(map[string]bool) // deeds, and the commands that went well
	for _, s := range steps {     // the latest first
		ran := s.Run
		if ran == nil || ran.Outcome == memory.Denied || ran.Outcome == memory.Refused {
			continue
		}
		script := v.judge.Script(ran.Command)
		named := deedsOf(script, true)
		if len(named) == 0 {
			continue
		}
		name := command.Key(script, ran.Cwd, ran.Project)
		fails := ran.Check == nil && ran.Subagent == subagent && v.deedFails(ran, script) && (name == "" || !done[name])
		for _, deed := range named {
			if fails && !done[deed] && !slices.ContainsFunc(named, func(d string) bool { return done[d] }) {
				if c, ok := claims.Done(message, deed, reader().Admits); ok {
					return claimOfHollow(ran, showsRed, redact.Text{}, &c), ran.ID
				}
			}
		}
		if fails {
			continue
		}
		done[name] = true
		for _, deed := range deedsOf(script, false) {
			done[deed] = true
		}
	}
	return "", ""
}

// deedFails reports whether a command failed that did something, or printed only that it did, where
// a pipe hides how it ended: git push | tail.
func (v *view) deedFails(ran *memory.Run, script *shell.Script) bool {
	code, known := ran.ExitCode()
	switch {
	case !known || code == 126 || code == 127:
		return false
	case !command.Pipes(script):
		return ran.Outcome == memory.Failed
	}
	output := v.output(ran.ID) // no error of a run that went well is recorded
	ran.Errors = reader().Errors(&diagnose.Output{Command: ran.Command, Script: script, Dir: ran.Cwd, Text: redact.Clean(output)}, nil)
	return code == 0 && len(ran.Errors) > 0 && !deedWell().MatchString(output)
}

// deedWell is printed where something was done.
var deedWell = pattern.Later(`(?im)\b(?:succe\w+|complete[sd]?|done|deployed|applied|published|finished|up[- ]to[- ]date)\b|^ +[0-9a-f]{6,}\.\.\.?[0-9a-f]{6,} |^ \* \[new `)

// deedsOf returns what a script does that may be reported as done; tried is whether it is enough to
// show, or write down, what would be done: compileall migrations, prisma migrate status.
func deedsOf(s *shell.Script, tried bool) (list []string) {
	for _, i := range command.MainCalls(s) {
		c := &s.Calls[i]
		looks := func(w shell.Word) bool { return deedLooksWord(w.String()) }
		if command.Is(c, rule.ReadOnly|rule.Filter|rule.Auxiliary) || !tried && slices.ContainsFunc(c.Argv, looks) {
			continue
		}
		const most = 5
		for _, word := range c.Argv[min(1, len(c.Argv)):min(most, len(c.Argv))] {
			w := strings.ToLower(word.String())
			for _, d := range deeds {
				if d.is(w) && !slices.Contains(list, d.name) {
					list = append(list, d.name)
				}
			}
		}
	}
	return list
}

// deeds are what is done by what a command has a word of.
var deeds = [...]struct {
	name string
	is   func(word string) bool
}{{"deploy", deedDeployWord}, {"migrate", deedMigrateWord}, {"push", deedPushWord}, {"publish", deedPublishWord}, {"install", deedInstallWord}}
