package server

import (
	"errors"
	"strings"
	"testing"

	"github.com/ctxhook/ctxhook/pkg/team/fleet/account"
)

// A password and rows travel in the clear on this machine only.
func TestTLSIsRequired(t *testing.T) {
	for _, name := range []string{"PGHOST", "PGSSLMODE", "PGSERVICE", "PGPASSFILE", "PGPORT", "PGUSER", "PGPASSWORD", "PGDATABASE"} {
		t.Setenv(name, "")
	}
	tests := []struct {
		name, file, host, mode string
		refused                bool
	}{
		{"as the file of an account has it", "host = db.example.org", "", "", false},
		{"without", "host = db.example.org\nsslmode = disable", "", "", true},
		{"if it can be had", "host = db.example.org\nsslmode = prefer", "", "", true},
		{"if it must be", "host = db.example.org\nsslmode = allow", "", "", true},
		{"without proof of who it is", "host = db.example.org\nsslmode = require", "", "", false},
		{"a loopback address", "host = 127.0.0.1\nsslmode = disable", "", "", false},
		{"a socket", "host = /tmp", "", "", false},
		{"one of two elsewhere", "host = localhost,db.example.org\nsslmode = disable", "", "", true},
		{"the environment without a word", "", "db.example.org", "", true},
		{"the environment", "", "db.example.org", "verify-full", false},
		{"the environment against the file", "host = db.example.org", "", "disable", false},
		{"an address of all", "host = 0.0.0.0\nsslmode = disable", "", "", true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Setenv("PGHOST", tt.host)
			t.Setenv("PGSSLMODE", tt.mode)
			a, err := account.Parse([]byte(tt.file))
			if err != nil {
				t.Fatal(err)
			}
			if _, err := configure(&a); errors.Is(err, ErrPlain) != tt.refused || err != nil && !tt.refused {
				t.Errorf("error %v, want refused: %v", err, tt.refused)
			}
		})
	}
}

func TestErrorsTellNoPassword(t *testing.T) {
	t.Setenv("PGPORT", "many")
	a, err := account.Parse([]byte("host = a\npassword = s3cret-word"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := configure(&a); err == nil || strings.Contains(err.Error(), "s3cret") {
		t.Errorf("error %v", err)
	}
}

func TestSafe(t *testing.T) {
	for in, want := range map[string]string{"a\x00b": "ab", "\xffx": "\uFFFDx", strings.Repeat("é", maxName): strings.Repeat("é", maxName/2)} {
		if got := safe(in, maxName); got != want {
			t.Errorf("safe(%q) = %q, want %q", in, got, want)
		}
	}
}
