package pgtest

import (
	"os/exec"
	"path/filepath"
)

func (s *Server) command(name string, args ...string) *exec.Cmd {
	cmd := exec.Command(filepath.Join(s.bin, name), args...)
	cmd.Dir = s.dir
	return cmd
}

func giveAway(string) error { return nil }
