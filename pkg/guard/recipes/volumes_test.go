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
		{"its own", "name: shop\nservices: {db: {image: x}}\nvolumes: {data: {}, log: {name: logs}}\n", "shop", []string{"_data", "logs"}, true},
		{"another's", "services: {db: {image: x}}\nvolumes: {data: {}, shared: {external: true}}\n", "", nil, false},
		{"a directory of this machine", "services: {db: {image: x, volumes: [\"./data:/var/lib/db\"]}}\n", "", nil, false},
		{"the same in the long form", "services: {db: {image: x, volumes: [{type: bind, source: ./data, target: /var/lib/db}]}}\n", "", nil, false},
		{"by its name", "services: {db: {image: x, volumes: [\"data:/var/lib/db\"]}}\nvolumes: {data: {}}\n", "", []string{"_data"}, true},
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
