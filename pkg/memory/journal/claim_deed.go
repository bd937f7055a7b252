package journal

import (
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/redact"
	"github.com/ctxhook/ctxhook/pkg/guard/command"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/memory/claims"
)

// undone says that a deed of which a message says that it was done failed when it was tried last:
// a deployment, a migration, a push.
func (v *view) undone(message string, steps []memory.Activity, subagent string) (text, key string) {
	done := make(map[string]bool)
	for _, s := range steps { // the latest first
		ran := s.Run
		if ran == nil || ran.Outcome == memory.Denied || ran.Outcome == memory.Refused {
			continue
		}
		script := v.judge.Script(ran.Command)
		named := deedsOf(script)
		code, known := ran.ExitCode()
		fails := ran.Outcome == memory.Failed && ran.Check == nil && known && code != 126 && code != 127 && ran.Subagent == subagent && !command.Pipes(script)
		for _, deed := range named {
			if fails && !done[deed] && !slices.ContainsFunc(named, func(d string) bool { return done[d] }) {
				if c, ok := claims.Done(message, deed, reader().Admits); ok {
					return claimOfHollow(ran, showsRed, redact.Text{}, &c), ran.ID
				}
			}
		}
		for _, deed := range named {
			done[deed] = done[deed] || !fails
		}
	}
	return "", ""
}

// deedsOf returns what a script does that may be reported as done.
func deedsOf(s *shell.Script) (list []string) {
	for _, i := range command.MainCalls(s) {
		c := &s.Calls[i]
		if command.Is(c, rule.ReadOnly|rule.Filter|rule.Auxiliary) {
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
