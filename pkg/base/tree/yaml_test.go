package tree

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// found lists the scalars of a document by their paths, in order: the path, the text as
// a reader of the file gets it, and the line where it begins.
func found(d *Document) (list []string) {
	var walk func(n *Node, path string)
	walk = func(n *Node, path string) {
		switch n.Kind {
		case Null:
			list = append(list, path+" null")
		case Scalar:
			text, _ := d.Weave(n).Close()
			local := ""
			if n.Local {
				local = " local"
			}
			list = append(list, fmt.Sprintf("%s %q %d%s", path, text, 1+strings.Count(string(d.Data[:n.At]), "\n"), local))
		case Sequence:
			for i, item := range n.Items {
				walk(item, fmt.Sprintf("%s[%d]", path, i))
			}
		case Mapping:
			for _, p := range n.Pairs {
				walk(p.Value, path+"."+p.Key)
			}
		}
	}
	for _, root := range d.Roots {
		walk(root, "")
	}
	return list
}

func TestYAML(t *testing.T) {
	for _, tt := range []struct {
		name, text string
		want       []string
	}{
		{"mapping", "a: 1\nb:\n  c: x y\n  d: z # why\n", []string{`.a "1" 1`, `.b.c "x y" 3`, `.b.d "z" 4`}},
		{"sequence", "- a\n- b: 1\n  c: 2\n-\n  - d\n", []string{`[0] "a" 1`, `[1].b "1" 2`, `[1].c "2" 3`, `[2][0] "d" 5`}},
		{"sequence at the column of its key", "a:\n- x\n- y\nb: z\n", []string{`.a[0] "x" 2`, `.a[1] "y" 3`, `.b "z" 4`}},
		{"nothing", "a:\nb: ~\nc: null\n", []string{".a null", ".b null", ".c null"}},
		{"quotes", "a: 'it''s'\nb: \"x\\ty\\u0041\\x42\\\"\"\n\"c d\": e\n", []string{`.a "it's" 1`, `.b "x\tyAB\"" 2`, `.c d "e" 3`}},
		{"quotes over lines", "a: \"x\n  y\n\n  z\\\n  w\"\nb: 'x\n  y'\n", []string{`.a "x y\nzw" 1`, `.b "x y" 6`}},
		{"plain over lines", "a: x\n  y\n  z\nb: w\n", []string{`.a "x y z" 1`, `.b "w" 4`}},
		{"literal", "a: |\n  x\n    y\n\n  z\nb: w\n", []string{`.a "x\n  y\n\nz\n" 1`, `.b "w" 6`}},
		{"literal, stripped and kept", "a: |-\n  x\n\nb: |+\n  y\n\nc: z\n", []string{`.a "x" 1`, `.b "y\n\n" 4`, `.c "z" 7`}},
		{"literal with an indent of its own", "a: |2\n    x\n   y\n", []string{`.a "  x\n y\n" 1`}},
		{"folded", "a: >\n  x\n  y\n\n  z\n    w\n  v\n", []string{`.a "x y\nz\n  w\nv\n" 1`}},
		{"folded and stripped", "a: >-\n  x\n  y\n", []string{`.a "x y" 1`}},
		{"brackets", "a: [x, 'y z', {b: c, d: [e]}]\nf: {}\ng: []\n", []string{`.a[0] "x" 1`, `.a[1] "y z" 1`, `.a[2].b "c" 1`, `.a[2].d[0] "e" 1`}},
		{"brackets over lines", "a: [\n  x, # one\n  y\n]\nb: {\n  c: d\n}\n", []string{`.a[0] "x" 2`, `.a[1] "y" 3`, `.b.c "d" 6`}},
		{"documents", "---\na: 1\n---\nb: 2\n...\n", []string{`.a "1" 2`, `.b "2" 4`}},
		{"directive", "%YAML 1.2\n---\na: 1\n", []string{`.a "1" 3`}},
		{"anchors", "a: &x 1\nb: *x\n", []string{`.a "1" 1`, `.b "1" 1`}},
		{"merged", "a: &x {c: 1}\nb:\n  <<: *x\n  d: 2\n", []string{`.a.c "1" 1`, `.b.<<.c "1" 1`, `.b.d "2" 4`}},
		{"tags", "a: !!str 1\nb: !reference [c, d]\ne: !Sub x\n", []string{`.a "1" 1`, `.b[0] "c" 2`, `.b[1] "d" 2`, `.e "x" 3 local`}},
		{"question mark", "? a\n: b\n? - c\n: d\n", []string{`.a "b" 2`, `. "d" 4`}},
		{"colons and signs within", "a: http://x:8\nb: a#b\nc: -x\nd: x: y\n", []string{`.a "http://x:8" 1`, `.b "a#b" 2`, `.c "-x" 3`, `.d "x: y" 4`}},
		{"CRLF", "a: x\r\nb: |\r\n  y\r\n  z\r\n", []string{`.a "x" 1`, `.b "y\nz\n" 2`}},
		{"byte order mark", "\ufeffa: x\n", []string{`.a "x" 1`}},
		{"comments alone", "# a\n\n# b\n", nil},
		{"empty", "", nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			d, err := YAML([]byte(tt.text))
			if err != nil {
				t.Fatal(err)
			}
			if got := found(d); !slices.Equal(got, tt.want) {
				t.Errorf("%q:\n got %q\nwant %q", tt.text, got, tt.want)
			}
		})
	}
}

