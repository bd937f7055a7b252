package preferences

import (
	"strings"
	"testing"
)

// A phrase stands in the list of a role once, and each list has a role.
func TestRoleLists(t *testing.T) {
	for _, table := range []struct {
		name, text string
		roles      map[string]role
	}{
		{"roleWords", roleWords, roleNames},
		{"placeRoleWords", placeRoleWords, placeRoles},
	} {
		seen := make(map[string]bool)
		for line := range strings.Lines(table.text) {
			name, phrases, _ := strings.Cut(strings.TrimSpace(line), " ")
			if name == "" {
				continue
			}
			if _, ok := table.roles[name]; !ok {
				t.Errorf("%s: %q is the name of no role", table.name, name)
			}
			for phrase := range strings.SplitSeq(phrases, "|") {
				if key := name + " " + phrase; phrase == "" || seen[key] {
					t.Errorf("%s: %q is empty or a second time in %s", table.name, phrase, name)
				} else {
					seen[key] = true
				}
			}
		}
		if len(seen) == 0 {
			t.Errorf("%s has no phrase", table.name)
		}
	}
}
