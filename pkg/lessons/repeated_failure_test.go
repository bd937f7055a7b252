package lessons

import (
	"testing"
)

func TestFailsAgain(t *testing.T) {
	tests := []struct {
		name, command string
		want          bool
	}{
		{"a script of the project", "node scripts/deploy.js --stage", true},
		{"its output filtered", "cd /p && node scripts/deploy.js 2>&1 | tail -20", true},
		{"a program that is not there", "frobnicate --all", true},
		{"installs", "npm install left-pad", true},
		{"text for an interpreter", "python3 - <<'E'\nimport os\nopen('x').read()\nE", true},
		{"only looks", "cat a.txt | grep x", false},
		{"looks with sed", "sed -n 1,5p a.txt", false},
		{"a test", "npm test", false},
		{"a test by its words", "./run-e2e.sh", false},
		{"a build", "npm run build", false},
		{"waits", "sleep 5 && node a.js", false},
		{"in the background", "node server.js &", false},
		{"in a loop", "for f in a b; do node $f; done", false},
		{"depends on what is not in it", "node $SCRIPT", false},
		{"depends on another's output", `node "$(cat which.txt)"`, false},
		{"a program that is not known", "$RUNNER a.js", false},
		{"no shell", "if then", false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := FailsAgain(parsedFor(t, tt.command)); got != tt.want {
				t.Errorf("%v, want %v", got, tt.want)
			}
		})
	}
}
