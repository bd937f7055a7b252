package hook

import (
	"os"
	"strings"
	"testing"
)

func TestMakeRoom(t *testing.T) {
	makeRoom() // its memory may be what a test before this one has asked for
	maps, err := os.ReadFile("/proc/self/smaps")
	if err != nil {
		t.Skip(err)
	}
	for line := range strings.Lines(string(maps)) {
		if flags, ok := strings.CutPrefix(line, "VmFlags:"); ok && strings.Contains(flags, " hg") {
			return
		}
	}
	t.Error("no mapping is in large pieces after makeRoom")
}
