package recipes_test

import (
	"slices"
	"testing"

	"github.com/ctxhook/ctxhook/pkg/guard/recipes"
)

func TestComposeVolumes(t *testing.T) {
	for _, tt := range []struct {
		name, text, project string
		volumes             []string
		ok                  bool
	}{
		{"its own", "name: shop\nservices: {db: {image: x}}\nvolumes: {data: {}, log: {name: logs}, shared: {external: true}}\n", "shop", []string{"_data", "logs"}, true},
		{"none", "services: {db: {image: x}}\n", "", nil, true},
		{"more in another file", "include: [db.yaml]\nservices: {db: {image: x}}\n", "", nil, false},
		{"a name of a variable", "name: ${P}\nservices: {db: {image: x}}\n", "${P}", nil, false},
		{"no compose file", "a: b\n", "", nil, false},
	} {
		project, volumes, ok := recipes.ComposeVolumes(tt.text)
		if ok != tt.ok || project != tt.project || !slices.Equal(volumes, tt.volumes) {
			t.Errorf("%s: got %q %q %v", tt.name, project, volumes, ok)
		}
	}
}
