package extract

import (
	"path"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/shell"
)

func isPreCommit(name string, _ []byte) bool {
	base := strings.TrimPrefix(path.Base(name), ".")
	switch strings.TrimSuffix(strings.TrimSuffix(base, ".yml"), ".yaml") {
	case "pre-commit-config", "pre-commit-hooks", "lefthook", "lefthook-local":
		return isYAML(name)
	}
	return false
}

// readPreCommit finds the commands that git hooks run: the local ones of
// pre-commit, and all of lefthook.
func readPreCommit(_ string, data []byte) ([]Piece, error) {
	f, err := newFinder("package", readYAML, data)
	for _, root := range f.doc.roots {
		for i, repo := range root.get("repos").list() {
			f.preCommitHooks(repo.get("hooks"), index("repos", i)+".hooks")
		}
		if root != nil && root.kind == sequence {
			f.preCommitHooks(root, "")
		}
		for _, hook := range root.entries() {
			for _, c := range hook.value.get("commands").entries() {
				f.add(c.value.get("run"), hook.key+".commands."+c.key+".run", shell.Sh)
			}
			for i, job := range hook.value.get("jobs").list() {
				f.add(job.get("run"), index(hook.key+".jobs", i)+".run", shell.Sh)
			}
		}
	}
	return f.pieces, err
}

func (f *finder) preCommitHooks(hooks *node, name string) {
	for i, hook := range hooks.list() {
		switch f.doc.str(hook.get("language")) {
		case "system", "script", "unsupported", "unsupported_script":
			f.add(hook.get("entry"), index(name, i)+".entry", shell.Sh)
		}
	}
}
