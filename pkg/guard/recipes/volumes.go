package recipes

import (
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/tree"
)

// ComposeVolumes returns the name that a compose file gives its project, "" for that of its
// directory, and the names of the volumes that it declares: an own name of each, or "_" and
// its key, which goes behind the project's. ok is false where the file does not tell, and where
// its services see other data: a directory of this machine, or a volume that is not the project's.
func ComposeVolumes(text string) (project string, volumes []string, ok bool) {
	doc, err := tree.YAML([]byte(text))
	if err != nil || len(doc.Roots) != 1 {
		return "", nil, false
	}
	root := doc.Roots[0]
	if root.Get("services") == nil || root.Get("include") != nil {
		return "", nil, false
	}
	for _, s := range root.Get("services").Entries() {
		if s.Value.Get("extends") != nil || s.Value.Get("volumes_from") != nil {
			return "", nil, false
		}
		for _, v := range s.Value.Get("volumes").List() {
			if strings.IndexAny(doc.Str(v), "./~$") == 0 || v.Get("type") != nil && doc.Str(v.Get("type")) != "volume" {
				return "", nil, false
			}
		}
	}
	project = doc.Str(root.Get("name"))
	for _, v := range root.Get("volumes").Entries() {
		if external := v.Value.Get("external"); external != nil && doc.Str(external) != "false" {
			return "", nil, false
		}
		name := doc.Str(v.Value.Get("name"))
		if name == "" {
			name = "_" + v.Key
		}
		volumes = append(volumes, name)
	}
	return project, volumes, !strings.Contains(project+strings.Join(volumes, ""), "$")
}
