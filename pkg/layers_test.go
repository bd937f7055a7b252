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

// A floor of the house. Its rooms may import what it sees, which is floors
// and single rooms below it, and the rooms of the same floor that stand
// beside them in their row.
type floor struct {
	name  string
	sees  string
	never string // of the standard library
	rooms []room
}

type room struct{ name, beside string }

// The house, from the ground up.
//
// DO NOT CHANGE THIS TABLE TO FIX A BUILD. An import that it refuses is code
// in the wrong room, or a value that should have been handed in. It changes
// when the design changes: with a new room, and then with doc.go.
var house = []floor{
	{name: "nouns", never: io, rooms: []room{
		{"pkg/policy", ""},
		{"pkg/redact", ""},
		{"pkg/rule", "pkg/policy"},
		{"pkg/memory", "pkg/redact"},
		{"pkg/protocol", ""},
		{"pkg/display", ""},
	}},
	{name: "knowledge", sees: "pkg/policy pkg/rule", never: io, rooms: []room{
		{"rules", ""},
	}},
	{name: "tools", sees: "nouns", rooms: []room{
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
		{"pkg/facts", ""},
		{"pkg/store", "pkg/paths"},
		{"pkg/transcript", ""},
		{"pkg/shell", languages},
		{"pkg/extract", "pkg/shell"},
		{"pkg/rulefile", "pkg/paths"},
		{"pkg/config", "pkg/paths pkg/rulefile"},
	}},
	{name: "judging", sees: "nouns pkg/shell", never: io + " time", rooms: []room{
		{"pkg/effect", ""},
		{"pkg/safety", "pkg/effect"},
	}},
	// What one output says does not depend on other runs, nor the other way
	// round: diagnose and lessons do not see each other.
	{name: "learning", sees: "nouns pkg/shell", never: io + " time", rooms: []room{
		{"pkg/command", ""},
		{"pkg/diagnose", "pkg/command"},
		{"pkg/lessons", "pkg/command"},
		{"pkg/recall", ""},
	}},
	{name: "press", sees: "nouns pkg/rulefile pkg/diagnose", rooms: []room{
		{"pkg/rulefile/gen", ""},
	}},
	{name: "reports", sees: "nouns pkg/store", rooms: []room{
		{"pkg/store/report", ""},
	}},
	{name: "hands", sees: "nouns tools pkg/safety", rooms: []room{
		{"pkg/install", ""},
		{"pkg/lint", ""},
		{"pkg/lint/report", "pkg/lint"},
	}},
	// A verdict never waits for the memory: judge does not see it.
	{name: "verdict", sees: "nouns knowledge pkg/paths pkg/shell pkg/rulefile pkg/config pkg/safety", rooms: []room{
		{"pkg/judge", ""},
	}},
	// Here alone the store meets what is learned.
	{name: "memory at work", sees: "nouns knowledge tools judging learning verdict", rooms: []room{
		{"pkg/journal", ""},
		{"pkg/replay", "pkg/journal"},
	}},
	// A hook sees no table and no lesson: it asks the journal.
	{name: "order of work", sees: "nouns pkg/paths pkg/config pkg/facts pkg/safety pkg/judge pkg/journal", rooms: []room{
		{"pkg/hook", ""},
	}},
	{name: "words", sees: "nouns knowledge tools judging learning reports hands verdict pkg/journal pkg/replay pkg/hook", rooms: []room{
		{"cmd", ""},
	}},
	{name: "main", sees: "cmd", rooms: []room{
		{".", ""},
	}},
	{name: "trials", sees: "nouns tools cmd", rooms: []room{
		{"pkg/lang/langtest", ""},
		{"e2e/mutate", ""},
		{"e2e/score", "e2e/mutate"},
	}},
}

// languages are the readers of embedded code, which shell chooses among.
const languages = "pkg/lang pkg/lang/applescript pkg/lang/awk pkg/lang/batch pkg/lang/body pkg/lang/macro pkg/lang/powershell " +
	"pkg/lang/sed pkg/lang/sql pkg/lang/vim"

const io = "os os/exec os/user io/fs io/ioutil path/filepath net net/http syscall"

