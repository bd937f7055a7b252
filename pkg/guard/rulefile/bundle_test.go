package rulefile

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// sharedRule is a rule as a shared pack has it.
const sharedRule = `title: Deploys to production
why: It reaches customers at once.
risk: high
when: {program: deploy, operand: prod}
examples: {hit: [deploy prod], miss: [deploy test]}
`

func bundle(rules ...string) Bundle {
	b := Bundle{{PackFile, []byte("name: acme\n")}}
	for i, text := range rules {
		b = append(b, BundleFile{"rules/" + string(rune('a'+i)) + ".yaml", []byte(text)})
	}
	return b
}

func TestBundleIsReadBack(t *testing.T) {
	for _, b := range []Bundle{nil, bundle(), bundle(sharedRule, "", "a\x00b")} {
		got, err := decodeBundle(b.Encode())
		if diff := cmp.Diff(b, got); err != nil || diff != "" {
			t.Errorf("%v (-want +got)\n%s", err, diff)
		}
	}
}

func TestDecodeBundleRefuses(t *testing.T) {
	for _, tc := range []struct{ name, text string }{
		{"another name", "README.md\x000\x00"},
		{"an escape", "rules/../a.yaml\x000\x00"},
		{"an absolute path", "/etc/a.yaml\x000\x00"},
		{"a directory", "rules/a/b.yaml\x000\x00"},
		{"capitals", "rules/A.yaml\x000\x00"},
		{"a control character", "rules/a\x1b[2J.yaml\x000\x00"},
		{"no suffix", "rules/a\x000\x00"},
		{"the same twice", "rules/a.yaml\x000\x00rules/a.yaml\x000\x00"},
		{"out of order", "rules/b.yaml\x000\x00rules/a.yaml\x000\x00"},
		{"too short", "rules/a.yaml\x005\x00abc"},
		{"a negative length", "rules/a.yaml\x00-1\x00"},
		{"a length in other words", "rules/a.yaml\x00+1\x00a"},
		{"no length", "rules/a.yaml"},
		{"a large file", "rules/a.yaml\x0065537\x00" + strings.Repeat("a", 65537)},
		{"many files", string(manyFiles().Encode())},
	} {
		if b, err := decodeBundle([]byte(tc.text)); err == nil {
			t.Errorf("%s: read as %v", tc.name, b)
		}
	}
}

func manyFiles() (b Bundle) {
	for i := range maxFiles + 1 {
		b = append(b, BundleFile{Name: "rules/a" + strings.Repeat("0", i/100) + string(rune('0'+i/10%10)) + string(rune('0'+i%10)) + ".yaml"})
	}
	return b
}

func TestLoadStored(t *testing.T) {
	b := bundle(sharedRule, "title: [\n")
	dir := ruleFiles(t, map[string]string{"stored": string(b.Encode())})
	path, cache := filepath.Join(dir, "stored"), filepath.Join(dir, "cache")
	sum := Sum(b.Encode())
	load := func() []string {
		t.Helper()
		p, errs := Load([]Dir{{Path: path, Pack: "acme", Sum: sum}}, cache)
		return holds(dir, p, errs)
	}
	want := []string{"acme/a deploy", "error acme/rules/b.yaml:1:8: unclosed bracket"}
	past := time.Now().Add(-time.Hour)
	if err := os.Chtimes(path, past, past); err != nil {
		t.Fatal(err)
	}
	for _, from := range []string{"file", "cache"} {
		if diff := cmp.Diff(want, load()); diff != "" {
			t.Errorf("from the %s (-want +got)\n%s", from, diff)
		}
	}

	changed := bytes.Replace(b.Encode(), []byte("high"), []byte("low "), 1)
	if err := os.WriteFile(path, changed, 0o600); err != nil {
		t.Fatal(err)
	}
	want = []string{"error pack acme: its files changed after it was added: none of its rules hold"}
	if diff := cmp.Diff(want, load()); diff != "" {
		t.Errorf("changed (-want +got)\n%s", diff)
	}
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	want = []string{"error pack acme: its files are missing: none of its rules hold"}
	if diff := cmp.Diff(want, load()); diff != "" {
		t.Errorf("removed (-want +got)\n%s", diff)
	}
}

