package manifests

import (
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/look"
	"github.com/ctxhook/ctxhook/pkg/base/paths"
)

// inParts are the files for agents that hold for the directory in which they lie.
var inParts = []string{"CLAUDE.md", "CLAUDE.local.md", "AGENTS.md"}

// Bounds of the search for parts of a project with rules of their own.
const (
	maxPartDepth = 3
	maxParts     = 200  // directories that are looked at
	maxEntries   = 1000 // of each
	maxImports   = 5    // hops of an import, as the client follows them
)

// sources reads files for agents, and those that they import.
type sources struct {
	user  string // the user's directory of such files
	seen  map[string]bool
	lines []Line
}

// read reads a file that lies below root and is for a part of the project.
func (s *sources) read(root, name, dir string, hops int) {
	key := filepath.Join(root, filepath.FromSlash(name))
	if s.seen[key] || len(s.seen) > maxParts {
		return
	}
	data, err := paths.ReadFileIn(root, filepath.FromSlash(name), maxWritten)
	if err != nil {
		return
	}
	s.seen[key] = true
	file := name
	if root == s.user {
		file = filepath.ToSlash(key)
	}
	lines, imports := linesOf(file, string(data))
	for i := range lines {
		lines[i].Dir = dir
	}
	s.lines = append(s.lines, lines...)
	if hops == maxImports || hops == 0 && !strings.HasPrefix(path.Base(name), "CLAUDE.") {
		return // only CLAUDE.md imports
	}
	for _, file := range imports {
		if rest, ok := strings.CutPrefix(file, "~/.claude/"); ok && s.user != "" {
			s.read(s.user, path.Clean(rest), dir, hops+1)
		} else if file = path.Join(path.Dir(name), file); filepath.IsLocal(filepath.FromSlash(file)) {
			s.read(root, file, dir, hops+1)
		}
	}
}

// partsIn returns the directories below root that may hold files for agents of
// their own, the deepest first: not those of packages and of other repositories.
func partsIn(tree *look.Tree) (parts []string) {
	next := []string{"."}
	for looked := 0; len(next) > 0 && looked < maxParts; looked++ {
		below, has := partAt(tree, next[0])
		if has {
			parts = append(parts, next[0])
		}
		next = append(next[1:], below...)
	}
	slices.Reverse(parts)
	return parts
}

// partAt returns the directories in a directory that may be parts of a project,
// and whether it is one.
func partAt(tree *look.Tree, dir string) (below []string, has bool) {
	rel := dir
	if rel == "." {
		rel = ""
	}
	entries, open, err := tree.List(rel, maxEntries)
	look.Close(open)
	if err != nil {
		return nil, false
	}
	for _, e := range entries[:min(len(entries), maxEntries)] {
		name := e.Name()
		switch {
		case name == ".git" && dir != ".":
			return nil, false
		case e.Type().IsRegular():
			has = has || dir != "." && slices.Contains(inParts, name)
		case e.IsDir() && name[0] != '.' && name != "node_modules" && name != "vendor" && strings.Count(dir, "/") < maxPartDepth-1:
			below = append(below, path.Join(dir, name))
		}
	}
	slices.Sort(below)
	return below, has
}

// importsOf returns the files that a text imports: Markdown behind an @, and not
// in code. A file that is written for people imports no rules.
func importsOf(text string) (files []string) {
	for i, part := range strings.Split(text, "`") {
		if i%2 == 1 {
			continue
		}
		for word := range strings.FieldsSeq(part) {
			file, ok := strings.CutPrefix(strings.Trim(word, "()[],;:*\"'"), "@")
			file = strings.TrimRight(file, ".")
			if ok && strings.EqualFold(path.Ext(file), ".md") && !strings.HasPrefix(strings.ToUpper(path.Base(file)), "README") {
				files = append(files, file)
			}
		}
	}
	return files
}
