package pkg

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestNoPatternIsCompiledAtStart: the agent starts the binary for every command, and one
// regular expression with classes of letters takes longer than a whole silent hook. What
// compiles one does so when it is first asked for.
func TestNoPatternIsCompiledAtStart(t *testing.T) {
	dirs := linkedDirs(t)
	if len(dirs) < 30 {
		t.Fatalf("only %d packages", len(dirs))
	}
	for _, dir := range dirs {
		files, err := filepath.Glob(filepath.Join(dir, "*.go"))
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range files {
			if !strings.HasSuffix(name, "_test.go") {
				for _, at := range compiledAtStart(t, name) {
					t.Errorf("%s: a pattern that is compiled at each start: use pattern.Later", at)
				}
			}
		}
	}
}

// compiledAtStart returns where variables of a file's package are made by compiling.
func compiledAtStart(t *testing.T, name string) (at []token.Position) {
	t.Helper()
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, name, nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range file.Decls {
		if v, ok := d.(*ast.GenDecl); !ok || v.Tok != token.VAR {
			continue
		}
		ast.Inspect(d, func(n ast.Node) bool {
			if _, later := n.(*ast.FuncLit); later {
				return false
			}
			if s, ok := n.(*ast.SelectorExpr); ok && (s.Sel.Name == "MustCompile" || s.Sel.Name == "Compile") {
				at = append(at, set.Position(s.Pos()))
			}
			return true
		})
	}
	return at
}

// linkedDirs returns the directories of the packages of this module that the binary links.
func linkedDirs(t *testing.T) (dirs []string) {
	t.Helper()
	cmd := exec.Command("go", "list", "-deps", "-f", "{{.Dir}} {{.ImportPath}}", ".")
	cmd.Dir, cmd.Stderr = "..", os.Stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s: %v", strings.Join(cmd.Args, " "), err)
	}
	for line := range strings.Lines(string(out)) {
		if dir, name, _ := strings.Cut(strings.TrimSpace(line), " "); strings.HasPrefix(name, module+"/") {
			dirs = append(dirs, dir)
		}
	}
	return dirs
}
