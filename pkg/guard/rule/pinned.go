package rule

// Pinned says in which files a project pins the version of a language, and which
// commands ask for one. It is a row of a file in rules/versions.
type Pinned struct {
	Name     string   // "node"
	Files    []string // each a file that holds a version, or one with lines of names and versions and the name: ".tool-versions python"
	Calls    []string // each a Pattern with {} for the version: a word of its own, or the end of a program's name
	Programs []string // whose names end in a version

	Hit, Miss []string // commands that ask for one, and that do not; not encoded
}

func (p *Pinned) fields(c *codec) {
	c.text('n', &p.Name)
	c.list('f', &p.Files)
	c.list('c', &p.Calls)
	c.list('p', &p.Programs)
	c.end()
}
