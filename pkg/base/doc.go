// Package base is the wing of what every other stands on: values, and doors to this
// machine. It holds no code itself. It imports no other wing, and all may enter it.
package base
