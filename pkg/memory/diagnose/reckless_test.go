package diagnose

import "testing"

func TestReckless(t *testing.T) {
	tests := []struct {
		name, command, failed string
		want                  bool
	}{
		{"as it was", "frob apply", "frob aply", false},
		{"what would be forced", "frob apply --force", "frob apply", true},
		{"what was forced", "frob apply --force", "frob aply --force", false},
		{"what was only to be shown", "frob apply", "frob apply --dry-run", true},
		{"something else than what was to be shown", "frob apply -f crds", "frob apply --dry-run -f app.yaml", false},
		{"what is still only shown", "frob apply --dry-run", "frob apply --dryrun", false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := Reckless(tt.command, tt.failed); got != tt.want {
				t.Errorf("%v, want %v", got, tt.want)
			}
		})
	}
}
