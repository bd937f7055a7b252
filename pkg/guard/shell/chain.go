package shell

import "slices"

// Follows reports whether call i of the script runs only after call k has been
// started: both stand one after the other, or i stands behind k and &&. A call
// that only starts another does not count.
func (s *Script) Follows(i, k int) bool {
	a, b := &s.Calls[k], &s.Calls[i]
	if k >= i || a.Late || a.Spawn {
		return false
	}
	for via := b.Via; via >= 0; via = s.Calls[via].Via {
		if via == k {
			return false
		}
	}
	for at := b.Branch; at != a.Branch; at = s.Branches[at] {
		if at == 0 {
			return false
		}
	}
	return true
}

// Chain returns the calls that lead to a call in a file, the outermost first: of
// those in one file, and of those in the text itself, the innermost.
func (s *Script) Chain(call int) []int {
	var out []int
	for i, below := call, -1; i >= 0; i = s.Calls[i].Via {
		if below < 0 || s.Calls[i].file() != s.Calls[below].file() {
			out = append(out, i)
			below = i
		}
	}
	slices.Reverse(out)
	return out
}

// file returns the path of the file that a call stands in, "" for the text itself.
func (c *Call) file() string {
	if c.In == nil {
		return ""
	}
	return c.In.Path
}
