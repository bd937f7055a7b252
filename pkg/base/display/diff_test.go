package display

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestDiff(t *testing.T) {
	want := []string{"@@", " 3", " 4", " 5", "-6", "+six", " 7", " 8", "+9"}
	if diff := cmp.Diff(want, Diff([]byte("1\n2\n3\n4\n5\n6\n7\n8\n"), []byte("1\n2\n3\n4\n5\nsix\n7\n8\n9\n"))); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}