func TestLoadSharedDirectory(t *testing.T) {
	dir := ruleFiles(t, map[string]string{
		"flat/pack.yaml": "name: flat\n", "flat/a.yaml": sharedRule, "flat/three.yaml": small("p"), "flat/tool.yaml": model,
		"deep/pack.yaml": "name: deep\n", "deep/rules/a.yaml": sharedRule, "deep/compose.yaml": "services: {}\n",
	})
	p, errs := Load([]Dir{{Path: filepath.Join(dir, "flat"), Pack: "flat"}, {Path: filepath.Join(dir, "deep"), Pack: "deep"}}, "")
	want := []string{
		"flat/a deploy",
		"deep/a deploy",
		"error flat/three.yaml:1:1: a rule needs why\nflat/three.yaml:1:1: a rule needs examples",
		"error flat/tool.yaml:1:1: a shared pack contains only rules, and this describes a program",
	}
	if diff := cmp.Diff(want, holds(dir, p, errs)); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

func TestParseSharedRefuses(t *testing.T) {
	long := strings.Repeat("x", 601)
	for _, tc := range []struct{ name, old, new, want string }{
		{"undo", "risk: high", "risk: high\nundo: files", "f.yaml: undo is for built-in rules"},
		{"a long why", "It reaches customers at once.", long, "f.yaml:2:6: 601 characters, more than a shared rule may have here (600)"},
		{"a long suggestion", "risk: high", "risk: high\ninstead: [echo " + long + "]", "f.yaml:4:11: 606 characters, more than a shared rule may have here (200)"},
		{"an escape", "It reaches customers at once.", `"\x1b[2Jreaches"`, "f.yaml:2:6: control characters are not allowed in shown text"},
		{"no miss", ", miss: [deploy test]", "", "f.yaml:5:11: a rule's proof needs miss"},
		{"look-around", "operand: prod", `regex: "(?=a)b"`, "f.yaml:4:32: look-around and back references are not supported in a shared rule: their time is not bounded"},
		{"a large pattern", "operand: prod", `any: [{regex: "a{500}"}, {regex: "b{500}"}]`, "f.yaml:1:1: its patterns are too large for a shared rule: 1004 instructions, the maximum is 500"},
	} {
		_, err := parseShared("acme/a", "f.yaml", []byte(strings.Replace(sharedRule, tc.old, tc.new, 1)))
		if diff := cmp.Diff(tc.want, text(err)); diff != "" {
			t.Errorf("%s (-want +got)\n%s", tc.name, diff)
		}
	}
}

func TestLineOf(t *testing.T) {
	for text, want := range map[string]int{"deploy test": 5, "It reaches customers at once.": 2, "none": 0} {
		if got := LineOf([]byte(sharedRule), text); got != want {
			t.Errorf("LineOf(%q) = %d, want %d", text, got, want)
		}
	}
}

// A bundle that is read is the one that was written, and its rules only come from
// files that a pack may have.
func FuzzDecodeBundle(f *testing.F) {
	f.Add(bundle(sharedRule, "a: &a [*a]", "program: rm").Encode())
	f.Add([]byte("rules/\xff.yaml\x000\x00"))
	f.Add([]byte("rules/a.yaml\x0099999999999999999999\x00"))
	f.Fuzz(func(t *testing.T, data []byte) {
		b, err := decodeBundle(data)
		if err != nil {
			return
		}
		if !bytes.Equal(b.Encode(), data) {
			t.Error("not what was written")
		}
		rules, err := b.Rules("acme", func(name string) string { return name })
		if err != nil && len(Errors(err)) == 0 {
			t.Errorf("an error without a place: %v", err)
		}
		for _, r := range rules {
			if name, ok := strings.CutPrefix(r.ID, "acme/"); !ok || !validName(name) {
				t.Errorf("a rule %q", r.ID)
			}
			if line := LineOf(b.File(RuleFile(r.ID)), r.Examples.Hit[0]); line == 0 {
				t.Logf("%s has no line", r.ID)
			}
		}
	})
}

func TestWorkOfAPackIsBounded(t *testing.T) {
	pattern := strings.Replace(sharedRule, "operand: prod", `regex: "prod{300}"`, 1)
	words := strings.Replace(sharedRule, "operand: prod", "operand: [x"+numbered(200)+"]", 1)
	for _, tc := range []struct {
		name, rule, want string
		n                int
	}{
		{"patterns", pattern, "rules: the patterns of all rules are too large: 5490 instructions, the maximum is 5000", 18},
		{"words", words, "rules: 2030 words in the conditions of all rules, the maximum is 2000", 10},
	} {
		var list []string
		for range tc.n {
			list = append(list, tc.rule)
		}
		rules, err := bundle(list...).Rules("acme", func(name string) string { return name })
		if rules != nil || text(err) != tc.want {
			t.Errorf("%s: %d rules and %v", tc.name, len(rules), err)
		}
		if _, err := bundle(list[:1]...).Rules("acme", func(name string) string { return name }); err != nil {
			t.Errorf("%s: one rule: %v", tc.name, err)
		}
	}
}

func numbered(n int) string {
	var out strings.Builder
	for i := range n {
		fmt.Fprintf(&out, ", w%d", i)
	}
	return out.String()
}
