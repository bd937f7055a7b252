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
func (c Class) Has(name string) bool { return c&classNamed(name) != 0 }

// classNamed returns the class of a name. It is a switch, because rules ask for
// classes by name with each effect.
func classNamed(name string) Class {
	switch name {
	case "root":
		return Root
	case "home":
		return Home
	case "system":
		return System
	case "below-system":
		return BelowSystem
	case "device":
		return Device
	case "mount":
		return Mount
	case "project-root":
		return ProjectRoot
	case "project":
		return Project
	case "above-project":
		return AboveProject
	case "outside-project":
		return OutsideProject
	case "vcs":
		return VCS
	case "temp":
		return Temp
	case "generated":
		return Generated
	case "secret":
		return Secret
	case "startup":
		return Startup
	case "guard":
		return Guard
	case "maybe-root":
		return MaybeRoot
	case "unknown":
		return UnknownPath
	case "made":
		return Made
	case "temp-root":
		return TempRoot
	case "settings":
		return Settings
	case "output":
		return Output
	}
	return 0
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
