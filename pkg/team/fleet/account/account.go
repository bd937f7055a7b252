// Package account reads the file that says how a machine reaches the database of
// its team, and as whom. It opens no connection, and refuses a file that other
// users can read.
package account

import (
	"bytes"
	"cmp"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/ctxhook/ctxhook/pkg/base/paths"
)

// Account is a way into the database of a team.
type Account struct {
	File       string // that it was read from; "": the environment alone says it
	connection []setting
	Key        []byte // the team's, from which names are derived; nil: none
	PlainNames bool   // names, hosts and paths are sent as they are
	Commands   bool   // commands are sent, not only their templates
	Outputs    bool   // outputs of runs are sent
}

type setting struct{ name, value string }

// connectionKeys are the words of libpq that a file may hold.
var connectionKeys = []string{
	"host", "port", "dbname", "user", "password", "passfile", "service", "servicefile",
	"sslmode", "sslrootcert", "sslcert", "sslkey", "connect_timeout",
}

// The bounds of a file.
const (
	maxFile  = 64 << 10
	maxValue = 4 << 10
	keyBytes = 32
)

// ErrOpen is returned for a file with secrets that other users can read.
var ErrOpen = errors.New("other users can read it")

// Read reads the file of an account. One that does not exist is an empty
// account: the variables of PostgreSQL in the environment may say all.
func Read(path string) (Account, error) {
	data, err := readSecret(path)
	if errors.Is(err, fs.ErrNotExist) {
		return Account{}, nil
	}
	if err != nil {
		return Account{}, err
	}
	a, err := Parse(data)
	if err != nil {
		return Account{}, fmt.Errorf("%s: %w", path, err)
	}
	a.File = path
	return a, nil
}

// readSecret reads a file that only its user may read.
func readSecret(path string) ([]byte, error) {
	f, err := paths.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if err := private(f, path); err != nil {
		return nil, err
	}
	data, err := io.ReadAll(io.LimitReader(f, maxFile+1))
	if err == nil && len(data) > maxFile {
		err = fmt.Errorf("%s: %w", path, paths.ErrTooLarge)
	}
	return data, err
}

func private(f *os.File, path string) error {
	info, err := f.Stat()
	if err != nil {
		return err
	}
	if runtime.GOOS != "windows" && info.Mode().Perm()&0o077 != 0 {
		return fmt.Errorf("%s: %w (mode %04o); to close it: chmod 600 %s", path, ErrOpen, info.Mode().Perm(), path)
	}
	return nil
}

// Parse reads the text of an account: lines of "name = value", and comments
// behind "#" at the start of a line. A name that is not known is an error, so that
// a misspelt sslmode is not overlooked.
func Parse(data []byte) (Account, error) {
	var a Account
	if !utf8.Valid(data) {
		return a, errors.New("it is not text in UTF-8")
	}
	n := 0
	for line := range strings.Lines(string(data)) {
		n++
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		name, value, ok := strings.Cut(line, "=")
		name, value = strings.TrimSpace(name), strings.TrimSpace(value)
		if !ok || value == "" {
			return a, fmt.Errorf("line %d: not name = value", n)
		}
		if len(value) > maxValue || strings.ContainsFunc(value, unicode.IsControl) {
			return a, fmt.Errorf("line %d: the value of %q is too long or not printable", n, display(name))
		}
		if err := a.set(name, value); err != nil {
			return a, fmt.Errorf("line %d: %w", n, err)
		}
	}
	return a, nil
}

// set takes one line over. No error names the value: it may be a secret.
func (a *Account) set(name, value string) (err error) {
	switch name {
	case "team_key":
		if a.Key, err = hex.DecodeString(value); err != nil || len(a.Key) != keyBytes {
			return fmt.Errorf("team_key is not %d hexadecimal digits", 2*keyBytes)
		}
		return nil
	case "names":
		return choose(&a.PlainNames, name, value, "pseudonyms", "plain")
	case "commands":
		return choose(&a.Commands, name, value, "templates", "full")
	case "outputs":
		return choose(&a.Outputs, name, value, "no", "yes")
	}
	if !slices.Contains(connectionKeys, name) {
		return fmt.Errorf("%q is not known", display(name))
	}
	if slices.ContainsFunc(a.connection, func(s setting) bool { return s.name == name }) {
		return fmt.Errorf("%s is set twice", name)
	}
	a.connection = append(a.connection, setting{name, value})
	return nil
}

func choose(field *bool, name, value, no, yes string) error {
	switch value {
	case no, yes:
		*field = value == yes
		return nil
	}
	return fmt.Errorf("%s is %s or %s", name, no, yes)
}

func display(name string) string { return name[:min(len(name), 40)] }

// get returns a setting of the connection, "" where the file has none.
func (a *Account) get(name string) string {
	for _, s := range a.connection {
		if s.name == name {
			return s.value
		}
	}
	return ""
}

// Connection returns what the file says of the connection, in the form that libpq
// reads. Without a word about TLS a server elsewhere must prove who it is.
func (a *Account) Connection() string {
	settings := a.connection
	if a.get("host") != "" && a.get("service") == "" && a.get("sslmode") == "" && !Local(a.get("host")) {
		settings = append(slices.Clip(settings), setting{"sslmode", "verify-full"})
	}
	var b bytes.Buffer
	for _, s := range settings {
		fmt.Fprintf(&b, "%s='%s' ", s.name, strings.NewReplacer(`\`, `\\`, `'`, `\'`).Replace(s.value))
	}
	return b.String()
}

// For returns the text of the account of a new member: the way to the server that
// this account goes, and the key of the team, if it has one.
func (a *Account) For(address map[string]string, user, password string) []byte {
	var b bytes.Buffer
	write := func(name, value string) {
		if value != "" {
			fmt.Fprintf(&b, "%s = %s\n", name, value)
		}
	}
	b.WriteString("# How ctxhook-fleet reaches the database of the team. Keep it to yourself: mode 0600.\n")
	for _, name := range []string{"host", "port", "dbname"} {
		write(name, address[name])
	}
	write("user", user)
	write("password", password)
	if !Local(address["host"]) {
		write("sslmode", cmp.Or(a.get("sslmode"), "verify-full"))
		write("sslrootcert", a.get("sslrootcert"))
	}
	if a.Key != nil {
		b.WriteString("\n# Names are replaced by pseudonyms that this key makes.\n")
		write("team_key", hex.EncodeToString(a.Key))
	}
	if a.PlainNames {
		write("names", "plain")
	}
	return b.Bytes()
}

// CheckFiles refuses the password files of libpq, if other users can read them. A
// file that is not there holds nothing.
func CheckFiles(getenv func(string) string, a *Account, home string) error {
	names := []string{a.get("passfile"), getenv("PGPASSFILE"), a.get("servicefile"), getenv("PGSERVICEFILE")}
	if home != "" {
		names = append(names, filepath.Join(home, ".pgpass"), filepath.Join(home, ".pg_service.conf"))
	}
	for _, name := range names {
		if name == "" {
			continue
		}
		data, err := paths.ReadFile(name, maxFile)
		if err != nil || !bytes.Contains(data, []byte("password")) && !strings.Contains(filepath.Base(name), "pass") {
			continue // a service file without a password may be open to all
		}
		if _, err := readSecret(name); errors.Is(err, ErrOpen) {
			return err
		}
	}
	return nil
}
