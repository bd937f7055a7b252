package ledger

// Repeats returns how often in a row calls with one key ended, given the end of the file of
// a session, in which nothing else was done that may change files. own is the command that
// they ran, which may be one itself.
func Repeats(end []byte, key, own string) (times int) {
	last := ""
	Lines(end, func(l *Line) {
		switch {
		case l.Is == Ended && l.Key == key && l.Call != "" && l.Call == last: // of two processes
		case l.Is == Ended && l.Key == key:
			times++
			last = l.Call
		case l.Is == Compacted, l.Path.Len() > 0, l.Command.Len() > 0 && l.Action != Blocked && l.Command.String() != own:
			times = 0
		}
	}, Judged, Edits, Ended, Compacted)
	return times
}
