package cmd

import (
	"bytes"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestOptionErrors: an option that is not there is told with the one that was
// probably meant.
func TestOptionErrors(t *testing.T) {
	tests := []struct {
		name string
		args []string
		want string
	}{
		{
			name: "slip", args: []string{"check", "--jsno", "ls"},
			want: "ctxhook: error: unknown flag: --jsno\nctxhook: did you mean: ctxhook check --json\n",
		},
		{
			name: "below a command", args: []string{"db", "export", "--sesion", "x"},
			want: "ctxhook: error: unknown flag: --sesion\nctxhook: did you mean: ctxhook db export --session\n",
		},
		{
			name: "nothing like it", args: []string{"check", "--zzzzzz", "ls"},
			want: "ctxhook: error: unknown flag: --zzzzzz\nctxhook: to see its flags: ctxhook check --help\n",
		},
		{
			name: "letter", args: []string{"check", "-q", "ls"},
			want: "ctxhook: error: unknown shorthand flag: 'q' in -q\nctxhook: to see its flags: ctxhook check --help\n",
		},
		{
			name: "value", args: []string{"log", "--limit", "x"},
			want: "ctxhook: error: --limit takes a whole number, not \"x\"\nctxhook: to see its flags: ctxhook log --help\n",
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var out, errs bytes.Buffer
			code := Main(Env{
				Args: tt.args, Stdin: strings.NewReader(""), Stdout: &out, Stderr: &errs,
				Getenv: func(string) string { return "" },
			})
			if code != exitError {
				t.Errorf("exit code %d, want %d", code, exitError)
			}
			if diff := cmp.Diff(tt.want, errs.String()); diff != "" {
				t.Errorf("standard error (-want +got):\n%s", diff)
			}
			if out.Len() > 0 {
				t.Errorf("standard output: %s", out.String())
			}
		})
	}
}
