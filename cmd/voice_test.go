package cmd

import (
	"errors"
	"strings"
	"testing"
)

// full is a disk without room.
type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("no space left") }

// TestLostOutput: a script must not take half a result for a whole one, and
// a block stays a block.
func TestLostOutput(t *testing.T) {
	tests := []struct {
		name string
		args []string
		want int
	}{
		{"a result", []string{"version"}, exitError},
		{"a list", []string{"rules", "list"}, exitError},
		{"as JSON", []string{"rules", "list", "--json"}, exitError},
		{"a block", []string{"check", "rm -rf /"}, exitBlock},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var stderr strings.Builder
			got := Main(Env{
				Args: tt.args, Stdin: strings.NewReader(""), Stdout: full{}, Stderr: &stderr,
				Getenv: func(string) string { return "" }, Version: "v0",
			})
			if got != tt.want {
				t.Errorf("exit %d, want %d", got, tt.want)
			}
			if tt.want == exitError && !strings.Contains(stderr.String(), "no space left") {
				t.Errorf("stderr %q does not say why", stderr.String())
			}
		})
	}
}
