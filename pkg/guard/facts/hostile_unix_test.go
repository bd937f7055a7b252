//go:build unix

package facts_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/ctxhook/ctxhook/pkg/guard/rule"
)

// TestRunsNothingOfTheRepository asks every question of repositories whose
// configuration names a command wherever git takes one. The control proves
// that the bait is real: a plain git takes it.
func TestRunsNothingOfTheRepository(t *testing.T) {
	tests := []struct {
		name    string
		make    func(t *testing.T, repo, bait string)
		control []string // a git command that takes the bait; none where old and new git differ
		unknown bool     // the tree must be unknown
	}{
		{
			name: "fsmonitor",
			make: func(t *testing.T, repo, bait string) {
				git(t, repo, "config", "core.fsmonitor", bait)
			},
			control: []string{"status"},
		},
		{
			name: "clean filter",
			make: func(t *testing.T, repo, bait string) {
				filter(t, repo, "x", bait)
			},
			control: []string{"status"},
		},
		{
			name: "required process filter",
			make: func(t *testing.T, repo, bait string) {
				filter(t, repo, "x.y z", bait)
				git(t, repo, "config", "filter.x.y z.process", bait)
				git(t, repo, "config", "filter.x.y z.required", "true")
				write(t, filepath.Join(repo, ".git", "info", "attributes"), "* filter=x\n")
				git(t, repo, "config", "filter.x.process", bait)
			},
			control: []string{"status"},
		},
		{
			name: "filter in an included file",
			make: func(t *testing.T, repo, bait string) {
				write(t, filepath.Join(repo, "more.cfg"), "[filter \"inc\"]\n\tclean = "+bait+"\n")
				filter(t, repo, "inc", "")
				git(t, repo, "config", "--unset", "filter.inc.clean")
				git(t, repo, "config", "include.path", "../more.cfg")
			},
			control: []string{"status"},
		},
		{
			name: "filter in the configuration of the work tree",
			make: func(t *testing.T, repo, bait string) {
				filter(t, repo, "wt", "")
				git(t, repo, "config", "--unset", "filter.wt.clean")
				git(t, repo, "config", "extensions.worktreeConfig", "true")
				git(t, repo, "config", "--worktree", "filter.wt.clean", bait)
			},
			control: []string{"status"},
		},
		{
			name: "filter whose name cannot be overridden",
			make: func(t *testing.T, repo, bait string) {
				filter(t, repo, "a=b", bait)
			},
			control: []string{"status"},
			unknown: true,
		},
		{
			name: "submodule with a command of its own",
			make: func(t *testing.T, repo, bait string) {
				other := realDir(t)
				git(t, other, "init", "-q")
				write(t, filepath.Join(other, "x"), "")
				commit(t, other, "x")
				git(t, repo, "-c", "protocol.file.allow=always", "submodule", "--quiet", "add", other, "sub")
				commit(t, repo, "sub")
				sub := filepath.Join(repo, "sub")
				write(t, filepath.Join(sub, ".gitattributes"), "* filter=sub\n")
				git(t, sub, "config", "filter.sub.clean", bait)
				touch(t, filepath.Join(sub, "x"))
			},
			control: []string{"status"},
		},
		{
			name: "missing object of a partial clone",
			make: func(t *testing.T, repo, bait string) {
				git(t, repo, "config", "core.repositoryformatversion", "1")
				git(t, repo, "config", "extensions.partialClone", "evil")
				git(t, repo, "config", "remote.evil.url", "ssh://host.invalid/x")
				git(t, repo, "config", "remote.evil.promisor", "true")
				git(t, repo, "config", "core.sshCommand", bait)
				git(t, repo, "config", "protocol.ssh.allow", "always")
				write(t, filepath.Join(repo, "new.txt"), "staged\n")
				git(t, repo, "add", "new.txt") // the tree of HEAD must be read
				loseObject(t, repo, git(t, repo, "rev-parse", "HEAD^{tree}"))
			},
			control: []string{"status"},
			unknown: true,
		},
		{
			name: "missing object of a partial clone by a remote helper",
			make: func(t *testing.T, repo, bait string) {
				git(t, repo, "config", "core.repositoryformatversion", "1")
				git(t, repo, "config", "extensions.partialClone", "evil")
				git(t, repo, "config", "remote.evil.url", "ext::"+bait)
				git(t, repo, "config", "remote.evil.promisor", "true")
				git(t, repo, "config", "protocol.allow", "always")
				git(t, repo, "config", "protocol.ext.allow", "always")
				write(t, filepath.Join(repo, "new.txt"), "staged\n")
				git(t, repo, "add", "new.txt") // the tree of HEAD must be read
				loseObject(t, repo, git(t, repo, "rev-parse", "HEAD^{tree}"))
			},
			control: []string{"status"},
			unknown: true,
		},
		{
			name: "hooks",
			make: func(t *testing.T, repo, bait string) {
				for _, hook := range []string{"post-index-change", "fsmonitor-watchman", "query-watchman", "reference-transaction"} {
					script(t, filepath.Join(repo, ".git", "hooks", hook), bait)
					script(t, filepath.Join(repo, "hooks", hook), bait)
				}
				git(t, repo, "config", "core.hooksPath", "hooks")
				// The index wants a refresh, which would be written and hooked.
				touch(t, filepath.Join(repo, "a.txt"))
			},
			control: []string{"status"},
		},
		{
			name: "everything that shows something",
			make: func(t *testing.T, repo, bait string) {
				for _, key := range []string{
					"core.pager", "pager.status", "pager.config", "pager.for-each-ref", "core.editor", "core.askPass",
					"core.gitProxy", "core.alternateRefsCommand", "credential.helper", "gpg.program",
					"diff.external", "diff.x.command", "diff.x.textconv", "merge.x.driver", "interactive.diffFilter",
					"sequence.editor", "uploadpack.packObjectsHook", "trailer.x.command",
				} {
					git(t, repo, "config", key, bait)
				}
				for _, alias := range []string{"status", "config", "ls-files", "for-each-ref", "rev-list"} {
					git(t, repo, "config", "alias."+alias, "!"+bait)
				}
				git(t, repo, "config", "log.showSignature", "true")
				git(t, repo, "config", "status.submoduleSummary", "true")
				write(t, filepath.Join(repo, ".gitattributes"), "* diff=x merge=x\n")
				write(t, filepath.Join(repo, "a.txt"), "changed\n")
			},
			control: []string{"diff"},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			repo := newRepo(t)
			tools := realDir(t)
			marker, bait := filepath.Join(tools, "marker"), filepath.Join(tools, "bait")
			script(t, bait, "touch '"+marker+"'; exit 1")
			tt.make(t, repo, bait)
			os.Remove(marker)

			look := func(by string) {
				before := contents(t, filepath.Join(repo, ".git"))
				s := source(t, repo)
				tree := s.Tree(repo)
				s.Path(".")
				s.Path("a.txt")
				s.Path("dir")
				s.Branch(repo, "main", "")
				if _, err := os.Lstat(marker); err == nil {
					t.Errorf("%s: a command of the repository ran", by)
				}
				if tree.Known == tt.unknown {
					t.Errorf("%s: Tree = %+v, want Known %t", by, tree, !tt.unknown)
				}
				if after := contents(t, filepath.Join(repo, ".git")); after != before {
					t.Errorf("%s: .git changed from\n%s\nto\n%s", by, before, after)
				}
			}
			look("read")
			leaveToGit(t, repo)
			os.Remove(marker)
			look("left to git")

			tryGit(repo, tt.control...)
			if _, err := os.Lstat(marker); err != nil {
				t.Errorf("control: git %s did not take the bait, so that this test proves nothing", strings.Join(tt.control, " "))
			}
		})
	}
}

