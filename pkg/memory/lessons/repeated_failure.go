package lessons

import (
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/command"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
	"github.com/ctxhook/ctxhook/pkg/memory"
)

// FailsAgain reports whether a command that failed will fail again while
// nothing changes. It is false for read-only commands, for commands that wait,
// and for commands that are not fully known.
func FailsAgain(s *shell.Script) bool {
	if len(s.Problems) > 0 || !doesMore(s) {
		return false
	}
	for i := range s.Calls {
		c := &s.Calls[i]
		if c.Code != "" {
			continue // the interpreter runs the whole text again
		}
		if c.Program == "" || c.Loop || c.Spawn || c.Late || command.Is(c, rule.Timing) || mayDiffer(c) {
			return false
		}
	}
	return true
}

// LooksLikeCheck guesses from its words whether a command is a check, which is
// run until it passes, for tools that no row describes.
func LooksLikeCheck(s *shell.Script) bool {
	return slices.ContainsFunc(s.Calls, func(c shell.Call) bool { return c.Code == "" && looksLikeCheck(&c) })
}

// IsCheap reports whether a failure of a command costs no more than to be told
// of it: it took no time, printed a line, and asked no other machine, and
// nothing was done before it.
func IsCheap(s *shell.Script, failed *memory.Run) bool {
	const noTime = 500e6 // ns
	main := command.MainCalls(s)
	return 0 < failed.Duration && failed.Duration < noTime && len(main) < 2 &&
		strings.Count(strings.TrimSpace(failed.Output.String()), "\n") == 0 &&
		!slices.ContainsFunc(main, func(i int) bool { return command.Has(&s.Calls[i], rule.Remote) })
}

// Unreachable reports whether an error of a class says that nothing answers: a
// closed port, or a container that does not run. It may go away by itself, but
// not by asking again and again.
func Unreachable(class string) bool {
	return class == "network" || class == "container" || class == "service"
}

// doesMore reports whether a command does more than read what is here.
func doesMore(s *shell.Script) bool {
	return slices.ContainsFunc(command.MainCalls(s), func(i int) bool {
		c := &s.Calls[i]
		return c.Code != "" || command.TemplateTraits(c)&rule.ReadOnly == 0 || command.Has(c, rule.Remote)
	})
}

// mayDiffer reports whether a call may be a different one next time.
func mayDiffer(c *shell.Call) bool {
	return slices.ContainsFunc(c.Argv, func(w shell.Word) bool {
		return slices.ContainsFunc(w.Parts, func(p shell.Part) bool { return p.Kind == shell.Unknown || len(p.From) > 0 })
	})
}

func looksLikeCheck(c *shell.Call) bool {
	for _, w := range c.Argv[:min(4, len(c.Argv))] {
		if strings.ContainsAny(w.String(), " \n") || strings.Contains(w.String(), "://") {
			continue // a sentence, or an address: who waits for a server waits between two tries
		}
		for part := range strings.FieldsFuncSeq(strings.ToLower(w.String()), func(r rune) bool { return r < 'a' || r > 'z' }) {
			if wordChecksWord(part) {
				return true
			}
		}
	}
	return false
}
