package pkg

import (
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const module = "github.com/ctxhook/ctxhook"

// A wing is what the packages of one directory below pkg serve. They may import the
// wings and the packages named here. All else, the command line first, may enter any
// wing, and the layers say with which package it speaks.
type wing struct{ name, enters string }

// The wings. A directory below pkg that is none of them fails TestWings, and so does an
// entry that nobody uses.
//
// DO NOT CHANGE THIS TABLE TO FIX A BUILD.
var wings = []wing{
	{"base", ""},
	{"guard", "base pkg/memory"},
	{"wishes", "base guard pkg/memory"},
	{"memory", "base guard wishes"},
	{"lint", "base guard"},
	{"agents", "base guard wishes memory"},
	{"team", "base pkg/memory pkg/memory/store pkg/memory/store/report"},
}

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
		{"pkg/base/policy", ""},
		{"pkg/base/order", ""},
		{"pkg/base/unread", ""},
		{"pkg/base/redact", "pkg/base/order"},
		{"pkg/guard/rule", "pkg/base/order pkg/base/policy pkg/base/unread"},
		{"pkg/memory", "pkg/base/redact"},
		{"pkg/base/protocol", "pkg/base/unread"},
		{"pkg/base/members", "pkg/base/protocol pkg/base/redact"},
		{"pkg/memory/ledger", "pkg/base/members pkg/memory pkg/base/order pkg/base/redact pkg/guard/rule"},
		{"pkg/base/display", ""},
		{"pkg/team/webpage", "pkg/base/display"},
		{"pkg/base/stack", ""},
		{"pkg/base/pattern", ""},
		{"pkg/base/spelling", ""},
		{"pkg/base/wide", ""},
		{"pkg/base/fault", ""},
	}},
	{name: "knowledge", sees: "pkg/base/policy pkg/guard/rule", never: io, packages: []row{
		{"rules", ""},
	}},
	{name: "reading", sees: "values", packages: []row{
		{"pkg/base/paths", ""},
		{"pkg/base/tree", ""},
		{"pkg/base/formats", "pkg/base/tree"},
		{"pkg/guard/lang", ""},
		{"pkg/guard/lang/applescript", "pkg/guard/lang"},
		{"pkg/guard/lang/awk", "pkg/guard/lang"},
		{"pkg/guard/lang/batch", "pkg/guard/lang"},
		{"pkg/guard/lang/macro", "pkg/guard/lang"},
		{"pkg/guard/lang/powershell", "pkg/guard/lang"},
		{"pkg/guard/lang/sed", "pkg/guard/lang"},
		{"pkg/guard/lang/sql", "pkg/guard/lang"},
		{"pkg/guard/lang/body", "pkg/guard/lang pkg/guard/lang/sql"},
		{"pkg/guard/lang/vim", "pkg/guard/lang"},
		{"pkg/base/look", "pkg/base/paths"},
		{"pkg/base/git", "pkg/base/look pkg/base/paths"},
		{"pkg/agents/ancestry", "pkg/base/paths"},
		{"pkg/guard/facts", "pkg/base/formats pkg/base/git pkg/base/look pkg/base/paths"},
		{"pkg/wishes/manifests", "pkg/base/formats pkg/base/git pkg/base/look pkg/base/paths pkg/base/tree"},
		{"pkg/memory/store", "pkg/base/paths"},
		{"pkg/memory/transcript", "pkg/base/paths"},
		{"pkg/memory/audit", "pkg/base/paths pkg/memory/transcript"},
		{"pkg/guard/recipes", "pkg/base/formats pkg/base/tree"},
		{"pkg/guard/shell", "pkg/guard/lang/sed"},
		{"pkg/guard/interpret", "pkg/guard/lang/sed pkg/guard/shell"},
		{"pkg/guard/follow", languages + " pkg/guard/recipes pkg/guard/shell pkg/guard/interpret"},
		{"pkg/guard/extract", "pkg/base/formats pkg/guard/shell pkg/base/tree"},
		{"pkg/guard/rulefile", "pkg/base/paths pkg/base/tree"},
		{"pkg/guard/config", "pkg/base/paths pkg/base/tree pkg/guard/rulefile"},
		{"pkg/guard/packs", "pkg/base/paths pkg/guard/rulefile"},
	}},
	{name: "judging", sees: "values pkg/guard/shell pkg/guard/follow pkg/guard/extract", never: io + " time", packages: []row{
		{"pkg/guard/effect", ""},
		{"pkg/guard/safety", "pkg/guard/effect"},
		{"pkg/lint/accident", "pkg/guard/effect pkg/guard/safety"},
	}},
	// What one output says does not depend on other runs, nor the other way
	// round: diagnose and lessons do not see each other.
	{name: "learning", sees: "values pkg/guard/shell", never: io + " time", packages: []row{
		{"pkg/guard/command", ""},
		{"pkg/memory/claims", ""},
		{"pkg/memory/diagnose", "pkg/guard/command"},
		{"pkg/memory/lessons", "pkg/guard/command"},
		{"pkg/memory/recall", ""},
		{"pkg/wishes/prompts", ""},
		{"pkg/wishes/preferences", "pkg/guard/command"},
	}},
	{name: "generator", sees: "values pkg/guard/rulefile pkg/memory/diagnose", packages: []row{
		{"pkg/guard/rulefile/gen", ""},
	}},
	{name: "reports", sees: "values pkg/memory/store", packages: []row{
		{"pkg/memory/store/report", ""},
	}},
	{name: "files", sees: "values reading pkg/guard/safety pkg/lint/accident", packages: []row{
		{"pkg/agents/install", ""},
		{"pkg/lint", ""},
		{"pkg/wishes/publish", ""},
		{"pkg/memory/rescue", ""},
		{"pkg/lint/report", "pkg/lint"},
	}},
	// A verdict never waits for the memory: judge does not see it.
	{name: "verdict", sees: "values knowledge pkg/base/paths pkg/guard/shell pkg/guard/follow pkg/guard/rulefile pkg/guard/config pkg/guard/packs pkg/guard/safety", packages: []row{
		{"pkg/guard/judge", ""},
	}},
	// Here alone the store meets what is learned.
	{name: "memory", sees: "values knowledge reading judging learning verdict", packages: []row{
		{"pkg/memory/journal", ""},
		{"pkg/memory/replay", "pkg/memory/journal"},
	}},
	// A hook sees no table and no lesson: it asks the journal.
	{name: "hook", sees: "values pkg/base/paths pkg/guard/config pkg/guard/facts pkg/guard/safety pkg/guard/judge pkg/memory/journal pkg/wishes/publish pkg/memory/rescue", packages: []row{
		{"pkg/agents/hook", ""},
	}},
	// What leaves the machine, and no hook does it.
	{name: "fleet", sees: "values pkg/base/paths pkg/memory/store reports", packages: []row{
		{"pkg/team/fleet/account", ""},
		{"pkg/team/fleet/pseudonym", ""},
		{"pkg/team/fleet/server", "pkg/team/fleet/account"},
		{"pkg/team/fleet", "pkg/team/fleet/account pkg/team/fleet/pseudonym pkg/team/fleet/server"},
	}},
	{name: "the program of the fleet", sees: "values pkg/base/paths pkg/guard/config pkg/memory/store fleet", packages: []row{
		{"cmd/ctxhook-fleet", ""},
	}},
	{name: "commands", sees: "values knowledge reading judging learning reports files verdict pkg/memory/journal pkg/memory/replay pkg/agents/hook", packages: []row{
		{"cmd", ""},
	}},
	{name: "main", sees: "cmd pkg/base/stack", packages: []row{
		{".", ""},
	}},
	{name: "programs of the project", sees: "values reading pkg/agents/hook cmd", packages: []row{
		{"cmd/release", ""},
		{"pkg/guard/lang/langtest", ""},
		{"pkg/guard/readtest", ""},
		{"pkg/team/fleet/pgtest", ""},
		{"e2e/mutate", ""},
		{"e2e/score", "e2e/mutate"},
		{"e2e/programs", ""},
		{"e2e/shapes", ""},
		{"e2e/bench", "e2e/shapes"},
		{"e2e/stories", ""},
		{"e2e/day", ""},
	}},
}

