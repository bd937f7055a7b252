package facts

import (
	"strconv"

	"github.com/ctxhook/ctxhook/pkg/guard/rule"
)

// The keys under which answers are remembered. Printing a query with fmt takes
// ten times as long.

func keyOfLoss(q *rule.LossQuery) string {
	texts := append([]string{q.Path}, q.Names...)
	for _, t := range q.Tests {
		texts = append(texts, key([]string{strconv.FormatInt(t.Count, 10), strconv.FormatInt(t.Unit, 10), strconv.Itoa(t.Cmp)}, t.Size, t.Not))
	}
	return key(texts, q.Pattern, q.Deep, q.Tracked, q.Outside, q.Live, q.Kept, q.Holds)
}

func keyOfRegistration(q *rule.RegistrationQuery) string {
	return key(append(append([]string{q.Dir, q.To, q.Since, q.Holding, strconv.Itoa(len(q.Paths))}, q.Paths...), q.Except...), q.Staged, q.None, q.Spare, q.Overlay, q.Untracked, q.Ignored, q.Deleted, q.Installed, q.Any, q.Merged)
}

// key joins texts and flags, so that no others make the same.
func key(texts []string, flags ...bool) string {
	n := len(flags)
	for _, text := range texts {
		n += len(text) + 8
	}
	b := make([]byte, 0, n)
	for _, flag := range flags {
		c := byte('-')
		if flag {
			c = '+'
		}
		b = append(b, c)
	}
	for _, text := range texts {
		b = append(append(strconv.AppendInt(b, int64(len(text)), 10), ' '), text...)
	}
	return string(b)
}
