//go:build unix

package rules_test

import (
	"context"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/safety"
)

// TestInsteadRuns runs what is offered, where git and a Unix are enough: it
// ends well, or as it must, and every file and commit is still there.
func TestInsteadRuns(t *testing.T) {
	t.Parallel()
	if out, err := exec.Command("git", "push", "-h").CombinedOutput(); !strings.Contains(string(out), "force-if-includes") {
		t.Skipf("no git 2.30: %v", err)
	}
	world := newWorld(t)
	e := engine()
	ran := make(map[string]bool)
	for _, c := range insteadCommands(t) {
		for _, f := range e.Judge(c, safety.Dirs{Home: world.home, Cwd: world.project, Project: world.project}, rule.Lossy{}).Findings {
			for _, s := range f.Instead {
				if world.holds(s) && !ran[s] {
					ran[s] = true
					t.Run(s, func(t *testing.T) {
						t.Parallel()
						world.run(t, c, s)
					})
				}
			}
		}
	}
	if len(ran) < 50 {
		t.Errorf("%d commands ran, want 50 or more", len(ran))
	}
}

// refused are the beginnings of commands that must fail here, as the remote
// has a commit of somebody else and the other work tree a changed file.
var refused = []string{"git push --force-with-lease", "cd lib && git push --force-with-lease", "git worktree remove"}

// stops are what git says where it refuses to lose something, and asks for a
// state that this world is not in.
var stops = []string{
	"Could not reset index file", "cannot rebase: You have unstaged changes", "to keep the file, or -f to force removal",
	"[rejected]", "is not a valid", "no upstream configured", "fatal: invalid upstream",
}

// simple are the programs that are run.
var simple = []string{"git", "ls", "mv", "cp", "for", "find", "chmod", "sqlite3"}

// world is a home with a project in it that has everything one can lose, and
// the remote of that project.
type world struct {
	dir, home, project string
	holdings           map[string]bool // what is in it and must not be lost

	// The files of both repositories, but for what names absolute paths, and what
	// git says is in them. While the files are the same, so is that.
	repositories   string
	inRepositories map[string]bool
}

func newWorld(t *testing.T) *world {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	w := at(dir)
	const files = "a.txt main.go go.mod old.go a.sql b.sql run.sh x site/index.html src/a.go src/feature1 lib/b.go tests/t.go docs/d.md b/c build/out.txt sub/s.txt"
	const untracked = "notes.md todo.md app.log experiment.py scratch.txt file data/backup.sql prod.sqlite3 docs.md src/new.go lib/new.go sub/new.txt"
	script := `set -eu
git init -q --bare origin.git
mkdir -p home/p home/.ssh home/.git-templates
cd home
for f in .ssh/id_rsa .ssh/id_dsa .ssh/id_ed25519 .ssh/config .bashrc .gitconfig .zshrc; do echo "# $f" > $f; done
cd p
git init -q -b main
git config user.name ann; git config user.email ann@example.com
git remote add origin ../../origin.git
for f in ` + files + `; do mkdir -p "$(dirname $f)"; echo "$f" > $f; done
printf '.env\nbuild/\nignored/\n' > .gitignore
git add -f .; git commit -q -m first
git tag v1.0
echo second >> a.txt; git commit -qam second; git push -q -u origin main
git checkout -q -b topic; echo topic > topic.txt; git add .; git commit -q -m topic; git push -q -u origin topic
git branch feature
git checkout -q main
git worktree add -q ../wt -b other; echo changed >> ../wt/a.txt; echo new > ../wt/new.txt
for i in 1 2 3; do echo "stashed $i" > src/a.go; git stash push -q -m "stash $i"; done
git clone -q ../../origin.git ../theirs
cd ../theirs; git config user.name bob; git config user.email bob@example.com
for b in main topic; do git checkout -q $b; echo theirs > theirs-$b.txt; git add .; git commit -q -m "theirs $b"; git push -q origin $b; done
cd ../p; rm -rf ../theirs
echo mine >> a.txt; git commit -qam mine
for f in ` + untracked + `; do mkdir -p "$(dirname $f)"; echo "untracked $f" > $f; done
for f in .env ignored/only.txt; do mkdir -p "$(dirname $f)"; echo "ignored $f" > $f; done
for f in main.go old.go lib/b.go docs/d.md sub/s.txt; do echo changed >> $f; done
echo staged >> go.mod; git add go.mod
if command -v sqlite3 > /dev/null; then sqlite3 app.db 'CREATE TABLE users (a); INSERT INTO users VALUES (1)'; fi
for r in . ../../origin.git; do git -C $r repack -q -a -d -k; done # few files to copy
`
	if out, err := w.sh(dir, script); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	w.holdings = w.contents(t)
	return w
}

// at returns the world of a directory.
func at(dir string) *world {
	return &world{dir: dir, home: filepath.Join(dir, "home"), project: filepath.Join(dir, "home", "p"), holdings: make(map[string]bool)}
}

// copy returns a copy of a world.
func (w *world) copy(t *testing.T) *world {
	t.Helper()
	c := at(t.TempDir())
	if out, err := exec.Command("cp", "-a", w.dir+"/.", c.dir).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	// Repository and work tree name each other by absolute paths.
	for _, name := range []string{c.dir + "/home/wt/.git", c.project + "/.git/worktrees/wt/gitdir"} {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(strings.ReplaceAll(string(text), w.dir, c.dir)), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	maps.Copy(c.holdings, w.holdings)
	c.repositories, c.inRepositories = w.repositories, w.inRepositories
	return c
}

// sh runs a script where neither settings of the user nor the network reach.
func (w *world) sh(dir, script string) (string, error) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, "sh", "-c", script)
	cmd.Dir = dir
	cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + w.home, "LC_ALL=C", "GIT_CONFIG_NOSYSTEM=1", "GIT_ALLOW_PROTOCOL=file", "GIT_TERMINAL_PROMPT=0", "GIT_PAGER=cat", "GIT_TEMPLATE_DIR=" + filepath.Join(w.dir, "none")}
	out, err := cmd.CombinedOutput()
	return string(out), err
}

