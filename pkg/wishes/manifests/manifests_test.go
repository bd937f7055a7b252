package manifests_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ctxhook/ctxhook/pkg/guard/follow"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
	"github.com/ctxhook/ctxhook/pkg/wishes/manifests"
	"github.com/ctxhook/ctxhook/pkg/wishes/preferences"
	"github.com/ctxhook/ctxhook/rules"
)

func parsed(text string) *shell.Script {
	return follow.Parse(text, shell.Options{Models: rules.Command, Functions: rules.Function})
}

// shown returns what the files of a project show about a command: the tool, the
// file with its line, and the command in its place.
func shown(root, dir, text string) string {
	script := parsed(text)
	for i := range script.Calls {
		if version := pinned(root, dir, script, i); version != "" {
			return version
		}
		family, tool := preferences.InProject(rules.Knowledge(), script, i)
		to, known := script.Calls[i].Cwd.Path.Literal()
		if family == nil || !known || filepath.IsAbs(to) {
			continue
		}
		fact, ok := manifests.Of(family, root, filepath.Join(root, dir, to), func(command string) []string { return preferences.ToolsCalled(family, parsed(command)) })
		if !ok || fact.Tool == tool || manifests.Disputed(root, &fact, preferences.NamesOf(family, tool), func(command string) bool {
			return preferences.CallsInProject(rules.Knowledge(), family, tool, parsed(command))
		}) {
			continue
		}
		wants := preferences.OfProject(rules.Knowledge(), family, tool, fact.Tool, script)
		file := fact.File
		if fact.Line > 0 {
			file = fmt.Sprintf("%s:%d", file, fact.Line)
		}
		written, _ := preferences.Rewrite(rules.Knowledge(), &wants, script, nil, parsed)
		if written == "" {
			written = "-"
		}
		return fact.Tool + " " + file + " " + written
	}
	return "-"
}

// pinned returns what the files of a project show about the version that a call
// asks for, "" for nothing.
func pinned(root, dir string, script *shell.Script, i int) string {
	asked, ok := preferences.AsksFor(rules.Knowledge(), &script.Calls[i])
	if !ok {
		return ""
	}
	to, _ := script.Calls[i].Cwd.Path.Literal()
	fact, versions := manifests.Pinned(asked.Pinned, root, filepath.Join(root, dir, to))
	wants, broken := asked.Wants(versions)
	if !broken {
		return ""
	}
	return fmt.Sprintf("%s:%d %s", fact.File, fact.Line, wants)
}

func writeFile(t *testing.T, root, file string) {
	name, content, _ := strings.Cut(file, "{")
	path := filepath.Join(root, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	content = strings.ReplaceAll(strings.TrimSuffix(content, "}"), "$", "\n")
	if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
}

// files splits the first column: a blank within braces belongs to a content.
func files(column string) (list []string) {
	depth, from := 0, 0
	for i := 0; i <= len(column); i++ {
		switch {
		case i == len(column), column[i] == ' ' && depth == 0:
			list = append(list, column[from:i])
			from = i + 1
		case column[i] == '{':
			depth++
		case column[i] == '}':
			depth--
		}
	}
	return list
}

// What the files of a project show agrees with what its own scripts call, and is
// told of a command that is typed otherwise.
func TestProjects(t *testing.T) {
	data, err := os.ReadFile("testdata/projects.txt")
	if err != nil {
		t.Fatal(err)
	}
	projects := 0
	for n, row := range strings.Split(string(data), "\n") {
		if row == "" || row[0] == '#' {
			continue
		}
		columns := strings.Split(row, " | ")
		if len(columns) != 4 {
			t.Fatalf("line %d has %d columns", n+1, len(columns))
		}
		root := t.TempDir()
		for _, file := range files(columns[0]) {
			writeFile(t, root, file)
		}
		projects++
		for _, own := range strings.Split(columns[2], "; ") {
			if got := shown(root, columns[1], own); got != "-" {
				t.Errorf("line %d: the project's own %q: %s", n+1, own, got)
			}
		}
		typed, want, _ := strings.Cut(columns[3], " -> ")
		if got := shown(root, columns[1], typed); got != want {
			t.Errorf("line %d: %q shows %s, want %s", n+1, typed, got, want)
		}
	}
	if projects < 100 {
		t.Errorf("%d projects", projects)
	}
}

// A link shows nothing, wherever it leads.
func TestLinksAreNotFollowed(t *testing.T) {
	outside, root := t.TempDir(), t.TempDir()
	writeFile(t, outside, "pnpm-lock.yaml")
	writeFile(t, outside, "package.json{{\"packageManager\":\"pnpm@9\"}}")
	for _, link := range []struct{ name, to string }{{"pnpm-lock.yaml", "pnpm-lock.yaml"}, {"package.json", "package.json"}, {"web", ""}} {
		if err := os.Symlink(filepath.Join(outside, link.to), filepath.Join(root, link.name)); err != nil {
			t.Skip(err)
		}
	}
	for _, dir := range []string{".", "web", "../x", "no/such/dir"} {
		if got := shown(root, dir, "npm i"); got != "-" {
			t.Errorf("in %s: %s", dir, got)
		}
	}
}
