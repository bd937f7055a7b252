package accident

import (
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// named returns the words of a call that name files.
func (j *judge) named(i int, c *shell.Call) []*shell.Word {
	if list := j.reached(i, c); len(list) > 0 {
		return list
	}
	return words(c)
}
