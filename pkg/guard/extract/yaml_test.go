package extract

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
	"github.com/google/go-cmp/cmp"

	"github.com/ctxhook/ctxhook/pkg/base/tree"
)

// flat writes a tree as lines of "path = text", which two readers can be
// compared by.
func flat(d *tree.Document, n *tree.Node, path string, to *[]string) {
	if n == nil || n.Kind == tree.Null {
		*to = append(*to, path+" null")
		return
	}
	switch n.Kind {
	case tree.Scalar:
		*to = append(*to, fmt.Sprintf("%s = %q", path, d.Str(n)))
	case tree.Sequence:
		for i, item := range n.Items {
			flat(d, item, fmt.Sprintf("%s[%d]", path, i), to)
		}
	case tree.Mapping:
		for _, p := range n.Pairs {
			flat(d, p.Value, path+"."+p.Key, to)
		}
	}
}

// oracle does the same with the tree of a full YAML library.
type oracle struct {
	anchors map[string]ast.Node
	lines   []string
}

func (o *oracle) flat(n ast.Node, path string) {
	switch n := n.(type) {
	case nil, *ast.NullNode:
		o.lines = append(o.lines, path+" null")
	case *ast.AnchorNode:
		o.anchors[n.Name.GetToken().Value] = n.Value
		o.flat(n.Value, path)
	case *ast.AliasNode:
		o.flat(o.anchors[n.Value.GetToken().Value], path)
	case *ast.TagNode:
		o.flat(n.Value, path)
	case *ast.MappingNode:
		for _, v := range n.Values {
			o.flat(v, path)
		}
	case *ast.MappingValueNode:
		o.flat(n.Value, path+"."+o.key(n.Key))
	case *ast.SequenceNode:
		for i, v := range n.Values {
			o.flat(v, fmt.Sprintf("%s[%d]", path, i))
		}
	case *ast.LiteralNode:
		o.lines = append(o.lines, fmt.Sprintf("%s = %q", path, n.Value.Value))
	case *ast.StringNode:
		o.lines = append(o.lines, fmt.Sprintf("%s = %q", path, n.Value))
	default:
		o.lines = append(o.lines, fmt.Sprintf("%s = %q", path, n.GetToken().Value))
	}
}

func (o *oracle) key(n ast.Node) string {
	if s, ok := n.(*ast.StringNode); ok {
		return s.Value
	}
	if _, ok := n.(*ast.MergeKeyNode); ok {
		return "<<"
	}
	if k, ok := n.(*ast.MappingKeyNode); ok {
		return o.key(k.Value)
	}
	return n.GetToken().Value
}

func oracleLines(t *testing.T, data []byte) []string {
	t.Helper()
	file, err := parser.ParseBytes(data, 0)
	if err != nil {
		t.Fatal(err)
	}
	o := oracle{anchors: make(map[string]ast.Node)}
	for _, doc := range file.Docs {
		if doc.Body != nil {
			o.flat(doc.Body, "")
		}
	}
	return o.lines
}

func ourLines(t *testing.T, data []byte, read func([]byte) (*tree.Document, error)) []string {
	t.Helper()
	doc, err := read(data)
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	for _, root := range doc.Roots {
		flat(doc, root, "", &lines)
	}
	return lines
}

// Every file under testdata that is YAML is read as the library reads it.
func TestYAMLIsReadAsTheLibraryDoes(t *testing.T) {
	files := fixtures(t, func(name string) bool {
		ext := filepath.Ext(name)
		return ext == ".yml" || ext == ".yaml"
	})
	for _, name := range files {
		t.Run(name, func(t *testing.T) {
			data, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(oracleLines(t, data), ourLines(t, data, tree.YAML)); diff != "" {
				t.Errorf("the library -, ours +:\n%s", diff)
			}
		})
	}
}

// Every file of rules is read as the library reads it.
func TestRulesAreReadAsTheLibraryDoes(t *testing.T) {
	const rules = "../../../rules"
	read := 0
	err := fs.WalkDir(os.DirFS(rules), ".", func(name string, _ fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(name) != ".yaml" {
			return err
		}
		data, err := os.ReadFile(filepath.Join(rules, name))
		if err != nil {
			return err
		}
		read++
		if diff := cmp.Diff(oracleLines(t, data), ourLines(t, data, tree.Strict)); diff != "" {
			t.Errorf("%s: the library -, ours +:\n%s", name, diff)
		}
		return nil
	})
	if err != nil || read == 0 {
		t.Fatal(read, err)
	}
}
