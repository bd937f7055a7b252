package cmd

import "syscall"

// isTTY asks for the console mode, which only a console has.
func isTTY(fd uintptr) bool {
	var mode uint32
	return syscall.GetConsoleMode(syscall.Handle(fd), &mode) == nil
}

// terminalLines is not known: the console is asked through a library that is
// not worth its price at every start.
func terminalLines(uintptr) int { return 0 }
