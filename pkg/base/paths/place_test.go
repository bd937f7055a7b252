package paths

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
)

func env(pairs ...string) func(string) string {
	return func(name string) string {
		for i := 0; i < len(pairs); i += 2 {
			if pairs[i] == name {
				return pairs[i+1]
			}
		}
		return ""
	}
}

func TestResolve(t *testing.T) {
	tests := []struct {
		name, goos                 string
		env                        func(string) string
		config, data, state, cache string
		err                        error
	}{
		{"linux", "linux", env("HOME", "/h"), "/h/.config/ctxhook", "/h/.local/share/ctxhook", "/h/.local/state/ctxhook", "/h/.cache/ctxhook", nil},
		{"macOS as Linux", "darwin", env("HOME", "/Users/h/"), "/Users/h/.config/ctxhook", "/Users/h/.local/share/ctxhook", "/Users/h/.local/state/ctxhook", "/Users/h/.cache/ctxhook", nil},
		{"xdg", "linux", env("HOME", "/h", "XDG_CONFIG_HOME", "/c", "XDG_STATE_HOME", "/s"), "/c/ctxhook", "/h/.local/share/ctxhook", "/s/ctxhook", "/h/.cache/ctxhook", nil},
		{"relative xdg is ignored", "linux", env("HOME", "/h", "XDG_CONFIG_HOME", "c"), "/h/.config/ctxhook", "/h/.local/share/ctxhook", "/h/.local/state/ctxhook", "/h/.cache/ctxhook", nil},
		{"doubled slashes", "linux", env("HOME", "/x//h/", "XDG_CONFIG_HOME", "/c/./d/", "XDG_STATE_HOME", "//s"), "/c/d/ctxhook", "/x/h/.local/share/ctxhook", "/s/ctxhook", "/x/h/.cache/ctxhook", nil},
		{"up and down", "linux", env("HOME", "/x/../h", "XDG_CACHE_HOME", "/h/a/../c"), "/h/.config/ctxhook", "/h/.local/share/ctxhook", "/h/.local/state/ctxhook", "/h/c/ctxhook", nil},
		{"windows, doubled", "windows", env("USERPROFILE", `C:\\U\`, "APPDATA", `\\nas\U\.\R`), `\\nas\U\R\ctxhook`, `C:\U\AppData\Local\ctxhook`, `C:\U\AppData\Local\ctxhook\state`, `C:\U\AppData\Local\ctxhook\cache`, nil},
		{"no home", "linux", env(), "", "", "", "", ErrNoHome},
		{"relative home", "linux", env("HOME", "."), "", "", "", "", ErrNoHome},
		{"what is known without home stays", "linux", env("XDG_STATE_HOME", "/s"), "", "", "/s/ctxhook", "", ErrNoHome},
		{"no home needed", "linux", env("XDG_CONFIG_HOME", "/a", "XDG_DATA_HOME", "/b", "XDG_STATE_HOME", "/c", "XDG_CACHE_HOME", "/d"), "/a/ctxhook", "/b/ctxhook", "/c/ctxhook", "/d/ctxhook", nil},
		{"windows", "windows", env("USERPROFILE", `C:\U`, "APPDATA", `C:\U\R`, "LOCALAPPDATA", `C:\U\L`), `C:\U\R\ctxhook`, `C:\U\L\ctxhook`, `C:\U\L\ctxhook\state`, `C:\U\L\ctxhook\cache`, nil},
		{"windows by profile", "windows", env("USERPROFILE", `C:\U`), `C:\U\AppData\Roaming\ctxhook`, `C:\U\AppData\Local\ctxhook`, `C:\U\AppData\Local\ctxhook\state`, `C:\U\AppData\Local\ctxhook\cache`, nil},
		{"windows without", "windows", env("HOME", "/h"), "", "", "", "", ErrNoHome},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p, err := Resolve(tt.env, tt.goos)
			if !errors.Is(err, tt.err) {
				t.Errorf("error %v, want %v", err, tt.err)
			}
			got := [...]string{p.Config, p.Data, p.State, p.Cache}
			if want := [...]string{tt.config, tt.data, tt.state, tt.cache}; got != want {
				t.Errorf("got %q, want %q", got, want)
			}
			if tt.err != nil && p.Config == "" && (p.ConfigFile() != "" || WriteFile(p.ConfigFile(), nil) == nil) {
				t.Error("a path in an unknown directory")
			}
		})
	}
}

func TestProject(t *testing.T) {
	home := t.TempDir()
	for _, dir := range []string{".ctxhook", ".git", "repo/.git", "repo/sub/deep", "repo/own/.ctxhook", "plain/dir", "tree/x"} {
		if err := os.MkdirAll(filepath.Join(home, dir), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(home, "tree/.git"), []byte("gitdir: /x"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(home, "plain/.ctxhook"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		name, cwd, root string
		ok              bool
	}{
		{"root", "repo", "repo", true},
		{"below", "repo/sub/deep", "repo", true},
		{"missing directory below", "repo/gone/deeper", "repo", true},
		{"nearest", "repo/own", "repo/own", true},
		{"linked work tree", "tree/x", "tree", true},
		{"a file named .ctxhook makes no project", "plain/dir", "", false},
		{"home is none, though it has .git and .ctxhook", "", "", false},
		{"above home", "..", "", false},
	}
	p := Places{Home: home}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			root, ok := p.Project(filepath.Join(home, tt.cwd))
			want := ""
			if tt.ok {
				want = filepath.Join(home, tt.root)
			}
			if root != want || ok != tt.ok {
				t.Errorf("got %q %v, want %q %v", root, ok, want, tt.ok)
			}
		})
	}
	if _, ok := p.Project("repo"); ok {
		t.Error("a relative directory has a project")
	}
	if _, ok := p.Project("/" + strings.Repeat("a/", 5000)); ok {
		t.Error("a deep directory has a project")
	}
}

func TestGuard(t *testing.T) {
	p, err := Resolve(env("HOME", "/h"), "linux")
	if err != nil {
		t.Fatal(err)
	}
	got := p.Guard("/h/repo", "/usr/bin/ctxhook")
	for _, want := range []string{
		"/h/.config/ctxhook", "/h/.local/state/ctxhook", "/h/.local/share/ctxhook", "/h/.cache/ctxhook", "/usr/bin/ctxhook",
		"/h/.claude/settings.json", "/h/.claude/settings.local.json", "/h/.claude.json", "/etc/claude-code", "/etc/ctxhook",
		"/h/.claude/plugins/installed_plugins.json", "/h/.claude/plugins/cache/ctxhook",
		"/h/repo/.ctxhook", "/h/repo/.claude/settings.json", "/h/repo/.claude/settings.local.json",
	} {
		if !slices.Contains(got, want) {
			t.Errorf("%s is not guarded", want)
		}
	}
	p, _ = Resolve(env(), "linux")
	if got := p.Guard("", ""); slices.Contains(got, "") {
		t.Errorf("an empty path among %q", got)
	}
	p, _ = Resolve(env("HOME", "/h", "CLAUDE_CONFIG_DIR", "/c"), "darwin")
	if got := p.Guard("", ""); !slices.Contains(got, "/c/settings.json") {
		t.Errorf("moved settings are not guarded: %q", got)
	}
}

func TestReadFile(t *testing.T) {
	dir := t.TempDir()
	path := func(name string) string { return filepath.Join(dir, name) }
	write := func(name string, n int) {
		if err := os.WriteFile(path(name), make([]byte, n), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	link := func(target, name string) {
		if err := os.Symlink(target, path(name)); err != nil {
			t.Skip("no symbolic links here:", err)
		}
	}
	write("fits", 10)
	write("large", 11)
	link("fits", "link")
	link("/dev/zero", "zero")
	link("loop", "loop")
	link(os.Args[0], "outside")
	tests := []struct {
		name, file string
		want       error
		in         error // of ReadFileIn, where it differs
	}{
		{"file", "fits", nil, nil},
		{"link to it", "link", nil, nil},
		{"too large", "large", ErrTooLarge, ErrTooLarge},
		{"missing", "gone", os.ErrNotExist, os.ErrNotExist},
		{"directory", ".", ErrNotRegular, ErrNotRegular},
		{"endless device", "zero", ErrNotRegular, errAny},
		{"loop", "loop", errAny, errAny},
		{"link out of the root", "outside", ErrTooLarge, errAny},
	}
	if runtime.GOOS == "windows" {
		t.Skip("devices are elsewhere on Windows")
	}
	check := func(t *testing.T, verb string, err, want error) {
		t.Helper()
		if want == errAny && err != nil {
			return
		}
		if !errors.Is(err, want) {
			t.Errorf("%s: got %v, want %v", verb, err, want)
		}
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := ReadFile(path(tt.file), 10)
			check(t, "ReadFile", err, tt.want)
			_, err = ReadFileIn(dir, tt.file, 10)
			check(t, "ReadFileIn", err, tt.in)
		})
	}
}

var errAny = errors.New("any error")

func TestWriteFile(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a", "b", "file")
	for _, text := range []string{"one", "two"} {
		if err := WriteFile(path, []byte(text)); err != nil {
			t.Fatal(err)
		}
		if got, err := os.ReadFile(path); err != nil || string(got) != text {
			t.Errorf("got %q, %v", got, err)
		}
	}
	if runtime.GOOS != "windows" {
		for name, want := range map[string]os.FileMode{path: 0o600, filepath.Dir(path): os.ModeDir | 0o700} {
			if info, err := os.Stat(name); err != nil || info.Mode() != want {
				t.Errorf("%s: mode %v, want %v (%v)", name, info.Mode(), want, err)
			}
		}
	}
	if left, _ := filepath.Glob(filepath.Join(dir, "a", "b", ".*")); len(left) > 0 {
		t.Errorf("left behind: %q", left)
	}
}

func TestWriteFileFollowsLink(t *testing.T) {
	dir := t.TempDir()
	target, link := filepath.Join(dir, "dotfiles"), filepath.Join(dir, "config")
	if err := os.WriteFile(target, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(target, link); err != nil {
		t.Skip("no symbolic links here:", err)
	}
	if err := WriteFile(link, []byte("x")); err != nil {
		t.Fatal(err)
	}
	if got, _ := os.ReadFile(target); string(got) != "x" {
		t.Errorf("the file behind the link has %q", got)
	}
	if err := WriteCache(link, []byte("y")); err != nil {
		t.Fatal(err)
	}
	if got, _ := os.ReadFile(target); string(got) != "x" {
		t.Errorf("a cache was written through the link: %q", got)
	}
	if got, _ := os.ReadFile(link); string(got) != "y" {
		t.Errorf("the cache has %q", got)
	}
}

func TestWriteFileWhereItCannot(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "file"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := WriteFile(filepath.Join(dir, "file", "x"), nil); err == nil {
		t.Error("wrote below a file")
	}
	if _, err := OpenAppend(dir); err == nil {
		t.Error("appended to a directory")
	}
}
