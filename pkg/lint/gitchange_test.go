package lint

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestDiff(t *testing.T) {
	o := project(t, map[string]string{
		"old.sh":       reset + "echo one\necho two\n",
		"moved.sh":     reset + strings.Repeat("echo a long enough file to be found again\n", 9),
		"a b\tc.sh":    "echo\n",
		"untouched.sh": reset,
	})
	git(t, o.Dir, "init", "-q")
	git(t, o.Dir, "add", ".")
	git(t, o.Dir, "commit", "-q", "-m", "one")
	git(t, o.Dir, "mv", "moved.sh", "elsewhere.sh")
	write(t, filepath.Join(o.Dir, "old.sh"), reset+"echo one\n++ echo\n"+reset+"echo two\n")
	write(t, filepath.Join(o.Dir, "a b\tc.sh"), "echo\n"+reset)
	write(t, filepath.Join(o.Dir, "fresh.sh"), reset)

	o.Base = "HEAD"
	found, _, sum := run(t, o)
	want := []string{"a b\tc.sh:2:1 " + resets, "old.sh:4:1 " + resets, "fresh.sh:1:1 " + resets}
	if diff := cmp.Diff(want, found); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	if sum.Suppressed.Old != 1 {
		t.Errorf("%d old findings in changed files, want 1", sum.Suppressed.Old)
	}
	o.Paths = []string{"fresh.sh"}
	if found, _, _ = run(t, o); len(found) != 1 {
		t.Errorf("of one file: %q", found)
	}
	o.Paths = nil
	for _, base := range []string{"nowhere", "--output=x", "HEAD~5"} {
		o.Base = base
		var usage *Usage
		if _, err := Run(t.Context(), o, Sink{}); !asUsage(err, &usage) {
			t.Errorf("base %s: %v", base, err)
		}
	}
}

// TestStaged: what is read is what would be committed, wherever the work tree
// has got to, and through the index that git hands to its hooks.
func TestStaged(t *testing.T) {
	o := project(t, map[string]string{"a.sh": "echo\n", "sub/b.sh": reset})
	git(t, o.Dir, "init", "-q")
	git(t, o.Dir, "add", "a.sh")
	git(t, o.Dir, "commit", "-q", "-m", "one")
	write(t, filepath.Join(o.Dir, "a.sh"), "echo\n\n"+reset)
	git(t, o.Dir, "add", "-A")
	write(t, filepath.Join(o.Dir, "a.sh"), "echo mended\n")
	write(t, filepath.Join(o.Dir, "later.sh"), reset)
	o.Staged = true
	found, _, _ := run(t, o)
	if diff := cmp.Diff([]string{"a.sh:3:1 " + resets, "sub/b.sh:1:1 " + resets}, found); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	o.Paths = []string{"sub"}
	found, _, _ = run(t, o)
	if diff := cmp.Diff([]string{"sub/b.sh:1:1 " + resets}, found); diff != "" {
		t.Errorf("below a path (-want +got):\n%s", diff)
	}
	o.Paths = nil
	index, err := os.ReadFile(filepath.Join(o.Dir, ".git", "index"))
	if err != nil {
		t.Fatal(err)
	}
	git(t, o.Dir, "reset", "-q")
	if found, _, _ = run(t, o); len(found) > 0 {
		t.Errorf("nothing is staged, yet %q", found)
	}
	write(t, filepath.Join(o.Dir, ".git", "next-index"), string(index))
	o.Index = ".git/next-index"
	if found, _, _ = run(t, o); len(found) != 2 {
		t.Errorf("with another index: %q", found)
	}
}

func TestOutsideOfGit(t *testing.T) {
	o := project(t, nil)
	o.Staged = true
	var usage *Usage
	if _, err := Run(t.Context(), o, Sink{}); !asUsage(err, &usage) {
		t.Errorf("--staged without a repository: %v", err)
	}
}
