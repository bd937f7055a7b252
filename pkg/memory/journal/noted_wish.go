package journal

import "github.com/ctxhook/ctxhook/pkg/base/protocol"

// A model understands what users say better than any list of phrases: of 80 prompts with a
// rule in the words that people type, the patterns hold 8, and with what a model noted of
// them, 70. So a session is told how to note one.

// wishNote tells a model in which form a rule can be noted. It warns of notes that say more
// than the user did: of 2,880 commands that prompts allowed, 22 were stopped, half of them by
// such notes.
const wishNote = "ctxhook: when the user states a rule about commands or files, note it, no wider than it was said: `ctxhook remember --heard 'use pnpm, not npm'` " +
	"(or 'never run CMD|anything [on HOST], except CMD', 'never run CMD with more than N jobs', 'never push|commit to BRANCH', 'never edit|read|delete|commit PATH', 'only edit PATH', 'never kill|restart PROGRAM|:PORT', 'never add dependencies', 'always run CMD with OPTION|VAR=VALUE', 'run CMD before you push|commit|finish'). " +
	"Leave out what these forms cannot say, such as \"when ..\". This session is then held to it."

// mayNote reports whether the model of a session can note what the user wants: its commands
// know their session, as those of Claude Code alone do.
func (j *Journal) mayNote() bool {
	c := &j.Judge.Config
	return c.Learn.SessionWishes && c.Learn.Auto && j.Judge.Project != "" &&
		j.Call.Agent.Name == "claude" && j.Call.Attended != protocol.AttendedNo && onPath(j.Path, "ctxhook")
}
