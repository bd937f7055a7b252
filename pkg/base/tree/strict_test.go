package tree

import "testing"

// TestStrict: what a file of rules or settings may not have is an error at its place, and
// what looks alike is read.
func TestStrict(t *testing.T) {
	for _, tt := range []struct{ name, text, want string }{
		{"key twice", "a: 1\nb: 2\na: 3\n", `offset 10: "a" twice`},
		{"key twice in brackets", "{a: 1, a: 2}", `offset 7: "a" twice`},
		{"keys of two mappings", "- a: 1\n- a: 2\n", ""},
		{"anchor", "a: &x b\n", "offset 3: " + notSupported},
		{"anchor of a key", "&x a: b\n", "offset 0: " + notSupported},
		{"anchor in brackets", "a: [&x b]\n", "offset 4: " + notSupported},
		{"alias", "a: *x\n", "offset 3: " + notSupported},
		{"tag", "a: !!str b\n", "offset 3: " + notSupported},
		{"merge", "a:\n  <<: {b: c}\n", "offset 5: " + notSupported},
		{"signs within a text", "a: b&c *d !e\n", ""},
		{"in quotes", "a: '*x'\nb: \"&y\"\n", ""},
		{"question mark", "? a\n: b\n", "offset 0: a key behind a question mark is not supported"},
		{"glob", "a: ?*x\n", ""},
		{"colon", "a: b: c\n", "offset 4: a text with a colon and a space needs quotes"},
		{"colon at the end", "a: b:\n", "offset 4: a text with a colon and a space needs quotes"},
		{"colon within a word", "a: b:c\n", ""},
		{"tab", "a:\n\tb: c\n", "offset 4: indented with a tab: write spaces"},
		{"tab behind a value", "a: b\t# why\n\t\nc: d\n", ""},
		{"escape", `a: "\d"`, `offset 4: unknown escape \d: write single quotes`},
		{"known escapes", `a: "\n\x41\\\""`, ""},
		{"at sign", "a: @b\n", "offset 3: a text that begins with @ needs quotes"},
		{"bracket", "a: [b\n", "offset 3: unclosed bracket"},
		{"quote", "a: 'b\n", "offset 3: unclosed quote"},
		{"text behind a list", "a: [b] c\n", "offset 7: indented in a way that fits nothing above"},
		{"indented less", "a:\n    b: 1\n  c: 2\n", "offset 14: indented in a way that fits nothing above"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := ""
			if _, err := Strict([]byte(tt.text)); err != nil {
				got = err.Error()
			}
			if got != tt.want {
				t.Errorf("%q: %q, want %q", tt.text, got, tt.want)
			}
		})
	}
}
