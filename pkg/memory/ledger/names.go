package ledger

import (
	"slices"
	"strings"
)

// What a command writes by name is kept as a letter and a path with slashes, of what is
// moved with the place it comes from behind a tab.
const (
	NameWhole   = "w" // all of a file's content, which comes from nowhere else
	NameEdit    = "e" // a file is edited: some of what it held may stay
	NamePut     = "o" // all of a file's content, or nothing of it: cp a b, where b may be a directory; of a copy with its source
	NameMoved   = "m" // something is moved there
	NameMade    = "d" // a directory is made that was not there
	NameRestore = "r" // without a path: a stash is brought back
	NameStash   = "s" // without a path: a stash is pushed
)

// naming is how a call writes a file that it names.
type naming struct {
	whole, edits bool
	from         string // it moves the file, from there
	copied       string // it copies this one
}

// namedBy returns how a call writes a file by its name; nil: not.
func namedBy(c *Call, file string) *naming {
	if c.Path == file {
		return &naming{edits: true}
	}
	var n *naming
	for _, name := range c.Names {
		kind, path := name[:1], name[1:]
		path, from, _ := strings.Cut(path, "\t")
		if rest, below := strings.CutPrefix(file, path+"/"); below && kind == NameMoved && from != "" {
			n = &naming{from: from + "/" + rest} // with the directory
			continue
		}
		if path != file {
			continue
		}
		switch kind {
		case NameWhole:
			n = &naming{whole: true}
		case NameEdit:
			n = &naming{edits: true}
		case NamePut:
			n = &naming{copied: from}
		case NameMoved:
			if from == "" {
				return nil // it is not known what
			}
			n = &naming{from: from}
		}
	}
	return n
}

// Writes reports whether a call writes a file by its name.
func (c *Call) Writes(file string) bool { return namedBy(c, file) != nil }

// Written lists the files that a call writes by their names, with content of their own.
func (c *Call) Written() (list []string) {
	for _, name := range c.Names {
		if kind := name[:1]; kind == NameWhole || kind == NameEdit || kind == NamePut {
			path, _, _ := strings.Cut(name[1:], "\t")
			list = append(list, path)
		}
	}
	return list
}

// restores reports whether a call brings back what was there before.
func (c *Call) restores() bool { return slices.Contains(c.Names, NameRestore) }

// stashes reports whether a call pushes a stash.
func (c *Call) stashes() bool { return slices.Contains(c.Names, NameStash) }

// moves reports whether a call moves something to a place.
func (c *Call) moves(file string) bool {
	return slices.ContainsFunc(c.Names, func(name string) bool { return strings.HasPrefix(name, NameMoved+file+"\t") || name == NameMoved+file })
}

// Made reports whether a command of the session made a directory.
func (a *Account) Made(dir string) bool {
	return slices.ContainsFunc(a.Calls, func(c Call) bool { return c.Heard && c.went() && slices.Contains(c.Names, NameMade+dir) })
}
