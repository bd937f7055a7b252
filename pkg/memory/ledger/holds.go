package ledger

import (
	"strconv"
	"strings"
	"time"
)

// Held says that a place holds what is not the session's work, since one of its calls moved
// it there, copied it, or put it into an archive or a patch; or that git took it in.
type Held struct {
	Place string    // of the file that holds it, with slashes; "" git holds it, in a commit or a stash
	Whole bool      // the place has its content as it is, and is no archive
	Name  string    // where it was
	Sum   int64     // of its content; 0: not taken
	Since time.Time // when the call ended at the latest; zero: it may still run
}

// Text returns how it stands in a line.
func (h *Held) Text() string {
	kind := "a"
	switch {
	case h.Place == "":
		kind = "g"
	case h.Whole:
		kind = "w"
	}
	return kind + h.Place + "\t" + h.Name + "\t" + strconv.FormatInt(h.Sum, 36)
}

// readHeld reads what Text wrote.
func readHeld(text string) (h Held, ok bool) {
	parts := strings.Split(text, "\t")
	if len(parts) != 3 || parts[0] == "" {
		return h, false
	}
	h.Place, h.Whole, h.Name = parts[0][1:], parts[0][0] == 'w', parts[1]
	sum, err := strconv.ParseInt(parts[2], 36, 64)
	h.Sum = sum
	return h, err == nil
}

// Held lists what places, and git, hold since calls ran that may have put it there.
func (w *World) Held() (list []Held) {
	for _, a := range w.accounts() {
		for i := range a.Calls {
			c := &a.Calls[i]
			if len(c.Holds) == 0 || !c.Ran() {
				continue
			}
			for _, text := range c.Holds {
				if h, ok := readHeld(text); ok {
					h.Since = c.over()
					list = append(list, h)
				}
			}
		}
	}
	return list
}
