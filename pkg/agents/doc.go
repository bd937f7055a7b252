// Package agents is the wing that agents enter by: the events of their hooks, and the
// settings that install them. It holds no code itself.
//
// It orders what the other wings do, and may enter all but lint and team. Only the
// command line enters it.
package agents