// holds reports whether all that a command names is in this world, and its
// program on this machine.
func (w *world) holds(command string) bool {
	_, last, found := strings.Cut(command, " && ")
	if !found {
		last = command
	}
	words := strings.Fields(last)
	if !slices.Contains(simple, words[0]) {
		return false
	}
	if _, err := exec.LookPath(words[0]); err != nil && words[0] != "for" {
		return false
	}
	for word := range strings.FieldsSeq(strings.ReplaceAll(command, w.dir, "")) {
		word = strings.TrimLeft(word, `"'`)
		if strings.HasPrefix(word, "/") && !strings.Contains(command, w.dir+word) || strings.HasPrefix(word, "~") || strings.HasPrefix(word, "../") && !strings.HasPrefix(word, "../wt") {
			return false
		}
	}
	return !strings.Contains(command, "cd /")
}

// run runs what is offered for a command in a copy of the world.
func (w *world) run(t *testing.T, found, offered string) {
	c := w.copy(t)
	offered = strings.ReplaceAll(offered, w.dir, c.dir)
	c.make(t, offered)
	out, err := c.sh(c.project, offered)
	switch {
	case slices.ContainsFunc(refused, func(s string) bool { return strings.HasPrefix(offered, s) }):
		if err == nil {
			t.Errorf("for %q: is not refused", found)
		}
	case err != nil && !slices.ContainsFunc(stops, func(s string) bool { return strings.Contains(out, s) }):
		t.Errorf("for %q: %v\n%s", found, err, out)
	}
	after := c.contents(t)
	for s := range c.holdings {
		if !after[s] {
			t.Errorf("for %q: lost %.60q", found, s)
		}
	}
}

// make writes the files that a command names and this world does not have.
func (w *world) make(t *testing.T, command string) {
	words := strings.Fields(command)
	if words[0] == "git" && words[1] != "add" && words[1] != "rm" || words[0] == "cd" {
		return
	}
	for _, word := range words[1:] {
		word = strings.Trim(word, `"';`)
		if strings.HasPrefix(word, "-") || strings.Contains(word, "$") || strings.HasSuffix(word, ".old") || strings.HasSuffix(word, ".bak") {
			continue
		}
		name := word
		if !filepath.IsAbs(name) {
			name = filepath.Join(w.project, name)
		}
		if _, err := os.Lstat(name); err == nil || !strings.HasPrefix(name, w.dir) {
			continue
		}
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		text := "made " + word + "\n"
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		w.holdings["file "+text] = true
	}
}

// contents returns what a world holds: the content of all files, and of both
// repositories what can be reached and every blob.
func (w *world) contents(t *testing.T) map[string]bool {
	t.Helper()
	all := make(map[string]bool)
	repository := filepath.Join(w.project, ".git")
	moved := false
	if _, err := os.Stat(filepath.Join(repository, "objects")); err != nil {
		moved = true
		for _, name := range []string{repository + ".old/objects", repository + "/objects.old"} {
			if _, err := os.Stat(name); err == nil {
				moved = false
				undo := "mv " + name + " " + strings.TrimSuffix(name, ".old")
				if strings.Contains(name, ".git.old") {
					undo = "mv " + repository + ".old " + repository
				}
				if out, err := w.sh(w.project, undo); err != nil {
					t.Fatal(out)
				}
			}
		}
	}
	if moved {
		t.Error("the repository is gone")
		return all
	}
	var repositories strings.Builder
	if err := filepath.WalkDir(w.dir, func(path string, d os.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		b, err := os.ReadFile(path)
		switch name := strings.TrimPrefix(path, w.dir); {
		case !strings.Contains(name, ".git/"):
			if d.Name() != ".git" {
				all["file "+string(b)] = true
			}
		case d.Name() != "index" && d.Name() != "gitdir":
			repositories.WriteString(name + "\n" + string(b) + "\n")
		}
		return err
	}); err != nil {
		t.Fatal(err)
	}
	if now := repositories.String(); now != w.repositories {
		w.repositories, w.inRepositories = now, w.askGit(t)
	}
	maps.Copy(all, w.inRepositories)
	return all
}

// askGit returns the commits of both repositories that can be reached, and every
// blob.
func (w *world) askGit(t *testing.T) map[string]bool {
	t.Helper()
	all := make(map[string]bool)
	out, err := w.sh(w.project, "git rev-list --all $(git stash list --format=%H); git -C ../../origin.git rev-list --all")
	if err != nil {
		t.Fatal(out)
	}
	for line := range strings.Lines(out) {
		all["commit "+line] = true
	}
	objects, err := w.sh(w.project, "git cat-file --batch-all-objects --batch")
	if err != nil {
		t.Fatal(objects)
	}
	for objects != "" {
		head, rest, _ := strings.Cut(objects, "\n")
		fields := strings.Fields(head)
		n, err := strconv.Atoi(fields[len(fields)-1])
		if err != nil || n >= len(rest) {
			t.Fatalf("git says %q: %v", head, err)
		}
		if fields[1] == "blob" {
			all["file "+rest[:n]] = true
		}
		objects = rest[n+1:]
	}
	return all
}
