//go:build linux || darwin

package git

import (
	"os"
	"strconv"

	"github.com/ctxhook/ctxhook/pkg/base/look"
)

// ownedByUser reports whether git trusts the owner of a path without being told
// to.
func ownedByUser(path string, getenv func(string) string) bool {
	st, err := look.Lstat(path)
	if err != nil {
		return false
	}
	user := os.Geteuid()
	return int(st.Uid) == user || user == 0 && strconv.Itoa(int(st.Uid)) == getenv("SUDO_UID")
}
