package git_test

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	reader "github.com/ctxhook/ctxhook/pkg/base/git"
)

var everyShape = flag.Bool("shapes", false, "make all hostile repositories, not some")

// places are files that the reader opens.
var places = []string{
	".git/HEAD", ".git/index", ".git/config", ".git/packed-refs", ".git/refs", ".git/refs/heads", ".git/refs/heads/main", ".git/refs/stash",
	".git/logs", ".git/logs/refs/stash", ".git/info", ".git/info/exclude", ".git/info/attributes", ".git/shallow", ".git/objects", ".git/objects/pack",
	".git/objects/pack/pack-1.idx", ".git/objects/pack/pack-1.pack", ".git/commondir", ".gitignore", ".gitattributes", "dir", "dir/.gitignore", "dir/.git",
	"a.txt", ".git",
}

// hostileKinds make something of a path that is none of what git puts there.
var hostileKinds = map[string]func(path, outside string) error{
	"fifo":           func(path, _ string) error { return syscall.Mkfifo(path, 0o600) },
	"link out":       func(path, outside string) error { return os.Symlink(outside, path) },
	"link to a file": func(path, outside string) error { return os.Symlink(outside+"/secret", path) },
	"link to a device": func(path, _ string) error {
		return os.Symlink("/dev/zero", path)
	},
	"loop":      func(path, _ string) error { return os.Symlink(filepath.Base(path), path) },
	"directory": func(path, _ string) error { return os.MkdirAll(path+"/x", 0o755) },
	"empty":     func(path, _ string) error { return os.WriteFile(path, nil, 0o644) },
	"noise": func(path, _ string) error {
		return os.WriteFile(path, bytes.Repeat([]byte("\xff\x00[]\n*"), 5000), 0o644)
	},
	"huge": func(path, _ string) error {
		if err := os.WriteFile(path, nil, 0o644); err != nil {
			return err
		}
		return os.Truncate(path, 1<<40)
	},
}

