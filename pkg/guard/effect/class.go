package effect

import "github.com/ctxhook/ctxhook/pkg/guard/rule"

// Class is a set of path classes.
type Class = rule.ClassSet

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
