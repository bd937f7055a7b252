// Package stack makes stacks large, that of the main goroutine when the program
// starts. It does nothing else, and imports nothing: Go initialises a package
// without imports before those whose code runs deep.
package stack

func init() { Grow() }

// Grow makes the stack of the goroutine that calls it large.
func Grow() { grow(false) }

// grow makes the stack large at once. Reading a command nests deep, and compiling
// a regular expression, too: each time the stack doubles, the runtime adjusts every
// frame on it. The room is never used, so that no memory is cleared for it.
//
//go:noinline
func grow(use bool) (last byte) {
	if use {
		var room [48 << 10]byte
		for i := range room {
			last += room[i]
		}
	}
	return last
}
