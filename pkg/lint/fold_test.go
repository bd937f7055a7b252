package lint

import (
	"strconv"
	"strings"
	"testing"
)

// TestFold holds that what has one origin is one finding.
func TestFold(t *testing.T) {
	o := project(t, map[string]string{
		"a.sh": "git reset --hard\ngit reset --hard HEAD~1\nrm -rf \"$OUT/\"*\necho\nrm -rf \"$OUT/\"*\n",
		"b.sh": "git reset --hard\nrm -rf \"$OUT/\"*\nrm -rf \"$DIST/\"*\n",
	})
	o.All = false
	got := map[string]int{}
	sum, err := Run(t.Context(), o, Sink{Finding: func(f *Finding) { got[f.Path+":"+strconv.Itoa(f.Start.Line)] = len(f.Also) }})
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]int{"a.sh:1": 2, "a.sh:3": 2, "b.sh:3": 0}
	for place, also := range want {
		if n, ok := got[place]; !ok || n != also {
			t.Errorf("%s: %d further places (found: %v), want %d", place, n, ok, also)
		}
	}
	if len(got) != len(want) || sum.Folded != 4 {
		t.Errorf("got %v, %d folded", got, sum.Folded)
	}
}

// TestUnparsable holds that a script which no shell can run is a finding.
func TestUnparsable(t *testing.T) {
	o := project(t, map[string]string{"a.sh": "if true; then\n  echo\n", "b.sh": "function {{{\n", "c.sh": "echo ok\n"})
	found, _, _ := run(t, o)
	if want := []string{"a.sh:1:1 shell/unparsable", "b.sh:1:1 shell/unparsable"}; strings.Join(found, ",") != strings.Join(want, ",") {
		t.Errorf("got %v, want %v", found, want)
	}
}
