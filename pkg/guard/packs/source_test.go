package packs

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/ctxhook/ctxhook/pkg/guard/rulefile"
)

func TestParseSource(t *testing.T) {
	dir := t.TempDir()
	for _, tc := range []struct{ text, want string }{
		{dir, "dir"},
		{"https://example.com/acme/rules.git", "git"},
		{"ssh://git@example.com/acme/rules", "git"},
		{"git@example.com:acme/rules.git", "git"},
		{"file:///srv/rules.git", "git"},
		{"https://ann:secret@example.com/rules", "keep it in git's credential helper"},
		{"https://token@example.com/rules", "keep it in git's credential helper"},
		{"http://example.com/rules", "not an address"},
		{"git://example.com/rules", "not an address"},
		{"ext::sh -c 'touch x'", "not an address"},
		{"ext://x", "not an address"},
		{"fd::17", "not an address"},
		{"ssh://-oProxyCommand=touch/x", "not an address"},
		{"-oProxyCommand=touch:x", "not an address"},
		{"--upload-pack=touch", "not an address"},
		{"https://", "not an address"},
		{"example.com/acme/rules", "not an address"},
		{"https://example.com/\x1b[2J", "not an address"},
		{"", "not an address"},
		{"./nowhere", "there is no directory"},
		{filepath.Join(dir, "nowhere"), "there is no directory"},
	} {
		s, err := ParseSource(tc.text)
		got := map[bool]string{true: "git", false: "dir"}[s.git]
		if err != nil {
			got = err.Error()
		}
		if !strings.Contains(got, tc.want) {
			t.Errorf("%q: %s, want %s", tc.text, got, tc.want)
		}
	}
}

