package journal

import (
	"testing"

	"github.com/ctxhook/ctxhook/pkg/memory"
)

// TestStepsOfNoCheck: a run that is no check may end a lesson of another session.
// A panic here came again with each draining of the spool.
func TestStepsOfNoCheck(t *testing.T) {
	closed := []memory.Lesson{{Key: "k", Session: "earlier"}}
	steps, err := (&view{}).stepsSince(&memory.Run{Session: "now"}, nil, closed)
	if len(steps) > 0 || err != nil {
		t.Errorf("%v, %v", steps, err)
	}
}
