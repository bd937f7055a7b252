package hook

import (
	"strings"
	"testing"
)

// Of many things the user is told the first three, and that there are more.
func TestListsForUser(t *testing.T) {
	tests := []struct {
		name   string
		say    func([]string) string
		list   []string
		said   string
		unsaid string
	}{
		{"one call", unseenForUser, []string{"a"}, "session: a. To", "and more"},
		{"three calls", unseenForUser, []string{"a", "b", "c"}, "session: a; b; c. To", "and more"},
		{"more calls", unseenForUser, []string{"a", "b", "c", "d", "e"}, "session: a; b; c; and more. To", "; d"},
		{"one file", changedStartForUser, []string{"a"}, "asked: a. To", "more"},
		{"three files", changedStartForUser, []string{"a", "b", "c"}, "asked: a, b, c. To", "more"},
		{"more files", changedStartForUser, []string{"a", "b", "c", "d", "e"}, "asked: a, b, c and 2 more. To", ", d"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := tt.say(tt.list)
			if !strings.Contains(got, tt.said) {
				t.Errorf("want %q in %q", tt.said, got)
			}
			_, list, _ := strings.Cut(got, ": ")
			if list, _, _ = strings.Cut(list, ". To"); strings.Contains(list, tt.unsaid) {
				t.Errorf("%q in %q", tt.unsaid, list)
			}
		})
	}
}
