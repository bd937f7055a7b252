// Package memory holds what is remembered: runs, the errors and checks in
// them, edits, the sessions and tasks that they belong to, what agents were
// told, and the lessons drawn from all of it: failing checks, fixes, habits.
//
// Each type is also its JSON, in the spool, in an export, and in the columns
// of the database that hold a list. The keys and their order stay: other
// versions read them. The package keeps nothing itself, and text that came
// from a command or its output is in it only as redact.Text.
package memory

// Project is a directory in which work is done. The work trees of a git
// repository are one project.
type Project struct {
	Root   string `json:"root"`
	Same   string `json:"same,omitempty"`   // the root of the repository that it is a work tree of
	Remote string `json:"remote,omitempty"` // where git pushes to, without passwords
}
