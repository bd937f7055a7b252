package follow_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestRunsWhatIsWritten expects what a text writes into a shell to be read as
// commands, however it gets there.
func TestRunsWhatIsWritten(t *testing.T) {
	tests := []struct {
		name string
		text string
		want []string
	}{
		{"process substitution", "echo 'rm -rf x' > >(bash)", []string{"-rf x"}},
		{"process substitution of a group", "{ echo 'rm x'; echo 'rm y'; } > >(sh)", []string{"x", "y"}},
		{"tee", "echo 'rm x' | tee >(sh)", []string{"x"}},
		{"loop", `for i in a b; do echo "rm -r $i"; done | sh`, []string{"-r a", "-r b"}},
		{"loop over what is not known", `for i in $LIST; do echo "rm -r /$i"; done | sh`, []string{"-r /«$LIST»"}},
		{"branch", "if x; then echo 'rm y'; fi | sh", []string{"y"}},
		{"loop through a filter", "for i in a b; do echo 'rm z'; done | sort | sh", []string{"z"}},
		{"xargs", "xargs -I{} bash -c {} <<< 'rm -r x'", []string{"-r x"}},
		{"xargs, several lines", "printf 'ls\\nrm x\\n' | xargs -I% sh -c %", []string{"x"}},
		{"data", "echo 'rm x' > >(cat)", nil},
		{"loop of data", "for i in a b; do echo 'rm z'; done | cat", nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if d := cmp.Diff(tt.want, rms(tt.text)); d != "" {
				t.Errorf("rm of %q (-want +got):\n%s", tt.text, d)
			}
		})
	}
}
