//go:build unix

package paths

import (
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
