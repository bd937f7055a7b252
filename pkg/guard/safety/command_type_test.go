package safety_test

import (
	"testing"

	"github.com/ctxhook/ctxhook/pkg/guard/follow"
	"github.com/ctxhook/ctxhook/pkg/guard/safety"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
	"github.com/ctxhook/ctxhook/rules"
)

func TestScript(t *testing.T) {
	custom := map[string]string{"deploy.sh": "Custom"}
	tests := []struct{ name, text, want string }{
		{"files", "ls -la | head", "FileSystem"},
		{"git", "git status", "Git"},
		{"packages", "npm install left-pad", "Package"},
		{"cargo builds", "cargo build --release", "Build"},
		{"cargo tests", "cargo test", "Test"},
		{"npm tests", "npm test", "Test"},
		{"npm run builds", "npm run build", "Build"},
		{"pytest", "pytest -q", "Test"},
		{"go tests behind a wrapper", "timeout 60 go test ./...", "Test"},
		{"tests by a runner of packages", "npx jest src", "Test"},
		{"tests in an environment", "poetry run pytest", "Test"},
		{"an unknown program by a runner", "npx frobnicate", "Package"},
		{"make", "make all", "Build"},
		{"network", "curl https://example.com", "Network"},
		{"system", "systemctl status cron", "System"},
		{"containers", "docker ps", "Docker"},
		{"databases", "psql -c 'select 1'", "Database"},
		{"the first that is not cd", "cd /srv && git log", "Git"},
		{"settings of the shell do not count", "set -e; export A=1; docker ps", "Docker"},
		{"custom goes first", "./deploy.sh prod", "Custom"},
		{"no model", "frobnicate", "Unknown"},
		{"nothing", "", "Unknown"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := follow.Parse(tt.text, shell.Options{Models: rules.Command, Functions: rules.Function})
			if got := safety.ScriptType(s, -1, custom); got != tt.want {
				t.Errorf("type of %q is %s, want %s", tt.text, got, tt.want)
			}
		})
	}
}

func TestRiskiestCallDecides(t *testing.T) {
	s := follow.Parse("ls && bash -c 'git push -f'", shell.Options{Models: rules.Command, Functions: rules.Function})
	for i, c := range s.Calls {
		if c.Program == "git" {
			if got := safety.ScriptType(s, i, nil); got != "Git" {
				t.Errorf("type is %s, want Git", got)
			}
			return
		}
	}
	t.Error("no call of git")
}
