package facts_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ctxhook/ctxhook/pkg/guard/facts"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
)

// hooks are settings that have commands checked.
const hooks = `{"hooks": {"PreToolUse": [{"hooks": [{"command": "ctxhook", "args": ["pre-bash"]}]}]}}`

func TestRegistration(t *testing.T) {
	const shared, local = ".claude/settings.json", ".claude/settings.local.json"
	home := realDir(t)
	for _, tt := range []struct {
		name    string
		commits []string // what the shared settings hold in each commit
		now     map[string]string
		q       rule.RegistrationQuery
		want    []string
	}{
		{name: "no registration", q: rule.RegistrationQuery{To: "HEAD", Untracked: true}},
		{name: "untracked", now: map[string]string{shared: hooks}, q: rule.RegistrationQuery{To: "HEAD", Untracked: true}, want: []string{shared}},
		{name: "untracked, by name", now: map[string]string{shared: hooks}, q: rule.RegistrationQuery{Deleted: true, Paths: []string{".claude/"}}, want: []string{shared}},
		{name: "untracked, others by name", now: map[string]string{shared: hooks}, q: rule.RegistrationQuery{Deleted: true, Paths: []string{"a.txt"}}},
		{name: "untracked files stay", now: map[string]string{shared: hooks}, q: rule.RegistrationQuery{To: "HEAD"}},
		{name: "ignored", now: map[string]string{shared: hooks, ".gitignore": ".claude\n"}, q: rule.RegistrationQuery{To: "HEAD", Untracked: true}},
		{name: "ignored files go", now: map[string]string{shared: hooks, ".gitignore": ".claude\n"}, q: rule.RegistrationQuery{To: "HEAD", Untracked: true, Ignored: true}, want: []string{shared}},
		{name: "committed", commits: []string{hooks}, q: rule.RegistrationQuery{To: "HEAD", Untracked: true}},
		{name: "not in the revision", commits: []string{"{}", hooks}, q: rule.RegistrationQuery{To: "HEAD~1", Spare: true}, want: []string{shared}},
		{name: "not in the revision, and changed", commits: []string{"{}", hooks}, now: map[string]string{shared: hooks + "\n"}, q: rule.RegistrationQuery{To: "HEAD~1", Spare: true}},
		{name: "no such file in the revision", commits: []string{hooks}, q: rule.RegistrationQuery{To: "first"}, want: []string{shared}},
		{name: "no such file in the revision, which stays", commits: []string{hooks}, q: rule.RegistrationQuery{To: "first", Overlay: true}},
		{name: "no revision at all", commits: []string{hooks}, q: rule.RegistrationQuery{None: true}, want: []string{shared}},
		{name: "a revision that is not known", commits: []string{hooks}, q: rule.RegistrationQuery{To: "nowhere"}},
		{name: "not staged", commits: []string{"{}"}, now: map[string]string{shared: hooks}, q: rule.RegistrationQuery{Staged: true}, want: []string{shared}},
		{name: "any branch or tag, of which one has none", commits: []string{hooks}, q: rule.RegistrationQuery{Any: true}, want: []string{shared}},
		{name: "any branch or tag, of which one has none, where such files stay", commits: []string{hooks}, q: rule.RegistrationQuery{Any: true, Paths: []string{"a.txt"}}},
		{name: "taken back", commits: []string{"{}", hooks}, q: rule.RegistrationQuery{Since: "HEAD", To: "HEAD^", Spare: true}, want: []string{shared}},
		{name: "another commit taken back", commits: []string{"{}", hooks, hooks + "\n"}, q: rule.RegistrationQuery{Since: "HEAD~2", To: "HEAD~3", Spare: true}},
		{name: "other directories remain", commits: []string{hooks}, q: rule.RegistrationQuery{None: true, Spare: true, Except: []string{"src"}}, want: []string{shared}},
		{name: "its directory remains", commits: []string{hooks}, q: rule.RegistrationQuery{None: true, Spare: true, Except: []string{"src", ".claude"}}},
		{name: "merged with what never had it", commits: []string{hooks}, q: rule.RegistrationQuery{To: "first", Merged: true}},
		{name: "merged with what took it away", commits: []string{"{}", hooks}, q: rule.RegistrationQuery{To: "gone", Merged: true}, want: []string{shared}},
		{name: "merged with another change", commits: []string{"{}", hooks}, q: rule.RegistrationQuery{To: "HEAD~1", Merged: true}},
		{name: "two, of which one stays", commits: []string{hooks}, now: map[string]string{local: hooks}, q: rule.RegistrationQuery{To: "first"}},
		{name: "two", commits: []string{hooks}, now: map[string]string{local: hooks}, q: rule.RegistrationQuery{To: "first", Untracked: true}, want: []string{shared, local}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			repo := newRepo(t)
			git(t, repo, "tag", "first")
			for _, text := range tt.commits {
				write(t, filepath.Join(repo, shared), text)
				git(t, repo, "add", "-A")
				git(t, repo, "commit", "-q", "-m", "settings")
			}
			if tt.q.To == "gone" {
				git(t, repo, "checkout", "-q", "-b", "gone")
				git(t, repo, "rm", "-q", "-r", ".claude")
				git(t, repo, "commit", "-q", "-m", "none")
				git(t, repo, "checkout", "-q", "-")
			}
			for name, text := range tt.now {
				write(t, filepath.Join(repo, name), text)
			}
			environ := append(os.Environ(), "HOME="+home, "USERPROFILE="+home, "APPDATA="+home, "CLAUDE_CONFIG_DIR=", "CLAUDE_PROJECT_DIR=")
			s := facts.New(facts.Options{Cwd: filepath.Join(repo, "dir"), Wall: patient, Environ: environ})
			tt.q.Dir = repo
			if diff := cmp.Diff(tt.want, s.Registration(tt.q).Gone); diff != "" {
				t.Errorf("gone (-want +got):\n%s", diff)
			}
		})
	}
}

