package accident_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
)

// Of the disasters so many are found at high.
const (
	disasters = 67
	foundHigh = 55
)

// TestHistory: disasters that happened to people, as lint would have seen them in files the
// day before. Those that it does not find say so in their names; their twins are quiet.
func TestHistory(t *testing.T) {
	files, err := txtar.ParseFile("testdata/history.txtar")
	if err != nil {
		t.Fatal(err)
	}
	all, seen := 0, 0
	for _, f := range files.Files {
		parts := strings.SplitN(f.Name, "/", 3)
		if len(parts) < 3 {
			t.Fatalf("%s is not NAME/LABEL/PATH", f.Name)
		}
		t.Run(parts[0]+"/"+parts[1], func(t *testing.T) {
			lines, ids := high(t, parts[2], string(f.Data))
			label, line, _ := strings.Cut(parts[1], ":")
			hit := slices.Contains(lines, line)
			switch label {
			case "quiet":
				if len(ids) > 0 {
					t.Errorf("the careful twin has %v", ids)
				}
				return
			case "high":
				if !hit {
					t.Errorf("line %s is not found: %v", line, ids)
				}
			case "missed":
				if hit {
					t.Errorf("line %s is found: call it high", line)
				}
			default:
				t.Errorf("label %s", label)
			}
			all++
			if hit {
				seen++
			}
		})
	}
	if seen != foundHigh || all != disasters {
		t.Errorf("%d of %d disasters are found at high, not %d of %d", seen, all, foundHigh, disasters)
	}
}
