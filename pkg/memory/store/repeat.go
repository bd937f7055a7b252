package store

import (
	"slices"
	"time"

	"github.com/ctxhook/ctxhook/pkg/memory"
)

// Repeat is a command that keeps failing in a work tree.
type Repeat struct {
	Root string // of the work tree
	Key  string // of the command

	Class string // of the error
}

// Repeats lists the commands that failed with the same error at least streak
// times in a row, unless its class is one of never, or once with an error of the
// classes once, that ran since a time, and whose block did not mislead too
// often; the latest first.
func (t *Tx) Repeats(streak int, once, never []string, since time.Time, most int) (list []Repeat, err error) {
	repeats := `SELECT root, key, coalesce(class, '') FROM commands JOIN projects ON same = project
		WHERE (streak >= ? AND coalesce(class, '') NOT IN (` + marks(len(never)) + `) OR streak > 0 AND class IN (` + marks(len(once)) + `)) AND last >= ? AND misfire < ? ORDER BY last DESC LIMIT ?`
	args := []any{streak}
	for _, class := range slices.Concat(never, once) {
		args = append(args, class)
	}
	err = t.db.each(repeats, append(args, since.UnixMicro(), memory.MaxMisfires, most), func(r Row) error {
		list = append(list, Repeat{r.Text(0), r.Text(1), r.Text(2)})
		return nil
	})
	return list, err
}
