package publish

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ctxhook/ctxhook/pkg/base/paths"
	"github.com/ctxhook/ctxhook/pkg/memory"
)

func TestPathThatIsNamed(t *testing.T) {
	for name, want := range map[string]string{"docs/AGENT.md": "docs/AGENT.md", "CLAUDE.local.md": "AGENTS.md"} {
		p := newPublisher(t, ToClaudeMD)
		p.file(t, "AGENTS.md", "x\n")
		p.ClaudeMD = filepath.Join(p.Root, name)
		p.publish(t, p.use("uv", "pip"))
		if got := p.tree(t)["work/"+want]; !strings.Contains(got, "uv") {
			t.Errorf("%s: %s is %q", name, want, got)
		}
	}
}

func TestUndoAfterAnEdit(t *testing.T) {
	p := newPublisher(t, ToClaudeMD)
	path := p.file(t, "CLAUDE.md", "# x\n")
	p.publish(t, p.use("uv", "pip"))
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	p.file(t, "CLAUDE.md", "new\n"+string(data)+"last\n")
	if _, err := p.Undo(); err != nil {
		t.Fatal(err)
	}
	if data, _ := os.ReadFile(path); string(data) != "new\n# x\nlast\n" {
		t.Errorf("after undo: %q", data)
	}
}

func TestRefused(t *testing.T) {
	tests := []struct {
		name string
		to   Target
		make func(t *testing.T, p *Publisher)
		want error
	}{
		{"a file of rules that is not ours", ToRules, func(t *testing.T, p *Publisher) { p.file(t, ".claude/rules/ctxhook.md", "mine\n") }, ErrNotOurs},
		{"damaged marks", ToClaudeMD, func(t *testing.T, p *Publisher) { p.file(t, "CLAUDE.md", "<!-- ctxhook:begin tools -->\nx\n") }, ErrMarkers},
		{"no text", ToClaudeMD, func(t *testing.T, p *Publisher) { p.file(t, "CLAUDE.md", "\xff\xfeA\x00") }, ErrText},
		{"git's own directory", ToClaudeMD, func(t *testing.T, p *Publisher) { p.ClaudeMD = filepath.Join(p.Root, ".git", "CLAUDE.md") }, ErrGit},
		{"a link out of the project", ToClaudeMD, func(t *testing.T, p *Publisher) {
			outside := filepath.Join(p.Places.Home, "theirs.md")
			if err := os.WriteFile(outside, []byte("x\n"), 0o644); err != nil {
				t.Fatal(err)
			}
			link(t, outside, filepath.Join(p.Root, "CLAUDE.md"))
		}, ErrOutside},
		{"a directory that is a link out", ToRules, func(t *testing.T, p *Publisher) {
			link(t, t.TempDir(), filepath.Join(p.Root, ".claude"))
		}, ErrOutside},
		{"a directory that is a link to git's", ToRules, func(t *testing.T, p *Publisher) {
			link(t, filepath.Join(p.Root, ".git"), filepath.Join(p.Root, ".claude"))
		}, ErrGit},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p := newPublisher(t, tt.to)
			tt.make(t, p)
			before := p.tree(t)
			plan, err := p.Plan([]memory.Preference{p.use("uv", "pip")})
			if err == nil {
				err = p.Apply(plan, now)
			}
			if !errors.Is(err, tt.want) {
				t.Errorf("error = %v, want %v", err, tt.want)
			}
			if diff := cmp.Diff(before, p.tree(t)); diff != "" {
				t.Errorf("was written (-want +got)\n%s", diff)
			}
		})
	}
}

func link(t *testing.T, to, at string) {
	t.Helper()
	if err := os.Symlink(to, at); err != nil {
		t.Skip(err)
	}
}

func TestChangedSinceItWasRead(t *testing.T) {
	p := newPublisher(t, ToClaudeMD)
	p.file(t, "AGENTS.md", "x\n")
	fd := p.use("fd", "find")
	fd.Project = ""
	plan, err := p.Plan([]memory.Preference{fd, p.use("uv", "pip")})
	if err != nil {
		t.Fatal(err)
	}
	p.file(t, "AGENTS.md", "y\n")
	before := p.tree(t)
	if err := p.Apply(plan, now); !errors.Is(err, paths.ErrChanged) {
		t.Errorf("error = %v, want %v", err, paths.ErrChanged)
	}
	if diff := cmp.Diff(before, p.tree(t)); diff != "" {
		t.Errorf("was written (-want +got)\n%s", diff)
	}
}

func TestModeIsKept(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no modes")
	}
	p := newPublisher(t, ToClaudeMD)
	path := p.file(t, "CLAUDE.md", "x\n")
	if err := os.Chmod(path, 0o600); err != nil {
		t.Fatal(err)
	}
	p.publish(t, p.use("uv", "pip"))
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("mode = %v, %v", info.Mode(), err)
	}
}
