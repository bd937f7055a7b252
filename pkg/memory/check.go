package memory

import "strings"

// Covers tells whether a check looks at all that another looked at: when it
// is the same, or when it checks everything in a directory that the other
// one's lies in. That the one passes says that the other would.
func (c *Check) Covers(o *Check) bool {
	if c.Key == o.Key {
		return true
	}
	if !c.All || c.Tool != o.Tool {
		return false
	}
	mine, other := c.dir(), o.dir()
	return mine == other || mine != "" && strings.HasPrefix(other, strings.TrimSuffix(mine, "/")+"/")
}

// dir is the directory that a check ran in, with which its key begins; ""
// when it is not known.
func (c *Check) dir() string {
	dir, _, ok := strings.Cut(c.Key, ": ")
	if !ok {
		return ""
	}
	return dir
}