// filter makes a.txt pass a filter, and git want to compare its content.
func filter(t *testing.T, repo, name, command string) {
	t.Helper()
	write(t, filepath.Join(repo, ".git", "info", "attributes"), "* filter="+name+"\n")
	git(t, repo, "config", "filter."+name+".clean", command)
	touch(t, filepath.Join(repo, "a.txt"))
}

// touch changes a file's time and nothing else.
func touch(t *testing.T, path string) {
	t.Helper()
	then := time.Now().Add(-time.Hour)
	if err := os.Chtimes(path, then, then); err != nil {
		t.Fatal(err)
	}
}

// loseObject takes an object away, as a partial clone would not have it.
func loseObject(t *testing.T, repo, id string) {
	t.Helper()
	if err := os.Remove(filepath.Join(repo, ".git", "objects", id[:2], id[2:])); err != nil {
		t.Fatal(err)
	}
}

// contents lists what is in a directory, with the size and time of each file.
func contents(t *testing.T, dir string) string {
	t.Helper()
	var b strings.Builder
	err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		b.WriteString(path + " " + info.ModTime().String() + "\n")
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestForeignOwnerIsUnknown(t *testing.T) {
	repo := newRepo(t)
	if os.Getuid() == 0 {
		if err := os.Chown(repo, 12345, 12345); err != nil {
			t.Fatal(err)
		}
	} else {
		leaveToGit(t, repo)
		wrapGit(t, "GIT_TEST_ASSUME_DIFFERENT_OWNER=1 exec {git} \"$@\"")
	}
	if got := source(t, repo).Tree(repo); got.Known {
		t.Errorf("Tree = %+v, want unknown", got)
	}
	if got := source(t, repo).Path("a.txt"); !got.Exists || got.Repo || got.Is(rule.PathClean) {
		t.Errorf("Path = %+v, want what the file system shows and nothing of git", got)
	}
}
