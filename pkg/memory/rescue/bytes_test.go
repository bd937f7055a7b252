package rescue

import (
	"os"
	"path/filepath"
	"testing"
)

// What a commit has need not be what lies in the work tree: ends of lines, encodings,
// filters, modes and what git was told not to look at. It comes back as it lay there, or
// it is named.
func TestBytesOfTheWorkTree(t *testing.T) {
	lf, crlf, mixed := "a\nb\nc\n", "a\r\nb\r\nc\r\n", "a\r\nb\nc\n"
	for _, test := range []struct {
		name, setup string
		named       bool // it may be named
	}{
		{"autocrlf", "git config core.autocrlf true", true},
		{"input", "git config core.autocrlf input", true},
		{"text", "echo '* text=auto' > .gitattributes", true},
		{"eol", "echo '* text eol=crlf' > .gitattributes", true},
		{"encoding", "echo '*.u16 text working-tree-encoding=UTF-16LE-BOM' > .gitattributes; printf '\\377\\376h\\000i\\000\\n\\000' > t.u16", false},
		{"filter", "git config filter.up.clean 'tr a-z A-Z'; git config filter.up.smudge cat; echo '*.txt filter=up' > .gitattributes", false},
		{"modes", "git config core.fileMode false", false},
		{"autocrlf and modes", "git config core.autocrlf true; git config core.fileMode false", true},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			w := newSmallWorld(t)
			w.sh("git stash clear; git clean -qfdx; git rm -rqf . ; git commit -q -m none")
			w.sh(test.setup)
			w.write("lf.txt", lf, 0o644)
			w.write("crlf.txt", crlf, 0o644)
			w.write("mixed.txt", mixed, 0o644)
			w.write("run", "echo\n", 0o644)
			w.sh("git add -A 2>/dev/null; git commit -q -m all; chmod 755 lf.txt run; git update-index -q --refresh || true")
			settle()
			w.sh("touch -d '1 hour ago' .git/index; git update-index -q --refresh || true")
			for _, lose := range []string{"rm -f *", "git rm -q --cached run; rm -f *.txt *.u16", "printf x > lf.txt; printf y > crlf.txt", "git commit -q --amend --allow-empty -m x; touch lf.txt; printf 'z\\n' > run; git checkout -q -f HEAD"} {
				s := openAt(t, t.TempDir(), w.root)
				take(t, s, AtCommand)
				before := seen(t, w.root)
				settle()
				w.sh(lose)
				settle()
				r := undoAll(t, s)
				got := seen(t, w.root)
				for name, want := range before {
					switch {
					case got[name] == want:
					case test.named && failedAt(r, name):
						w.write(name, want[11:], 0o644)
						t.Logf("%s is left and named: %s", name, lose)
					default:
						t.Errorf("%s after %s: %q, want %q", name, lose, got[name], want)
					}
				}
			}
		})
	}
}

// What git was told not to look at is kept.
func TestHiddenFiles(t *testing.T) {
	for _, asks := range []bool{false, true} {
		w := newSmallWorld(t)
		w.write("assumed", "committed\n", 0o644)
		w.write("skipped", "committed\n", 0o644)
		w.sh("git add -A; git commit -q -m all; git update-index --assume-unchanged assumed; git update-index --skip-worktree skipped")
		w.write("assumed", "mine\n", 0o644)
		w.write("skipped", "mine, too\n", 0o644)
		s := openAt(t, t.TempDir(), w.root)
		s.asks = asks
		take(t, s, AtCommand)
		for _, name := range []string{"assumed", "skipped"} {
			if err := os.Remove(filepath.Join(w.root, name)); err != nil {
				t.Fatal(err)
			}
		}
		undoAll(t, s)
		for name, want := range map[string]string{"assumed": "mine\n", "skipped": "mine, too\n"} {
			if got, err := os.ReadFile(filepath.Join(w.root, name)); err != nil || string(got) != want {
				t.Errorf("asks %v: %s is %q, want %q, %v", asks, name, got, want, err)
			}
		}
	}
}

// undoAll undoes the newest command, whatever cannot be brought back.
func undoAll(t *testing.T, s *Store) *Result {
	t.Helper()
	planner, err := s.Planner(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	p, err := planner.Newest(t.Context(), Options{}, func(*Moment) End { return ended(t, s) })
	if err != nil || p == nil {
		t.Fatalf("%v, %v", p, err)
	}
	r, err := s.Apply(t.Context(), p, Moment{}, false)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func failedAt(r *Result, name string) bool {
	for _, c := range r.Failed {
		if c.Path == name {
			return true
		}
	}
	return false
}
