package facts

import (
	"os/exec"
	"syscall"
)

// setProcessGroup puts git into a process group of its own, so that what it
// started ends with it, and so that signals of the terminal do not reach it. It
// ends with a hook that is killed.
func setProcessGroup(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
}
