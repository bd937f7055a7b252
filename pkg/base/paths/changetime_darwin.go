package paths

import (
	"io/fs"
	"syscall"
	"time"
)

// ChangeTime returns when a file was written, moved or changed in any way last:
// unlike the time of its content, no program can set it back.
func ChangeTime(info fs.FileInfo) time.Time {
	if st, ok := info.Sys().(*syscall.Stat_t); ok {
		return time.Unix(st.Ctimespec.Sec, st.Ctimespec.Nsec)
	}
	return info.ModTime()
}
