package extract

import (
	"path"
	"strings"
)

func isGitLab(name string, _ []byte) bool {
	base := path.Base(name)
	return isYAML(name) && (base == ".gitlab-ci.yml" || base == ".gitlab-ci.yaml" ||
		strings.HasSuffix(base, ".gitlab-ci.yml") || under(name, ".gitlab/ci") || under(name, ".gitlab-ci"))
}

// readGitLab finds the scripts of jobs, including hidden ones. The lines of a
// script run one after another in one shell; $[[ inputs.name ]] is masked.
func readGitLab(_ string, data []byte) ([]Piece, error) {
	f, err := newFinder("ci", readYAML, data)
	for _, root := range f.doc.roots {
		f.gitlabScripts(root, "")
		f.lines(root)
		for _, job := range root.entries() {
			f.gitlabScripts(job.value, job.key)
			f.join(job.value.get("hooks", "pre_get_sources_script"), job.key+".hooks")
		}
	}
	for i := range f.pieces {
		p := &f.pieces[i]
		p.mask(between(p.Text, "$[[", "]]", false), asName)
	}
	return f.pieces, err
}

func (f *finder) gitlabScripts(n *node, name string) {
	for _, key := range []string{"before_script", "script", "after_script"} {
		f.join(n.get(key), dot(name, key))
	}
}
