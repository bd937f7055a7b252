package pkg

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// opening are the functions of package os that open files. They wait for the
// other end of a pipe, which a repository may hold under any name. os.ReadDir is
// none of them: it opens directories alone.
var opening = []string{"Create", "DirFS", "Open", "OpenFile", "OpenInRoot", "OpenRoot", "ReadFile", "WriteFile"}

// openingMethods are those of os.Root, and of the file system that it makes.
var openingMethods = []string{"Create", "Open", "OpenFile", "OpenRoot", "ReadFile", "WriteFile"}

// mayOpen are the files below pkg that open others by themselves: package paths,
// and programs that no hook runs.
var mayOpen = []string{"pkg/base/paths/", "pkg/guard/rulefile/gen/"}

// TestFilesAreOpenedByPaths keeps every file that a hook opens behind package
// paths, which knows that it is regular and waits for none.
func TestFilesAreOpenedByPaths(t *testing.T) {
	looked := 0
	eachFile(t, func(rel, file string) error {
		if !strings.HasPrefix(rel, "pkg/") || slices.ContainsFunc(mayOpen, func(dir string) bool { return strings.HasPrefix(rel, dir) }) {
			return nil
		}
		set := token.NewFileSet()
		parsed, err := parser.ParseFile(set, file, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		looked++
		for at, name := range opens(parsed) {
			t.Errorf("%s:%d: %s opens a file: use package paths", rel, set.Position(at).Line, name)
		}
		return nil
	})
	if looked < 100 {
		t.Errorf("looked at %d files", looked)
	}
}

// opens returns the calls in a file that open others, by where they stand.
func opens(file *ast.File) map[token.Pos]string {
	imported := make(map[string]string)
	for _, spec := range file.Imports {
		full, _ := strconv.Unquote(spec.Path.Value)
		name := full[strings.LastIndexByte(full, '/')+1:]
		if spec.Name != nil {
			name = spec.Name.Name
		}
		imported[name] = full
	}
	packageOf := func(x ast.Expr) string {
		if id, ok := x.(*ast.Ident); ok {
			return imported[id.Name]
		}
		return ""
	}
	found := make(map[token.Pos]string)
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SelectorExpr:
			if packageOf(n.X) == "os" && slices.Contains(opening, n.Sel.Name) {
				found[n.Pos()] = "os." + n.Sel.Name
			}
		case *ast.CallExpr:
			if m, ok := n.Fun.(*ast.SelectorExpr); ok && packageOf(m.X) == "" && slices.Contains(openingMethods, m.Sel.Name) {
				found[m.Pos()] = "a method " + m.Sel.Name
			}
		}
		return true
	})
	return found
}

func TestOpens(t *testing.T) {
	const text = `package p
import ("os"; system "os"; "example.com/store")
func f(root *os.Root) {
	os.Open("a"); read := system.ReadFile; root.OpenFile("b", 0, 0); root.FS().Open("c")
	store.Open("d"); os.Stat("e"); root.Stat("f"); os.ReadDir("g")
}`
	file, err := parser.ParseFile(token.NewFileSet(), "p.go", text, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	if found := opens(file); len(found) != 4 {
		t.Errorf("found %d of 4: %v", len(found), found)
	}
}

// TestTestsAloneMoveTheMachine keeps a user from moving the settings of an
// administrator: only tests call the function that does.
func TestTestsAloneMoveTheMachine(t *testing.T) {
	defined := 0
	eachFile(t, func(rel, file string) error {
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		switch n := strings.Count(string(text), "UseMachine("); {
		case rel == "pkg/base/paths/machine.go":
			defined = n
		case n > 0:
			t.Errorf("%s calls paths.UseMachine", rel)
		}
		return nil
	})
	if defined != 1 {
		t.Errorf("UseMachine is defined %d times", defined)
	}
}
