//go:build unix

package packs

import (
	"os/exec"
	"syscall"
)

// alone gives git a session of its own: without a terminal neither git nor ssh can
// ask anything, and what it started ends with it.
func alone(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
}