// shapes are repositories that no git makes.
var shapes = map[string]func(t *testing.T, repo, outside string){
	"gitdir leads out":      gitfile("gitdir: {outside}\n"),
	"gitdir to itself":      gitfile("gitdir: .git\n"),
	"gitdir to the root":    gitfile("gitdir: .\n"),
	"gitdir to a device":    gitfile("gitdir: /dev/zero\n"),
	"gitdir up":             gitfile("gitdir: ../../../../..\n"),
	"gitdir without a path": gitfile("gitdir: \n"),
	"gitdir of two lines":   gitfile("gitdir: x\n/etc\n"),
	"gitdir with a zero":    gitfile("gitdir: x\x00y\n"),
	"gitdir to a repository": func(t *testing.T, repo, outside string) {
		git(t, outside, "init", "-q")
		gitfile("gitdir: {outside}/.git\n")(t, repo, outside)
	},
	"commondir leads out": func(t *testing.T, repo, outside string) {
		dir := filepath.Join(repo, "x", "worktrees", "w")
		write(t, dir+"/HEAD", "ref: refs/heads/main\n")
		write(t, dir+"/commondir", outside+"\n")
		write(t, dir+"/gitdir", repo+"/.git\n")
		gitfile("gitdir: x/worktrees/w\n")(t, repo, outside)
	},
	"HEAD leads out":             text(".git/HEAD", "ref: ../../outside/secret\n"),
	"HEAD leads out below refs":  text(".git/HEAD", "ref: refs/../../../outside/secret\n"),
	"HEAD names a loop":          text(".git/refs/heads/main", "ref: refs/heads/main\n"),
	"HEAD names a directory":     text(".git/HEAD", "ref: refs/heads\n"),
	"HEAD is an option":          text(".git/HEAD", "--upload-pack=x\n"),
	"HEAD names no object":       text(".git/refs/heads/main", strings.Repeat("1", 40)+"\n"),
	"a ref of an odd length":     text(".git/refs/heads/main", strings.Repeat("1", 64)+"\n"),
	"config includes":            text(".git/config", "[include]\n\tpath = {outside}/secret\n"),
	"config includes itself":     text(".git/config", "[include]\n\tpath = config\n"),
	"config includes for a path": text(".git/config", "[includeIf \"gitdir:/\"]\n\tpath = {outside}/secret\n"),
	"config without an end":      text(".git/config", "[core \"x"),
	"config with a broken value": text(".git/config", "[core]\n\tx = \"a\\q"),
	"config with zeros":          text(".git/config", "[core]\n\x00\x00 = 1\n"),
	"ignore file leads out":      text(".git/config", "[core]\n\texcludesFile = {outside}/secret\n"),
	"attributes lead out":        text(".git/config", "[core]\n\tattributesFile = {outside}/secret\n"),
	"work tree leads out":        text(".git/config", "[core]\n\tworktree = {outside}\n"),
	"fsmonitor":                  text(".git/config", "[core]\n\tfsmonitor = touch {outside}/ran\n"),
	"hooks":                      text(".git/config", "[core]\n\thooksPath = {outside}\n"),
	"filter": func(t *testing.T, repo, outside string) {
		text(".git/config", "[filter \"x\"]\n\tclean = touch {outside}/ran\n\trequired\n")(t, repo, outside)
		write(t, repo+"/.gitattributes", "* filter=x\n")
	},
	"new format": text(".git/config", "[core]\n\trepositoryformatversion = 99\n"),
	"reftables":  text(".git/config", "[core]\n\trepositoryformatversion = 1\n[extensions]\n\trefStorage = reftable\n"),
	"alternates lead out": func(t *testing.T, repo, outside string) {
		lose(t, repo)
		text(".git/objects/info/alternates", "{outside}\n")(t, repo, outside)
	},
	"grafts":                 text(".git/info/grafts", strings.Repeat("1 ", 1<<20)),
	"index of many":          index(func(b []byte) []byte { binary.BigEndian.PutUint32(b[8:], 1<<32-1); return b }),
	"index of more":          index(func(b []byte) []byte { binary.BigEndian.PutUint32(b[8:], 4); return b }),
	"index of version 1":     index(func(b []byte) []byte { b[7] = 1; return b }),
	"index as version 4":     index(func(b []byte) []byte { b[7] = 4; return b }),
	"index of version 5":     index(func(b []byte) []byte { b[7] = 5; return b }),
	"index with ..":          index(func(b []byte) []byte { return bytes.Replace(b, []byte("dir/b.txt"), []byte("../secret"), 1) }),
	"index with /":           index(func(b []byte) []byte { return bytes.Replace(b, []byte("dir/b.txt"), []byte("/ecret/xx"), 1) }),
	"index with .git":        index(func(b []byte) []byte { return bytes.Replace(b, []byte("dir/b.txt"), []byte(".git/HEAD"), 1) }),
	"index with //":          index(func(b []byte) []byte { return bytes.Replace(b, []byte("dir/b.txt"), []byte("dir//.txt"), 1) }),
	"index out of order":     index(func(b []byte) []byte { return bytes.Replace(b, []byte("a.txt"), []byte("z.txt"), 1) }),
	"index with wild modes":  index(func(b []byte) []byte { copy(b[12+24:], "\xff\xff\xff\xff"); return b }),
	"index with a wild part": index(func(b []byte) []byte { return bytes.Replace(b, []byte("TREE\x00\x00"), []byte("TREE\xff\xff"), 1) }),
	"index with a new part":  index(func(b []byte) []byte { return bytes.Replace(b, []byte("TREE"), []byte("zREE"), 1) }),
	"index with wild trees": index(func(b []byte) []byte {
		i := bytes.Index(b, []byte("TREE"))
		return append(b[:i:i], "TREE\x00\x00\x00\x10\x00-1 999999999\n\x00-1"+strings.Repeat("x", 20)...)
	}),
	"link in front of tracked files": func(t *testing.T, repo, outside string) {
		os.RemoveAll(repo + "/dir")
		os.Symlink(outside, repo+"/dir")
	},
	"tree that holds itself": func(t *testing.T, repo, _ string) {
		id := strings.Repeat("2", 40)
		item := func(name string) string { return "40000 " + name + "\x00" + strings.Repeat("\x22", 20) }
		object(t, repo, id, "tree", item("a")+item("b")+item("c"))
		object(t, repo, strings.Repeat("1", 40), "commit", "tree "+id+"\n\nx\n")
		write(t, repo+"/.git/refs/heads/main", strings.Repeat("1", 40)+"\n")
	},
	"tree with ..": func(t *testing.T, repo, _ string) {
		object(t, repo, strings.Repeat("2", 40), "tree", "40000 ..\x00"+strings.Repeat("\x22", 20))
		object(t, repo, strings.Repeat("1", 40), "commit", "tree "+strings.Repeat("2", 40)+"\n\nx\n")
		write(t, repo+"/.git/refs/heads/main", strings.Repeat("1", 40)+"\n")
	},
	"commit before itself": func(t *testing.T, repo, _ string) {
		id := strings.Repeat("1", 40)
		object(t, repo, id, "commit", "tree "+strings.Repeat("2", 40)+"\nparent "+id+"\nparent "+id+"\n\nx\n")
		write(t, repo+"/.git/refs/heads/main", id+"\n")
		write(t, repo+"/.git/refs/heads/other", strings.TrimSpace(git(t, repo, "rev-parse", "v1^{commit}"))+"\n")
	},
	"tag of itself": func(t *testing.T, repo, _ string) {
		id := strings.Repeat("3", 40)
		object(t, repo, id, "tag", "object "+id+"\ntype tag\n")
		write(t, repo+"/.git/refs/tags/loop", id+"\n")
	},
	"object that is no zlib": func(t *testing.T, repo, _ string) {
		write(t, repo+"/.git/objects/11/"+strings.Repeat("1", 38), "nothing")
		write(t, repo+"/.git/refs/heads/main", strings.Repeat("1", 40)+"\n")
	},
	"object that swells": func(t *testing.T, repo, _ string) {
		object(t, repo, strings.Repeat("1", 40), "commit", strings.Repeat("\x00", 64<<20))
		write(t, repo+"/.git/refs/heads/main", strings.Repeat("1", 40)+"\n")
	},
	"pack based on itself":  packed(packNamed(strings.Repeat("\x11", 20))),
	"pack based before it":  packed("\x65\x7f" + deflated("\x01\x01\x01x")),
	"pack of a wild size":   packed("\xff\xff\xff\xff\xff\xff\xff\x7f" + deflated("x")),
	"pack of a zero kind":   packed("\x05" + deflated("xxxxx")),
	"pack of a short delta": packed("\x75" + strings.Repeat("\x11", 20) + deflated("\xff\xff\xff\xff\xff")),
	"pack that is cut off":  packed("\x95"),
	"idx with a wild fan": func(t *testing.T, repo, outside string) {
		packed("x")(t, repo, outside)
		write(t, repo+"/.git/objects/pack/pack-1.idx", "\xfftOc\x00\x00\x00\x02"+strings.Repeat("\xff\xff\xff\xff", 256))
	},
	"idx of version 1": func(t *testing.T, repo, outside string) {
		packed("x")(t, repo, outside)
		write(t, repo+"/.git/objects/pack/pack-1.idx", strings.Repeat("\x00", 2000))
	},
	"costly patterns": func(t *testing.T, repo, _ string) {
		write(t, repo+"/.gitignore", strings.Repeat(strings.Repeat("*a", 200)+"[!b]*\n", 2000))
		for i := range 300 {
			write(t, repo+"/many/"+strings.Repeat("a", 200)+fmt.Sprint(i), "")
		}
	},
	"many patterns": text(".gitignore", strings.Repeat("x\n", 400_000)),
	"deep directories": func(t *testing.T, repo, _ string) {
		os.MkdirAll(repo+strings.Repeat("/d", 1500), 0o755)
	},
	"long refs":                     text(".git/packed-refs", "# pack-refs\n"+strings.Repeat("x", 1<<20)+"\n"+strings.Repeat("1", 40)+" refs/heads/"+strings.Repeat("y/", 5000)+"\n"),
	"packed refs that lead out":     text(".git/packed-refs", strings.Repeat("1", 40)+" refs/heads/../../../outside\n"),
	"branch follows what leads out": text(".git/config", "[branch \"main\"]\n\tremote = r\n\tmerge = refs/heads/x\n[remote \"r\"]\n\tfetch = refs/heads/*:../../*\n"),
	"log without hashes":            text(".git/logs/refs/stash", strings.Repeat("x", 4<<20)),
	"attributes on every file": func(t *testing.T, repo, _ string) {
		write(t, repo+"/.gitattributes", strings.Repeat("\"*\\\"\" text ident filter=x\n[attr]y filter\n", 20_000))
		write(t, repo+"/a.txt", "A\n")
	},
}

