//go:build unix

package main

import (
	"os/exec"
	"syscall"
)

func ownGroup(c *exec.Cmd)  { c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }
func killGroup(c *exec.Cmd) { _ = syscall.Kill(-c.Process.Pid, syscall.SIGKILL) }
