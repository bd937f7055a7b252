package diagnose

import (
	"strconv"

	"github.com/ctxhook/ctxhook/pkg/memory"
)

// count fills in how many tests a check ran and skipped, as far as the output says.
func (e *examiner) count(c *memory.Check, number int) {
	if number < 0 || len(e.check(number).Counts) == 0 {
		return
	}
	var n memory.Counts
	read := 0
	for _, m := range e.matches(number) {
		if m.role != roleCount {
			continue
		}
		read++
		for name, sum := range map[string]*int{"passed": &n.Passed, "failed": &n.Failed, "skipped": &n.Skipped} {
			g := e.regexp(m.pattern).SubexpIndex(name)
			if g < 0 || m.groups[2*g] < 0 {
				continue
			}
			if k, err := strconv.Atoi(e.group(m, name)); err == nil {
				*sum += k
			} else {
				*sum++
			}
		}
	}
	if read > 0 && read < maxRead {
		c.Counts = &n
	}
}
