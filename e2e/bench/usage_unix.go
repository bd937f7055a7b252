//go:build unix

package main

import (
	"os"
	"runtime"
	"syscall"
)

// memory returns the minor page faults of a process that ended, and the KB of its
// largest resident set.
func memory(state *os.ProcessState) (faults, kilobytes int64) {
	usage, ok := state.SysUsage().(*syscall.Rusage)
	if !ok {
		return 0, 0
	}
	kilobytes = int64(usage.Maxrss)
	if runtime.GOOS == "darwin" || runtime.GOOS == "ios" {
		kilobytes >>= 10 // there it is told in bytes
	}
	return int64(usage.Minflt), kilobytes
}
