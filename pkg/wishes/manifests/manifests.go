// Package manifests reads what the files of a project say about how to work in
// it: which tool of a family it uses, and lines of the files with instructions
// for agents that may state rules. It looks at a few files by their names, follows
// no link out of the project, and decides nothing. Which file stands for which
// tool is knowledge, in rules.
package manifests

import (
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/git"
	"github.com/ctxhook/ctxhook/pkg/base/paths"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
)

// Fact is what the files of a project show: it uses one tool of a family.
type Fact struct {
	Tool string
	File string // that shows it, from the project's root on, with slashes
	Line int    // in that file, from 1; 0: that it is there shows it
	Dir  string // the directory of the file
}

// Bounds of what is looked at.
const (
	maxUp   = 8
	maxFile = 256 << 10
)

// Of returns which tool of a family the project at root uses in a directory below
// it. Files that show different tools show none, and those of a directory above
// show nothing about a package that they do not name. tools returns the tools of
// the family that a command calls.
func Of(f *rule.Tools, root, dir string, tools func(command string) []string) (Fact, bool) {
	rel, err := filepath.Rel(root, dir)
	if err != nil || !filepath.IsLocal(rel) || len(f.Project.Marks) == 0 {
		return Fact{}, false
	}
	opened, err := paths.OpenRoot(root)
	if err != nil {
		return Fact{}, false
	}
	defer opened.Close()
	l := search{root: root, opened: opened, family: f, tools: tools}
	here := filepath.ToSlash(rel)
	if info, err := opened.Stat(rel); err != nil || !info.IsDir() {
		return Fact{}, false // it may become another package
	}
	for range maxUp {
		if here != "." && l.exists(path.Join(here, ".git")) || !l.visit(here) {
			return Fact{}, false
		}
		if here == "." {
			break
		}
		here = path.Dir(here)
	}
	return l.fact, l.fact.Tool != ""
}

// search is one look at a project's files.
type search struct {
	root   string
	opened *os.Root
	family *rule.Tools
	tools  func(command string) []string

	fact     Fact     // the nearest
	packages []string // without marks, below the nearest directory with one
}

// visit looks at one directory. It reports false where nothing can be sure any
// more.
func (l *search) visit(dir string) bool {
	found := l.marks(dir)
	if slices.ContainsFunc(found, func(f Fact) bool { return f.Tool != found[0].Tool }) {
		found = l.committed(found)
	}
	if len(found) == 0 {
		if l.fact.Tool == "" && slices.ContainsFunc(l.family.Project.Packages, func(name string) bool { return l.has(path.Join(dir, name)) }) {
			l.packages = append(l.packages, dir)
		}
		return true
	}
	for _, fact := range found {
		if l.fact.Tool == "" {
			l.fact = fact
		}
		if fact.Tool != l.fact.Tool {
			return false
		}
	}
	return !slices.ContainsFunc(l.packages, func(below string) bool { return !l.names(l.fact.Dir, below) })
}

// marks returns what the files of a directory show, one fact a file and tool.
func (l *search) marks(dir string) (found []Fact) {
	for i := range l.family.Project.Marks {
		m := &l.family.Project.Marks[i]
		name := path.Join(dir, m.File)
		if !l.has(name) {
			continue
		}
		if m.Tool != "" {
			found = append(found, Fact{Tool: m.Tool, File: name, Dir: dir})
			continue
		}
		for _, w := range l.words(name, m.Key) {
			for _, tool := range l.named(w) {
				found = append(found, Fact{Tool: tool, File: name, Line: w.line, Dir: dir})
			}
		}
	}
	return found
}

// committed returns those of some facts that files show which git keeps, all of them where it
// keeps none: the lockfile that a command just wrote is no sign of what the project uses.
func (l *search) committed(found []Fact) []Fact {
	repo, err := git.Open(l.root, git.Options{})
	if err != nil {
		return found
	}
	var kept []Fact
	for _, f := range found {
		rel, err := repo.Rel(filepath.Join(l.root, filepath.FromSlash(f.File)))
		if err != nil {
			return found
		}
		if files, _, err := repo.Tracked(rel); err == nil && files > 0 {
			kept = append(kept, f)
		}
	}
	if len(kept) == 0 {
		return found
	}
	return kept
}

// named returns the tools that a text of a file names or calls.
func (l *search) named(w text) []string {
	if name, _, _ := strings.Cut(w.text, "@"); slices.Contains(l.family.Names, name) {
		return []string{name}
	}
	if w.isName {
		return nil
	}
	return l.tools(w.text)
}

// has reports whether a project has a regular file.
func (l *search) has(name string) bool {
	info, err := l.opened.Lstat(filepath.FromSlash(name))
	return err == nil && info.Mode().IsRegular()
}

func (l *search) exists(name string) bool {
	_, err := l.opened.Lstat(filepath.FromSlash(name))
	return err == nil
}

// read returns the text of a file, "" where it cannot be read.
func (l *search) read(name string) string {
	data, err := paths.ReadFileIn(l.root, filepath.FromSlash(name), maxFile)
	if err != nil {
		return ""
	}
	return string(data)
}

// names reports whether the files of a directory name a package below it: with a
// pattern such as packages/*.
func (l *search) names(dir, below string) bool {
	rel := below
	if dir != "." {
		rel = strings.TrimPrefix(below, dir+"/")
	}
	found := false
	for _, file := range l.family.Project.Members {
		file = path.Join(dir, file)
		if !l.has(file) {
			continue
		}
		for _, word := range strings.FieldsFunc(l.read(file), isEdge) {
			pattern, isNot := strings.CutPrefix(word, "!")
			if !fits(strings.Trim(strings.TrimPrefix(pattern, "./"), "/"), rel) {
				continue
			}
			if isNot {
				return false
			}
			found = true
		}
	}
	return found
}

// isEdge reports whether a character stands beside a pattern in the formats of
// manifests.
func isEdge(r rune) bool { return strings.ContainsRune(" \t\r\n\"',[]<>", r) }

// fits reports whether a pattern of packages names a path.
func fits(pattern, name string) bool {
	if rest, deep := strings.CutSuffix(pattern, "/**"); deep {
		return rest == "" || strings.HasPrefix(name, rest+"/")
	}
	if pattern == "**" {
		return true
	}
	ok, err := path.Match(pattern, name)
	return ok && err == nil && pattern != "*"
}
