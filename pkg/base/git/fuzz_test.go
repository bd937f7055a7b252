package git

import (
	"bytes"
	"os"
	"path"
	"slices"
	"strings"
	"testing"
)

// FuzzIndex: whatever an index holds, its paths stay in the work tree, in order.
func FuzzIndex(f *testing.F) {
	for _, name := range []string{"v2", "v4", "split"} {
		data, err := os.ReadFile("testdata/index." + name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		x := &index{hash: 20}
		if x.parse(data) != nil {
			return
		}
		for i := range x.entries {
			e := &x.entries[i]
			if !plainPath(e.name) || i > 0 && e.name < x.entries[i-1].name {
				t.Errorf("entry %q", e.name)
			}
			x.id(e)
			if lo, hi := x.below(e.name); lo > i || hi <= i {
				t.Errorf("%q is not found", e.name)
			}
		}
		if tree, _ := parseCacheTree(x.tree, 20, 0); tree != nil {
			tree.sub("a")
		}
	})
}

// FuzzPatterns: a pattern with the wildcards that package path has means the same
// here, and none costs more than its bound.
func FuzzPatterns(f *testing.F) {
	f.Add("*.log\n!keep.log\n/build/\n", "build/x.log")
	f.Add("a/**/b\n[!a-c[:digit:]]?\\*\n", "a/x/y/b")
	f.Add("[a-\n[]a]\n[[:x:]]\n\xff*\n", "\xff")
	f.Fuzz(func(t *testing.T, text, name string) {
		l, err := parsePatterns("", text)
		if err != nil {
			return
		}
		name = strings.Trim(name, "/")
		steps := 1_000_000
		in := ignores{lists: []*list{l}}
		in.match(name, false, &steps)
		if steps < -len(text)-1 {
			t.Errorf("%d steps too many", -steps)
		}
		for line := range strings.SplitSeq(text, "\n") {
			PathMatcher(line)(name)
			if strings.ContainsAny(line, `[\`) || strings.Contains(line, "**") || !isASCII(line+name) {
				continue
			}
			if want, err := path.Match(line, name); err == nil && PathMatcher(line)(name) != want {
				t.Errorf("PathMatcher(%q)(%q) = %t", line, name, !want)
			}
		}
	})
}

func isASCII(s string) bool { return strings.IndexFunc(s, func(r rune) bool { return r >= 0x80 }) < 0 }

// FuzzTexts reads each of the repository's texts.
func FuzzTexts(f *testing.F) {
	hash := strings.Repeat("1", 40)
	f.Add("[core]\n\tx = \"a b\" ; c\n[remote \"o\"]\n\tfetch = +refs/*:refs/o/*\n")
	f.Add("# pack-refs\n" + hash + " refs/heads/main\n^" + hash + "\n")
	f.Add("tree " + hash + "\nparent " + hash + "\ncommitter a <b> 12 +0000\n\nsubject\n")
	f.Add("40000 dir\x00" + strings.Repeat("\x01", 20) + "100644 a\x00" + strings.Repeat("\x02", 20))
	f.Add("* text=auto\n\"a b\" filter=lfs -text\n[attr]x ident\n")
	f.Fuzz(func(t *testing.T, text string) {
		parseConfig(text, func(key, value string) error {
			if !strings.Contains(key, ".") {
				t.Errorf("key %q", key)
			}
			return nil
		})
		if id := packedRef(text, "refs/heads/main"); id != "" && !IsHash(id) {
			t.Errorf("hash %q", id)
		}
		parseCommit([]byte(text))
		parseAttributes(text)
		items, err := parseTree([]byte(text), 20)
		if err == nil && slices.ContainsFunc(items, func(i treeItem) bool { return !plainPath(i.name) }) {
			t.Errorf("tree %v", items)
		}
		if refName(text) && (strings.Contains(text, "..") || text[0] == '/') {
			t.Errorf("ref %q", text)
		}
	})
}

// FuzzPack reads an object from a pack of that content.
func FuzzPack(f *testing.F) {
	var idx [idxHead + 28]byte
	f.Add([]byte("PACK\x00\x00\x00\x02\x00\x00\x00\x01\x33"), idx[8:])
	f.Add([]byte("PACK\x00\x00\x00\x02\x00\x00\x00\x01\x65\x7f"), idx[8:])
	f.Add([]byte("PACK\x00\x00\x00\x02\x00\x00\x00\x01\x75"+strings.Repeat("\x11", 20)), idx[8:])
	f.Fuzz(func(t *testing.T, data, idx []byte) {
		r := &Repo{left: budget{bytes: 1 << 20}}
		p := &pack{hash: 20, idx: bytes.NewReader(idx), data: bytes.NewReader(data), size: int64(len(data))}
		for i := range p.fan {
			p.fan[i] = uint32(len(idx))
		}
		if at, err := p.find(strings.Repeat("\x11", 20)); err == nil && at != 0 {
			p.object(r, at, 0)
		}
		_, content, err := p.object(r, 12, 0)
		if err == nil && len(content) > 1<<20 {
			t.Errorf("%d bytes", len(content))
		}
		r.patch(data, idx)
	})
}
