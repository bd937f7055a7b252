package journal

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestShownIn(t *testing.T) {
	for _, tt := range []struct {
		name, output string
		want         []string
	}{
		{"compose", " Network shop_default  Creating\n Network shop_default  Created\n ✔ Volume \"shop_pg\"  Created  0.0s\n Container shop-db-1  Created\n", []string{"network shop_default", "volume shop_pg"}},
		{"what was there", "createdb: error: database \"shop\" already exists\n", []string{"found"}},
		{"migrations", "INFO  Running upgrade a -> b, one\nINFO  Running upgrade b -> c, two\n", []string{"migrated 2"}},
		{"nothing", "ok\n", nil},
	} {
		if diff := cmp.Diff(tt.want, shownIn(tt.output)); diff != "" {
			t.Errorf("%s: %s", tt.name, diff)
		}
	}
}
