package pkg

import (
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const module = "github.com/ctxhook/ctxhook"

// A layer of packages. They may import the layers and packages below that it
// sees, and the packages of the same layer named in their row.
type layer struct {
	name     string
	sees     string
	never    string // packages of the standard library that are refused
	packages []row
}

type row struct{ name, beside string }

// The layers, from the bottom up.
//
// DO NOT CHANGE THIS TABLE TO FIX A BUILD. An import that it refuses is code in
// the wrong package, or a value that the caller should pass in. The table
// changes when the design changes: with a new package, and then with doc.go.
var layers = []layer{
	{name: "values", never: io, packages: []row{
		{"pkg/policy", ""},
		{"pkg/redact", ""},
		{"pkg/order", ""},
		{"pkg/rule", "pkg/order pkg/policy"},
		{"pkg/memory", "pkg/redact"},
		{"pkg/protocol", ""},
		{"pkg/members", "pkg/protocol pkg/redact"},
		{"pkg/ledger", "pkg/members pkg/memory pkg/order pkg/redact pkg/rule"},
		{"pkg/display", ""},
		{"pkg/webpage", "pkg/display"},
		{"pkg/stack", ""},
		{"pkg/spelling", ""},
	}},
	{name: "knowledge", sees: "pkg/policy pkg/rule", never: io, packages: []row{
		{"rules", ""},
	}},
	{name: "reading", sees: "values", packages: []row{
		{"pkg/paths", ""},
		{"pkg/lang", ""},
		{"pkg/lang/applescript", "pkg/lang"},
		{"pkg/lang/awk", "pkg/lang"},
		{"pkg/lang/batch", "pkg/lang"},
		{"pkg/lang/macro", "pkg/lang"},
		{"pkg/lang/powershell", "pkg/lang"},
		{"pkg/lang/sed", "pkg/lang"},
		{"pkg/lang/sql", "pkg/lang"},
		{"pkg/lang/body", "pkg/lang pkg/lang/sql"},
		{"pkg/lang/vim", "pkg/lang"},
		{"pkg/look", "pkg/paths"},
		{"pkg/git", "pkg/look pkg/paths"},
		{"pkg/ancestry", "pkg/paths"},
		{"pkg/facts", "pkg/git pkg/look pkg/paths"},
		{"pkg/manifests", "pkg/look pkg/paths"},
		{"pkg/store", "pkg/paths"},
		{"pkg/transcript", "pkg/paths"},
		{"pkg/audit", "pkg/paths pkg/transcript"},
		{"pkg/tree", ""},
		{"pkg/recipes", "pkg/tree"},
		{"pkg/shell", "pkg/lang/sed"},
		{"pkg/interpret", "pkg/lang/sed pkg/shell"},
		{"pkg/follow", languages + " pkg/recipes pkg/shell pkg/interpret"},
		{"pkg/extract", "pkg/shell pkg/tree"},
		{"pkg/rulefile", "pkg/paths"},
		{"pkg/config", "pkg/paths pkg/rulefile"},
		{"pkg/packs", "pkg/paths pkg/rulefile"},
	}},
	{name: "judging", sees: "values pkg/shell pkg/follow pkg/extract", never: io + " time", packages: []row{
		{"pkg/effect", ""},
		{"pkg/safety", "pkg/effect"},
	}},
	// What one output says does not depend on other runs, nor the other way
	// round: diagnose and lessons do not see each other.
	{name: "learning", sees: "values pkg/shell", never: io + " time", packages: []row{
		{"pkg/command", ""},
		{"pkg/claims", ""},
		{"pkg/diagnose", "pkg/command"},
		{"pkg/lessons", "pkg/command"},
		{"pkg/recall", ""},
		{"pkg/prompts", ""},
		{"pkg/preferences", "pkg/command"},
	}},
	{name: "generator", sees: "values pkg/rulefile pkg/diagnose", packages: []row{
		{"pkg/rulefile/gen", ""},
	}},
	{name: "reports", sees: "values pkg/store", packages: []row{
		{"pkg/store/report", ""},
	}},
	{name: "files", sees: "values reading pkg/safety", packages: []row{
		{"pkg/install", ""},
		{"pkg/lint", ""},
		{"pkg/publish", ""},
		{"pkg/rescue", ""},
		{"pkg/lint/report", "pkg/lint"},
	}},
	// A verdict never waits for the memory: judge does not see it.
	{name: "verdict", sees: "values knowledge pkg/paths pkg/shell pkg/follow pkg/rulefile pkg/config pkg/packs pkg/safety", packages: []row{
		{"pkg/judge", ""},
	}},
	// Here alone the store meets what is learned.
	{name: "memory", sees: "values knowledge reading judging learning verdict", packages: []row{
		{"pkg/journal", ""},
		{"pkg/replay", "pkg/journal"},
	}},
	// A hook sees no table and no lesson: it asks the journal.
	{name: "hook", sees: "values pkg/paths pkg/config pkg/facts pkg/safety pkg/judge pkg/journal pkg/publish pkg/rescue", packages: []row{
		{"pkg/hook", ""},
	}},
	// What leaves the machine, and no hook does it.
	{name: "fleet", sees: "values pkg/paths pkg/store reports", packages: []row{
		{"pkg/fleet/account", ""},
		{"pkg/fleet/pseudonym", ""},
		{"pkg/fleet/server", "pkg/fleet/account"},
		{"pkg/fleet", "pkg/fleet/account pkg/fleet/pseudonym pkg/fleet/server"},
	}},
	{name: "the program of the fleet", sees: "values pkg/paths pkg/config pkg/store fleet", packages: []row{
		{"cmd/ctxhook-fleet", ""},
	}},
	{name: "commands", sees: "values knowledge reading judging learning reports files verdict pkg/journal pkg/replay pkg/hook", packages: []row{
		{"cmd", ""},
	}},
	{name: "main", sees: "cmd pkg/stack", packages: []row{
		{".", ""},
	}},
	{name: "programs of the project", sees: "values reading pkg/hook cmd", packages: []row{
		{"cmd/release", ""},
		{"pkg/lang/langtest", ""},
		{"pkg/fleet/pgtest", ""},
		{"e2e/mutate", ""},
		{"e2e/score", "e2e/mutate"},
		{"e2e/shapes", ""},
		{"e2e/bench", "e2e/shapes"},
		{"e2e/stories", ""},
		{"e2e/day", ""},
	}},
}

// languages are the readers of embedded code, which follow chooses among.
const languages = "pkg/lang pkg/lang/applescript pkg/lang/awk pkg/lang/batch pkg/lang/body pkg/lang/macro pkg/lang/powershell " +
	"pkg/lang/sed pkg/lang/sql pkg/lang/vim"

const io = "os os/exec os/user io/fs io/ioutil path/filepath net net/http syscall"

// doors names, for each foreign library, the packages that may import it. A
// library without a door is not linked: each one costs at every start, and one
// behind a door can be replaced.
var doors = map[string]string{
	"github.com/spf13/cobra":                "cmd cmd/ctxhook-fleet",
	"github.com/jackc/pgx/v5":               "pkg/fleet/server pkg/fleet/pgtest",
	"github.com/spf13/pflag":                "cmd",
	"golang.org/x/sys/unix":                 "pkg/look pkg/fleet",
	"golang.org/x/sys/windows":              "pkg/paths",
	"golang.org/x/term":                     "cmd",
	"github.com/goccy/go-yaml":              "pkg/rulefile pkg/config",
	"github.com/dlclark/regexp2":            "pkg/rulefile pkg/config",
	"mvdan.cc/sh/v3":                        "pkg/shell pkg/interpret",
	"github.com/tidwall/gjson":              "pkg/protocol pkg/members pkg/install pkg/transcript pkg/manifests cmd",
	"github.com/rogpeppe/go-internal/txtar": "e2e/stories",
	"modernc.org/libc":                      "pkg/store",
	"modernc.org/sqlite":                    "pkg/store",
}

// noCode are directories whose Go files hold no code to import.
var noCode = []string{"pkg", "e2e"}

func TestImportsPointDown(t *testing.T) {
	allowed := allowedImports(t)
	for name, imports := range packageImports(t) {
		may, ok := allowed[name]
		if !ok {
			t.Errorf("%s is a package that is not in the table", name)
			continue
		}
		for imported, file := range imports {
			if to, ours := strings.CutPrefix(imported, module+"/"); ours && !slices.Contains(may, to) {
				t.Errorf("%s: %s may not import %s", file, name, to)
			}
		}
	}
}

// Every row is a package, and every exception in a row is used.
func TestLayersExist(t *testing.T) {
	packages := packageImports(t)
	var all, within int
	for _, f := range layers {
		for _, r := range f.packages {
			imports, ok := packages[r.name]
			if !ok {
				t.Errorf("%s: no such package", r.name)
			}
			for imported := range imports {
				if strings.HasPrefix(imported, module+"/") {
					all++
				}
			}
			for _, name := range strings.Fields(r.beside) {
				within++
				if imports[module+"/"+name] == "" {
					t.Errorf("%s: its row names %s, which it does not import", r.name, name)
				}
			}
		}
	}
	t.Logf("%d imports of a package by another, %d of them within a layer", all, within)
}

func TestPureLayersDoNoIO(t *testing.T) {
	packages := packageImports(t)
	for _, f := range layers {
		for _, r := range f.packages {
			for _, never := range strings.Fields(f.never) {
				if file, ok := packages[r.name][never]; ok {
					t.Errorf("%s: %s is one of the %s, which do not import %s", file, r.name, f.name, never)
				}
			}
		}
	}
}

func TestForeignLibrariesHaveOneDoor(t *testing.T) {
	used := make(map[string]bool)
	for name, imports := range packageImports(t) {
		for imported, file := range imports {
			first, _, _ := strings.Cut(imported, "/")
			if !strings.Contains(first, ".") || imported == module || strings.HasPrefix(imported, module+"/") {
				continue
			}
			door := doorOf(imported)
			if door == "" {
				t.Errorf("%s: %s has no door", file, imported)
				continue
			}
			used[door] = true
			if !slices.Contains(strings.Fields(doors[door]), name) {
				t.Errorf("%s: %s may be imported in %s only", file, imported, doors[door])
			}
		}
	}
	for door := range doors {
		if !used[door] {
			t.Errorf("%s: no package imports it", door)
		}
	}
}

func doorOf(imported string) string {
	for door := range doors {
		if imported == door || strings.HasPrefix(imported, door+"/") {
			return door
		}
	}
	return ""
}

// allowedImports returns, for each package, the packages it may import.
func allowedImports(t *testing.T) map[string][]string {
	t.Helper()
	below := make(map[string][]string) // packages by the name of a layer or a package
	allowed := make(map[string][]string)
	for _, f := range layers {
		var sees, here []string
		for _, name := range strings.Fields(f.sees) {
			if below[name] == nil {
				t.Fatalf("the %s see %s, which is not below them", f.name, name)
			}
			sees = append(sees, below[name]...)
		}
		for _, r := range f.packages {
			beside := strings.Fields(r.beside)
			for _, name := range beside {
				if !slices.Contains(here, name) {
					t.Fatalf("%s names %s, which is not above it in its layer", r.name, name)
				}
			}
			allowed[r.name] = slices.Concat(sees, beside)
			here = append(here, r.name)
			below[r.name] = []string{r.name}
		}
		below[f.name] = here
	}
	return allowed
}

// packageImports reads what the Go files of each package import, and where. It
// parses the files and does not ask the go command, because the cache of
// test results knows what a test opens and not what a command it runs opens;
// and it sees the files of every platform. Tests may import what they like.
func packageImports(t *testing.T) map[string]map[string]string {
	t.Helper()
	packages := make(map[string]map[string]string)
	eachFile(t, func(rel, file string) error {
		dir := path.Dir(rel)
		if slices.Contains(noCode, dir) {
			return nil
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		if packages[dir] == nil {
			packages[dir] = make(map[string]string)
		}
		for _, spec := range parsed.Imports {
			imported, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				return err
			}
			packages[dir][imported] = rel
		}
		return nil
	})
	return packages
}

// eachFile visits the Go files of the repository but tests, by their names in it
// and their paths.
func eachFile(t *testing.T, visit func(rel, file string) error) {
	t.Helper()
	root, files := "..", 0
	err := filepath.WalkDir(root, func(file string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name := entry.Name()
		if entry.IsDir() {
			if file != root && (name == "testdata" || name[0] == '.' || name[0] == '_') {
				return filepath.SkipDir
			}
			return nil
		}
		if !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			return nil
		}
		rel, err := filepath.Rel(root, file)
		if err != nil {
			return err
		}
		files++
		return visit(filepath.ToSlash(rel), file)
	})
	if err != nil {
		t.Fatal(err)
	}
	if files == 0 {
		t.Fatal("no Go files")
	}
}
