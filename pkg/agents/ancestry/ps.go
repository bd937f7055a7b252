package ancestry

import (
	"path"
	"strconv"
	"strings"
)

// parsePS reads what ps prints: process, parent, terminal and command line on
// each line. A path with a blank in it is cut there, but for the directory in which
// macOS keeps programs of applications.
func parsePS(text string) map[int]Process {
	all := map[int]Process{}
	for line := range strings.Lines(text) {
		words := strings.Fields(strings.ReplaceAll(line, support, joined))
		if len(words) < 4 {
			continue
		}
		id, err := strconv.Atoi(words[0])
		parent, bad := strconv.Atoi(words[1])
		if err != nil || bad != nil {
			continue
		}
		for k := range words {
			words[k] = strings.ReplaceAll(words[k], joined, support)
		}
		all[id] = Process{ID: id, Parent: parent, Terminal: strings.Trim(words[2], "?-") != "", Name: path.Base(words[3]), Args: words[3:]}
	}
	return all
}

const (
	support = "/Application Support/"
	joined  = "/Application\x00Support/"
)
