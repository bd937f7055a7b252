package rule

// The conditions of a rule's facts on what is installed.
const (
	DeclaredNear  = "declared.near"  // its name is a slip away from one that the project declares
	DeclaredNone  = "declared.none"  // the project declares others, and not this one
	DeclaredQuiet = "declared.quiet" // the project forbids packages to run scripts when they are installed
)

// DeclaredState says how a package that is installed stands to what the project declares.
type DeclaredState struct {
	Name string // of the package
	None bool   // no manifest and no lockfile of the project names it
	Like string // a name that the project declares and that is spelled nearly so; "" none
	File string // where

	Quiet bool // .npmrc says ignore-scripts=true
}

// Is reports whether a condition on what is installed holds.
func (d DeclaredState) Is(condition string) bool {
	return condition == DeclaredNear && d.Like != "" || condition == DeclaredNone && d.None || condition == DeclaredQuiet && d.Quiet
}

// Value returns what a placeholder stands for, "" when that is unknown.
func (d DeclaredState) Value(placeholder string) Told {
	switch placeholder {
	case "declared.name":
		return outside(d.Name)
	case "declared.like":
		return outside(d.Like)
	case "declared.file":
		return outside(d.File)
	}
	return Told{}
}
