package config

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/ctxhook/ctxhook/pkg/base/policy"
)

const goos = runtime.GOOS

// What a repository brings along must neither hold a hook up nor loosen
// anything, and it must be said.
func TestHostileProject(t *testing.T) {
	long := strings.Repeat("a", 100<<10)
	tests := []struct {
		name string
		make func(path string) error
	}{
		{"huge", text1(strings.Repeat("blocked_patterns: [x]\n", 100_000))},
		{"endless device", func(path string) error { return os.Symlink("/dev/zero", path) }},
		{"link out", func(path string) error { return os.Symlink("/etc/passwd", path) }},
		{"directory", func(path string) error { return os.Mkdir(path, 0o700) }},
		{"billion laughs", text1("a: &a [x,x]\nb: &b [*a,*a]\nc: &c [*b,*b]\ntypes: {x: *c}\n")},
		{"deep flow", text1("types: " + strings.Repeat("[", 60_000))},
		{"deep block", text1(strings.Repeat("- ", 30_000))},
		{"empty lines in a text", text1("types: |\n" + strings.Repeat("\n", 60_000))},
		{"long key", text1(long[:60_000] + ": x\n")},
		{"no text", text1("\x00\xff\xfe: \x01\n")},
		{"tabs", text1("\tsafety_level: permissive\n")},
		{"many errors", text1("blocked_patterns: [" + strings.Repeat("{a: b}, ", 500) + "]\n")},
		{"two documents", text1("safety_level: strict\n---\nsafety_level: permissive\n")},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := setup(t, map[string]string{".ctxhook/rules/none": ""})
			if err := tt.make(filepath.Join(s.Project, project)); err != nil {
				t.Skip(err)
			}
			start := time.Now()
			c, problems := Load(s)
			if d := time.Since(start); d > 5*time.Second {
				t.Errorf("took %v", d)
			}
			if len(problems) == 0 || len(problems) > maxProblems+1 {
				t.Errorf("%d problems", len(problems))
			}
			for _, p := range problems {
				if len(p.String()) > 600 {
					t.Errorf("a problem of %d bytes", len(p.String()))
				}
			}
			if c.Table != policy.For(policy.Standard) {
				t.Errorf("table %v", c.Table)
			}
		})
	}
}

func text1(s string) func(string) error {
	return func(path string) error { return os.WriteFile(path, []byte(s), 0o600) }
}

func TestUserFileThatCannotBeRead(t *testing.T) {
	s := setup(t, nil)
	if err := os.MkdirAll(s.Places.ConfigFile(), 0o700); err != nil {
		t.Fatal(err)
	}
	c, problems := Load(s)
	if len(problems) != 1 || problems[0].Note || c.Level != policy.Standard {
		t.Errorf("level %v, problems %v", c.Level, problems)
	}
}

func FuzzLoad(f *testing.F) {
	f.Add("safety_level: permissive\npolicy: {high: silent}\n")
	f.Add("blocked_patterns: [a, 'glob:b*', 'regex:c']\nallowed_patterns: [x]\n")
	f.Add("packs: {git: off}\ntypes: {A: [b]}\nwrappers: [c, {program: d, skip: 1}]\n")
	f.Add("policy: {critical: silent, low: block}\nunattended: warn\non_error: open\nmax_command_length: 1000000\n")
	f.Fuzz(func(t *testing.T, data string) {
		c := Default()
		l := layer{from: FromProject, name: "project", sources: &Sources{}, loosen: never}
		l.file(&c, []byte(data), nil)
		c.settle()
		base := Default()
		for r := range c.Table {
			if c.Table[r] < base.Table[r] {
				t.Errorf("a project loosened risk %d to %v", r, c.Table[r])
			}
		}
		if c.Unattended < base.Unattended || c.OnError < base.OnError || c.MaxCommandLength > base.MaxCommandLength ||
			len(c.Allowed) > 0 || len(c.Wrappers) > 0 {
			t.Errorf("a project loosened: %+v", c)
		}
		for _, p := range c.Packs {
			if !p.On {
				t.Errorf("a project switched off %q", p.Name)
			}
		}
	})
}
