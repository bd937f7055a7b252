package look

import (
	"time"

	"golang.org/x/sys/unix"
)

// Born returns when a file was made, and not where a link leads; zero where the file
// system does not tell.
func Born(path string) time.Time {
	var st unix.Statx_t
	err := unix.Statx(unix.AT_FDCWD, path, unix.AT_SYMLINK_NOFOLLOW|unix.AT_STATX_DONT_SYNC, unix.STATX_BTIME, &st)
	if err != nil || st.Mask&unix.STATX_BTIME == 0 {
		return time.Time{}
	}
	return time.Unix(st.Btime.Sec, int64(st.Btime.Nsec))
}
