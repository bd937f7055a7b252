package memory

import (
	"regexp"
	"testing"
)

func TestNew(t *testing.T) {
	form := regexp.MustCompile(`^d-[0-9a-z]{8}$`)
	seen := make(map[string]bool)
	for range 1000 {
		id := NewID('d')
		if !form.MatchString(id) {
			t.Fatalf("id %q is not as people are told to type it", id)
		}
		if seen[id] {
			t.Fatalf("id %q twice", id)
		}
		seen[id] = true
	}
}
