package facts

import (
	"path"
	"path/filepath"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/formats"
)

// pack reads which files of a directory npm packs: those that package.json lists, or
// else all that .npmignore does not leave out. Without a .npmignore, .gitignore counts.
func (l *leaving) pack() {
	text := l.content(filepath.Join(l.q.Dir, "package.json"))
	manifest, err := formats.ReadPackage(text)
	if text == nil || err != nil || manifest.IsPrivate() {
		l.out.Private = text != nil && err == nil
		return
	}
	if files := manifest.Files(); len(files) > 0 {
		for _, f := range files {
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
	for _, source := range copied(l.content(file)) {
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

// copied lists what a Dockerfile copies out of its directory.
func copied(dockerfile []byte) (sources []string) {
	for _, in := range formats.Dockerfile(dockerfile) {
		words := strings.Fields(in.Text[in.Args:])
		if in.Name != "COPY" && in.Name != "ADD" || len(words) < 2 || strings.Contains(in.Text[in.Flags:in.Args], "--from=") {
			continue
		}
		for _, w := range words[:len(words)-1] {
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
