package journal

import (
	"cmp"
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/display"
	"github.com/ctxhook/ctxhook/pkg/base/order"
	"github.com/ctxhook/ctxhook/pkg/base/redact"
)

// Note is something remembered that may matter where work begins.
type Note struct {
	ID      string // of a lesson, a task or a session
	Text    string // a sentence, in which what comes from outside is quoted
	Score   float64
	Entries []string // ids of what it rests on

	sure    bool // a model is told unasked
	fails   bool // it is about a check that failed
	session string
}

// maxDigest is how many tokens of a model's context may be used for what it
// did not ask for.
const maxDigest = 300

// digest writes the notes that are sure, and not known to the model, under a
// heading and within a budget of tokens. It returns the ids of the notes it
// wrote.
func digest(heading string, notes []Note, known func(*Note) bool) (text string, ids []string) {
	left := maxDigest - display.Tokens(heading)
	var b strings.Builder
	for i := range notes {
		n := &notes[i]
		if !n.sure {
			continue
		}
		line := "\n- " + n.Text
		cost := display.Tokens(line)
		if cost > left {
			continue // another one may be shorter
		}
		left -= cost // known or not: what did not matter enough then does not now
		if known(n) {
			continue
		}
		b.WriteString(line)
		ids = append(ids, n.ID)
	}
	if b.Len() == 0 {
		return "", nil
	}
	return redact.Clean(heading + b.String()).String(), ids
}

// unknown is for a model that was told nothing before.
func unknown(*Note) bool { return false }

// best returns the notes with the highest scores.
func best(notes []Note, most int, atLeast float64) []Note {
	notes = slices.Clone(notes)
	order.By(notes, func(a, b Note) int { return cmp.Compare(b.Score, a.Score) })
	notes = notes[:min(most, len(notes))]
	if i := slices.IndexFunc(notes, func(n Note) bool { return n.Score < atLeast }); i >= 0 {
		notes = notes[:i]
	}
	return notes
}

// countSure counts the notes that are sure.
func countSure(notes []Note) (n int) {
	for i := range notes {
		if notes[i].sure {
			n++
		}
	}
	return n
}

// given returns the ids that are not empty.
func given(ids ...string) []string {
	return slices.DeleteFunc(ids, func(id string) bool { return id == "" })
}
