package ledger

import (
	"encoding/hex"
	"hash/fnv"
	"strings"
	"time"
)

// MaxAge is how long the file of a session is kept after its last line.
const MaxAge = 90 * 24 * time.Hour

// FileName names the file of a session: the client chose the session's name.
func FileName(session string) string { return Key(session) }

// Key identifies something that was told, or an event that is answered, and shows
// nothing of it.
func Key(parts ...string) string {
	h := fnv.New128a()
	h.Write([]byte(strings.Join(parts, "\x00")))
	return hex.EncodeToString(h.Sum(nil))
}

// FirstTold returns the process that wrote down first that something was told, since a
// time; "" if none did.
func FirstTold(data []byte, key string, since time.Time) (by string) {
	Lines(data, func(l *Line) {
		if by == "" && l.Key == key && l.At >= since.UnixMicro() {
			by = l.By
		}
	}, Told)
	return by
}

// Claim is a process that answers an event, and its answer.
type Claim struct {
	By       string
	Answered time.Time // zero: not yet
	Reply    string
}

// ClaimsBefore returns the claims of an event since a time that stand before the one of
// a process. ok is false where that has none.
func ClaimsBefore(data []byte, key, by string, since time.Time) (list []Claim, ok bool) {
	Lines(data, func(l *Line) {
		switch {
		case l.Key != key || l.At < since.UnixMicro():
		case l.Is == Answered:
			for i := range list {
				if list[i].By == l.By {
					list[i].Answered, list[i].Reply = time.UnixMicro(l.At), l.Reply
				}
			}
		case l.By == by:
			ok = true
		case !ok:
			list = append(list, Claim{By: l.By})
		}
	}, Claimed, Answered)
	return list, ok
}
