package protocol

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestPermissions(t *testing.T) {
	got := Permissions([]byte(`{"permissions": {
		"allow": ["Bash(ls *)"],
		"deny": ["Read(./.env)", "Write(/etc/**)", "MultiEdit(a)", "NotebookEdit(b)", " Bash(rm *) ", "Bash(*)", "Bash", "WebFetch(domain:x)", 1],
		"ask": ["Edit(go.mod)", "Bash(git push:*"]
	}}`))
	want := []Permission{
		{"Read(./.env)", "Read", "./.env", false},
		{"Write(/etc/**)", "Edit", "/etc/**", false},
		{"MultiEdit(a)", "Edit", "a", false},
		{"NotebookEdit(b)", "Edit", "b", false},
		{" Bash(rm *) ", "Bash", "rm *", false},
		{"Edit(go.mod)", "Edit", "go.mod", true},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
