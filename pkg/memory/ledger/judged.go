package ledger

// JudgedAs returns what was said of the calls of a session as they were judged, by their
// ids.
func JudgedAs(data []byte) map[string]string {
	as := make(map[string]string)
	Lines(data, func(l *Line) {
		if l.Call != "" {
			as[l.Call] = l.Action
		}
	}, Judged)
	return as
}
