package install

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ctxhook/ctxhook/pkg/guard/config"
	"github.com/ctxhook/ctxhook/pkg/memory/store"
)

// TestExamine holds what doctor says of a whole machine in some states.
func TestExamine(t *testing.T) {
	for _, tt := range []struct {
		name, settings string
		make           func(t *testing.T, d *Doctor)
		check, says    string // the beginning of a name; a part of what is said first under it
		status         Status
	}{
		{"all hooks off", `{"disableAllHooks":true,"hooks":{"PreToolUse":[` + ours + `]}}`, nil, "hooks enabled", "disables all hooks", Fail},
		{"its version", "{}", nil, "version", "ctxhook v1 ", OK},
		{"no database", "{}", nil, "memory", "nothing is remembered yet", OK},
		{"a database that is none", "{}", func(t *testing.T, d *Doctor) {
			d.Memory.Path = filepath.Join(d.Root, "db")
			write(t, d.Memory.Path, strings.Repeat("no database ", 100), 0o600)
		}, "memory", "meanwhile events wait in ", Warn},
		{"a damaged database", "{}", func(t *testing.T, d *Doctor) {
			d.Memory.Path = filepath.Join(d.Root, "db")
			write(t, d.Memory.Path+".corrupt-20260101T000000", "x", 0o600)
		}, "memory", "was moved aside", Warn},
		{"a project that is not trusted", "{}", projectConfig, "trust", "can only tighten", Note},
		{"a trusted project", "{}", func(t *testing.T, d *Doctor) {
			projectConfig(t, d)
			if err := config.Trust(d.Places, d.Root, d.Now); err != nil {
				t.Fatal(err)
			}
		}, "trust", "are trusted", OK},
		{"a project that was trusted and changed", "{}", func(t *testing.T, d *Doctor) {
			projectConfig(t, d)
			if err := config.Trust(d.Places, d.Root, d.Now); err != nil {
				t.Fatal(err)
			}
			write(t, filepath.Join(d.Root, ".ctxhook", "config.yaml"), "safety_level: permissive\n", 0o644)
		}, "trust", "can only tighten", Note},
	} {
		t.Run(tt.name, func(t *testing.T) {
			d := newDoctor(t, tt.settings)
			d.Memory = store.Options{Path: filepath.Join(d.Root, "none"), ReadOnly: true}
			if tt.make != nil {
				tt.make(t, d)
			}
			for _, c := range d.Examine() {
				if !strings.HasPrefix(c.Name, tt.check) {
					continue
				}
				if c.Status != tt.status || !strings.Contains(c.Result, tt.says) {
					t.Errorf("%+v, want %s: %s", c, tt.status, tt.says)
				}
				return
			}
			t.Errorf("nothing is said of %s", tt.check)
		})
	}
}

func projectConfig(t *testing.T, d *Doctor) {
	t.Helper()
	if err := os.MkdirAll(filepath.Join(d.Root, ".git"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Join(d.Root, ".ctxhook"), 0o755); err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(d.Root, ".ctxhook", "config.yaml"), "safety_level: strict\n", 0o644)
}
