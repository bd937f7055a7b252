//go:build unix

package paths

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"syscall"
)

// keepOwner gives f the owner of the file it will replace: under sudo it would
// otherwise become root's. It ignores failures.
func keepOwner(f *os.File, path string) {
	if info, err := os.Stat(path); err == nil {
		if st, ok := info.Sys().(*syscall.Stat_t); ok {
			_ = f.Chown(int(st.Uid), int(st.Gid))
		}
	}
}

// protected returns an error unless a file can be written by root alone.
func protected(_ string, info fs.FileInfo) error {
	owner := 0
	if machine != "" {
		owner = os.Geteuid()
	}
	st, ok := info.Sys().(*syscall.Stat_t)
	switch {
	case !ok || int64(st.Uid) != int64(owner):
		return errors.New("does not belong to root")
	case info.Mode().Perm()&0o022 != 0:
		return fmt.Errorf("others may write it (mode %#o)", info.Mode().Perm())
	}
	return nil
}

// systemDrive is of Windows.
func systemDrive() string { return "C:" }
