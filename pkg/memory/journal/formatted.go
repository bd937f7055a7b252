package journal

import (
	"io/fs"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/paths"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/safety"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// maxFormatted bounds the entries of a directory among which a file is looked for.
const maxFormatted = 2000

// maxIgnored bounds a file that says what formatters leave alone, in bytes.
const maxIgnored = 64 << 10

// isFormatted reports whether a tool that formats a directory changes files below a path in it, as
// prettier --write . does with docs/: files of its forms are there, and its ignore file does not
// name them.
func (j Preferences) isFormatted(c *safety.Change, pattern string) bool {
	if c.Kind != rule.Overwrite || len(c.Forms) == 0 || !strings.HasPrefix(pattern, c.Path+"/") || strings.ContainsAny(pattern, "*?[{") || !j.isOwnWork(pattern) {
		return false
	}
	for dir := pattern; strings.HasPrefix(dir, j.Judge.At.Project+"/"); dir = path.Dir(dir) {
		if j.isIgnoredByTools(path.Base(dir)) {
			return false
		}
	}
	seen, found := 0, false
	err := filepath.WalkDir(paths.Native(pattern, runtime.GOOS), func(name string, d fs.DirEntry, err error) error {
		if seen++; err != nil || seen > maxFormatted {
			return fs.SkipAll
		}
		if d.IsDir() && (d.Name() == "node_modules" || d.Name() == ".git") {
			return fs.SkipDir
		}
		if !d.IsDir() && shell.MatchAny(c.Forms, d.Name()) {
			found = true
			return fs.SkipAll
		}
		return nil
	})
	return found && err == nil
}

// isIgnoredByTools reports whether a file that names what formatters leave alone has a name.
func (j Preferences) isIgnoredByTools(name string) bool {
	for _, file := range [...]string{".prettierignore", ".dprintignore", ".clang-format-ignore", "pyproject.toml", "ruff.toml", "biome.json", "rustfmt.toml"} {
		data, err := paths.ReadFile(filepath.Join(j.Judge.Project, file), maxIgnored)
		if err == nil && slices.ContainsFunc(strings.FieldsFunc(string(data), func(r rune) bool { return strings.ContainsRune(" \t\r\n\"',/[]!*", r) }), func(word string) bool { return word == name }) {
			return true
		}
	}
	return false
}
