package journal

import (
	"testing"

	"github.com/ctxhook/ctxhook/pkg/base/redact"
)

func TestKindOfLook(t *testing.T) {
	j := newJournal(t)
	for _, tt := range []struct {
		command      string
		reads, polls bool
	}{
		{"cat a.txt | grep b", true, false},
		{"git status --short", true, false},
		{"gh run view 42", false, true},
		{"kubectl get pods", false, true},
		{"sleep 20 && tail -3 build.log", false, true},
		{"curl -s localhost:8080/health", false, true},
		{"touch a", false, false},
		{"cat a > b", false, false},
		{"npm run build", false, false},
	} {
		t.Run(tt.command, func(t *testing.T) {
			if reads, polls := kindOfLook(j.Judge.Script(redact.Clean(tt.command))); reads != tt.reads || polls != tt.polls {
				t.Errorf("reads %v, polls %v", reads, polls)
			}
		})
	}
}

// TestTimeless: how long something takes is no news, what came of it is.
func TestTimeless(t *testing.T) {
	for _, tt := range []struct {
		one, other string
		same       bool
	}{
		{"running 2m3s", "running 3m14s", true},
		{"10:02:11 waiting (12s)", "10:03:00 waiting (1.5m)", true},
		{"2026-01-02T10:00:00Z pending", "2026-01-02T10:01:00Z pending", true},
		{"45% done", "46% done", false},
		{"3 of 10 pods", "4 of 10 pods", false},
		{"in_progress 2m3s", "completed 2m3s", false},
	} {
		if same := timeless(tt.one) == timeless(tt.other); same != tt.same {
			t.Errorf("%q, %q: same %v", tt.one, tt.other, same)
		}
	}
}
