package rulefile

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// age makes the files of a directory old enough to be remembered.
func age(t testing.TB, dir string) {
	t.Helper()
	then := time.Now().Add(-time.Hour)
	err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() {
			err = os.Chtimes(path, then, then)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// setup returns a directory with one old rule file, its Dir and a cache
// directory with what Load remembered of it.
func setup(t testing.TB) (file string, dirs []Dir, cacheDir string) {
	t.Helper()
	dir := ruleFiles(t, map[string]string{"a.yaml": small("old")})
	age(t, dir)
	dirs = []Dir{{Path: dir, Pack: UserPack}}
	cacheDir = filepath.Join(t.TempDir(), "ctxhook")
	load(t, dirs, cacheDir, "old")
	return filepath.Join(dir, "a.yaml"), dirs, cacheDir
}

// load expects one rule about a program.
func load(t testing.TB, dirs []Dir, cacheDir, want string) {
	t.Helper()
	p, errs := Load(dirs, cacheDir)
	if len(errs) > 0 || len(p.Rules) != 1 || p.Rules[0].When.Program[0] != want {
		t.Fatalf("loaded %v, errors %v; want a rule about %s", holds("", p, errs), errs, want)
	}
}

// cacheFile returns the only file of a cache directory.
func cacheFile(t testing.TB, dir string) string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) != 1 {
		t.Fatalf("cache holds %v (%v), want one file", entries, err)
	}
	return filepath.Join(dir, entries[0].Name())
}

// replace changes a file without a trace in its time and size.
func replace(t testing.TB, file, data string) {
	t.Helper()
	info, err := os.Stat(file)
	if err == nil {
		err = os.WriteFile(file, []byte(data), 0o644)
	}
	if err == nil {
		err = os.Chtimes(file, info.ModTime(), info.ModTime())
	}
	if err != nil {
		t.Fatal(err)
	}
}

// That the cache is used at all shows where it is wrong: a file of the same
// time and size.
func TestCacheIsUsed(t *testing.T) {
	file, dirs, cacheDir := setup(t)
	replace(t, file, small("new"))
	load(t, dirs, cacheDir, "old")
}

func TestCacheIsRebuilt(t *testing.T) {
	for _, tc := range []struct {
		name   string
		change func(t *testing.T, file, cacheFile string)
	}{
		{"newer file", func(t *testing.T, file, _ string) {
			then := time.Now().Add(-time.Minute)
			if err := os.Chtimes(file, then, then); err != nil {
				t.Fatal(err)
			}
		}},
		{"larger file", func(t *testing.T, file, _ string) { replace(t, file, small("new")+"# more\n") }},
		{"young file", func(t *testing.T, file, _ string) {
			if err := os.Chtimes(file, time.Now(), time.Now()); err != nil {
				t.Fatal(err)
			}
		}},
		{"corrupt cache", func(t *testing.T, _, cache string) {
			data, err := os.ReadFile(cache)
			if err != nil {
				t.Fatal(err)
			}
			data[len(data)/2] ^= 1
			replace(t, cache, string(data))
		}},
		{"truncated cache", func(t *testing.T, _, cache string) {
			if err := os.Truncate(cache, 20); err != nil {
				t.Fatal(err)
			}
		}},
		{"empty cache", func(t *testing.T, _, cache string) {
			if err := os.Truncate(cache, 0); err != nil {
				t.Fatal(err)
			}
		}},
		{"cache of another version", func(t *testing.T, _, cache string) {
			data, err := os.ReadFile(cache)
			if err != nil {
				t.Fatal(err)
			}
			entries := unseal(data, stamp())
			if len(entries) != 1 {
				t.Fatalf("the cache holds %d entries, want 1", len(entries))
			}
			replace(t, cache, string(seal("ctxhook rules 0", entries)))
		}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			file, dirs, cacheDir := setup(t)
			replace(t, file, small("new"))
			tc.change(t, file, cacheFile(t, cacheDir))
			load(t, dirs, cacheDir, "new")
			load(t, dirs, cacheDir, "new")
		})
	}
}

