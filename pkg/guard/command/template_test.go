package command

import (
	"testing"
)

func TestTemplate(t *testing.T) {
	tests := []struct{ name, command, want string }{
		{"particulars", "go test -v -run 'TestA|TestB' ./pkg/a ./pkg/b", "go test -run -v"},
		{"order of options", "go test ./pkg/a -v -run TestC", "go test -run -v"},
		{"aside", "cd /srv/x && export A=1 && make check 2>&1 | tail -n 20; echo $?", "make check"},
		{"wrapped", "timeout 60 nice -n 5 npm run build", "npm run build"},
		{"inner shell", "bash -c 'npm ci && npm test'", "npm ci; npm test"},
		{"twice", "cargo build -p a && cargo build -p b", "cargo build -p"},
		{"assignment", "CI=1 pytest -x tests/a.py::test_b", "pytest -x"},
		{"a script with the name of a builtin", "npm run test", "npm run test"},
		{"a script", "npm run lint -- --fix && docker compose up -d", "npm run lint; docker compose up -d"},
		{"unknown program", "frobnicate apply --force ./x", "frobnicate apply --force"},
		{"unknown program, no verb", "frobnicate ./x", "frobnicate"},
		{"only aside", "cd /tmp", "cd"},
		{"nothing", "", ""},
		{"a secret in an option", "tool login --token=ghp_abcdefghijklmnopqrstuvwxyz0123456789", "tool login --token"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := Template(parsed(tt.command)).String(); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

func TestKey(t *testing.T) {
	same := [][2]string{
		{"go test ./... 2>&1 | tail -5", "cd /x && go test ./..."},
		{"timeout 5 make check", "make check"},
	}
	for _, pair := range same {
		if a, b := Spelling(parsed(pair[0])), Spelling(parsed(pair[1])); a != b {
			t.Errorf("%q is %q, %q is %q", pair[0], a, pair[1], b)
		}
	}
	if a, b := Spelling(parsed("go test ./a")), Spelling(parsed("go test ./b")); a == b {
		t.Errorf("other packages, the same key %q", a)
	}
}

func TestNoise(t *testing.T) {
	for command, want := range map[string]bool{
		"ls -la": true, "cd /x && pwd": true, "echo done": true, "clear": true, "": true,
		"ls 2>/dev/null": true, "echo a 2>&1": true, "echo a > ~/.npmrc": false, "ls | xargs rm": false, "cat a": false, "cd x && make": false, "X=$(git rev-parse HEAD); echo $X": false,
	} {
		if got := IsNoise(parsed(command)); got != want {
			t.Errorf("Noise(%q) = %v", command, got)
		}
	}
}
