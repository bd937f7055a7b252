package journal

import (
	"testing"

	"github.com/ctxhook/ctxhook/pkg/base/redact"
)

// TestEndsInCheck: what a command leaves is what its check saw, if nothing writes after it.
func TestEndsInCheck(t *testing.T) {
	j := newJournal(t)
	for _, tt := range []struct {
		command     string
		last, alone bool
	}{
		{"go test ./...", true, true},
		{"ruff check .", true, true},
		{"cd app && timeout 60 go test ./... 2>&1 | tail -5; echo $?", true, true},
		{"go test ./... | tee test.out", true, true},
		{"./verify.sh", true, true},
		{"gofmt -w . && go test ./...", true, false},
		{"sed -i s/a/b/ q.go; go test ./...; git checkout q.go", false, false},
		{"npm test && git commit -am done", false, false},
	} {
		t.Run(tt.command, func(t *testing.T) {
			if last, alone := endsInCheck(j.Judge.Script(redact.Clean(tt.command))); last != tt.last || alone != tt.alone {
				t.Errorf("last %v, alone %v", last, alone)
			}
		})
	}
}
