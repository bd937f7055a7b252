package judge

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/ctxhook/ctxhook/pkg/base/policy"
	"github.com/ctxhook/ctxhook/pkg/guard/config"
	"github.com/ctxhook/ctxhook/pkg/guard/safety"
	"github.com/google/go-cmp/cmp"
)

// home is a user with an empty home and a project.
type home struct{ dir, project string }

func newHome(t *testing.T) *home {
	t.Helper()
	h := &home{dir: t.TempDir()}
	h.project = filepath.Join(h.dir, "shop")
	h.write(t, "shop/.git/HEAD", "ref: refs/heads/main\n")
	return h
}

func (h *home) write(t *testing.T, path, text string) {
	t.Helper()
	path = filepath.Join(h.dir, filepath.FromSlash(path))
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func (h *home) link(t *testing.T, to, path string) {
	t.Helper()
	if err := os.Symlink(filepath.Join(h.dir, to), filepath.Join(h.dir, path)); err != nil {
		t.Fatal(err)
	}
}

func (h *home) judge() *Judge {
	return New(Options{Cwd: h.project, Getenv: func(key string) string {
		if key == "HOME" || key == "USERPROFILE" {
			return h.dir
		}
		return ""
	}})
}

const rmRoot = "rm -rf /"

// TestVerdict: whatever stands in the settings, there is a verdict, and a
// project cannot weaken it.
func TestVerdict(t *testing.T) {
	const settings = ".config/ctxhook/config.yaml"
	for _, tt := range []struct {
		name, path, text string
		command          string
		want             policy.Action
		problems         bool
	}{
		{"defaults", "", "", rmRoot, policy.Block, false},
		{"no finding", "", "", "git status", policy.Silent, false},
		{"settings that cannot be read", settings, "safety_level: [", rmRoot, policy.Block, true},
		{"a rule that cannot be read", ".config/ctxhook/rules/x.yaml", "title: [", rmRoot, policy.Block, true},
		{"the user's level", settings, "safety_level: permissive\n", "git push --force origin main", policy.Silent, false},
		{"the project's level", "shop/.ctxhook/config.yaml", "safety_level: permissive\n", "git push --force origin main", policy.Ask, true},
		{"the project's model of rm", "shop/.ctxhook/rules/commands/rm.yaml", "program: rm\n", rmRoot, policy.Block, false},
		{"the user's pattern", settings, "blocked_patterns: [terraform]\n", "terraform apply", policy.Block, false},
		{"the user's pattern at the lowest level", settings, "safety_level: permissive\nblocked_patterns: [terraform]\n", "terraform apply", policy.Block, false},
		{"the user's pattern, and a rule that asks", settings, "blocked_patterns: [main]\n", "git push --force origin main", policy.Block, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			h := newHome(t)
			if tt.path != "" {
				h.write(t, tt.path, tt.text)
			}
			j := h.judge()
			if got := j.Verdict(tt.command, nil); got.Action != tt.want {
				t.Errorf("%v, want %v: %+v", got.Action, tt.want, got.Findings)
			}
			if len(j.Problems) > 0 != tt.problems {
				t.Errorf("problems %v", j.Problems)
			}
		})
	}
}

// TestAllowOnce: an entry that holds once is used up by one of two commands
// that run at the same time, and a lasting one is preferred to it.
func TestAllowOnce(t *testing.T) {
	const force, rule = "git push --force origin main", "git/force-push-protected"
	h := newHome(t)
	add := func(once bool) string {
		t.Helper()
		a, err := config.AddAllow(h.judge().Places, config.Allow{Rule: rule, Project: h.project, Once: once}, time.Now())
		if err != nil {
			t.Fatal(err)
		}
		return a.ID
	}
	once := add(true)
	first, second := h.judge(), h.judge()
	v, w := first.Verdict(force, nil), second.Verdict(force, nil)
	if v.Action != policy.Silent || !slices.Equal(v.Allowed, []string{once}) {
		t.Fatalf("%v by %q", v.Action, v.Allowed)
	}
	if !first.Use(&v) || second.Use(&w) {
		t.Error("both commands used the entry, or none")
	}
	if got := second.Verdict(force, nil); got.Action != policy.Ask {
		t.Errorf("the other command: %v", got.Action)
	}

	add(true)
	lasting := add(false)
	j := h.judge()
	if v := j.Verdict(force, nil); !slices.Equal(v.Allowed, []string{lasting}) || !j.Use(&v) {
		t.Errorf("allowed by %q, want %q", v.Allowed, lasting)
	}
	if j.Allows(force, "memory/failed-before") {
		t.Error("an entry about one rule allows what another one says")
	}
}

// TestOn: on every system the directories have the form in which paths of commands
// are compared with them.
func TestOn(t *testing.T) {
	for _, tt := range []struct {
		goos, home, want string
		fold             bool
	}{
		{"linux", "/home/me", "/home/me", false},
		{"darwin", "/Users/me", "/Users/me", true},
		{"windows", `C:\Users\me`, "/c/Users/me", true},
	} {
		at := on(tt.goos, safety.Dirs{Home: tt.home, Cwd: tt.home, Project: tt.home, Cache: tt.home, Guard: []string{tt.home}})
		want := safety.Dirs{Home: tt.want, Cwd: tt.want, Project: tt.want, Cache: tt.want, Guard: []string{tt.want}, Fold: tt.fold}
		if diff := cmp.Diff(want, at, cmp.AllowUnexported(safety.Dirs{})); diff != "" {
			t.Errorf("%s (-want +got)\n%s", tt.goos, diff)
		}
	}
}
