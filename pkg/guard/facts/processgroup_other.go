//go:build !unix

package facts

import "os/exec"

// setProcessGroup does nothing where there are no process groups: git alone is
// killed.
func setProcessGroup(*exec.Cmd) {}
