package shell

import "github.com/ctxhook/ctxhook/pkg/guard/rule"

// Rare is what few calls have. Those that have none of it share one.
type Rare struct {
	Assigns  []Assign  // VAR=x before the command
	Wrappers []string  // programs this call runs under, outermost first
	Where    string    // "" here, or "remote", "container", "chroot"
	Items    []Word    // what the call works through: the finds of find, the items of xargs
	Runs     []Run     // program texts and files it runs
	Settings []Setting // what options and variables set, unless harmless
	With     []string  // runs only where these variables are true
	In       *Place    // where it stands in a file that the text runs; nil: in the text
	Code     string    // language the call was read from when it is not shell: "python"
	// Effect is set by readers of other languages for a statement that has no
	// argv of its own (SQL's DROP TABLE).
	Effect rule.EffectKind
	All    bool // with Effect: it hits everything rather than what is named
	Guess  bool // it is only likely that this is a command: package follow reads it by its form
	Box    *Box // the container that was made for the call, if it runs in one
}

// NoRare is shared by the calls that have none of it.
var NoRare = &Rare{}

// Own returns what few calls have, to be set for this one.
func (c *Call) Own() *Rare {
	if c.Rare == NoRare {
		c.Rare = &Rare{}
	}
	return c.Rare
}

// Setting is a setting of a call that does something: names a command, lowers
// a guard, leads elsewhere. Harmless ones are not kept.
type Setting struct {
	Text Word // KEY=VALUE
	Row  *rule.Setting
	Kept bool // written down for later runs, not used in this one
}