func TestCacheForgetsRemovedFiles(t *testing.T) {
	file, dirs, cacheDir := setup(t)
	if err := os.Rename(file, filepath.Join(filepath.Dir(file), "b.yaml")); err != nil {
		t.Fatal(err)
	}
	p, errs := Load(dirs, cacheDir)
	if got := holds("", p, errs); !slices.Equal(got, []string{"user/b old"}) {
		t.Errorf("got %q", got)
	}
	data, err := os.ReadFile(cacheFile(t, cacheDir))
	if err != nil {
		t.Fatal(err)
	}
	if n := len(unseal(data, stamp())); n != 1 {
		t.Errorf("the cache holds %d entries, want 1", n)
	}
}

func TestCacheThatCannotBeWritten(t *testing.T) {
	dir := ruleFiles(t, map[string]string{"rules/a.yaml": small("a"), "file": ""})
	age(t, dir)
	dirs := []Dir{{Path: filepath.Join(dir, "rules"), Pack: UserPack}}
	readOnly := filepath.Join(dir, "read-only")
	if err := os.Mkdir(readOnly, 0o500); err != nil {
		t.Fatal(err)
	}
	for _, cacheDir := range []string{readOnly, filepath.Join(readOnly, "below"), filepath.Join(dir, "file"), "/dev/null/x"} {
		load(t, dirs, cacheDir, "a")
		load(t, dirs, cacheDir, "a")
	}
}

func TestCacheOfConcurrentWriters(t *testing.T) {
	file, dirs, cacheDir := setup(t)
	var all sync.WaitGroup
	for i := range 8 {
		all.Go(func() {
			for j := range 20 {
				then := time.Now().Add(-time.Duration(i*20+j+10) * time.Second)
				os.Chtimes(file, then, then)
				if p, errs := Load(dirs, cacheDir); len(p.Rules) != 1 || len(errs) > 0 {
					t.Errorf("loaded %v, errors %v", p, errs)
				}
			}
		})
	}
	all.Wait()
	cacheFile(t, cacheDir) // no temporary file is left
	load(t, dirs, cacheDir, "old")
}

func TestCacheText(t *testing.T) {
	want := entry{Path: "a \"path\"\n", Pack: UserPack, Mtime: -1, Size: 1 << 40, Errors: []Error{{"p q", 1, 2, "a text"}, {Text: "of no place"}}}
	r, err := ParseRule("home/sweep", "rule.yaml", readFile(t, "rule.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	c, err := ParseCommand("command.yaml", readFile(t, "command.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	want.Rules, want.Commands = append(want.Rules, *r), append(want.Commands, *c)
	got := unseal(seal("a stamp", []entry{want}), "a stamp")
	for i := range got {
		for j := range got[i].Commands {
			got[i].Commands[j].Settle()
		}
	}
	if diff := cmp.Diff([]entry{want}, got, unexported); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if other := unseal(seal("a stamp", []entry{want}), "another"); other != nil {
		t.Errorf("with another stamp it holds %v", other)
	}
}

func FuzzUnseal(f *testing.F) {
	_, body, _ := strings.Cut(string(seal("s", []entry{{Path: "p", Errors: []Error{{"p", 1, 2, "text"}}}})), "\n")
	f.Add(body)
	f.Fuzz(func(t *testing.T, body string) {
		if entries := unseal([]byte(checksum(body)+"\n"+body), "s"); entries != nil {
			want := seal("s", entries)
			if got := seal("s", unseal(want, "s")); string(got) != string(want) {
				t.Errorf("not the same again:\n%s", cmp.Diff(string(want), string(got)))
			}
		}
	})
}

func BenchmarkLoad(b *testing.B) {
	files := make(map[string]string)
	for _, name := range []string{"a", "b", "c", "d", "e", "f", "g", "h", "i", "j"} {
		files[name+".yaml"] = string(readFile(b, "rule.yaml"))
	}
	dir := ruleFiles(b, files)
	age(b, dir)
	dirs := []Dir{{Path: dir, Pack: UserPack}}
	for _, bc := range []struct{ name, cacheDir string }{
		{"yaml", ""}, {"cache", filepath.Join(b.TempDir(), "ctxhook")},
	} {
		b.Run(bc.name, func(b *testing.B) {
			for b.Loop() {
				if p, errs := Load(dirs, bc.cacheDir); len(p.Rules) != len(files) || len(errs) > 0 {
					b.Fatal(len(p.Rules), errs)
				}
			}
		})
	}
}
