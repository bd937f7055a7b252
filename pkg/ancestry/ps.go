package ancestry

import (
	"path"
	"strconv"
	"strings"
)

// parsePS reads what ps prints: process, parent, terminal and command line on
// each line.
func parsePS(text string) map[int]Process {
	all := map[int]Process{}
	for line := range strings.Lines(text) {
		words := strings.Fields(line)
		if len(words) < 4 {
			continue
		}
		id, err := strconv.Atoi(words[0])
		parent, bad := strconv.Atoi(words[1])
		if err != nil || bad != nil {
			continue
		}
		all[id] = Process{ID: id, Parent: parent, Terminal: strings.Trim(words[2], "?-") != "", Name: path.Base(words[3]), Args: words[3:]}
	}
	return all
}
