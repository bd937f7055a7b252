// Package stack makes the stack of the main goroutine large when the program
// starts. It does nothing else, and imports nothing: Go initialises a package
// without imports before those whose code runs deep.
package stack

func init() { grow(0) }

// grow makes the stack large at once. Reading a command nests deep, and compiling
// a regular expression, too: each time the stack doubles, the runtime adjusts every
// frame on it.
//
//go:noinline
func grow(at int) byte {
	var room [24 << 10]byte
	return room[at]
}
