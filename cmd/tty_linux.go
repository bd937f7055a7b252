package cmd

import (
	"syscall"
	"unsafe"
)

// isTTY asks for terminal settings, which only a terminal has: /dev/null and
// /dev/zero are character devices too.
func isTTY(fd uintptr) bool {
	var t syscall.Termios
	_, _, errno := syscall.Syscall(syscall.SYS_IOCTL, fd, syscall.TCGETS, uintptr(unsafe.Pointer(&t)))
	return errno == 0
}

// terminalLines asks how many lines a terminal shows.
func terminalLines(fd uintptr) int {
	var size struct{ rows, columns, width, height uint16 }
	_, _, errno := syscall.Syscall(syscall.SYS_IOCTL, fd, syscall.TIOCGWINSZ, uintptr(unsafe.Pointer(&size)))
	if errno != 0 {
		return 0
	}
	return int(size.rows)
}
