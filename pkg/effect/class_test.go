package effect

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ctxhook/ctxhook/pkg/rule"
)

// TestClassesHaveTheirNames: rules speak of classes by name, and the names
// are counted off against the constants.
func TestClassesHaveTheirNames(t *testing.T) {
	want := map[string]Class{
		"root": Root, "home": Home, "system": System, "below-system": BelowSystem, "device": Device, "mount": Mount,
		"project-root": ProjectRoot, "project": Project, "above-project": AboveProject, "outside-project": OutsideProject,
		"vcs": VCS, "temp": Temp, "generated": Generated, "secret": Secret, "startup": Startup, "guard": Guard,
		"maybe-root": MaybeRoot, "unknown": UnknownPath, "made": Made,
		"temp-root": TempRoot,
	}
	if len(want) != len(rule.Classes) {
		t.Errorf("%d constants for %d classes", len(want), len(rule.Classes))
	}
	for name, class := range want {
		if diff := cmp.Diff([]string{name}, class.Names()); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
		if !class.Has(name) || class.Has("no-class") {
			t.Errorf("%s does not answer to its name alone", name)
		}
	}
}
