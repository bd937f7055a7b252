package ledger

// LastStarted returns the line of the command that was started last under a key, by which its
// end may be told later: an id of the client, or a file that takes what it prints.
func LastStarted(data []byte, key string) (found Line, ok bool) {
	if key == "" {
		return found, false
	}
	Lines(data, func(l *Line) {
		if l.Key == key {
			found, ok = *l, true
		}
	}, Started)
	return found, ok
}

// StartedAs returns the keys under which calls were started, by the ids of the calls.
func StartedAs(data []byte) map[string][]string {
	as := make(map[string][]string)
	Lines(data, func(l *Line) {
		if l.Call != "" && l.Key != "" {
			as[l.Call] = append(as[l.Call], l.Key)
		}
	}, Started)
	return as
}
