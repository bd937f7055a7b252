package tree

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/pelletier/go-toml/v2"
)

// texts lists the texts of a value of the library by their paths.
func texts(v any, path string, to *[]string) {
	switch v := v.(type) {
	case string:
		*to = append(*to, fmt.Sprintf("%s = %q", path, v))
	case map[string]any:
		for _, key := range slices.Sorted(maps.Keys(v)) {
			texts(v[key], path+"."+key, to)
		}
	case []any:
		for i, item := range v {
			texts(item, fmt.Sprintf("%s[%d]", path, i), to)
		}
	}
}

// ourTexts lists the texts of a tree likewise.
func ourTexts(d *Document, n *Node, path string, to *[]string) {
	switch n.Kind {
	case Scalar:
		if n.Style != 0 {
			*to = append(*to, fmt.Sprintf("%s = %q", path, d.Str(n)))
		}
	case Sequence:
		for i, item := range n.Items {
			ourTexts(d, item, fmt.Sprintf("%s[%d]", path, i), to)
		}
	case Mapping:
		pairs := slices.SortedFunc(slices.Values(n.Pairs), func(a, b Pair) int { return strings.Compare(a.Key, b.Key) })
		for _, p := range pairs {
			ourTexts(d, p.Value, path+"."+p.Key, to)
		}
	}
}

var tomlFiles = []string{
	"a = \"x\\ty\\u00e9\\\"\"\nb = 'C:\\n''\n",
	"notify = [\"bash\", '-c', \"x\"] # why\n[mcp_servers.\"a b\"]\ncommand = 'npx'\nargs = [\n  \"-y\", # of it\n  \"b\",\n]\nenv = { A = \"1\", \"B.c\" = 'd' }\n",
	"[[hooks.Start]]\nmatcher = \"x\"\n[[hooks.Start.hooks]]\ncommand = \"one\"\n[[hooks.Start.hooks]]\ncommand = \"two\"\n[[hooks.Start]]\ncommand = \"three\"\n",
	"a = \"\"\"\nfirst \\\n   second\n\"quoted\"\"\"\"\nb = '''\r\nraw \\ text\n'''''\n",
	"a.b.c = \"d\"\na.b.e = 'f'\n[t]\nu.v = [[\"w\"], [{x = \"y\"}]]\n",
	"n = 1_000\nd = 1979-05-27 07:32:00Z\nf = true\ns = \"\"\nempty = []\nnone = {}\n",
	"0 =\"\"\"\n0\\ \n\n \"\"\"\n1='''0'''",
	"\xef\xbb\xbfa = \"x\"\r\n[t]\r\nb = \"y\"\r\n",
}

// What the library reads is read alike.
func FuzzTOML(f *testing.F) {
	for _, file := range tomlFiles {
		f.Add(file)
	}
	f.Fuzz(func(t *testing.T, file string) {
		doc, _ := TOML([]byte(file))
		var ours, theirs []string
		ourTexts(doc, doc.Roots[0], "", &ours)
		var v map[string]any
		if err := toml.Unmarshal([]byte(file), &v); err != nil {
			return
		}
		texts(v, "", &theirs)
		if diff := cmp.Diff(theirs, ours); diff != "" {
			t.Errorf("the library -, ours +:\n%s", diff)
		}
	})
}

// A line that cannot be read is left out, and named.
func TestTOMLGoesOn(t *testing.T) {
	doc, err := TOML([]byte("a = \"x\"\nb = \"unclosed\n= 'y'\n[t\nc = 'lost'\n[u]\nd = 'z' e\n"))
	var list []string
	ourTexts(doc, doc.Roots[0], "", &list)
	if diff := cmp.Diff([]string{`.a = "x"`, `.u.d = "z"`}, list); diff != "" {
		t.Error(diff)
	}
	if err == nil || err.(*FormatError).At != 12 {
		t.Errorf("the error is %v", err)
	}
}

// Reading is linear, also in files that are nothing but one kind of trouble.
func TestLargeTOML(t *testing.T) {
	const size, bound = 300_000, 5 * time.Second // what is not linear takes minutes
	for _, unit := range []string{"[", "a = [", "a = {", "a.", "[a.b]\n", "[[a]]\n", "\"", "'''", "a = \"\"\"\n", "a = '\\", "a = 1\n", "b"} {
		start := time.Now()
		TOML([]byte(strings.Repeat(unit, size/len(unit))))
		if d := time.Since(start); d > bound {
			t.Errorf("%d bytes of %q take %v", size, unit, d)
		}
	}
}
