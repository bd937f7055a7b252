package follow

import "github.com/ctxhook/ctxhook/pkg/guard/recipes"

// ComposeVolumes returns the name that a compose file gives its project, and the volumes that it
// declares, as recipes does.
func ComposeVolumes(text string) (project string, volumes []string, ok bool) {
	return recipes.ComposeVolumes(text)
}
