package effect

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// TestClassesHaveTheirNames: rules speak of classes by name, and the names
// are counted off against the constants.
func TestClassesHaveTheirNames(t *testing.T) {
	want := map[string]Class{
		"root": Root, "home": Home, "system": System, "below-system": BelowSystem, "device": Device, "mount": Mount,
		"project-root": ProjectRoot, "project": Project, "above-project": AboveProject, "outside-project": OutsideProject,
		"vcs": VCS, "temp": Temp, "generated": Generated, "secret": Secret, "startup": Startup, "guard": Guard,
		"maybe-root": MaybeRoot, "unknown": UnknownPath, "made": Made,
		"temp-root": TempRoot, "settings": Settings, "output": Output,
	}
	if len(want) != len(rule.Classes) {
		t.Errorf("%d constants for %d classes", len(want), len(rule.Classes))
	}
	for name, class := range want {
		if diff := cmp.Diff([]string{name}, class.Names()); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
		if got := rule.ClassSetOf(name); got != class {
			t.Errorf("%s is %v by its name, want %v", name, got, class)
		}
	}
}

// TestHomeOutranksSystem: a home is a home wherever it lies, also where other
// directories belong to the system.
func TestHomeOutranksSystem(t *testing.T) {
	for _, home := range []string{"/srv/x", "/opt/x", "/var/x", "/var/lib/jenkins", "/usr/home/x", "/nix/home/x", "/mnt/big/x", "/media/usb/x", "/root", "/home/x", "/Users/x", "/data/u"} {
		at := Dirs{Home: home}
		for path, want := range map[string]Class{
			"":                 Home,
			"/*":               Home,
			"/Documents":       Home,
			"/.ssh":            Home | Secret,
			"/.bashrc":         Startup,
			"/.gitconfig":      Settings,
			"/.ssh/config":     Settings,
			"/notes.txt":       0,
			"/proj/src/app.py": 0,
			"/.cache/pip":      Generated,
		} {
			w := shell.Word{Parts: []shell.Part{{Kind: shell.Lit, Text: home + path}}}
			if got := ClassOf(w, shell.Dir{}, at) &^ OutsideProject; got != want {
				t.Errorf("%s%s is %v, want %v", home, path, got.Names(), want.Names())
			}
		}
	}
	for _, home := range []string{"/", "/bin", "/etc", "/usr", "/dev"} {
		at := Dirs{Home: home}
		for _, path := range []string{"/etc/passwd", "/bin/sh", "/usr/lib"} {
			w := shell.Word{Parts: []shell.Part{{Kind: shell.Lit, Text: path}}}
			if got := ClassOf(w, shell.Dir{}, at); got&System == 0 {
				t.Errorf("%s with the home %s is %v, want system", path, home, got.Names())
			}
		}
	}
}
