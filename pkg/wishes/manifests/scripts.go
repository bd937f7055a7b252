package manifests

import (
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/paths"
)

// scripts are the files of a project that hold commands of its own, besides the
// scripts of package.json: at the root those of its CI, and those for its users,
// which count in the directory of a fact, too. A directory stands for its files.
var (
	ciScripts  = []string{".github/workflows", ".gitlab-ci.yml", ".circleci/config.yml", "azure-pipelines.yml", ".travis.yml"}
	ownScripts = []string{"Makefile", "justfile", "Taskfile.yml", "tox.ini", "scripts", "script", "bin", "ci", "tools"}
)

// Bounds of what is read of them.
const (
	maxScripts = 60
	maxScript  = 64 << 10
)

// Disputed reports whether a command in the project's own scripts does what a fact
// speaks against: its project does not keep to it. does reports whether a command
// does so; names are the names that it has to contain.
func Disputed(root string, fact *Fact, names []string, does func(command string) bool) bool {
	opened, err := paths.OpenRoot(root)
	if err != nil {
		return false
	}
	defer opened.Close()
	files := slices.Clone(ciScripts)
	for _, dir := range slices.Compact([]string{".", fact.Dir}) {
		for _, name := range ownScripts {
			files = append(files, path.Join(dir, name))
		}
	}
	left := maxScripts
	for _, name := range files {
		for _, file := range filesAt(opened, name) {
			if left--; left < 0 {
				return true // so much that it cannot be sure
			}
			data, err := paths.ReadFileIn(root, filepath.FromSlash(file), maxScript)
			if err == nil && disputes(string(data), names, does) {
				return true
			}
		}
	}
	l := search{root: root, opened: opened}
	return slices.ContainsFunc(l.words(path.Join(fact.Dir, "package.json"), "scripts"), func(w text) bool {
		return !w.isName && containsAny(w.text, names) && does(w.text)
	})
}

// filesAt returns a regular file, or those of a directory.
func filesAt(opened *os.Root, name string) []string {
	info, err := opened.Lstat(filepath.FromSlash(name))
	switch {
	case err != nil:
		return nil
	case info.Mode().IsRegular():
		return []string{name}
	case !info.IsDir():
		return nil
	}
	var files []string
	for _, e := range entriesIn(opened, name, maxScripts+1) {
		if e.Type().IsRegular() {
			files = append(files, path.Join(name, e.Name()))
		}
	}
	return files
}

// disputes reports whether a line of a file does what a fact speaks against. The
// line is read as a command, whatever the file is.
func disputes(data string, names []string, does func(command string) bool) bool {
	for line := range strings.Lines(data) {
		if containsAny(line, names) {
			if command := commandIn(line); command != "" && does(command) {
				return true
			}
		}
	}
	return false
}

// commandIn returns the command of a line of a script, a recipe or a
// YAML file, "" for a comment.
func commandIn(line string) string {
	line = strings.TrimLeft(strings.TrimSpace(line), "@-+ ")
	if line == "" || line[0] == '#' {
		return ""
	}
	key, rest, _ := strings.Cut(line, " ")
	if rest != "" && strings.HasSuffix(key, ":") {
		line = strings.TrimSpace(rest)
	}
	if n := len(line) - 1; n > 0 && (line[0] == '"' || line[0] == '\'') && line[n] == line[0] {
		line = line[1:n]
	}
	return line
}

func containsAny(s string, list []string) bool {
	return slices.ContainsFunc(list, func(w string) bool { return strings.Contains(s, w) })
}
