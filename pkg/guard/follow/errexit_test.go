package follow_test

import (
	"strings"
	"testing"
)

// The shell that a command starts does not stop at errors because the one that starts it does.
func TestErrexitOfProcess(t *testing.T) {
	for _, tt := range []struct {
		name, text string
		sure       bool
	}{
		{"this shell", "set -e; cd /srv/x; rm *", true},
		{"eval", "set -e; eval 'cd /srv/x; rm *'", true},
		{"another host", "set -e; ssh web 'cd /srv/x; rm *'", false},
		{"another host, that says so", "set -e; ssh web 'set -e; cd /srv/x; rm *'", true},
		{"another shell", "set -e; bash -c 'cd /srv/x; rm *'", false},
		{"a subshell", "set -e; (cd /srv/x; rm *)", true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := strings.Join(rms(tt.text), "\n")
			if got == "" || strings.Contains(got, " else ") == tt.sure {
				t.Errorf("got %q, want a sure directory: %v", got, tt.sure)
			}
		})
	}
}
