//go:build unix && !linux

package facts

import (
	"os/exec"
	"syscall"
)

// setProcessGroup puts git into a process group of its own, so that what it
// started ends with it, and so that signals of the terminal do not reach it.
func setProcessGroup(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
}
