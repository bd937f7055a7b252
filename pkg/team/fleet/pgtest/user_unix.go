//go:build unix

package pgtest

import (
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
)

// other is a user without rights: PostgreSQL refuses to run as root.
const other = 65534

// command makes a command of PostgreSQL.
func (s *Server) command(name string, args ...string) *exec.Cmd {
	cmd := exec.Command(filepath.Join(s.bin, name), args...)
	cmd.Dir, cmd.SysProcAttr = s.dir, &syscall.SysProcAttr{}
	cmd.Env = append(os.Environ(), "LC_ALL=C", "TZ=UTC")
	if os.Geteuid() == 0 {
		cmd.SysProcAttr.Credential = &syscall.Credential{Uid: other, Gid: other}
	}
	return cmd
}

// giveAway gives a directory to the user that PostgreSQL runs as.
func giveAway(dir string) error {
	if os.Geteuid() != 0 {
		return nil
	}
	return os.Chown(dir, other, other)
}
