package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"
)

// built is the ctxhook that is played.
var built string

func TestMain(m *testing.M) {
	os.Exit(func() int {
		file, remove, err := program("")
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
		defer remove()
		built = file
		return m.Run()
	}())
}

func playable(t *testing.T, pace time.Duration) *world {
	t.Helper()
	for _, tool := range []string{"bash", "git", "python3", "make"} {
		if _, err := exec.LookPath(tool); err != nil || runtime.GOOS == "windows" || testing.Short() {
			t.Skip("real tools take their time, and a shell of Unix")
		}
	}
	w, err := newWorld(built, pace)
	if w != nil {
		t.Cleanup(w.remove)
	}
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// TestDay plays a few sessions. What surfaces say of them is the same everywhere,
// and true.
func TestDay(t *testing.T) {
	w := playable(t, 100*time.Millisecond)
	d, err := playDay(w, 20, 1)
	if err != nil {
		t.Fatal(err)
	}
	said := d.asks()
	if err := d.asksUndo(); err != nil {
		t.Fatal(err)
	}
	d.compares(said, d.found)
	var b bytes.Buffer
	d.report(func(format string, values ...any) { fmt.Fprintf(&b, format, values...) })
	for _, f := range d.found.findings {
		t.Errorf("%s, with %s: %s: says %q, is %q", f.Surface, f.With, f.About, f.Says, f.Is)
	}
	if sum := d.tallies(); sum.Dangerous > 0 || sum.Calls < 20 {
		t.Errorf("%d calls, of them dangerous and passed: %d", sum.Calls, sum.Dangerous)
	}
	t.Logf("%s", b.String())
}

// TestUndo loses work in a few dirty trees. What a heard command changed comes
// back, but that where git translates what it writes a file may be named instead; nothing
// else is touched, and nothing is left in silence.
func TestUndo(t *testing.T) {
	w := playable(t, 20*time.Millisecond)
	err := playUndo(w, losses, 5, 5, func(u undone) {
		hard := slices.ContainsFunc(u.Traits, func(name string) bool { return name == "autocrlf" || name == "attributes" || name == "no modes" })
		switch {
		case u.Problem != "":
			t.Errorf("tree %d, %s: %s", u.Tree, u.Kind, u.Problem)
		case u.Touched > 0 || u.Silent > 0 || u.Wrong > 0 || !hard && u.End == "heard" && u.Back != u.Lost:
			t.Errorf("tree %d, %s, %s %q: lost %d, back %d, wrong %d, silent %d, touched %d: %q", u.Tree, u.Kind, u.End, u.Traits, u.Lost, u.Back, u.Wrong, u.Silent, u.Touched, u.Examples)
		}
	})
	if err != nil {
		t.Error(err)
	}
}

// TestAuthors asks about a few files: nothing of what the session wrote, and all
// that the user wrote between its calls.
func TestAuthors(t *testing.T) {
	w := playable(t, 300*time.Millisecond)
	sure := slices.DeleteFunc(slices.Clone(ways), func(x way) bool { return x.owner != "own" && !strings.HasPrefix(x.name, "user between calls") })
	err := playAuthors(w, sure, 3, 1, func(a authored) {
		if a.Wrong || a.Problem != "" {
			t.Errorf("%s, %s: %s: %s %s%s", a.Owner, a.Way, a.Command, a.Action, a.Said, a.Problem)
		}
	})
	if err != nil {
		t.Error(err)
	}
}

// TestAuthorsOfFiles holds the driver's own account: whose content is in a file
// after it was written, edited, moved, and brought back.
func TestAuthorsOfFiles(t *testing.T) {
	root := t.TempDir()
	write := func(name, text string) {
		if err := put(root+"/"+name, text); err != nil {
			t.Fatal(err)
		}
	}
	write("notes", "mine")
	a, err := newAuthors(root)
	if err != nil {
		t.Fatal(err)
	}
	as := func(who string, how change) {
		how.dirty = map[string]string{"notes": "untracked", "moved": "untracked"}
		if _, err := a.update(how, func(string) string { return who }); err != nil {
			t.Fatal(err)
		}
	}
	want := func(step, path string, who ...string) {
		t.Helper()
		for _, w := range who {
			if !a.by[path][w] || len(a.by[path]) != len(who) {
				t.Errorf("%s: %s is by %v, want %v", step, path, a.by[path], who)
			}
		}
	}
	want("at first", "notes", user)
	write("notes", "mine and more")
	as("s1", change{keeps: true})
	want("edited", "notes", user, "s1")
	write("notes", "other")
	as("s2", change{})
	want("overwritten", "notes", "s2")
	write("notes", "mine")
	as("s2", change{})
	want("written alike", "notes", "s2")
	write("notes", "other")
	as("s2", change{})
	write("notes", "mine and more")
	as("s2", change{restores: true})
	want("brought back", "notes", user, "s1")
	if err := os.Rename(root+"/notes", root+"/moved"); err != nil {
		t.Fatal(err)
	}
	as("s2", change{})
	want("moved", "moved", user, "s1")
}

func TestNames(t *testing.T) {
	for _, tt := range []struct {
		text, path string
		want       bool
	}{
		{"notes.md was left as it is", "notes.md", true},
		{"not kept: data/", "data/raw/a.csv", true},
		{`"stay": ["src/new.js"]`, "src/new.js", true},
		{"other-notes.md stays", "notes.md", false},
		{"data.csv was not kept", "data/raw/a.csv", false},
	} {
		if got := names(tt.text, tt.path); got != tt.want {
			t.Errorf("names(%q, %q) = %v", tt.text, tt.path, got)
		}
	}
}
