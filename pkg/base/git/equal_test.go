package git_test

import (
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	reader "github.com/ctxhook/ctxhook/pkg/base/git"
)

var (
	repositories = flag.Int("repositories", 15, "how many random repositories are compared with git")
	firstSeed    = flag.Uint64("seed", 1, "the first of them")
)

// TestEqualsGit makes random repositories with git and compares what is read of
// them with what git says. What is left to git is counted.
func TestEqualsGit(t *testing.T) {
	isolate(t)
	tally := make(map[string]int)
	for i := range *repositories {
		seed := *firstSeed + uint64(i)
		ok := t.Run(fmt.Sprint(seed), func(t *testing.T) {
			g := &generator{t: t, rand: rand.New(rand.NewPCG(seed, 16)), tally: tally}
			g.run()
		})
		if !ok && i > 200 {
			break
		}
	}
	total := 0
	for _, n := range tally {
		total += n
	}
	t.Logf("%d answers: %v", total, tally)
	if tally["equal"]*10 < total*5 {
		t.Errorf("fewer than half of the answers were read")
	}
}

// generator makes one random repository.
type generator struct {
	t     *testing.T
	rand  *rand.Rand
	tally map[string]int
	root  string
	log   []string
}

var names = []string{
	"a", "b", "c", "b.txt", "foo", "foo.log", "keep.log", "build", "dir", "d.x", "sub", "x.o", "ünï", "sp ace", "#hash", "!bang",
	"-dash", "new\nline", "x[1]", `back\slash`, "bad\xff", "a.b", "foobar", "dir-1", "dir.x", "é",
}

