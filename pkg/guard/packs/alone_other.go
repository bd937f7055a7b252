//go:build !unix

package packs

import "os/exec"

// alone does nothing where a program has no session.
func alone(*exec.Cmd) {}
