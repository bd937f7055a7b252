package extract

import (
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/tree"
)

func isGitLab(f *file) bool {
	return isYAML(f) && (f.base == ".gitlab-ci.yml" || f.base == ".gitlab-ci.yaml" ||
		strings.HasSuffix(f.base, ".gitlab-ci.yml") || under(f.path, ".gitlab/ci") || under(f.path, ".gitlab-ci"))
}

// readGitLab finds the scripts of jobs, including hidden ones. The lines of a
// script run one after another in one shell; $[[ inputs.name ]] is masked.
func readGitLab(_ string, data []byte) ([]Piece, error) {
	f, err := newFinder("ci", tree.YAML, data)
	for _, root := range f.doc.Roots {
		f.gitlabScripts(root, "")
		f.lines(root)
		for _, job := range root.Entries() {
			f.gitlabScripts(job.Value, job.Key)
			f.join(job.Value.Get("hooks", "pre_get_sources_script"), job.Key+".hooks")
		}
	}
	for i := range f.pieces {
		p := &f.pieces[i]
		p.mask(between(p.Text, "$[[", "]]", false), asName)
	}
	return f.pieces, err
}

func (f *finder) gitlabScripts(n *tree.Node, name string) {
	for _, key := range []string{"before_script", "script", "after_script"} {
		f.join(n.Get(key), dot(name, key))
	}
}
