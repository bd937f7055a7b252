// Package lint checks shell code in files against the guard's rules: it finds
// and reads files, judges them, suppresses accepted findings, and reports the
// rest in an order that does not depend on how busy the machine is. It runs
// nothing that it reads, follows no link out of the given tree, and writes
// nothing but a requested baseline and requested fixes.
//
// The directory is also the wing of reports on files. It stands on base and guard; only
// the command line enters it.
package lint
