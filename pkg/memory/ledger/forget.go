package ledger

// Forget returns what is kept of a file once some calls are forgotten: that they were
// judged and ended, and not what they were. With them go the answers that were kept for
// other processes of the same events, which may repeat them.
func Forget(data []byte, forgotten func(*Line) bool) []byte {
	var kept []byte
	Lines(data, func(l *Line) {
		switch {
		case l.Is == Claimed, l.Is == Answered, l.Path.Len() > 0 && forgotten(l):
			return
		case (l.Is == Judged || l.Is == Ended) && forgotten(l):
			less := Line{Is: l.Is, At: l.At, Call: l.Call, Subagent: l.Subagent, Action: l.Action, Writes: l.Writes, Open: l.Command.Len() > 0 || l.Open, Outcome: l.Outcome, Took: l.Took, Check: l.Check}
			l = &less
		}
		kept = l.Append(kept)
	})
	return kept
}
