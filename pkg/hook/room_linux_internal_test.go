package hook

import (
	"os"
	"strings"
	"testing"
)

func TestMakeRoom(t *testing.T) {
	large := func() (n int) {
		maps, err := os.ReadFile("/proc/self/smaps")
		if err != nil {
			t.Skip(err)
		}
		for line := range strings.Lines(string(maps)) {
			if flags, ok := strings.CutPrefix(line, "VmFlags:"); ok && strings.Contains(flags, " hg") {
				n++
			}
		}
		return n
	}
	before := large()
	makeRoom()
	if after := large(); after <= before {
		t.Errorf("after makeRoom %d mappings are in large pieces, before %d", after, before)
	}
}
