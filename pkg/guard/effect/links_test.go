package effect

import (
	"strings"
	"testing"

	"github.com/ctxhook/ctxhook/pkg/guard/follow"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// mac is a macOS machine with links.
type mac map[string]string

func (m mac) Real(path string) string {
	for from, to := range m {
		if within(strings.ToLower(path), from) {
			return to + path[len(from):]
		}
	}
	return path
}

// TestLinks classifies paths of a machine on which /tmp and the home are links, and
// letters are the same in either case.
func TestLinks(t *testing.T) {
	m := mac{"/tmp": "/private/tmp", "/var": "/private/var", "/users/me": "/Volumes/data/me", "/private/tmp/shop/out": "/Volumes/data/me/Documents"}
	for _, tt := range []struct {
		cwd, cd, path string
		want, not     Class
	}{
		{"/private/tmp/shop", "", "src", Project, Temp | OutsideProject},
		{"/private/tmp/shop", "", "SRC/a", Project, Temp | OutsideProject},
		{"/private/tmp/shop", "", "/tmp/shop/src", Project, OutsideProject},
		{"/private/tmp/shop", "", "/TMP/shop/src", Project, OutsideProject},
		{"/private/tmp/shop", "", "/private/tmp/shop", ProjectRoot, 0},
		{"/private/tmp/shop", "", "/tmp/shop", ProjectRoot, 0},
		{"/private/tmp/shop", "", "/tmp/shop/*", ProjectRoot, 0},
		{"/private/tmp/shop", "", "/tmp/other", Temp, Project},
		{"/tmp/shop", "", "/private/tmp/shop/src", Project, OutsideProject},
		{"/tmp/shop", "", "/private/tmp/shop", ProjectRoot, 0},
		{"/private/tmp/shop", "", "/var/folders/x/y", Temp, System},
		{"/private/tmp/shop", "", "/Users/me", Home, 0},
		{"/private/tmp/shop", "", "/users/ME/", Home, 0},
		{"/private/tmp/shop", "", "/Volumes/data/me", Home, 0},
		{"/private/tmp/shop", "", "/volumes/data/me/documents", Home, 0},
		{"/private/tmp/shop", "", "out/", Home, Project | Temp},
		{"/private/tmp/shop", "", "out/*", Home, Project | Temp},
		{"/private/tmp/shop", "", "out", Project, Home},
		{"/private/tmp/shop", "out", "..", Home, 0},
		{"/private/tmp/shop", "", "out/../src", OutsideProject, Project},
		{"/private/tmp/shop", "src", "..", ProjectRoot, 0},
		{"/private/tmp/shop", "", "$X/src", UnknownPath, 0},
		{"/private/tmp/shop", "", "/dev/disk0", Device, 0},
		{"/private/tmp/shop", "", "/Volumes/data/me/.config/ctxhook/rules", Guard, 0},
	} {
		at := Dirs{Home: "/Users/me", Cwd: tt.cwd, Project: tt.cwd, Guard: []string{"/Users/me/.config/ctxhook"}, Fold: true}.On(m)
		text := "rm " + tt.path
		if tt.cd != "" {
			text = "cd " + tt.cd + " && " + text
		}
		s := follow.Parse(text, shell.Options{Home: at.Home, Cwd: at.Cwd})
		call := &s.Calls[len(s.Calls)-1]
		if got := ClassOf(call.Argv[1], call.Cwd, at); got&tt.want != tt.want || got&tt.not != 0 {
			t.Errorf("in %s: %s: %v, want %v and not %v", tt.cwd, text, got.Names(), tt.want.Names(), tt.not.Names())
		}
	}
}
