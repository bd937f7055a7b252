package store

import (
	"time"

	"github.com/ctxhook/ctxhook/pkg/memory"
)

// Repeat is a command that fails again and again, in a work tree.
type Repeat struct {
	Root string // of the work tree
	Key  string // of the command
}

// Repeats lists the commands that failed the same way at least so often in a
// row, or once with an error of some classes, the last time since a moment, and
// did not mislead too often; of many the latest.
func (t *Tx) Repeats(streak int, once []string, since time.Time, most int) (list []Repeat, err error) {
	repeats := `SELECT root, key FROM commands JOIN projects ON same = project
		WHERE (streak >= ? OR streak > 0 AND class IN (` + marks(len(once)) + `)) AND last >= ? AND misfire < ? ORDER BY last DESC LIMIT ?`
	args := []any{streak}
	for _, class := range once {
		args = append(args, class)
	}
	err = t.db.each(repeats, append(args, since.UnixMicro(), memory.MaxMisfires, most), func(r Row) error {
		list = append(list, Repeat{r.Text(0), r.Text(1)})
		return nil
	})
	return list, err
}