func gitfile(content string) func(*testing.T, string, string) {
	return func(t *testing.T, repo, outside string) {
		if err := os.Rename(repo+"/.git", repo+"/gone"); err != nil {
			t.Fatal(err)
		}
		write(t, repo+"/.git", strings.ReplaceAll(content, "{outside}", outside))
	}
}

func text(name, content string) func(*testing.T, string, string) {
	return func(t *testing.T, repo, outside string) {
		write(t, filepath.Join(repo, name), strings.ReplaceAll(content, "{outside}", outside))
	}
}

func index(change func([]byte) []byte) func(*testing.T, string, string) {
	return func(t *testing.T, repo, _ string) {
		data, err := os.ReadFile(repo + "/.git/index")
		if err != nil {
			t.Fatal(err)
		}
		write(t, repo+"/.git/index", string(change(data)))
	}
}

func deflated(text string) string {
	var b bytes.Buffer
	z := zlib.NewWriter(&b)
	z.Write([]byte(text))
	z.Close()
	return b.String()
}

func object(t *testing.T, repo, id, kind, content string) {
	write(t, repo+"/.git/objects/"+id[:2]+"/"+id[2:], deflated(fmt.Sprintf("%s %d\x00%s", kind, len(content), content)))
}

// lose takes the objects of the repository away.
func lose(t *testing.T, repo string) {
	for c := range 256 {
		os.RemoveAll(fmt.Sprintf("%s/.git/objects/%02x", repo, c))
	}
}

