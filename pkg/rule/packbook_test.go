package rule

import (
	"reflect"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// A check and a fix in which every field is set that is packed.
var (
	everyCheck = Check{
		ID: "go/test", Tool: "go test", Kind: "test",
		Commands: []string{"go test", "gotestsum"}, Own: []string{"gotestsum"}, Needs: []string{"-l"}, Unless: []string{"-list", "-h"},
		Fail:   []Pattern{{Regex: "^FAIL (x)", Literals: []string{"FAIL "}, More: 2}, {}},
		Likely: []Pattern{{Regex: "a|b", Literals: []string{"aaa", "bbb"}}},
		Pass:   []Pattern{{Regex: "^ok"}},
		None:   []Pattern{{Regex: "no tests", Literals: []string{"no tests"}}},
		Files:  []Pattern{{Regex: `(?P<file>\S+):1`}},
		Mute:   []Pattern{{Regex: "muted", Literals: []string{"muted"}}},
		Places: PlaceErrs, Benign: []int{5, 300}, Prints: true, Silent: true, Runner: true,
	}
	everyFix = Fix{
		ID: "git/x", Class: "git", Programs: []string{"git"}, Sub: []string{"push"}, Needs: []string{"-f"}, Unless: []string{"-n"}, Exit: 128,
		Error: []Pattern{{Regex: "fatal: (?P<what>.*)", Literals: []string{"fatal: "}, More: 1}},
		Cause: "c", Advice: "a", Choices: []string{"status", "stash"}, Commands: []string{"git {what}"}, Safe: true,
	}
)

func TestPackBook(t *testing.T) {
	for _, sample := range []any{everyCheck, everyFix} {
		v := reflect.ValueOf(sample)
		for i := range v.NumField() {
			if f := v.Type().Field(i); f.Name != "Examples" && v.Field(i).IsZero() {
				t.Errorf("%T.%s is not tried", sample, f.Name)
			}
		}
	}
	checks := []Check{{}, everyCheck, {ID: "last", Runner: true}}
	fixes := []Fix{everyFix, {}}
	book := Book{Checks: PackChecks(checks), Fixes: PackFixes(fixes)}
	if book.Checks.Len() != len(checks) || book.Fixes.Len() != len(fixes) {
		t.Fatalf("%d checks and %d fixes", book.Checks.Len(), book.Fixes.Len())
	}
	for i := range checks {
		if diff := cmp.Diff(&checks[i], book.Check(i)); diff != "" {
			t.Errorf("check %d (-want +got):\n%s", i, diff)
		}
	}
	for i := range fixes {
		if diff := cmp.Diff(&fixes[i], book.Fix(i)); diff != "" {
			t.Errorf("fix %d (-want +got):\n%s", i, diff)
		}
	}
	if empty := (Book{}); empty.Checks.Len() != 0 || PackChecks(nil).Len() != 0 {
		t.Error("an empty book has checks")
	}
}

func TestPackLeavesExamplesOut(t *testing.T) {
	c, f := everyCheck, everyFix
	c.Examples, f.Examples = []CheckExample{{Command: "go test"}}, []FixExample{{Command: "git push"}}
	book := Book{Checks: PackChecks([]Check{c}), Fixes: PackFixes([]Fix{f})}
	if len(book.Check(0).Examples)+len(book.Fix(0).Examples) > 0 {
		t.Error("packed examples")
	}
}

// What has been cut off, and what has something behind it, is refused whole.
func TestUnpackItemRefuses(t *testing.T) {
	checks, fixes := PackChecks([]Check{everyCheck}).At(0), PackFixes([]Fix{everyFix}).At(0)
	shelf := func(item string) Shelf {
		at := byte(8 + len(item))
		return Shelf([]byte{8, 0, 0, 0, at, byte((8 + len(item)) >> 8), 0, 0}) + Shelf(item)
	}
	for i := range checks {
		if b := (Book{Checks: shelf(checks[:i])}); !cmp.Equal(b.Check(0), &Check{}) {
			t.Errorf("took the first %d of the %d bytes of a check", i, len(checks))
		}
	}
	for i := range fixes {
		if b := (Book{Fixes: shelf(fixes[:i])}); !cmp.Equal(b.Fix(0), &Fix{}) {
			t.Errorf("took the first %d of the %d bytes of a fix", i, len(fixes))
		}
	}
	if b := (Book{Checks: shelf(checks + "\x00")}); b.Check(0).ID != "" {
		t.Error("took a check with something behind it")
	}
}

func TestWaysOf(t *testing.T) {
	b := Book{Ways: PackWays([]Check{
		{Commands: []string{"go test", "gotestsum"}}, {Commands: []string{"pytest"}}, {Commands: []string{"", "go vet", "python -m pytest"}},
	})}
	type way struct {
		check int
		words string
	}
	for _, tt := range []struct {
		program string
		want    []way
	}{
		{"go1.22", []way{{0, "go test"}, {0, "gotestsum"}, {2, "go vet"}}},
		{"pytest", []way{{1, "pytest"}, {2, "python -m pytest"}}},
		{"cargo", nil},
		{"", nil},
	} {
		var got []way
		for check, words := range b.WaysOf(tt.program) {
			got = append(got, way{check, words})
		}
		if diff := cmp.Diff(tt.want, got, cmp.AllowUnexported(way{})); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.program, diff)
		}
	}
	for check := range b.WaysOf("go") {
		if check != 0 {
			t.Errorf("the first is of %d", check)
		}
		break
	}
}
