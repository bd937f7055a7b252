package rule

// Past is a command of this session that went well, or what scripts and targets that it ran
// made.
type Past struct {
	Text  string   // shell text, with the directory that it ran in
	Found bool     // its output says that something which it would have made was there
	Shown []string // what its output says: a Shown.. and a name
}

// What the output of a command says, before a name or a number.
const (
	ShownFound    = "found"     // something that it would have made was there
	ShownVolume   = "volume "   // compose made this volume
	ShownNetwork  = "network "  // and this network
	ShownMigrated = "migrated " // so many migrations were applied
)

// Shows reports whether the output says something of a name.
func (p *Past) Shows(what, name string) bool {
	for _, s := range p.Shown {
		if s == what+name {
			return true
		}
	}
	return false
}
