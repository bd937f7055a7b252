package effect

import "github.com/ctxhook/ctxhook/pkg/rule"

// Class is a set of path classes.
type Class uint32

// The classes, in the order of rule.Classes.
const (
	Root Class = 1 << iota
	Home
	System
	BelowSystem
	Device
	Mount
	ProjectRoot
	Project
	AboveProject
	OutsideProject
	VCS
	Temp
	Generated
	Secret
	Startup
	Guard
	MaybeRoot
	UnknownPath
	Made
	TempRoot
	Settings
	Output
)

// Has reports whether the set holds the class of that name.
func (c Class) Has(name string) bool {
	for i, n := range rule.Classes {
		if n == name {
			return c&(1<<i) != 0
		}
	}
	return false
}

// Names lists the classes of the set.
func (c Class) Names() []string {
	var out []string
	for i, n := range rule.Classes {
		if c&(1<<i) != 0 {
			out = append(out, n)
		}
	}
	return out
}
