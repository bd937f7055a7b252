package rules

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

func TestRulesAreWhole(t *testing.T) {
	if len(Safety()) == 0 {
		t.Fatal("no rules")
	}
	seen := make(map[string]bool)
	for _, r := range Safety() {
		if seen[r.ID] {
			t.Errorf("%s: twice", r.ID)
		}
		seen[r.ID] = true
		for what, missing := range map[string]bool{
			"title": r.Title == "", "why": strings.TrimSpace(r.Why) == "", "risk": r.Risk == 0,
			"examples that hit": len(r.Examples.Hit) == 0, "examples that miss": len(r.Examples.Miss) == 0,
		} {
			if missing {
				t.Errorf("%s: no %s", r.ID, what)
			}
		}
		if path := filepath.Join("safety", filepath.FromSlash(r.ID)+".yaml"); !exists(path) {
			t.Errorf("%s: no file %s", r.ID, path)
		}
	}
}

func TestCommandsAreWhole(t *testing.T) {
	if models == 0 {
		t.Fatal("no models")
	}
	seen := make(map[string]bool)
	for i := range models {
		c := model(i)
		for _, name := range c.Names {
			if seen[name] {
				t.Errorf("%s: modelled twice", name)
			}
			seen[name] = true
			if Command(name) != c {
				t.Errorf("%s: Command gives another", name)
			}
		}
		if path := filepath.Join("commands", c.Names[0]+".yaml"); !exists(path) {
			t.Errorf("%s: no file %s", c.Names[0], path)
		}
		if c.Type == "" {
			t.Errorf("%s: no type", c.Names[0])
		}
	}
	if c := Command("no-such-program"); c != nil {
		t.Errorf("Command gives %s for a program that is not there", c.Names[0])
	}
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// What stands in variables must be laid out by the linker: literals of
// constants, no call, no map, and nothing that points anywhere.
func TestGeneratedSourceIsLiteral(t *testing.T) {
	for _, name := range []string{"rules_gen.go", "book_gen.go"} {
		t.Run(name, func(t *testing.T) { testLiteral(t, name) })
	}
}

func testLiteral(t *testing.T, name string) {
	file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	values := 0
	for _, decl := range file.Decls {
		switch decl := decl.(type) {
		case *ast.FuncDecl:
			if decl.Name.Name == "init" {
				t.Error("an init function")
			}
		case *ast.GenDecl:
			if decl.Tok == token.CONST {
				values++
				continue
			}
			ast.Inspect(decl, func(n ast.Node) bool {
				switch n := n.(type) {
				case *ast.BasicLit:
					values++
					if decl.Tok == token.VAR && n.Kind == token.STRING {
						t.Errorf("a text in a variable at byte %d", n.Pos())
					}
				case *ast.CallExpr, *ast.MapType, *ast.FuncLit, *ast.BinaryExpr, *ast.UnaryExpr, *ast.StarExpr:
					t.Errorf("%T at byte %d", n, n.Pos())
				}
				return true
			})
		}
	}
	if values == 0 {
		t.Error("no literals")
	}
}

// The Go runtime tells which packages have something to do when a program
// starts; this one must not be among them. The program is this test itself,
// so that what is measured is what was compiled.
func TestNoStartUpCost(t *testing.T) {
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(exe, "-test.run=^$")
	cmd.Env = append(os.Environ(), "GODEBUG=inittrace=1")
	var trace bytes.Buffer
	cmd.Stderr = &trace
	if err := cmd.Run(); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(trace.String(), "init runtime @") {
		t.Fatalf("no trace in %q", trace.String())
	}
	for line := range strings.Lines(trace.String()) {
		if strings.HasPrefix(line, "init github.com/ctxhook/ctxhook/rules ") ||
			strings.HasPrefix(line, "init github.com/ctxhook/ctxhook/pkg/rule ") {
			t.Error(strings.TrimSpace(line))
		}
	}
}
