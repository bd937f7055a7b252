package cmd

import (
	"bytes"
	"strings"
	"testing"
)

// TestHookExits: what calls ctxhook wrongly is told so with 1, because a
// hook's caller reads 2 as "block".
func TestHookExits(t *testing.T) {
	const (
		harmless = `{"hook_event_name":"PreToolUse","tool_name":"Bash","cwd":"/srv/shop","tool_input":{"command":"git status"}}`
		fatal    = `{"hook_event_name":"PreToolUse","tool_name":"Bash","cwd":"/srv/shop","tool_input":{"command":"rm -rf /"}}`
	)
	tests := []struct {
		name, args, stdin string
		want              int
		speaks            bool // anything on either stream
	}{
		{"bare, harmless", "", harmless, 0, false},
		{"bare, fatal", "", fatal, 2, true},
		{"bare, nothing", "", "", 0, false},
		{"hook", "hook", fatal, 2, true},
		{"pre-bash", "pre-bash", fatal, 2, true},
		{"pre-bash, harmless", "pre-bash", harmless, 0, false},
		{"agent named", "pre-bash --agent=gemini", fatal, 0, true},
		{"agent named, apart", "hook --agent gemini", fatal, 0, true},
		{"help", "pre-bash --help", fatal, 0, true},
		{"bad flag", "pre-bash --fast", fatal, 1, true},
		{"flag without value", "pre-bash --agent", fatal, 1, true},
		{"too many words", "hook pre-bash", fatal, 1, true},
		{"unknown subcommand", "pre-bahs", fatal, 1, true},
	}
	home := t.TempDir()
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var out, errs bytes.Buffer
			got := Main(Env{
				Args: strings.Fields(tt.args), Stdin: strings.NewReader(tt.stdin), Stdout: &out, Stderr: &errs,
				Getenv: func(key string) string {
					if key == "HOME" || key == "USERPROFILE" {
						return home
					}
					return ""
				},
			})
			if speaks := out.Len()+errs.Len() > 0; got != tt.want || speaks != tt.speaks {
				t.Errorf("exit %d, want %d; stdout %q, stderr %q", got, tt.want, out.String(), errs.String())
			}
		})
	}
}
