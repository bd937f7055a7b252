package manifests

import (
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/paths"
)

// Line is a sentence or two of a file for agents that may state a rule.
type Line struct {
	File string // from the project's root on, with slashes; a path where it lies outside
	Line int    // from 1
	Text string // without the marks of Markdown, except backquotes
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
// project. Those that ctxhook wrote are left out.
func Written(root string) (lines []Line) {
	files := slices.Clone(ForAgents)
	for _, name := range markdownIn(root, rulesDir) {
		files = append(files, path.Join(rulesDir, name))
	}
	for _, name := range files {
		if data, err := paths.ReadFileIn(root, filepath.FromSlash(name), maxWritten); err == nil {
			lines = append(lines, linesOf(name, string(data))...)
		}
	}
	return lines
}

// Remembered returns the lines that may state rules in what the client remembers
// of the user in a directory: memories of the types user and feedback.
func Remembered(dir string) (lines []Line) {
	for _, name := range markdownIn(dir, ".") {
		data, err := paths.ReadFileIn(dir, name, maxWritten)
		if err != nil {
			continue
		}
		head, _, ok := frontMatter(string(data))
		if ok && isOfUser(head) {
			lines = append(lines, linesOf(filepath.ToSlash(filepath.Join(dir, name)), string(data))...)
		}
	}
	return lines
}

// isOfUser reports whether the front matter of a memory says that it is about the
// user.
func isOfUser(head string) bool {
	for line := range strings.Lines(head) {
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
	f, err := paths.OpenDirIn(opened, filepath.FromSlash(dir))
	if err != nil {
		return nil
	}
	defer f.Close()
	entries, _ := f.ReadDir(maxFiles)
	for _, e := range entries {
		if e.Type().IsRegular() && strings.EqualFold(path.Ext(e.Name()), ".md") {
			names = append(names, e.Name())
		}
	}
	slices.Sort(names)
	return names
}

// frontMatter splits a file into its front matter and the rest.
func frontMatter(text string) (head, body string, ok bool) {
	rest, ok := strings.CutPrefix(strings.ReplaceAll(strings.TrimPrefix(text, "\ufeff"), "\r\n", "\n"), "---\n")
	if !ok {
		return "", text, false
	}
	return strings.Cut(rest, "\n---\n")
}