// languages are the readers of embedded code, which follow chooses among.
const languages = "pkg/guard/lang pkg/guard/lang/applescript pkg/guard/lang/awk pkg/guard/lang/batch pkg/guard/lang/body pkg/guard/lang/macro pkg/guard/lang/powershell " +
	"pkg/guard/lang/sed pkg/guard/lang/sql pkg/guard/lang/vim"

const io = "os os/exec os/user io/fs io/ioutil path/filepath net net/http syscall"

// doors names, for each foreign library, the packages that may import it. A
// library without a door is not linked: each one costs at every start, and one
// behind a door can be replaced.
var doors = map[string]string{
	"github.com/spf13/cobra":                "cmd cmd/ctxhook-fleet",
	"github.com/jackc/pgx/v5":               "pkg/team/fleet/server pkg/team/fleet/pgtest",
	"github.com/spf13/pflag":                "cmd",
	"golang.org/x/sys/unix":                 "pkg/base/look pkg/team/fleet",
	"golang.org/x/sys/windows":              "pkg/base/paths",
	"golang.org/x/term":                     "cmd",
	"github.com/dlclark/regexp2":            "pkg/guard/rulefile pkg/guard/config",
	"mvdan.cc/sh/v3":                        "pkg/guard/shell pkg/guard/interpret",
	"github.com/tidwall/gjson":              "pkg/base/protocol pkg/base/members pkg/agents/install pkg/memory/transcript cmd",
	"github.com/rogpeppe/go-internal/txtar": "e2e/stories",
	"modernc.org/libc":                      "pkg/memory/store",
	"modernc.org/sqlite":                    "pkg/memory/store",
}

