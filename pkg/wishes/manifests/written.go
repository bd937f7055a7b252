package manifests

import (
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/look"
	"github.com/ctxhook/ctxhook/pkg/base/paths"
)

// Line is a sentence or two of a file for agents that may state a rule.
type Line struct {
	File string // from the project's root on, with slashes; a path where it lies outside
	Line int    // from 1
	Last int    // the last line of it
	Text string // without the marks of Markdown, except backquotes
	Dir  string // the part of the project that it is for, from its root on; "" is all
	Long bool   // it is too long to be read for rules: it explains, mostly
}

// ForAgents are the files in which people write rules for agents, from the
// project's root on, with slashes. So are those in rulesDir.
var ForAgents = []string{"CLAUDE.md", "CLAUDE.local.md", ".claude/CLAUDE.md", "AGENTS.md"}

const rulesDir = ".claude/rules"

// Bounds of what is read of them.
const (
	maxWritten = 128 << 10
	maxFiles   = 40
)

// Written returns the lines that may state rules in the files for agents of a
// project, and in those of the user in a directory, "" for none: first those for a
// part of the project. Those that ctxhook wrote are left out. tree is what was seen
// below root; nil: nothing yet.
func Written(root, user string, tree *look.Tree) []Line {
	if tree == nil {
		tree = look.New(root)
	}
	s := sources{user: user, seen: make(map[string]bool)}
	for _, dir := range partsIn(tree) {
		for _, name := range inParts {
			s.read(root, path.Join(dir, name), dir, 0)
		}
	}
	for _, name := range ForAgents {
		s.read(root, name, "", 0)
	}
	for _, name := range markdownIn(root, rulesDir) {
		s.read(root, path.Join(rulesDir, name), "", 0)
	}
	if user != "" {
		s.read(user, "CLAUDE.md", "", 0)
		for _, name := range markdownIn(user, "rules") {
			s.read(user, path.Join("rules", name), "", 0)
		}
	}
	return s.lines
}

// Remembered returns the lines that may state rules in what the client remembers
// of the user in a directory: memories of the types user and feedback.
func Remembered(dir string) (lines []Line) {
	for _, name := range markdownIn(dir, ".") {
		data, err := paths.ReadFileIn(dir, name, maxWritten)
		if err != nil {
			continue
		}
		head, ok := frontMatter(string(data))
		if ok && isOfUser(head) {
			stated, _ := linesOf(filepath.ToSlash(filepath.Join(dir, name)), string(data))
			lines = append(lines, stated...)
		}
	}
	return lines
}

// isOfUser reports whether the front matter of a memory says that it is about the
// user.
func isOfUser(head []string) bool {
	for _, line := range head {
		if kind, ok := strings.CutPrefix(strings.TrimSpace(line), "type:"); ok {
			kind = strings.Trim(strings.TrimSpace(kind), `"'`)
			return kind == "user" || kind == "feedback"
		}
	}
	return false
}

// markdownIn lists the Markdown files of a directory below root, by name.
func markdownIn(root, dir string) (names []string) {
	opened, err := paths.OpenRoot(root)
	if err != nil {
		return nil
	}
	defer opened.Close()
	for _, e := range entriesIn(opened, dir, maxFiles) {
		if e.Type().IsRegular() && strings.EqualFold(path.Ext(e.Name()), ".md") {
			names = append(names, e.Name())
		}
	}
	slices.Sort(names)
	return names
}

// entriesIn lists a directory, in no order; no more than most entries of it.
func entriesIn(opened *os.Root, dir string, most int) []os.DirEntry {
	f, err := paths.OpenDirIn(opened, filepath.FromSlash(dir))
	if err != nil {
		return nil
	}
	defer f.Close()
	entries, _ := f.ReadDir(most)
	return entries
}
