package sed

import (
	"strings"
	"testing"
)

func TestEdit(t *testing.T) {
	const text = "one\ntwo (2)\n/home/ann\n"
	for _, tt := range []struct {
		script, want string
		extended     bool
	}{
		{"s/one/1/", "1\ntwo (2)\n/home/ann\n", false},
		{"s#/home/ann#build#", "one\ntwo (2)\nbuild\n", false},
		{`s/\/home\/ann/build/g`, "one\ntwo (2)\nbuild\n", false},
		{"s/o//g", "ne\ntw (2)\n/hme/ann\n", false},
		{"s/(2)/x/", "one\ntwo x\n/home/ann\n", false},
		{"s/ .*$//", "one\ntwo\n/home/ann\n", false},
		{"s/(one|two)/x/", "x\nx (2)\n/home/ann\n", true},
		{"s/[no]*/x/", "xe\nxtwo (2)\nx/home/ann\n", false},
		{"/home/d", "one\ntwo (2)\n", false},
		{"2d", "one\n/home/ann\n", false},
		{"$d", "one\ntwo (2)\n", false},
		{"1s/one/x/\n$d", "x\ntwo (2)\n", false},
		{"s/ONE/x/I", "x\ntwo (2)\n/home/ann\n", false},
		{`s/\(one\)/\1\1/`, "?", false},
		{"1,2d", "?", false},
		{"s/one/&&/", "?", false},
		{"s/one", "?", false},
		{"s/[/x/", "?", false},
		{"$!d", "?", false},
		{"1a rm", "?", false},
	} {
		got, ok := Edit(tt.script, text, tt.extended)
		if !ok {
			got = "?"
		}
		if got != tt.want {
			t.Errorf("%s: %q, want %q", tt.script, got, tt.want)
		}
	}
}

func FuzzEdit(f *testing.F) {
	f.Add("s/a/b/g\n/x/d", "a\nx\n", false)
	f.Add("s/[", "\xff", true)
	f.Add(`$s/\`, strings.Repeat("a\n", 100), true)
	f.Fuzz(func(t *testing.T, script, text string, extended bool) {
		if got, ok := Edit(script, text, extended); ok && len(got) > maxEdited {
			t.Errorf("%d bytes", len(got))
		}
	})
}
