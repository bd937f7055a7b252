package account

import (
	"bytes"
	"encoding/hex"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

var key = hex.EncodeToString(bytes.Repeat([]byte{7}, keyBytes))

func TestParse(t *testing.T) {
	tests := []struct{ name, text, connection, err string }{
		{"nothing", "", "", ""},
		{"elsewhere", "# a\nhost = db.example.org\nuser = m\n", "host='db.example.org' user='m' sslmode='verify-full' ", ""},
		{"elsewhere, with a word about TLS", "host=db\nsslmode=require", "host='db' sslmode='require' ", ""},
		{"a socket", "host = /run/postgresql", "host='/run/postgresql' ", ""},
		{"a quote", `password = a'b\c`, `password='a\'b\\c' `, ""},
		{"the team's key", "team_key = " + key, "", ""},
		{"a misspelt name", "ssl_mode = disable", "", `line 1: "ssl_mode" is not known`},
		{"a short key", "team_key = 00ff", "", "line 1: team_key is not 64 hexadecimal digits"},
		{"no value", "host =", "", "line 1: not name = value"},
		{"twice", "host = a\nhost = b", "", "line 2: host is set twice"},
		{"a control character", "host = a\x01b", "", `line 1: the value of "host" is too long or not printable`},
		{"no text", "host = \xff", "", "it is not text in UTF-8"},
		{"another word", "names = real", "", "line 1: names is pseudonyms or plain"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			a, err := Parse([]byte(tt.text))
			if got := a.Connection(); err == nil && got != tt.connection {
				t.Errorf("connection %q, want %q", got, tt.connection)
			}
			if err == nil && tt.err != "" || err != nil && err.Error() != tt.err {
				t.Errorf("error %v, want %q", err, tt.err)
			}
		})
	}
}

func TestFor(t *testing.T) {
	admin, err := Parse([]byte("host = db\nsslmode = verify-ca\nsslrootcert = /ca.pem\npassword = admin's\nteam_key = " + key))
	if err != nil {
		t.Fatal(err)
	}
	a, err := Parse(admin.For(map[string]string{"host": "db", "port": "5432", "dbname": "fleet"}, "m", "secret"))
	if err != nil {
		t.Fatal(err)
	}
	if got, want := a.Connection(), "host='db' port='5432' dbname='fleet' user='m' password='secret' sslmode='verify-ca' sslrootcert='/ca.pem' "; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if !bytes.Equal(a.Key, admin.Key) {
		t.Error("another key")
	}
}

func TestFilesOfOthers(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("modes are not kept there")
	}
	dir := t.TempDir()
	write := func(name, text string, mode os.FileMode) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), mode); err != nil {
			t.Fatal(err)
		}
		return path
	}
	if _, err := Read(write("open.conf", "host = a", 0o644)); !errors.Is(err, ErrOpen) {
		t.Errorf("an account that all can read: %v", err)
	}
	if a, err := Read(write("own.conf", "host = a", 0o600)); err != nil || a.get("host") != "a" {
		t.Errorf("an account: %v", err)
	}
	if _, err := Read(filepath.Join(dir, "none")); err != nil {
		t.Errorf("no account: %v", err)
	}
	for name, want := range map[string]error{write("pgpass", "a:*:*:*:x", 0o640): ErrOpen, write("pgpass2", "a:*:*:*:x", 0o600): nil} {
		getenv := func(v string) string { return map[string]string{"PGPASSFILE": name}[v] }
		if err := CheckFiles(getenv, &Account{}, dir); !errors.Is(err, want) {
			t.Errorf("%s: %v, want %v", name, err, want)
		}
	}
	service := func(v string) string {
		return map[string]string{"PGSERVICEFILE": write("services", "[a]\npassword=x\n", 0o644)}[v]
	}
	if err := CheckFiles(service, &Account{}, dir); !errors.Is(err, ErrOpen) {
		t.Errorf("a service file with a password: %v", err)
	}
}

// FuzzParse: whatever a file holds, what it says of the connection is one setting
// each and quoted, and no error shows a value.
func FuzzParse(f *testing.F) {
	for _, s := range []string{"host = a'b\\", "password = \x00", strings.Repeat("x", maxValue) + "=1", "host = " + strings.Repeat("y", maxValue+1), "\xff=\xfe", "team_key = " + key} {
		f.Add([]byte(s), "s3cret")
	}
	f.Fuzz(func(t *testing.T, data []byte, secret string) {
		a, err := Parse(data)
		if err == nil && strings.Count(a.Connection(), "='") < len(a.connection) {
			t.Errorf("%q became %q", data, a.Connection())
		}
		if len(secret) < 4 || strings.ContainsAny(secret, "\n=\" ") || strings.Contains("password is set twice not known name value UTF-8 too long printable", secret) {
			return
		}
		if _, err := Parse([]byte("password = " + secret + "\npassword = " + secret)); err != nil && strings.Contains(err.Error(), secret) {
			t.Errorf("the error tells the password: %v", err)
		}
	})
}
