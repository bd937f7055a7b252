package memory

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ctxhook/ctxhook/pkg/base/redact"
)

// A fix is known by the error, by why it occurred, and by what it names.
func TestKeys(t *testing.T) {
	plain, caused := Error{Signature: "s"}, Error{Signature: "s", Cause: "c"}
	named, other := caused, caused
	named.Missing, other.Missing = redact.Clean("requests"), redact.Clean("numpy")
	for _, tt := range []struct {
		name string
		of   Error
		want []string
	}{
		{"nothing is known of why", plain, []string{"s"}},
		{"why, and no name", caused, []string{"s", "c"}},
		{"why, and a name", named, []string{"s", "c", named.OfNames()}},
	} {
		if diff := cmp.Diff(tt.want, tt.of.Keys()); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
	}
	if named.OfNames() == other.OfNames() || named.OfNames() == named.Cause {
		t.Errorf("the key of one name is that of another: %s", named.OfNames())
	}
}
