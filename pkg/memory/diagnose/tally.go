package diagnose

import (
	"strconv"
	"strings"
)

// Tally is how many tests an output speaks of, in the words of whatever tool: 0 where it
// does not.
type Tally struct{ Ran, Failed int }

// maxTallied bounds the lines that are read of an output, from its end.
const maxTallied = 400

// Tally reads how many tests an output speaks of. What several tools in it count, or one
// in several lines, is added up: two outputs of the same tools can be compared.
func (r *Reader) Tally(output string) (t Tally) {
	lines := strings.Split(output, "\n")
	patterns := r.anyCheck().Tallies
	for _, l := range lines[max(0, len(lines)-maxTallied):] {
		if len(l) > maxLine {
			continue
		}
		passed, failed, total := 0, 0, 0 // a line may say the same in several words
		for i := range patterns {        // 2 of 3 comes last
			if !may(&patterns[i], l) {
				continue
			}
			re := r.regexp(&patterns[i])
			for _, m := range re.FindAllStringSubmatch(l, -1) {
				n := make(map[string]int)
				for g, name := range re.SubexpNames() {
					if name != "" && m[g] != "" {
						n[name], _ = strconv.Atoi(m[g])
					}
				}
				if part, is := n["part"]; is { // 2 of 3
					passed, n["failed"] = part, n["total"]-part
				}
				passed, failed, total = max(passed, n["passed"]), max(failed, n["failed"]), max(total, n["total"], n["sum"])
			}
		}
		t.Ran, t.Failed = t.Ran+max(passed+failed, total), t.Failed+failed
	}
	return t
}
