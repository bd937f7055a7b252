package look

import (
	"time"

	"golang.org/x/sys/unix"
)

// Born returns when a file was made, and not where a link leads; zero where the file
// system does not tell.
func Born(path string) time.Time {
	var st unix.Stat_t
	if err := unix.Lstat(path, &st); err != nil {
		return time.Time{}
	}
	return time.Unix(st.Btim.Sec, st.Btim.Nsec)
}
