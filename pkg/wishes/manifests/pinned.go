package manifests

import (
	"path"
	"path/filepath"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/paths"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
)

// Pinned returns the versions of a language that the project at root pins in a
// directory below it, with the file that shows the first of them. The nearest
// directory with such a file counts.
func Pinned(p *rule.Pinned, root, dir string) (fact Fact, versions []string) {
	rel, err := filepath.Rel(root, dir)
	if err != nil || !filepath.IsLocal(rel) {
		return fact, nil
	}
	opened, err := paths.OpenRoot(root)
	if err != nil {
		return fact, nil
	}
	defer opened.Close()
	l := search{root: root, opened: opened}
	here := filepath.ToSlash(rel)
	for range maxUp {
		if here != "." && l.exists(path.Join(here, ".git")) {
			return fact, nil
		}
		for _, f := range p.Files {
			file, name, _ := strings.Cut(f, " ")
			file = path.Join(here, file)
			if !l.has(file) {
				continue
			}
			line, found := pinnedIn(l.read(file), name)
			if versions == nil {
				fact = Fact{File: file, Line: line, Dir: here}
			}
			versions = append(versions, found...)
		}
		if versions != nil || here == "." {
			break
		}
		here = path.Dir(here)
	}
	return fact, versions
}

// pinnedIn returns the versions that a file holds, of one name if it has several,
// and the line of the first.
func pinnedIn(text, name string) (first int, versions []string) {
	n := 0
	for line := range strings.Lines(text) {
		n++
		line, _, _ = strings.Cut(line, "#")
		words := strings.Fields(line)
		if name != "" && len(words) > 0 {
			if words[0] != name {
				continue
			}
			words = words[1:]
		}
		if first == 0 && len(words) > 0 {
			first = n
		}
		versions = append(versions, words...)
	}
	return first, versions
}
