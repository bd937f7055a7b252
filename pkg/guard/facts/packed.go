package facts

import (
	"encoding/json"
	"path"
	"path/filepath"
	"strings"
)

// pack reads what npm packs of a directory: what package.json lists, or all but what
// .npmignore leaves out, and in its place .gitignore.
func (l *leaving) pack() {
	var manifest struct {
		Files   []string
		Private bool
	}
	if json.Unmarshal(l.content(filepath.Join(l.q.Dir, "package.json")), &manifest) != nil || manifest.Private {
		return
	}
	if len(manifest.Files) > 0 {
		for _, f := range manifest.Files {
			if !strings.ContainsAny(f, "*!") {
				l.below(filepath.Join(l.q.Dir, f), nil)
			}
		}
		return
	}
	lines := l.content(filepath.Join(l.q.Dir, ".npmignore"))
	if lines == nil {
		lines = l.content(filepath.Join(l.q.Dir, ".gitignore"))
	}
	ignored := leftOut(string(lines), true)
	l.below(l.q.Dir, func(rel string) bool {
		switch rel {
		case ".npmrc", "package-lock.json", "pnpm-lock.yaml", "yarn.lock":
			return true
		}
		return ignored(rel)
	})
}

// image reads what a Dockerfile copies of its directory, but for what .dockerignore leaves
// out.
func (l *leaving) image() {
	if len(l.q.Paths) == 0 {
		return
	}
	dir := l.q.Paths[0]
	file := l.q.File
	if file == "" {
		file = filepath.Join(dir, "Dockerfile")
	}
	ignored := leftOut(string(l.content(filepath.Join(dir, ".dockerignore"))), false)
	for _, source := range copied(string(l.content(file))) {
		root := filepath.Join(dir, source)
		prefix := filepath.ToSlash(filepath.Clean(source))
		l.below(root, func(rel string) bool {
			if prefix != "." {
				rel = path.Join(prefix, rel)
			}
			return ignored(rel)
		})
	}
}

// copied lists what the last lines of a Dockerfile copy out of its directory.
func copied(dockerfile string) (sources []string) {
	for line := range strings.Lines(strings.ReplaceAll(dockerfile, "\\\n", " ")) {
		words := strings.Fields(line)
		if len(words) < 3 || !strings.EqualFold(words[0], "COPY") && !strings.EqualFold(words[0], "ADD") {
			continue
		}
		words = words[1 : len(words)-1]
		for len(words) > 0 && strings.HasPrefix(words[0], "--") {
			if strings.HasPrefix(words[0], "--from=") {
				words = nil
				break
			}
			words = words[1:]
		}
		for _, w := range words {
			if w = strings.Trim(w, `[]",`); w == "*" || w == "./*" {
				w = "."
			}
			if !strings.ContainsAny(w, "*$:") {
				sources = append(sources, w)
			}
		}
	}
	return sources
}

// leftOut returns a function that reports whether the lines of an ignore file leave a path
// out. With anywhere a name without a slash stands for one in any directory.
func leftOut(lines string, anywhere bool) func(rel string) bool {
	var patterns []string
	for line := range strings.Lines(lines) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "#") {
			patterns = append(patterns, line)
		}
	}
	return func(rel string) bool {
		out := false
		for _, p := range patterns {
			p, back := strings.CutPrefix(p, "!")
			p = strings.TrimSuffix(strings.TrimPrefix(p, "./"), "/")
			deep := strings.HasPrefix(p, "**/") || anywhere && !strings.Contains(p, "/")
			p = strings.TrimPrefix(strings.TrimPrefix(p, "**/"), "/")
			whole, _ := path.Match(p, rel)
			base, _ := path.Match(p, path.Base(rel))
			if whole || deep && base || strings.HasPrefix(rel, p+"/") {
				out = !back
			}
		}
		return out
	}
}
