package rulefile

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// tree writes files below a new directory and returns it. A value that
// begins with "-> " is a symbolic link.
func ruleFiles(t testing.TB, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, data := range files {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		var err error
		if target, ok := strings.CutPrefix(data, "-> "); ok {
			err = os.Symlink(target, path)
		} else {
			err = os.WriteFile(path, []byte(data), 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// small is a rule of three lines.
func small(program string) string {
	return "title: t\nrisk: low\nwhen: {program: " + program + "}\n"
}

const model = "program: mytool\ntype: Custom\n"

// holds lists what was loaded, and the errors with dir taken out.
func holds(dir string, p Pack, errs []error) (list []string) {
	for _, r := range p.Rules {
		list = append(list, r.ID+" "+r.When.Program[0])
	}
	for _, c := range p.Commands {
		list = append(list, "user model "+c.Names[0])
	}
	for _, c := range p.Project {
		list = append(list, "project model "+c.Names[0])
	}
	for _, err := range errs {
		list = append(list, "error "+strings.ReplaceAll(err.Error(), dir+string(filepath.Separator), ""))
	}
	return list
}

func TestLoad(t *testing.T) {
	dir := ruleFiles(t, map[string]string{
		"user/b.yaml":                  small("b"),
		"user/a.yaml":                  small("a"),
		"user/tool.yaml":               model,
		"user/tool-again.yaml":         model,
		"user/broken.yaml":             "title: [\n",
		"user/wrong.yaml":              "title: t\nrisk: hihg\nwhen: {progam: p}\n",
		"user/Not An Id.yaml":          small("p"),
		"user/notes.txt":               "not a rule",
		"user/.hidden.yaml":            "not a rule",
		"user/dir.yaml/x.yaml":         small("p"),
		"dotfiles/linked.yaml":         small("linked"),
		"user/linked.yaml":             "-> ../dotfiles/linked.yaml",
		"user/dangling.yaml":           "-> nowhere",
		"repo/.ctxhook/rules/a.yaml":   small("a"),
		"repo/.ctxhook/rules/t.yaml":   model,
		"repo/.ctxhook/rules/out.yaml": "-> ../../../dotfiles/linked.yaml",
		"repo/.ctxhook/rules/abs.yaml": "-> /etc/passwd",
		"repo/.ctxhook/rules/in.yaml":  "-> ../../shared.yaml",
		"repo/shared.yaml":             small("shared"),
	})
	want := []string{
		"user/a a",
		"user/b b",
		"user/linked linked",
		"project/a a",
		"project/in shared",
		"user model mytool",
		"project model mytool",
		"error user/dangling.yaml: no such file or directory",
		"error repo/.ctxhook/rules/abs.yaml: path escapes from parent",
		"error repo/.ctxhook/rules/out.yaml: path escapes from parent",
		`error user/Not An Id.yaml: "user/Not An Id" is not a rule id: name packs and files with lower-case letters, digits and -`,
		"error user/broken.yaml:1:8: unclosed bracket",
		"error user/tool.yaml: mytool is already in user/tool-again.yaml",
		`error user/wrong.yaml:2:7: unknown risk "hihg": did you mean high?` + "\n" +
			`user/wrong.yaml:3:8: unknown key "progam" in when: did you mean program?`,
	}
	dirs := []Dir{
		{Path: filepath.Join(dir, "user"), Pack: UserPack},
		{Path: filepath.Join(dir, "repo/.ctxhook/rules"), Pack: ProjectPack, Root: filepath.Join(dir, "repo")},
		{Path: filepath.Join(dir, "missing"), Pack: UserPack},
		{Path: filepath.Join(dir, "missing/rules"), Pack: ProjectPack, Root: filepath.Join(dir, "missing")},
	}
	cacheDir := filepath.Join(t.TempDir(), "cache")
	age(t, dir)
	for _, round := range []string{"without cache", "fills the cache", "from the cache"} {
		where := cacheDir
		if round == "without cache" {
			where = ""
		}
		p, errs := Load(dirs, where)
		if diff := cmp.Diff(want, holds(dir, p, errs)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", round, diff)
		}
	}
}

// A project's rules directory that is itself a link elsewhere is not read.
func TestLoadProjectDirectoryElsewhere(t *testing.T) {
	dir := ruleFiles(t, map[string]string{
		"home/rules/a.yaml": small("a"),
		"repo/.ctxhook":     "-> ../home",
	})
	p, errs := Load([]Dir{{
		Path: filepath.Join(dir, "repo/.ctxhook/rules"), Pack: ProjectPack, Root: filepath.Join(dir, "repo"),
	}}, "")
	want := []string{"error repo/.ctxhook/rules: path escapes from parent"}
	if diff := cmp.Diff(want, holds(dir, p, errs)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestLoadIsBounded(t *testing.T) {
	t.Run("files", func(t *testing.T) {
		files := make(map[string]string)
		for i := range maxFiles + 5 {
			files[fmt.Sprintf("r%03d.yaml", i)] = small("p")
		}
		dir := ruleFiles(t, files)
		p, errs := Load([]Dir{{Path: dir, Pack: UserPack}}, "")
		if len(p.Rules) != maxFiles || len(errs) != 1 {
			t.Errorf("%d rules and errors %v; want %d and one", len(p.Rules), errs, maxFiles)
		}
	})
	t.Run("bytes", func(t *testing.T) {
		files := make(map[string]string)
		for i := range 10 {
			files[fmt.Sprintf("r%d.yaml", i)] = small("p") + "#" + strings.Repeat("x", maxFile-100)
		}
		files["r0.yaml"] += strings.Repeat("x", maxFile) // an error of its own
		dir := ruleFiles(t, files)
		p, errs := Load([]Dir{{Path: dir, Pack: UserPack}}, "")
		if len(p.Rules) != 3 || len(errs) != 2 {
			t.Errorf("%d rules and errors %v; want 3 and two", len(p.Rules), errs)
		}
	})
}
