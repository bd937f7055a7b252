package rescue

import (
	"context"
	"flag"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/ctxhook/ctxhook/pkg/base/paths"
	"github.com/ctxhook/ctxhook/pkg/memory/ledger"
)

var (
	runs = flag.Int("runs", 12, "random trees that are lost and brought back")
	seed = flag.Uint64("seed", 1, "of the first of them; 0: by the clock")
)

// ways are ways to lose work, each with what is typed, given what is in the tree.
var ways = []struct {
	name   string
	script func(w *world) string
}{
	{"reset", func(w *world) string { return w.pick("git reset -q --hard", "git reset -q --hard HEAD~1") }},
	{"checkout", func(w *world) string {
		return w.pick("git checkout -q .", "git checkout -q -f HEAD~1", "git checkout -q HEAD~1 -- .")
	}},
	{"restore", func(w *world) string {
		return w.pick("git restore .", "git restore --staged --worktree .", "git restore --source=HEAD~1 --worktree .")
	}},
	{"clean", func(w *world) string { return w.pick("git clean -q -fdx", "git clean -q -fd", "git clean -q -fdX") }},
	{"stash", func(w *world) string {
		return w.pick("git stash drop -q || true", "git stash clear", "git stash push -q -u && git stash drop -q", "git stash pop -q || true", "git stash push -q -a && git stash clear")
	}},
	{"rm", func(w *world) string { return "rm -f -- " + w.some(w.files) }},
	{"rm -rf", func(w *world) string { return "rm -rf -- " + w.some(w.tops) }},
	{"mv over", func(w *world) string { return "mv -f -- " + w.one(w.files) + " " + w.one(w.files) + " || true" }},
	{"truncate", func(w *world) string {
		return "true > " + w.one(w.files) + " || true; echo new > " + w.one(w.files) + " || true"
	}},
	{"sed", func(w *world) string { return "sed -i 's/[a-m]/X/g; 2,$d' -- " + w.some(w.files) + " || true" }},
	{"script", func(w *world) string { return "sh wipe.sh" }},
	{"make", func(w *world) string { return "make -s clean" }},
}

// world is a repository in a directory of its own.
type world struct {
	t           *testing.T
	r           *rand.Rand
	root        string
	files, tops []string
}

func (w *world) pick(list ...string) string { return list[w.r.IntN(len(list))] }

func (w *world) one(list []string) string { return shellQuote(list[w.r.IntN(len(list))]) }

func (w *world) some(list []string) string {
	var out []string
	for range 1 + w.r.IntN(4) {
		out = append(out, w.one(list))
	}
	return strings.Join(out, " ")
}

