package store

import (
	"encoding/json"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/redact"
)

// TestAppendRun: what is written by hand is what encoding/json would write.
func TestAppendRun(t *testing.T) {
	for name, r := range map[string]memory.Run{
		"full": full[memory.Run](), "empty": {ID: "r-1"},
		"odd": {ID: "r-1", Start: noon, Command: redact.Clean("\x00\x7f\"\\\r\n\t<&>\u2028 \xff ü 😀"), Exit: new(0), Check: &memory.Check{}},
	} {
		want, err := json.Marshal(&r)
		if err != nil {
			t.Fatal(err)
		}
		var a, b any
		got := appendRun(nil, &r)
		if err := errors.Join(json.Unmarshal(want, &a), json.Unmarshal(got, &b)); err != nil {
			t.Fatalf("%s: %v: %s", name, err, got)
		}
		if diff := cmp.Diff(a, b); diff != "" {
			t.Errorf("%s (-encoding/json +by hand):\n%s", name, diff)
		}
	}
}
