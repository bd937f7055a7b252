//go:build !linux

package ancestry

import (
	"os/exec"
	"runtime"
)

// reader asks ps for all processes at once. On Windows nothing is known.
func reader() func(int) (Process, bool) {
	if runtime.GOOS == "windows" {
		return func(int) (Process, bool) { return Process{}, false }
	}
	out, err := exec.Command("/bin/ps", "-axww", "-o", "pid=,ppid=,tty=,command=").Output()
	if err != nil {
		out = nil
	}
	all := parsePS(string(out))
	return func(id int) (Process, bool) { p, ok := all[id]; return p, ok }
}
