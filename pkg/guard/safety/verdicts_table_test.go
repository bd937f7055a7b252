package safety_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/ctxhook/ctxhook/pkg/guard/facts"
	"github.com/ctxhook/ctxhook/pkg/guard/readtest"
	"github.com/ctxhook/ctxhook/pkg/guard/safety"
)

var dated = regexp.MustCompile(`\d{4}-\d\d-\d\d( \d\d:\d\d( UTC)?)?|\b[0-9a-f]{7,40}\b`)

// TestVerdicts holds what is said of real commands, by the shipped rules, in a project
// with work that is in no commit: changed.go, new.go, a stash, a branch that is not
// merged, and what git ignores (build/, .env, notes.db).
func TestVerdicts(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil || runtime.GOOS == "windows" {
		t.Skip("needs git, and the paths of Unix")
	}
	dir := unfinishedProject(t)
	e := engine()
	e.Files = true
	home := filepath.Dir(dir)
	at := safety.Dirs{Home: home, Cwd: dir, Project: dir, Guard: []string{filepath.Join(home, ".claude/settings.json"), filepath.Join(dir, ".ctxhook")}}
	readtest.File(t, "testdata/verdicts.txt", func(command string) []string {
		v := e.Judge(command, at, facts.New(facts.Options{Cwd: dir, Wall: time.Minute, Environ: []string{"HOME=" + home, "PATH=" + os.Getenv("PATH")}, Project: dir}))
		return said(command, &v, strings.NewReplacer(dir, "/home/ann/shop", home, "/home/ann"))
	})
}

// TestVerdictsAnywhere holds what is said of real commands of which nothing is looked up.
func TestVerdictsAnywhere(t *testing.T) {
	e := engine()
	at := safety.Dirs{Home: "/home/ann", Cwd: "/home/ann/shop", Project: "/home/ann/shop", Guard: []string{"/home/ann/.claude/settings.json", "/home/ann/shop/.ctxhook"}}
	for _, name := range []string{"testdata/anywhere.txt", "testdata/branches.txt"} {
		readtest.File(t, name, func(command string) []string {
			v := e.Judge(command, at, nil)
			return said(command, &v, strings.NewReplacer())
		})
	}
}

// said writes a verdict: what is done, and each finding with what it says.
func said(command string, v *safety.Verdict, replace *strings.Replacer) (list []string) {
	say := func(format string, args ...any) {
		list = append(list, dated.ReplaceAllString(replace.Replace(fmt.Sprintf(format, args...)), "…"))
	}
	say("%v, %v risk, %s", v.Action, v.Risk, v.Type)
	for _, f := range v.Findings {
		say("%s %v %q: %s", f.Rule, f.Risk, command[f.Span.From:f.Span.To], f.Message)
		if len(f.Facts) > 0 {
			say("  facts: %s", strings.Join(f.Facts, "; "))
		}
		for _, l := range f.Losses {
			say("  loss: %+v", l)
		}
		if len(f.Instead) > 0 {
			say("  instead: %s", strings.Join(f.Instead, " | "))
		}
		for _, flag := range []struct {
			is   bool
			name string
		}{{f.Empty, "if a variable is empty"}, {f.Astray, "if a cd fails"}, {f.Once, "asked once"}} {
			if flag.is {
				say("  %s", flag.name)
			}
		}
	}
	return list
}

// unfinishedProject makes a project with work that is in no commit.
func unfinishedProject(t *testing.T) string {
	home, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(home, "shop")
	write := func(name, text string) {
		file := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	git := func(args ...string) {
		c := exec.Command("git", args...)
		c.Dir = dir
		c.Env = append(os.Environ(), "HOME="+home, "GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_NOSYSTEM=1", "GIT_AUTHOR_NAME=a", "GIT_AUTHOR_EMAIL=a@b", "GIT_COMMITTER_NAME=a", "GIT_COMMITTER_EMAIL=a@b")
		if out, err := c.CombinedOutput(); err != nil {
			t.Fatalf("git %q: %v\n%s", args, err, out)
		}
	}
	for name, text := range map[string]string{
		"clean.go": "package shop\n", "changed.go": "package shop\n", "stashed.go": "package shop\n", ".gitignore": "build/\n.env\n*.db\n", "Makefile": "clean:\n\trm -rf build\n\nwipe:\n\tgit clean -fdx\n",
		"package.json": `{"name": "shop", "scripts": {"clean": "rimraf build", "wipe": "git reset --hard"}}`, "gen/a.go": "package gen\n",
	} {
		write(name, text)
	}
	git("init", "-q", "-b", "main")
	git("add", ".")
	git("commit", "-q", "-m", "first")
	git("checkout", "-q", "-b", "topic")
	write("topic.go", "package shop\n")
	git("add", ".")
	git("commit", "-q", "-m", "work")
	git("checkout", "-q", "main")
	git("branch", "-q", "merged")
	write("stashed.go", "package shop // stashed\n")
	git("stash", "-q")
	write("changed.go", "package shop // changed\n")
	write("new.go", "package shop\n")
	write("build/out.js", "x\n")
	write(".env", "KEY=1\n")
	write("notes.db", "rows\n")
	return dir
}
