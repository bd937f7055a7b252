package rescue

import (
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/ctxhook/ctxhook/pkg/guard/facts"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
)

// looked returns facts that have answered a verdict's questions about a tree.
func looked(t *testing.T, root string) *facts.Source {
	t.Helper()
	f := facts.New(facts.Options{Cwd: root, Wall: time.Minute})
	if !f.Tree(root).Known || !f.Path(filepath.Join(root, "Makefile")).Known {
		t.Fatal("the facts know nothing")
	}
	f.Branch(root, "", "HEAD")
	f.Clean(root, rule.CleanQuery{Dirs: true})
	return f
}

// unusual are scripts that make a tree of a kind that random ones are not.
var unusual = []struct{ name, script string }{
	{"submodule", "git init -q ../lib; git -C ../lib commit -q --allow-empty -m lib; git -c protocol.file.allow=always submodule --quiet add ../lib sub; git commit -q -m sub; echo x > sub/x"},
	{"submodule that is not there", "git init -q ../lib; git -C ../lib commit -q --allow-empty -m lib; git -c protocol.file.allow=always submodule --quiet add ../lib sub; git commit -q -m sub; git submodule --quiet deinit -f sub"},
	{"sparse index", "git sparse-checkout init --cone --sparse-index; git sparse-checkout set src"},
	{"sparse checkout", "git sparse-checkout init --no-cone; git sparse-checkout set src"},
	{"repositories inside", "git init -q inner; echo x > inner/x; git init -q local/deep; git init -q app.log.d"},
	{"ignored", "mkdir -p local/a/b ign; echo 1 > local/a/b/c; mkdir local/empty; echo '*' > ign/.gitignore; echo x > ign/x; chmod 700 local/a"},
	{"ignored and tracked", "mkdir -p local/t; echo 1 > local/t/x; echo 2 > local/t/y; git add -f local/t/x; git commit -q -m t; echo 3 > local/t/x; chmod 700 local/t"},
	{"named", "echo n > named; git add -N named; echo e > 'src'-new; git add -N 'src'-new; rm 'src'-new"},
	{"links", "ln -s README a-link; git add a-link; git commit -q -m l; ln -sfn elsewhere a-link; mkdir -p d; echo d > d/f; git add d; git commit -q -m d; mv d d2; ln -s d2 d"},
	{"modes", "mkdir -p m; for m in 600 640 755 444 4755 1664; do echo $m > m/$m; done; git add m; git commit -q -m m; for m in 600 640 755 444 4755 1664; do chmod $m m/$m; done; chmod 600 .gitignore; chmod 710 m"},
	{"no modes", "git config core.filemode false; chmod 700 Makefile"},
	{"hidden", "echo h > h1; echo h > h2; git add h1 h2; git commit -q -m h; git update-index --assume-unchanged h1; git update-index --skip-worktree h2; echo changed > h1; rm h2"},
	{"conflict", "git checkout -q -f -b other; echo o > both; git add -A; git commit -q -m o; git checkout -q -f main; echo m > both; git add -A; git commit -q -m m; git merge -q other || true"},
	{"file for a directory", "mkdir -p fd; echo 1 > fd/x; git add fd; git commit -q -m fd; rm -r fd; echo file > fd; rm Makefile; mkdir Makefile; echo y > Makefile/y"},
	{"filters", "echo '*.big filter=big' > .gitattributes; git config filter.big.clean 'sed s/.*/p/'; git config filter.big.smudge 'sed s/.*/l/'; echo l > x.big; git add -A; git commit -q -m f; touch x.big"},
	{"staged", "echo 1 > s; git add s; echo 2 > s; git rm -q --cached Makefile; echo 3 > t; git add t; rm t"},
	{"no commit", "git checkout -q --orphan none"},
	{"split index", "git update-index --split-index"},
	{"stash", "echo s > wipe.sh; git stash push -q; echo s2 > wipe.sh; git stash push -q -u"},
	{"pipe", "mkfifo pipe; mkdir -p p; mkfifo p/q"},
	{"empty", "mkdir -p e1 e2/f; chmod 700 e2/f"},
}