func TestNearest(t *testing.T) {
	for text, want := range map[string]string{
		"acme/agent-rules": "https://github.com/acme/agent-rules", "github.com/acme/x": "https://github.com/acme/x",
		"acme": "", "a/b/c": "", "./x": "", "example.com/x": "", "acme/-x": "", "acme/x\n": "", "": "",
	} {
		if got := Nearest(text); got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
}

func TestBase(t *testing.T) {
	for text, want := range map[string]string{
		"https://example.com/acme/ctxhook-rules.git/": "rules", "git@example.com:rules": "rules", "/srv/Packs/acme": "acme",
	} {
		if got := (Source{Text: text}).Base(); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}

// write writes files below a new directory. A value that begins with "-> " is a
// symbolic link, one that begins with "= " a hard link.
func write(t testing.TB, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	links := map[string]string{}
	for name, data := range files {
		path := filepath.Join(dir, name)
		err := os.MkdirAll(filepath.Dir(path), 0o755)
		if target, ok := strings.CutPrefix(data, "-> "); ok && err == nil {
			err = os.Symlink(target, path)
		} else if target, ok := strings.CutPrefix(data, "= "); ok {
			links[path] = filepath.Join(dir, target)
		} else if err == nil {
			err = os.WriteFile(path, []byte(data), 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	for path, target := range links {
		if err := os.Link(target, path); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// hostile are packs and how they are refused; "" names the files that are read of
// one that only looks hostile.
func hostile() []struct {
	name  string
	files map[string]string
	want  string
} {
	many, long := map[string]string{}, map[string]string{}
	for i := range maxNames + 1 {
		many[fmt.Sprintf("rules/a%d.yaml", i)] = "x"
	}
	for i := range 20 {
		long[fmt.Sprintf("rules/a%d.yaml", i)] = strings.Repeat("x", 60<<10)
	}
	return []struct {
		name  string
		files map[string]string
		want  string
	}{
		{"beside pack.yaml", map[string]string{"pack.yaml": "name: acme\n", "b.yaml": noProd, "a.yaml": noProd, "README.md": "x", "docs/x.yaml": "x", ".github.yaml": "x"}, "pack.yaml rules/a.yaml rules/b.yaml"},
		{"in rules", map[string]string{"rules/a.yaml": noProd, "mkdocs.yaml": "x", "rules/README.md": "x"}, "rules/a.yaml"},
		{"hard links are files", map[string]string{"rules/a.yaml": noProd, "rules/b.yaml": "= rules/a.yaml"}, "rules/a.yaml rules/b.yaml"},
		{"other YAML beside pack.yaml", map[string]string{"pack.yaml": "name: acme\n", "a.yaml": noProd, "docker-compose.yaml": "services: {}\n", "mkdocs.yml": "site_name: x\n"}, "pack.yaml rules/a.yaml"},
		{"yml in rules", map[string]string{"rules/a.yml": noProd, "rules/b.yaml": noProd}, "rules/a.yml: a rule file ends in .yaml: rename it to a.yaml"},
		{"yml beside pack.yaml", map[string]string{"pack.yaml": "name: acme\n", "a.yml": noProd, "b.yaml": noProd}, "a.yml: a rule file ends in .yaml: rename it to a.yaml"},
		{"no name in rules", map[string]string{"rules/.yaml": noProd, "rules/b.yaml": noProd}, "rules/.yaml: not a name of a rule file"},
		{"a hidden rule", map[string]string{"rules/.a.yaml": noProd, "rules/b.yaml": noProd, "rules/.gitkeep": ""}, "rules/.a.yaml: not a name of a rule file"},
		{"pack.yml", map[string]string{"pack.yml": "name: acme\n", "rules/b.yaml": noProd}, "pack.yml: rename it to pack.yaml"},
		{"pack.yaml in rules", map[string]string{"rules/pack.yaml": "name: acme\n", "rules/b.yaml": noProd}, "rules/pack.yaml: it describes the pack: move it beside rules/"},
		{"a rule beside rules", map[string]string{"rules/a.yaml": noProd, "b.yaml": noProd, "mkdocs.yaml": "x"}, "b.yaml: rule files lie in rules/ where there is one: move it there"},
		{"a broken rule beside rules", map[string]string{"rules/a.yaml": noProd, "b.yaml": noProd + "]"}, "b.yaml: rule files lie in rules/"},
		{"a line end in a name", map[string]string{"rules/a\nctxhook: ok.yaml": noProd}, `rules/a\nctxhook: ok.yaml": not a name of a rule file`},
		{"a link with a line end in its name", map[string]string{"rules/a\nb.yaml": "-> /etc/passwd"}, `rules/a\nb.yaml": a symbolic link`},
		{"no rules", map[string]string{"README.md": "x"}, "no rule files"},
		{"a link to a file", map[string]string{"rules/a.yaml": "-> /etc/passwd"}, "rules/a.yaml: a symbolic link"},
		{"a link within", map[string]string{"rules/a.yaml": noProd, "rules/b.yaml": "-> a.yaml"}, "rules/b.yaml: a symbolic link"},
		{"a link for rules", map[string]string{"rules": "-> /etc", "pack.yaml": "name: x"}, "rules: a symbolic link"},
		{"a link for pack.yaml", map[string]string{"pack.yaml": "-> /etc/passwd", "rules/a.yaml": noProd}, "pack.yaml: a symbolic link"},
		{"a directory in rules", map[string]string{"rules/a.yaml": noProd, "rules/more/b.yaml": noProd}, "rules/more: a directory"},
		{"capitals", map[string]string{"rules/a.yaml": noProd, "rules/A.yaml": noProd}, "rules/A.yaml: not a name of a rule file"},
		{"an escape of the terminal", map[string]string{"rules/a\x1b[2J.yaml": noProd}, "not a name of a rule file"},
		{"a name that is no UTF-8", map[string]string{"rules/\xff.yaml": noProd}, "not a name of a rule file"},
		{"many files", many, "more than 5000 files"},
		{"large files", long, "more than 262144 bytes"},
		{"a large file", map[string]string{"rules/a.yaml": strings.Repeat("x", 65<<10)}, "rules/a.yaml: 66560 bytes"},
	}
}

// same compares what was read of a pack with what is wanted.
func same(t *testing.T, name, want string, f *Fetched, err error) {
	t.Helper()
	got := ""
	if err != nil {
		if got = err.Error(); strings.Contains(got, want) && !strings.ContainsAny(got, "\x1b\n") && utf8.ValidString(got) {
			return
		}
	} else {
		var names []string
		for _, f := range f.Bundle {
			names = append(names, f.Name)
		}
		got = strings.Join(names, " ")
	}
	if got != want {
		t.Errorf("%s: %q, want %q", name, got, want)
	}
}

func TestReadDir(t *testing.T) {
	for _, tc := range hostile() {
		f, err := readDir(write(t, tc.files))
		same(t, tc.name, tc.want, f, err)
	}
}

// repositoryOf commits files to a new repository.
func repositoryOf(t testing.TB, files map[string]string) (dir, commit string) {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("no git")
	}
	dir = write(t, files)
	script := "git init -q && git add -A && git -c user.name=a -c user.email=a@b commit -qm x && git rev-parse HEAD"
	return dir, sh(t, dir, script)
}

func sh(t testing.TB, dir, script string) string {
	t.Helper()
	cmd := exec.Command("sh", "-c", script)
	cmd.Dir, cmd.Stderr = dir, os.Stderr
	cmd.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CONFIG_NOSYSTEM=1")
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s: %v", script, err)
	}
	return strings.TrimSpace(string(out))
}

func TestFetchHostile(t *testing.T) {
	for _, tc := range hostile() {
		if len(tc.files) > maxNames {
			continue // it takes git long to store them
		}
		dir, _ := repositoryOf(t, tc.files)
		f, err := fetch(t.Context(), "file://"+dir, "", os.Environ())
		same(t, tc.name, tc.want, f, err)
	}
}

// A repository runs nothing here: no filter, hook or submodule, and no program that
// the environment or the settings of git name.
func TestFetchRunsNothing(t *testing.T) {
	ran := filepath.Join(t.TempDir(), "ran")
	touch := "touch " + ran
	dir, _ := repositoryOf(t, map[string]string{
		"rules/a.yaml":   noProd,
		".gitattributes": "* filter=evil diff=evil\n",
		".gitmodules":    "[submodule \"x\"]\n\tpath = x\n\turl = ext::sh -c " + touch + "\n",
		"hooks/x":        "",
	})
	global := filepath.Join(t.TempDir(), "gitconfig")
	for _, s := range []struct{ file, text string }{
		{global, "[filter \"evil\"]\n\tsmudge = " + touch + "\n[core]\n\thooksPath = " + dir + "/hooks\n\tfsmonitor = " + touch + "\n\taskPass = " + touch + "\n"},
		{filepath.Join(dir, "hooks", "reference-transaction"), "#!/bin/sh\n" + touch + "\n"},
		{filepath.Join(dir, ".git", "hooks", "post-upload-pack"), "#!/bin/sh\n" + touch + "\n"},
	} {
		if err := os.MkdirAll(filepath.Dir(s.file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(s.file, []byte(s.text), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	sh(t, dir, "git config uploadpack.packObjectsHook '"+touch+"' && git config core.fsmonitor '"+touch+"'")
	environ := append(os.Environ(), "GIT_CONFIG_GLOBAL="+global, "GIT_PROXY_COMMAND="+touch, "GIT_ASKPASS="+touch, "GIT_EXTERNAL_DIFF="+touch, "GIT_DIR=/nowhere")
	f, err := fetch(t.Context(), "file://"+dir, "", environ)
	same(t, "repository", "rules/a.yaml", f, err)
	for _, address := range []string{"ext::sh -c " + touch, "file:///nowhere", "https://127.0.0.1:1/x"} {
		if f, err := fetch(t.Context(), address, "", environ); err == nil {
			t.Errorf("%s: fetched %v", address, f)
		}
	}
	if _, err := os.Stat(ran); err == nil {
		t.Error("something ran")
	}
}

func TestPins(t *testing.T) {
	dir, first := repositoryOf(t, map[string]string{"rules/a.yaml": noProd})
	sh(t, dir, "echo '# more' >> rules/a.yaml && git -c user.name=a -c user.email=a@b commit -qam y")
	second := sh(t, dir, "git rev-parse HEAD")
	s := Source{"file://" + dir, true}
	for _, tc := range []struct {
		pin  func(*Fetched) string
		want string
	}{
		{func(*Fetched) string { return "" }, second},
		{func(*Fetched) string { return first }, first},
		{func(f *Fetched) string { return "sha256:" + f.Sum() }, second},
		{func(*Fetched) string { return "sha256:" + strings.Repeat("a", 64) }, "not what it is pinned to"},
		{func(*Fetched) string { return strings.Repeat("a", 40) }, "the repository has no commit aaaa"},
		{func(*Fetched) string { return first[:7] }, "neither a whole commit nor sha256"},
		{func(*Fetched) string { return "--upload-pack=x" }, "neither a whole commit nor sha256"},
	} {
		newest, err := s.Fetch(t.Context(), "", os.Environ())
		if err != nil {
			t.Fatal(err)
		}
		pin := tc.pin(newest)
		got := ""
		if f, err := s.Fetch(t.Context(), pin, os.Environ()); err != nil {
			got = err.Error()
		} else {
			got = f.Commit
		}
		if !strings.Contains(got, tc.want) {
			t.Errorf("pin %q: %s, want %s", pin, got, tc.want)
		}
	}
}

func TestFetchEnds(t *testing.T) {
	dir, _ := repositoryOf(t, map[string]string{"rules/a.yaml": noProd})
	ended, end := context.WithCancel(t.Context())
	end()
	if _, err := fetch(ended, "file://"+dir, "", os.Environ()); err == nil {
		t.Error("fetched after the end")
	}
}

func TestAboutAndPlace(t *testing.T) {
	flat, err := readDir(write(t, map[string]string{"pack.yaml": "name: acme\nlicense: MIT\n", "a.yaml": noProd}))
	if err != nil {
		t.Fatal(err)
	}
	about, err := flat.About()
	if diff := cmp.Diff(rulefile.About{Name: "acme", License: "MIT"}, about); err != nil || diff != "" {
		t.Errorf("%v (-want +got)\n%s", err, diff)
	}
	if got := flat.Place("rules/a.yaml"); got != flat.place+"/a.yaml" {
		t.Errorf("place %s", got)
	}
}

// FuzzParseTree: the author of the repository decides what git lists.
func FuzzParseTree(f *testing.F) {
	f.Add([]byte("100644 blob "+strings.Repeat("a", 40)+"      12\ta.yaml\x00120000 blob "+strings.Repeat("b", 40)+"       1\t\xff\x00"), "rules")
	f.Fuzz(func(t *testing.T, out []byte, dir string) {
		files, err := parseTree(out, dir)
		for _, f := range files {
			if err != nil || !isCommit(f.id) || f.size < 0 {
				t.Errorf("%v and %v", f, err)
			}
		}
	})
}
