//go:build unix

package rulefile

import (
	"io/fs"
	"os"
	"syscall"
)

// own reports whether a file is ours or root's, and no other user may write it.
func own(info fs.FileInfo) bool {
	st, ok := info.Sys().(*syscall.Stat_t)
	return ok && (st.Uid == 0 || int64(st.Uid) == int64(os.Geteuid())) && info.Mode().Perm()&0o022 == 0
}