func TestJSON(t *testing.T) {
	for _, tt := range []struct {
		name, text string
		want       []string
	}{
		{"object", `{"a": "x", "b": {"c": ["d", 1, true, null]}}`, []string{`.a "x" 1`, `.b.c[0] "d" 1`, `.b.c[1] "1" 1`, `.b.c[2] "true" 1`, ".b.c[3] null"}},
		{"escapes", `{"a": "x\n\u00e9\ud83d\ude00\/\\"}`, []string{`.a "x\né😀/\\" 1`}},
		{"comments", "// a\n{\n  \"a\": 1, // b\n  /* c */ \"d\": \"e\",\n}", []string{`.a "1" 3`, `.d "e" 4`}},
		{"list", `["a", {"b": "c"}]`, []string{`[0] "a" 1`, `[1].b "c" 1`}},
		{"empty", `{}`, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			d, err := JSON([]byte(tt.text))
			if err != nil {
				t.Fatal(err)
			}
			if got := found(d); !slices.Equal(got, tt.want) {
				t.Errorf("%s:\n got %q\nwant %q", tt.text, got, tt.want)
			}
		})
	}
}

// TestGet: keys are followed down, through merged mappings, and the last of two counts.
func TestGet(t *testing.T) {
	d, err := YAML([]byte("x: &x\n  a: {b: 1}\n  c: 2\ny:\n  <<: *x\n  c: 3\n  d: 4\n  d: 5\nz:\n  <<: [*x]\nlist: [e, f]\none: g\n"))
	if err != nil {
		t.Fatal(err)
	}
	root := d.Roots[0]
	for _, tt := range []struct{ keys, want string }{
		{"x a b", "1"}, {"y a b", "1"}, {"y c", "3"}, {"y d", "5"}, {"z c", "2"}, {"z d", ""}, {"one two", ""}, {"", ""},
	} {
		if got := d.Str(root.Get(strings.Fields(tt.keys)...)); got != tt.want {
			t.Errorf("%s is %q, want %q", tt.keys, got, tt.want)
		}
	}
	if list := root.Get("list").List(); len(list) != 2 || d.Str(list[1]) != "f" {
		t.Errorf("%d items", len(list))
	}
	if list := root.Get("one").List(); len(list) != 1 || d.Str(list[0]) != "g" {
		t.Errorf("a single value is %d items", len(list))
	}
	if root.Get("gone").List() != nil || root.Get("list").Entries() != nil || len(root.Get("x").Entries()) != 2 {
		t.Error("what is missing has items, a list has pairs, or a mapping has not its own")
	}
}

// TestWeave: each byte of a text is where the file has it, but what has another spelling.
func TestWeave(t *testing.T) {
	for _, text := range []string{
		"a: |\n  one\n    two\n\n  three\n", "a: >\n  one\n  two\n\n  three\n", "a: 'one''s two\n  three'\n", "a: \"one\\ttwo\\u0041 three\"\n", "a: one\n  two\n  three\n",
	} {
		d, err := YAML([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		got, segments := d.Weave(d.Roots[0].Get("a")).Close()
		copied := 0
		for _, s := range segments {
			if got[s.Text:s.Text+s.Len] != text[s.File:s.File+s.Len] {
				t.Errorf("%q: %q is not at %d", text, got[s.Text:s.Text+s.Len], s.File)
			}
			copied += s.Len
		}
		for _, word := range []string{"one", "two", "three"} {
			if !strings.Contains(got, word) {
				t.Errorf("%q: %q has no %q", text, got, word)
			}
		}
		if copied < len("onetwothree") {
			t.Errorf("%q: only %d bytes of %q have a place", text, copied, got)
		}
	}
}