func shellQuote(s string) string { return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'" }

// sh runs a script in the tree, and nowhere else.
func (w *world) sh(script string) {
	w.t.Helper()
	if _, err := os.Lstat(filepath.Join(w.root, ".git")); err != nil {
		w.t.Fatal(err)
	}
	c := exec.Command("sh", "-ec", script)
	c.Dir, c.Env = w.root, gitEnviron(w.root)
	if out, err := c.CombinedOutput(); err != nil {
		w.t.Fatalf("%s: %v\n%s", script, err, out)
	}
}

// stashes lists what is on the stash.
func (w *world) stashes() string {
	c := exec.Command("git", "stash", "list", "--format=%H %gs")
	c.Dir, c.Env = w.root, gitEnviron(w.root)
	out, err := c.Output()
	if err != nil {
		w.t.Fatal(err)
	}
	return string(out)
}

func gitEnviron(root string) []string {
	return append(os.Environ(), "GIT_CEILING_DIRECTORIES="+filepath.Dir(root), "GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_SYSTEM=/dev/null",
		"GIT_AUTHOR_NAME=a", "GIT_AUTHOR_EMAIL=a@b", "GIT_COMMITTER_NAME=a", "GIT_COMMITTER_EMAIL=a@b",
		// Its maintenance after a commit takes as long as the commit.
		"GIT_CONFIG_COUNT=2", "GIT_CONFIG_KEY_0=maintenance.auto", "GIT_CONFIG_VALUE_0=false", "GIT_CONFIG_KEY_1=core.fsync", "GIT_CONFIG_VALUE_1=none")
}

var (
	dirNames  = []string{"src", "src/app", "docs", "a b", "deep/er/still", "local", "Größe", "new\nline"}
	fileNames = []string{"main.go", "x", "it's", "esc\x1b[31m", "q\"uote", "bytes\xff", "README", "-n", "*", ".hidden", "data.bin", "run.sh"}
)

// Files that commands run.
const (
	wipe     = "rm -rf src docs\nfor f in *; do [ -f \"$f\" ] && [ \"$f\" != wipe.sh ] && echo gone >\"$f\"; done\nchmod 600 Makefile\n"
	makefile = "clean:\n\trm -rf src deep *.log .env\n\t-chmod 755 README\n"
)

// newWorld makes a random repository with work in it that no commit holds.
func newWorld(t *testing.T, r *rand.Rand) *world {
	w := &world{t: t, r: r, root: filepath.Join(t.TempDir(), "tree")}
	if err := os.Mkdir(w.root, 0o755); err != nil {
		t.Fatal(err)
	}
	c := exec.Command("git", "init", "-q", "-b", "main", w.root)
	c.Env = gitEnviron(w.root)
	if out, err := c.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	w.write(".gitignore", "*.log\n.env\n/local/\n", 0o644)
	w.write("wipe.sh", wipe, 0o644)
	w.write("Makefile", makefile, 0o644)
	w.fill(3 + r.IntN(25))
	w.sh("git add -A; git commit -q -m one")
	w.change(r.IntN(10))
	w.fill(r.IntN(5))
	w.sh("git add -A; git commit -q --allow-empty -m two")
	for range r.IntN(3) {
		w.change(2)
		w.write("stashed", strconv.Itoa(r.IntN(1000)), 0o644)
		w.sh("git add stashed; git stash push -q -m 'kept for later'")
	}
	if r.IntN(2) == 0 {
		w.change(r.IntN(6))
		w.fill(r.IntN(4))
		w.sh("git add -A")
	}
	w.change(r.IntN(8))
	w.fill(r.IntN(12))
	if r.IntN(3) > 0 {
		w.write(".env", "TOKEN="+strconv.Itoa(r.IntN(1<<30)), 0o600)
		w.write("app.log", "log", 0o644)
	}
	for i := range r.IntN(4) {
		dir := filepath.Join(w.root, "empty"+strconv.Itoa(i), "in it")
		if err := os.MkdirAll(dir, 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.Chmod(dir, []fs.FileMode{0o755, 0o700, 0o775}[r.IntN(3)]); err != nil {
			t.Fatal(err)
		}
	}
	for _, link := range []string{"src", "/etc/hostname", "nowhere", "../outside"} {
		if r.IntN(3) == 0 {
			os.Symlink(link, filepath.Join(w.root, "link"+strconv.Itoa(r.IntN(4))))
		}
	}
	w.list()
	if r.IntN(3) == 0 && len(w.files) > 2 {
		name := filepath.Join(w.root, w.files[r.IntN(len(w.files))])
		if info, err := os.Lstat(name); err == nil && info.Mode().IsRegular() {
			os.Chmod(name, []fs.FileMode{0o600, 0o640, 0o777, 0o444}[r.IntN(4)])
		}
	}
	return w
}

func (w *world) write(name, text string, mode fs.FileMode) {
	w.t.Helper()
	full := filepath.Join(w.root, name)
	if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
		w.t.Fatal(err)
	}
	if err := os.WriteFile(full, []byte(text), mode); err != nil {
		w.t.Fatal(err)
	}
	if err := os.Chmod(full, mode); err != nil {
		w.t.Fatal(err)
	}
}

// fill writes some files.
func (w *world) fill(n int) {
	for range n {
		name := fileNames[w.r.IntN(len(fileNames))]
		if w.r.IntN(3) > 0 {
			name = dirNames[w.r.IntN(len(dirNames))] + "/" + name
		}
		if info, err := os.Lstat(filepath.Join(w.root, name)); err == nil && !info.Mode().IsRegular() {
			continue
		}
		w.write(name, w.text(), []fs.FileMode{0o644, 0o644, 0o644, 0o755}[w.r.IntN(4)])
	}
}

func (w *world) text() string {
	switch w.r.IntN(6) {
	case 0:
		return ""
	case 1:
		return "one line\r\nand\x00another\xff"
	case 2:
		return strings.Repeat("a long file that packs well\n", w.r.IntN(2000))
	}
	return fmt.Sprintf("line %d\nmore %d\n", w.r.IntN(1000), w.r.IntN(1000))
}

// change writes over, deletes and changes the modes of some files.
func (w *world) change(n int) {
	w.list()
	for range n {
		name := w.files[w.r.IntN(len(w.files))]
		full := filepath.Join(w.root, name)
		info, err := os.Lstat(full)
		if err != nil || !info.Mode().IsRegular() || name == "wipe.sh" || name == "Makefile" || name == ".gitignore" {
			continue
		}
		switch w.r.IntN(5) {
		case 0:
			os.Remove(full)
		case 1:
			os.Chmod(full, info.Mode()^0o111)
		case 2:
			os.Remove(full)
			os.Symlink("elsewhere", full)
		default:
			w.write(name, w.text(), info.Mode().Perm())
		}
	}
}

// list lists the files, and the top directories.
func (w *world) list() {
	w.files, w.tops = nil, nil
	for name, what := range seen(w.t, w.root) {
		if !strings.HasPrefix(what, "d") {
			w.files = append(w.files, name)
		} else if !strings.Contains(name, "/") {
			w.tops = append(w.tops, name)
		}
	}
	slices.Sort(w.files)
	slices.Sort(w.tops)
	if len(w.tops) == 0 {
		w.tops = w.files
	}
}

// seen returns what is in a tree, but for .git.
func seen(t *testing.T, root string) map[string]string {
	t.Helper()
	out := make(map[string]string)
	if err := filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, _ := filepath.Rel(root, name)
		if rel == ".git" {
			return filepath.SkipDir
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		switch {
		case rel == ".":
		case d.IsDir():
			out[rel] = "d" + info.Mode().String()
		case info.Mode()&fs.ModeSymlink != 0:
			to, err := os.Readlink(name)
			out[rel] = "l" + to
			return err
		case info.Mode().IsRegular() && info.Size() > 64<<20: // which no test changes
			out[rel] = fmt.Sprint("f", info.Mode(), info.Size())
		case info.Mode().IsRegular():
			data, err := os.ReadFile(name)
			out[rel] = "f" + info.Mode().String() + string(data)
			return err
		default:
			out[rel] = "o" + info.Mode().String()
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	return out
}

// gitFiles returns all that .git holds, but for objects, which git may add.
func gitFiles(t *testing.T, root string) map[string]string {
	out := make(map[string]string)
	for name, what := range seen(t, filepath.Join(root, ".git")) {
		if !strings.HasPrefix(name, "objects") {
			out[name] = what
		}
	}
	return out
}

func openAt(t *testing.T, data, root string) *Store {
	t.Helper()
	places, err := paths.Resolve(func(name string) string {
		return map[string]string{"HOME": data, "XDG_DATA_HOME": data}[name]
	}, "linux")
	if err != nil {
		t.Fatal(err)
	}
	s, err := Open(places, root)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// ended is the end of a command that was reported, that names all that is in the tree, and
// after which nothing was changed.
func ended(t *testing.T, s *Store) End {
	t.Helper()
	end := End{At: time.Now().Add(time.Hour)}
	if s.sparse {
		return end
	}
	var names strings.Builder
	for name := range seen(t, s.Root) {
		names.WriteString(filepath.Base(name) + "\n")
	}
	text := filepath.Join(t.TempDir(), "names")
	put(t, text, names.String())
	end.Call = &ledger.Call{Open: true, Runs: []string{text}}
	return end
}

// undo brings back the newest snapshot that differs.
func undo(t *testing.T, s *Store) *Result {
	t.Helper()
	planner, err := s.Planner(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	p, err := planner.Newest(context.Background(), Options{}, func(*Moment) End { return ended(t, s) })
	if err != nil {
		t.Fatal(err)
	}
	if p == nil {
		return nil
	}
	r, err := s.Apply(context.Background(), p, Moment{}, false)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range r.Failed {
		t.Errorf("%q not brought back: %s", c.Path, c.Refused)
	}
	return r
}

// What a command loses comes back as it was, to the byte, and git's own files are
// as they were just before the undo.
func TestUndoBringsAllBack(t *testing.T) {
	first := *seed
	if first == 0 {
		first = uint64(time.Now().UnixNano())
	}
	for i := range *runs {
		n := first + uint64(i)
		way := ways[i%len(ways)]
		t.Run(fmt.Sprintf("%s/%d", way.name, n), func(t *testing.T) {
			t.Parallel()
			w := newWorld(t, rand.New(rand.NewPCG(n, 1)))
			s := openAt(t, t.TempDir(), w.root)
			s.asks = i/len(ways)%4 == 3
			if _, err := s.Take(Moment{Before: BeforePrompt, Session: "s"}, AtCommand); err != nil {
				t.Fatal(err)
			}
			state, err := s.Take(Moment{Before: BeforeCommand, Session: "s", Call: "c"}, AtCommand)
			if err != nil {
				t.Fatal(err)
			}
			if m := state.misses(Loss{Path: ".", Deletes: true}); m != nil {
				t.Fatalf("not kept: %+v", m)
			}
			before, stashed := seen(t, w.root), w.stashes()
			script := way.script(w)
			w.sh(script)
			lost, git := seen(t, w.root), gitFiles(t, w.root)
			r := undo(t, s)
			if diff := cmp.Diff(before, seen(t, w.root)); diff != "" {
				t.Fatalf("after %s and undo (-want +got):\n%s", script, diff)
			}
			if diff := cmp.Diff(stashed, w.stashes()); diff != "" {
				t.Errorf("stashes after %s (-want +got):\n%s", script, diff)
			}
			if r != nil && len(r.Stashes) == 0 {
				if diff := cmp.Diff(git, gitFiles(t, w.root)); diff != "" {
					t.Errorf("undo changed .git (-want +got):\n%s", diff)
				}
			}
			if r == nil || cmp.Equal(before, lost) {
				return
			}
			undo(t, s) // which is itself undone
			if diff := cmp.Diff(lost, seen(t, w.root)); diff != "" {
				t.Fatalf("after a second undo of %s (-want +got):\n%s", script, diff)
			}
		})
	}
}