// A project that is installed may have a program with the name of ctxhook.
func TestTakesName(t *testing.T) {
	for _, tt := range []struct {
		name, file, text string
		paths            []string
		want             bool
	}{
		{"go", "cmd/ctxhook/main.go", "package main\n", []string{"./cmd/..."}, true},
		{"go, by name", "cmd/ctxhook/main.go", "package main\n", []string{"./cmd/ctxhook"}, true},
		{"go, which the same command makes", "hello/main.go", "package main\n", []string{"./new/ctxhook"}, true},
		{"go, another", "cmd/tool/main.go", "package main\n", []string{"./..."}, false},
		{"go, a library", "pkg/ctxhook/x.go", "package ctxhook\n", []string{"./..."}, false},
		{"python", "pyproject.toml", "[project.scripts]\nctxhook = \"x:main\"\n", []string{"."}, true},
		{"python, as a dependency", "pyproject.toml", "dependencies = [\"ctxhook==1\"]\n[project.scripts]\ntool = \"x:main\"\n", []string{"."}, false},
		{"setup.py", "setup.py", "setup(entry_points={'console_scripts': ['ctxhook=x:main']})", []string{"."}, true},
		{"npm", "package.json", "{\"name\": \"x\", \"bin\": {\"ctxhook\": \"a.js\"}}", []string{"."}, true},
		{"npm, by its name", "package.json", "{\"name\": \"ctxhook\", \"bin\": \"a.js\"}", []string{"."}, true},
		{"npm, as a dependency", "package.json", "{\"name\": \"x\", \"bin\": \"a.js\", \"dependencies\": {\"ctxhook\": \"1\"}}", []string{"."}, false},
		{"cargo", "Cargo.toml", "[package]\nname = \"ctxhook\"\n", []string{"."}, true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			dir := realDir(t)
			write(t, filepath.Join(dir, tt.file), tt.text)
			s := facts.New(facts.Options{Cwd: dir, Wall: patient})
			got := s.Registration(rule.RegistrationQuery{Dir: dir, Paths: tt.paths, Installed: true})
			if len(got.Gone) > 0 != tt.want {
				t.Errorf("made by %q, want %v", got.Gone, tt.want)
			}
		})
	}
}
