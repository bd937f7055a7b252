package extract

import (
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/tree"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

func isPreCommit(f *file) bool {
	base := strings.TrimPrefix(f.base, ".")
	switch strings.TrimSuffix(strings.TrimSuffix(base, ".yml"), ".yaml") {
	case "pre-commit-config", "pre-commit-hooks", "lefthook", "lefthook-local":
		return isYAML(f)
	}
	return false
}

// readPreCommit finds the commands that git hooks run: the local ones of
// pre-commit, and all of lefthook.
func readPreCommit(_ string, data []byte) ([]Piece, error) {
	f, err := newFinder("package", tree.YAML, data)
	for _, root := range f.doc.Roots {
		for i, repo := range root.Get("repos").List() {
			f.preCommitHooks(repo.Get("hooks"), index("repos", i)+".hooks")
		}
		if root != nil && root.Kind == tree.Sequence {
			f.preCommitHooks(root, "")
		}
		for _, hook := range root.Entries() {
			for _, c := range hook.Value.Get("commands").Entries() {
				f.add(c.Value.Get("run"), hook.Key+".commands."+c.Key+".run", shell.Sh)
			}
			for i, job := range hook.Value.Get("jobs").List() {
				f.add(job.Get("run"), index(hook.Key+".jobs", i)+".run", shell.Sh)
			}
		}
	}
	return f.pieces, err
}

func (f *finder) preCommitHooks(hooks *tree.Node, name string) {
	for i, hook := range hooks.List() {
		switch f.doc.Str(hook.Get("language")) {
		case "system", "script", "unsupported", "unsupported_script":
			f.add(hook.Get("entry"), index(name, i)+".entry", shell.Sh)
		}
	}
}