// doors names, for each foreign library, the rooms that may import it. What
// has no door is not linked at all: every library is paid for at each start,
// and a library behind a door can be replaced.
var doors = map[string]string{
	"github.com/spf13/cobra":     "cmd",
	"github.com/spf13/pflag":     "cmd",
	"golang.org/x/term":          "cmd",
	"github.com/goccy/go-yaml":   "pkg/rulefile pkg/config",
	"github.com/dlclark/regexp2": "pkg/rulefile pkg/config",
	"mvdan.cc/sh/v3":             "pkg/shell",
	"github.com/tidwall/gjson":   "pkg/protocol pkg/install pkg/transcript",
	"modernc.org/libc":           "pkg/store",
	"modernc.org/sqlite":         "pkg/store",
}

// landings are directories of Go files that hold no code to import.
var landings = []string{"pkg", "e2e"}

func TestImportsPointDown(t *testing.T) {
	allowed := allowedImports(t)
	for name, imports := range roomImports(t) {
		may, ok := allowed[name]
		if !ok {
			t.Errorf("%s is a room that is not in the table", name)
			continue
		}
		for imported, file := range imports {
			if to, ours := strings.CutPrefix(imported, module+"/"); ours && !slices.Contains(may, to) {
				t.Errorf("%s: %s may not import %s", file, name, to)
			}
		}
	}
}

// The table is true only as long as every row is a room, and every exception
// in a row is made use of.
func TestHouseIsBuilt(t *testing.T) {
	rooms := roomImports(t)
	for _, f := range house {
		for _, r := range f.rooms {
			imports, ok := rooms[r.name]
			if !ok {
				t.Errorf("%s: an empty room", r.name)
			}
			for _, name := range strings.Fields(r.beside) {
				if imports[module+"/"+name] == "" {
					t.Errorf("%s: its row names %s, which it does not import", r.name, name)
				}
			}
		}
	}
}

func TestPureLayersDoNoIO(t *testing.T) {
	rooms := roomImports(t)
	for _, f := range house {
		for _, r := range f.rooms {
			for _, never := range strings.Fields(f.never) {
				if file, ok := rooms[r.name][never]; ok {
					t.Errorf("%s: %s is one of the %s, which do not import %s", file, r.name, f.name, never)
				}
			}
		}
	}
}

func TestForeignLibrariesHaveOneDoor(t *testing.T) {
	used := make(map[string]bool)
	for name, imports := range roomImports(t) {
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
			t.Errorf("%s: a door that nobody goes through", door)
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

// allowedImports reads the table: for each room, the rooms it may import.
func allowedImports(t *testing.T) map[string][]string {
	t.Helper()
	below := make(map[string][]string) // rooms by the name of a floor or a room
	allowed := make(map[string][]string)
	for _, f := range house {
		var sees, here []string
		for _, name := range strings.Fields(f.sees) {
			if below[name] == nil {
				t.Fatalf("the %s see %s, which is not below them", f.name, name)
			}
			sees = append(sees, below[name]...)
		}
		for _, r := range f.rooms {
			beside := strings.Fields(r.beside)
			for _, name := range beside {
				if !slices.Contains(here, name) {
					t.Fatalf("%s stands beside %s, which is not above it on its floor", r.name, name)
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

// roomImports reads what the Go files of each room import, and where. It
// parses the files and does not ask the go command, because the cache of
// test results knows what a test opens and not what a command it runs opens;
// and it sees the files of every platform. Tests may import what they like.
func roomImports(t *testing.T) map[string]map[string]string {
	t.Helper()
	rooms := make(map[string]map[string]string)
	root := ".."
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
		rel = filepath.ToSlash(rel)
		dir := path.Dir(rel)
		if slices.Contains(landings, dir) {
			return nil
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		if rooms[dir] == nil {
			rooms[dir] = make(map[string]string)
		}
		for _, spec := range parsed.Imports {
			imported, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				return err
			}
			rooms[dir][imported] = rel
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(rooms) == 0 {
		t.Fatal("no Go files")
	}
	return rooms
}
