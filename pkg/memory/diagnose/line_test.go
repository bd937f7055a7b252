package diagnose

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestSkim(t *testing.T) {
	row := strings.Repeat("x", 99) + "\n"
	long := strings.Repeat(row, 1000) // 100,000 bytes
	for _, tc := range []struct {
		name, text  string
		count       int
		first, last string
	}{
		{"nothing", "", 0, "", ""},
		{"a line", "a", 1, "a", "a"},
		{"its end", "a\r\n", 1, "a", "a"},
		{"lines that are empty", "\n\na", 3, "", "a"},
		{"head and tail", "first\n" + long + "last", 1 + 82 + 245 + 1, "first", "last"},
		{"a line that is too long", strings.Repeat("x", 2*maxLine), 1, strings.Repeat("x", maxLine), strings.Repeat("x", maxLine)},
		{"a head that reaches into the tail", strings.Repeat("x", headBytes+tailBytes) + "\nlast", 2, strings.Repeat("x", maxLine), "last"},
		{"no end in the tail", row + strings.Repeat("x", headBytes+tailBytes), 2, row[:99], strings.Repeat("x", maxLine)},
		{"very many", strings.Repeat("\n", headBytes+tailBytes), mostLines, "", ""},
	} {
		t.Run(tc.name, func(t *testing.T) {
			var got []string
			for at := range skim(tc.text) {
				got = append(got, tc.text[at.from:at.to])
			}
			if len(got) != tc.count {
				t.Fatalf("got %d lines, want %d", len(got), tc.count)
			}
			if tc.count == 0 {
				return
			}
			if diff := cmp.Diff([]string{tc.first, tc.last}, []string{got[0], got[len(got)-1]}); diff != "" {
				t.Errorf("the first and the last: -want +got\n%s", diff)
			}
		})
	}
}
