//go:build unix

package facts

import (
	"syscall"
	"time"
)

// workedFor returns how long the processor has worked for this process, less than 0 if
// that is not known.
func workedFor() time.Duration {
	var use syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &use) != nil {
		return -1
	}
	return time.Duration(use.Utime.Nano() + use.Stime.Nano())
}
