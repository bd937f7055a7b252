//go:build !linux

package e2e

import "testing"

// asUser needs a terminal of the user's, which is only made on Linux.
func (w *world) asUser(t *testing.T, _ string, _ ...string) string {
	t.Helper()
	t.Skip("no terminal")
	return ""
}
