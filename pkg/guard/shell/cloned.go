package shell

import (
	"path"
	"strings"
)

// Cloned returns the directory that a call makes for a clone: the one that it names behind
// the address, or else the last name of the address.
func (c *Call) Cloned() []Word {
	ops := c.Args.Operands
	if len(ops) > 0 && ops[0].Is("clone") { // gh repo clone, which hands what is behind -- to git
		if c.Args.Has("--") {
			ops = ops[:max(c.Args.Front, 1)]
		}
		ops = ops[1:]
	}
	switch len(ops) {
	case 0:
		return nil
	case 1:
		name := path.Base(strings.TrimSuffix(ops[0].String(), "/"))
		return []Word{LitWord(strings.TrimSuffix(name[strings.LastIndexByte(name, ':')+1:], ".git"))}
	}
	return ops[1:2]
}