// A snapshot of what a verdict's facts saw is the same as one that looks by itself.
func TestSharedLook(t *testing.T) {
	rounds := max(1, *runs/12)
	for i := range *runs + rounds*len(unusual) {
		name, script, n, from := fmt.Sprint("random ", i), "", *seed+uint64(i), i
		if i >= *runs {
			u := unusual[(i-*runs)%len(unusual)]
			name, script = fmt.Sprint(u.name, " ", i), u.script
			from += (i - *runs) / len(unusual) // each kind from elsewhere in each round
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t, rand.New(rand.NewPCG(n, 7)))
			w.sh(script)
			root := w.root
			if from%3 == 2 { // a part of the repository, and another work tree
				os.Mkdir(filepath.Join(root, "src"), 0o755)
				root = filepath.Join(root, "src")
			} else if from%7 == 6 {
				root = filepath.Join(filepath.Dir(w.root), "linked")
				w.sh("git worktree add -q --detach ../linked main 2>&1 || true; cd ../linked && echo x >> wipe.sh && mkdir -p local && echo y > local/y && chmod 600 wipe.sh || true")
			}
			alone, shared := openAt(t, t.TempDir(), root), openAt(t, t.TempDir(), root)
			want := take(t, alone, AtCommand)
			shared.Facts = looked(t, root)
			got := take(t, shared, AtCommand)
			same := cmp.Options{cmpopts.IgnoreFields(Entry{}, "stamp"), cmpopts.IgnoreFields(Moment{}, "ID", "Time", "Command")}
			if diff := cmp.Diff(want.Moment, got.Moment, same); diff != "" {
				t.Errorf("the moment (-alone +shared):\n%s", diff)
			}
			if diff := cmp.Diff(want.entries, got.entries, same); diff != "" {
				t.Errorf("entries (-alone +shared):\n%s", diff)
			}
		})
	}
}

// What happens between the look for a verdict and the snapshot: contents are read
// when they are kept, whatever the look saw of them.
func TestChangesAfterTheLook(t *testing.T) {
	w := newSmallWorld(t)
	w.sh("git add -A; git commit -q -m all; mkdir -p dir gone/below; rm -f a b c; for f in a b c m; do echo 1 > $f; done; git add -A; git commit -q --allow-empty -m more")
	for _, name := range []string{"a", "b", "m", "dir/new", "gone/below/x", "kind"} {
		w.write(name, "before "+name, 0o644)
	}
	s := openAt(t, t.TempDir(), w.root)
	s.Facts = looked(t, w.root)

	w.write("a", "written again after the look\n", 0o644)
	w.write("dir/new", "grown after the look\n", 0o755)
	at := func(name string) string { return filepath.Join(w.root, filepath.FromSlash(name)) }
	for _, err := range []error{
		os.Remove(at("b")), os.RemoveAll(at("gone")), os.Chmod(at("m"), 0o600), os.Remove(at("kind")), os.Symlink("a", at("kind")),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	before := seen(t, w.root)
	state := take(t, s, AtCommand)
	if m := state.misses(Loss{Path: ".", Deletes: true}); m != nil {
		t.Fatalf("not kept: %+v", m)
	}
	w.sh("git reset -q --hard; git clean -qfdx")
	undo(t, s)
	if diff := cmp.Diff(before, seen(t, w.root)); diff != "" {
		t.Errorf("after undo (-want +got):\n%s", diff)
	}

	s.Facts = looked(t, w.root)
	if err := os.Mkdir(at("b"), fs.ModePerm); err != nil { // a file of the commit is a directory by now
		t.Fatal(err)
	}
	if state := take(t, s, AtCommand); state.entries["b"].Kind != Absent {
		t.Errorf("b is %+v", state.entries["b"])
	}
}
