package lessons

import (
	"testing"
	"time"

	"github.com/ctxhook/ctxhook/pkg/base/redact"
	"github.com/ctxhook/ctxhook/pkg/memory"
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
		{"a test", "npm test", true},
		{"a test by its words", "./run-e2e.sh", true},
		{"a build", "npm run build", true},
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

func TestLooksLikeCheck(t *testing.T) {
	for command, want := range map[string]bool{
		"npm test": true, "./run-e2e.sh": true, "npm run build": true, "node scripts/deploy.js --stage": false, "npm install left-pad": false,
	} {
		if got := LooksLikeCheck(parsedFor(t, command)); got != want {
			t.Errorf("%s: %v, want %v", command, got, want)
		}
	}
}

func TestInCommand(t *testing.T) {
	tests := []struct {
		name, command, class, line string
		want                       bool
	}{
		{"a target", "make tset", "unknown-command", "make: *** No rule to make target 'tset'.  Stop.", true},
		{"a file that a target needs", "make all", "unknown-command", "make: *** No rule to make target 'gen.c', needed by 'gen.o'.  Stop.", false},
		{"a script", "npm run tset", "npm", `npm error Missing script: "tset"`, true},
		{"a ref", "git push origin feture/x", "missing-file", "error: src refspec feture/x does not match any", true},
		{"a file", "kubectl apply -f app.yml", "missing-file", "error: the path \"app.yml\" does not exist", true},
		{"a file that a script reads", "./seed.sh", "missing-file", "cat: users.csv: No such file or directory", false},
		{"an option", "prettify --wirte src", "unknown-option", "error: unknown option '--wirte'", true},
		{"an option that the project defines", "./deploy.sh --wirte", "unknown-option", "error: unknown option '--wirte'", false},
		{"a server", "curl -X POST localhost:3000/users", "network", "curl: (7) Failed to connect to localhost port 3000", false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := InCommand(parsedFor(t, tt.command), tt.class, tt.line); got != tt.want {
				t.Errorf("%v, want %v", got, tt.want)
			}
		})
	}
}

func TestAsksForVariable(t *testing.T) {
	for line, want := range map[string]bool{
		"migrate: DATABASE_URL is not set":              true,
		"deploy.sh: line 3: REGION: unbound variable":   true,
		"sh: 1: REGION: parameter not set":              true,
		"KeyError: 'API_TOKEN'":                         false,
		"Error: environment variable TOKEN is required": true,
		"ERROR: the argument is missing":                false,
		"sync: index of bucket assets-eu not found":     false,
		"TypeError: x is undefined":                     false,
	} {
		if got := AsksForVariable(line); got != want {
			t.Errorf("%s: %v, want %v", line, got, want)
		}
	}
}

func TestIsCheap(t *testing.T) {
	tests := []struct {
		name, command, output string
		took                  time.Duration
		want                  bool
	}{
		{"at once, in a line", "./seed.sh", "seed: no users\n", 20 * time.Millisecond, true},
		{"how long is not known", "./seed.sh", "seed: no users\n", 0, false},
		{"a second", "./seed.sh", "seed: no users\n", time.Second, false},
		{"many lines", "./seed.sh", "begins\nseed: no users\n", 20 * time.Millisecond, false},
		{"another machine", "curl -X POST http://a/b", "curl: (22) 500\n", 20 * time.Millisecond, false},
		{"something before it", "./clean.sh && ./seed.sh", "seed: no users\n", 20 * time.Millisecond, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			failed := &memory.Run{Duration: tt.took, Output: redact.Clean(tt.output)}
			if got := IsCheap(parsedFor(t, tt.command), failed); got != tt.want {
				t.Errorf("%v, want %v", got, tt.want)
			}
		})
	}
}
