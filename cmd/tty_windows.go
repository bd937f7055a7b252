package cmd

import "syscall"

// isTTY asks for the console mode, which only a console has.
func isTTY(fd uintptr) bool {
	var mode uint32
	return syscall.GetConsoleMode(syscall.Handle(fd), &mode) == nil
}