var patterns = []string{
	"*.log", "/build", "build/", "!keep.log", "foo*", "**/foo", "foo/**", "a/**/b", "d*/b", "[a-c]*", `\#hash`, `\!bang`, "foo**/b",
	"*", "!*/", "!*.txt", "/*", "!/dir", "dir/sub", "sp ace  ", `sp\ ace`, "[[:alpha:]].txt", "?", "sub/", "ü*", "*/b.txt", "**", "/**/c",
	"a?b", "[!a]*", "**/build/*.o", "{a,b}", "*.o\r", "x[[]1]", `back\\slash`, "# comment", "", "dir/*", "!dir/sub/", "*/", "a/", "!a/b", "[", "a[", `x\`,
	"di[r-]", "[a-]*", "[]a]", "[^f]oo", "/dir/**/b", "**/sub/**", "dir/**/", "d**r", "**.log", "/foo.log", "!foo.log", "bad*", "é", "[[:x:]]",
}

func (g *generator) pick(list []string) string { return list[g.rand.IntN(len(list))] }

func (g *generator) path() string {
	parts := []string{g.pick(names)}
	for g.rand.IntN(3) == 0 {
		parts = append(parts, g.pick(names))
	}
	return path.Join(parts...)
}

func (g *generator) full(name string) string { return filepath.Join(g.root, filepath.FromSlash(name)) }

func (g *generator) git(args ...string) {
	g.log = append(g.log, fmt.Sprintf("git %q", args))
	tryGit(g.root, args...)
}

func (g *generator) run() {
	g.root = realDir(g.t)
	format := "sha1"
	if g.rand.IntN(8) == 0 {
		format = "sha256"
	}
	g.git("init", "-q", "--object-format="+format)
	if g.rand.IntN(3) == 0 {
		g.git("config", "index.version", fmt.Sprint(2+g.rand.IntN(3)))
	}
	if g.rand.IntN(10) == 0 {
		g.git("config", "core.autocrlf", g.pick([]string{"true", "input", "false"}))
	}
	if g.rand.IntN(3) == 0 {
		remote := realDir(g.t)
		tryGit(remote, "init", "-q", "--bare", "--object-format="+format)
		g.git("remote", "add", "origin", remote)
	}
	for range 2 + g.rand.IntN(3) {
		for range g.rand.IntN(14) {
			g.change()
		}
		g.compare()
	}
}

// change does one thing to the repository or its files.
func (g *generator) change() {
	name := g.path()
	at := g.full(name)
	note := func(format string, args ...any) { g.log = append(g.log, fmt.Sprintf(format, args...)) }
	switch n := g.rand.IntN(45); n {
	case 0, 1, 2, 3, 4, 5, 6, 7:
		text := strings.Repeat(g.pick([]string{"x", "y", "z\n", "w\r\n"}), g.rand.IntN(4))
		note("write %q %q", name, text)
		os.MkdirAll(filepath.Dir(at), 0o755)
		os.WriteFile(at, []byte(text), 0o644)
	case 8, 9, 10:
		dir := ""
		if g.rand.IntN(2) == 0 {
			dir = path.Dir(name)
		}
		var lines []string
		for range 1 + g.rand.IntN(4) {
			lines = append(lines, g.pick(patterns))
		}
		file := g.full(path.Join(dir, ".gitignore"))
		if g.rand.IntN(6) == 0 {
			file = g.full(".git/info/exclude")
		}
		note("write %q %q", file, lines)
		os.MkdirAll(filepath.Dir(file), 0o755)
		os.WriteFile(file, []byte(strings.Join(lines, "\n")+g.pick([]string{"", "\n"})), 0o644)
	case 11:
		note("remove %q", name)
		os.RemoveAll(at)
	case 12:
		note("rename %q", name)
		os.Rename(at, g.full(g.path()))
	case 13:
		note("chmod %q", name)
		os.Chmod(at, 0o755)
	case 14:
		note("link %q", name)
		os.MkdirAll(filepath.Dir(at), 0o755)
		os.Symlink(g.pick(names), at)
	case 15:
		then := time.Now().Add(-time.Duration(g.rand.IntN(3)) * time.Hour)
		note("touch %q %v", name, then)
		os.Chtimes(at, then, then)
	case 16:
		note("mkdir %q", name)
		os.MkdirAll(at, 0o755)
	case 17, 18, 19, 20, 21:
		g.git("add", "-A")
	case 22, 23:
		g.git("add", "-f", "--", name)
	case 24, 25, 26, 27:
		g.git("commit", "-q", "-m", "commit "+name)
	case 28:
		g.git("rm", "-q", "-r", "--cached", "--", name)
	case 29:
		g.git("add", "-N", "--", name)
	case 30:
		g.git("update-index", g.pick([]string{"--assume-unchanged", "--no-assume-unchanged", "--skip-worktree", "--no-skip-worktree"}), "--", name)
	case 31:
		g.git("checkout", "-q", "-b", g.pick(names))
	case 32:
		g.git("checkout", "-q", g.pick([]string{"main", "--detach", "a", "b"}))
	case 33:
		g.git("merge", "-q", g.pick([]string{"a", "b", "main"}))
	case 34:
		g.git("pack-refs", "--all")
	case 35:
		g.git("gc", "-q", "--prune=now")
	case 36:
		g.git("stash", "push", "-q", g.pick([]string{"-u", "-k", "-q"}))
	case 37:
		g.git("update-index", "--index-version", fmt.Sprint(2+g.rand.IntN(3)))
	case 38:
		g.git("reset", "-q", g.pick([]string{"--soft", "--hard", "--mixed"}), g.pick([]string{"HEAD", "HEAD~1"}))
	case 39:
		switch g.rand.IntN(6) {
		case 0:
			g.git("init", "-q", name)
		case 1:
			g.git("worktree", "add", "-q", "--detach", name)
		case 2:
			note("attributes")
			os.WriteFile(g.full(".gitattributes"), []byte(g.pick([]string{"* text=auto\n", "*.txt filter=x\n", "a -text\n", "* linguist\n", "[attr]m text\nb m\n"})), 0o644)
		case 3:
			g.git("update-index", "--split-index")
		case 4:
			g.git("config", "core.filemode", g.pick([]string{"true", "false"}))
		case 5:
			g.git("update-index", "--refresh")
		}
	case 40:
		note("append %q", name)
		if f, err := os.OpenFile(at, os.O_APPEND|os.O_WRONLY, 0); err == nil {
			f.WriteString("more")
			f.Close()
		}
	case 41:
		g.git("mv", "--", name, g.path())
	case 42:
		g.git("push", "-q", "-u", "origin", "HEAD")
	case 43:
		g.git("tag", g.pick([]string{"-am", "-fm"}), "tag", g.pick(names))
	case 44:
		g.git("stash", g.pick([]string{"pop", "drop", "apply"}), "-q")
	}
}

// compare asks the reader and git the same.
func (g *generator) compare() {
	r, err := reader.Open(g.root, reader.Options{})
	if g.unknown(err) {
		return
	}
	base := []string{"status", "--porcelain=v2", "-z", "--no-renames", "--ignore-submodules=all"}
	name := g.path()
	asks := []struct {
		q    reader.Query
		args []string
	}{
		{reader.Query{Untracked: reader.Each, Ignored: true}, []string{"--untracked-files=all", "--ignored=matching"}},
		{reader.Query{Untracked: reader.Collapsed}, []string{"--untracked-files=normal", "--ignored=no"}},
		{reader.Query{}, []string{"--untracked-files=no", "--ignored=no"}},
		{reader.Query{Path: name, Untracked: reader.Each, Ignored: true}, []string{"--untracked-files=all", "--ignored=matching", "--", ":(literal)" + name}},
	}
	g.rand.Shuffle(len(asks), func(i, j int) { asks[i], asks[j] = asks[j], asks[i] }) // each uses what the others saw
	for _, ask := range asks {
		got := make(map[string]string)
		err := r.Status(ask.q, func(c reader.Change) bool {
			if c.Work == reader.Hidden {
				c.Work = 0
			}
			if c.Work != 0 || c.Staged != 0 {
				got[c.Path] += xy(c)
			}
			return true
		})
		if g.unknown(err) {
			continue
		}
		out, err := command(g.root, append(base, ask.args...)...).Output()
		if err != nil {
			g.t.Errorf("%s\ngit fails where the reader does not: %v", strings.Join(g.log, "\n"), err)
			continue
		}
		want := statusOf(string(out))
		for p, kind := range want {
			// Asked about "dir.x", git also names an ignored "dir/".
			if ask.q.Path != "" && kind == "!" && !strings.HasPrefix(p+"/", ask.q.Path+"/") && !strings.HasPrefix(ask.q.Path+"/", p) {
				delete(want, p)
			}
		}
		g.same(fmt.Sprintf("%+v", ask.q), want, got)
	}
	for range 5 {
		name := g.path()
		ignored, err := r.Ignored(name)
		if !g.unknown(err) {
			out, _ := command(g.root, "check-ignore", "--", name).Output()
			g.same("ignored "+name, len(out) > 0, ignored)
		}
	}
	g.compareHistory(r)
	files, _, err := r.Tracked(name)
	if !g.unknown(err) {
		seen := make(map[string]bool)
		for _, file := range strings.Split(git(g.t, g.root, "ls-files", "-z", "--", ":(literal)"+name), "\x00") {
			seen[file] = true
		}
		g.same("tracked "+name, len(seen)-1, files)
	}
}

// unknown counts an answer that is left to git, and fails on other errors.
func (g *generator) unknown(err error) bool {
	if err == nil {
		return false
	}
	g.tally[err.Error()]++
	if !errors.Is(err, reader.ErrUnsupported) {
		g.t.Errorf("%s\n%v", strings.Join(g.log, "\n"), err)
	}
	return true
}

func (g *generator) same(what string, want, got any) {
	g.tally["equal"]++
	if diff := cmp.Diff(want, got); diff != "" {
		g.t.Errorf("%s\n%q (-git +reader):\n%s", strings.Join(g.log, "\n"), what, diff)
	}
}

// xy writes a change as git status does.
func xy(c reader.Change) string {
	letter := func(k reader.Kind) string {
		if k == 0 {
			return "."
		}
		return string(rune(k))
	}
	switch c.Work {
	case reader.Unmerged, reader.Untracked, reader.Ignored:
		return letter(c.Work)
	}
	return letter(c.Staged) + letter(c.Work)
}

// statusOf reads what git status prints.
func statusOf(out string) map[string]string {
	got := make(map[string]string)
	for _, record := range strings.Split(strings.TrimSuffix(out, "\x00"), "\x00") {
		if record == "" {
			continue
		}
		switch record[0] {
		case '1':
			fields := strings.SplitN(record, " ", 9)
			got[fields[8]] += fields[1]
		case 'u':
			fields := strings.SplitN(record, " ", 11)
			got[fields[10]] += "U"
		default:
			got[record[2:]] += record[:1]
		}
	}
	return got
}
