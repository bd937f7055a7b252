package lint

import (
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/policy"
)

// fold makes one finding of those with one origin, and counts the others as further
// places of it. At high and above these are the same words of one file, and the same
// line in copies of it: what is to be fixed is one thing. Below, a rule is what a
// repository does as a matter of course, so that all its places are one finding.
func fold(all []Finding) []Finding {
	type origin struct{ rule, path, what string }
	first := make(map[origin]int)
	out := all[:0:0]
	for _, f := range all {
		keys := [...]origin{{rule: f.Rule.ID}, {rule: f.Rule.ID}}
		if f.Risk >= policy.High || strings.HasPrefix(f.Rule.ID, "lint/") {
			keys[0] = origin{f.Rule.ID, f.Path, f.Message.String()}
			keys[1] = origin{f.Rule.ID, "", f.Message.String() + "\n" + f.Source.Text.String()}
		}
		at, there := first[keys[0]]
		if !there {
			at, there = first[keys[1]]
		}
		if !there {
			at = len(out)
			out = append(out, f)
		} else {
			out[at].Also = append(out[at].Also, Place{f.Path, f.Start.Line})
			if f.Risk > out[at].Risk { // of a rule with several risks the worst place is shown
				also := out[at].Also
				also[len(also)-1] = Place{out[at].Path, out[at].Start.Line}
				out[at] = f
				out[at].Also = also
			}
		}
		for _, k := range keys {
			if _, known := first[k]; !known {
				first[k] = at
			}
		}
	}
	return out
}