func packNamed(base string) string { return "\x74" + base + deflated("\x01\x01\x01x") }

// packed makes HEAD an object of a pack.
func packed(data string) func(*testing.T, string, string) {
	return func(t *testing.T, repo, _ string) {
		lose(t, repo)
		idx := "\xfftOc\x00\x00\x00\x02"
		for c := range 256 {
			idx += "\x00\x00\x00" + map[bool]string{false: "\x00", true: "\x01"}[c >= 0x11]
		}
		idx += strings.Repeat("\x11", 20) + "\x00\x00\x00\x00" + "\x00\x00\x00\x0c" + strings.Repeat("\x00", 40)
		write(t, repo+"/.git/objects/pack/pack-1.idx", idx)
		write(t, repo+"/.git/objects/pack/pack-1.pack", "PACK\x00\x00\x00\x02\x00\x00\x00\x01"+data)
		write(t, repo+"/.git/refs/heads/main", strings.Repeat("1", 40)+"\n")
	}
}

// TestHostile asks everything of repositories that are made to harm the reader.
// It must come back soon, and open nothing outside of them.
func TestHostile(t *testing.T) {
	all := make(map[string]func(*testing.T, string, string))
	for name, shape := range shapes {
		all[name] = shape
	}
	for kind, make := range hostileKinds {
		for _, place := range places {
			if !*everyShape && rand.IntN(4) > 0 {
				continue
			}
			all[kind+" as "+place] = func(t *testing.T, repo, outside string) {
				at := filepath.Join(repo, place)
				os.RemoveAll(at)
				os.MkdirAll(filepath.Dir(at), 0o755)
				if err := make(at, outside); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	if len(all) < 80 {
		t.Fatalf("%d shapes", len(all))
	}
	model := newRepo(t)
	os.RemoveAll(filepath.Join(model, ".git", "hooks"))
	git(t, model, "tag", "-a", "-m", "tag", "v1")
	write(t, filepath.Join(model, "a.txt"), "b\n")
	git(t, model, "stash", "-q")
	secret := realDir(t)
	write(t, filepath.Join(secret, "secret"), "[core]\n\tbare\n")
	slowest, slow := time.Duration(0), ""
	for name, shape := range all {
		top := realDir(t)
		repo, outside := filepath.Join(top, "repo"), filepath.Join(top, "outside")
		for from, to := range map[string]string{model: repo, secret: outside} {
			if err := os.CopyFS(to, os.DirFS(from)); err != nil {
				t.Fatal(err)
			}
		}
		shape(t, repo, outside)
		opened := watch(t, outside)
		start := time.Now()
		done := make(chan struct{})
		go func() {
			defer close(done)
			askEverything(repo)
		}()
		select {
		case <-done:
		case <-time.After(20 * time.Second):
			t.Fatalf("%s: hangs", name)
		}
		if took := time.Since(start); took > slowest {
			slowest, slow = took, name
		}
		if events := opened(); events != "" {
			t.Errorf("%s: opened outside of the repository: %s", name, events)
		}
		os.RemoveAll(top)
	}
	t.Logf("%d shapes, the slowest %v: %s", len(all), slowest, slow)
}

// askEverything asks every question, whatever the answers are.
func askEverything(repo string) {
	r, err := reader.Open(repo, reader.Options{})
	if err != nil {
		return
	}
	any := func(reader.Change) bool { return true }
	r.Head()
	r.Status(reader.Query{Untracked: reader.Each, Ignored: true}, any)
	r.Status(reader.Query{Untracked: reader.Collapsed}, any)
	r.Status(reader.Query{Path: "dir/b.txt", Untracked: reader.Each}, any)
	for _, path := range []string{"a.txt", "dir", "dir/b.txt", "new.log", "../x", ""} {
		r.Ignored(path)
		r.Tracked(path)
	}
	var others []string
	for _, below := range []string{"refs/heads", "refs/remotes", "refs/tags"} {
		refs, _ := r.Refs(below)
		for _, ref := range refs {
			r.Only(ref.ID, others)
			r.Commit(ref.ID)
			others = append(others, ref.ID)
		}
	}
	stashes, _ := r.Stashes()
	for _, s := range stashes {
		r.Changed("", s.Commit, 1000)
	}
	r.Log("HEAD")
	r.Resolve("main~3")
	r.Upstream("main")
	if head, err := r.Head(); err == nil {
		r.Changed("", head.Commit, 1000)
		r.Only(head.Commit, nil)
	}
}

// watch tells which files of a directory were opened since.
func watch(t *testing.T, dir string) func() string {
	fd, err := syscall.InotifyInit1(syscall.IN_NONBLOCK | syscall.IN_CLOEXEC)
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{dir, filepath.Join(dir, "secret")} {
		if _, err := syscall.InotifyAddWatch(fd, path, syscall.IN_OPEN|syscall.IN_ACCESS|syscall.IN_CREATE); err != nil {
			t.Fatal(err)
		}
	}
	return func() string {
		defer syscall.Close(fd)
		buffer := make([]byte, 4096)
		n, _ := syscall.Read(fd, buffer)
		if n <= 0 {
			return ""
		}
		return fmt.Sprintf("%d bytes of events, %q", n, bytes.TrimRight(buffer[16:n], "\x00"))
	}
}
