// Package memory holds what is remembered: runs, the errors and checks in
// them, edits, the sessions and tasks that they belong to, what agents were
// told, and the lessons drawn from all of it: failing checks, fixes, habits.
//
// Each type is also its JSON, in the spool, in an export, and in the columns
// of the database that hold a list. The keys and their order stay: other
// versions read them. The package keeps nothing itself, and text that came
// from a command or its output is in it only as redact.Text.
//
// The directory is also the wing of what happened and what it taught: the account of calls,
// the database, diagnosis, lessons, and what brings files back. The wing stands on base,
// guard and wishes; the other wings know of it only these types, but for agents and team.
package memory