// noCode are directories whose Go files hold no code to import.
var noCode = []string{"pkg", "pkg/base", "pkg/guard", "pkg/wishes", "pkg/agents", "pkg/team", "e2e"}

// TestWings holds that each wing is entered by those alone whom the table lets in, and
// that each has a page, doc.go, that says its duty.
func TestWings(t *testing.T) {
	enters, used := make(map[string][]string), make(map[string]bool)
	for _, w := range wings {
		enters[w.name] = append(strings.Fields(w.enters), w.name)
		if _, err := os.Stat(filepath.Join(w.name, "doc.go")); err != nil {
			t.Error(err)
		}
	}
	for name, imports := range packageImports(t) {
		from := wingOf(name)
		if from != "" && enters[from] == nil {
			t.Errorf("%s is in no wing", name)
		}
		for imported, file := range imports {
			to := wingOf(strings.TrimPrefix(imported, module+"/"))
			if from == "" || to == "" {
				continue
			}
			named := strings.TrimPrefix(imported, module+"/")
			switch {
			case slices.Contains(enters[from], to):
				used[from+" "+to] = true
			case slices.Contains(enters[from], named):
				used[from+" "+named] = true
			default:
				t.Errorf("%s: the wing %s may not enter %s", file, from, named)
			}
		}
	}
	for _, w := range wings {
		for _, entered := range strings.Fields(w.enters) {
			if !used[w.name+" "+entered] {
				t.Errorf("%s: its row names %s, which it does not enter", w.name, entered)
			}
		}
	}
}

// wingOf returns the directory below pkg in which a package lies, or "".
func wingOf(name string) string {
	if below, ok := strings.CutPrefix(name, "pkg/"); ok {
		dir, _, _ := strings.Cut(below, "/")
		return dir
	}
	return ""
}

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
