package facts_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/ctxhook/ctxhook/pkg/guard/facts"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
)

func TestLandingAmong(t *testing.T) {
	const calls = `{"hooks":{"PreToolUse":[{"hooks":[{"command":"ctxhook pre-bash"}]}]}}`
	dir := t.TempDir()
	for name, text := range map[string]string{
		"p/.claude/settings.json": calls, "p/bin/ctxhook": "1", "p/other.txt": "x",
		"same/.claude/settings.json": calls, "plain/.claude/settings.json": `{"permissions":{}}`,
		"off/.claude/settings.local.json": `{"disableAllHooks":true}`,
		"tools/shop":                      "2", "mine/ctxhook": "2", "copy/ctxhook": "1", "bin/ctxhook": "2",
		"conf/ctxhook/config.yaml": "1", "confs/ctxhook/config.yaml": "2",
	} {
		write(t, filepath.Join(dir, name), text)
	}
	if err := os.MkdirAll(filepath.Join(dir, "dirs/ctxhook"), 0o700); err != nil {
		t.Fatal(err)
	}
	settings, program := []string{".claude/settings.json", ".claude/settings.local.json"}, []string{"ctxhook"}
	for _, tt := range []struct {
		name, to, from string
		among          []string
		gone, spares   bool
	}{
		{"settings that call nothing", "p", "plain/.", settings, true, false},
		{"settings that call it, too", "p", "same/.", settings, false, false},
		{"settings that switch hooks off", "p", "off/.", settings, true, false},
		{"a directory of its own", "p", "plain", settings, false, true},
		{"other programs", "p/bin", "tools/.", program, false, true},
		{"a program of that name", "p/bin", "mine/.", program, true, false},
		{"the same program", "p/bin", "copy/.", program, false, false},
		{"a directory of that name", "p/bin", "dirs/.", program, false, true},
		{"the directory by its name", "p", "bin", []string{"bin/ctxhook"}, true, false},
		{"into a directory of ours", "conf", "confs/.", program, false, false},
		{"nothing there", "p", "none/.", settings, false, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := facts.New(facts.Options{Cwd: dir, Project: dir, Wall: time.Minute})
			from := filepath.Join(dir, tt.from)
			if strings.HasSuffix(tt.from, "/.") {
				from += "/." // what it holds
			}
			got := s.Landing(rule.LandingQuery{Dir: filepath.Join(dir, tt.to), From: []string{from}, Among: tt.among})
			if got.Is(rule.LandingGuard) != tt.gone || got.Is(rule.LandingSpares) != tt.spares {
				t.Errorf("%+v, want gone %v, spared %v", got, tt.gone, tt.spares)
			}
		})
	}
}
