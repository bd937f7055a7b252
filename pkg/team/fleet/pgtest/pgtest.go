// Package pgtest starts a PostgreSQL for tests, on a socket in a directory of its
// own, as another user when the tests run as root. Where none is installed the tests
// are skipped.
package pgtest

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/ctxhook/ctxhook/pkg/base/paths"
)

// Server is a running PostgreSQL with one superuser, "postgres", whom it trusts.
type Server struct {
	Socket string // the directory of its socket
	dir    string
	bin    string
	cmd    *exec.Cmd
	ended  chan struct{} // closed when the process has ended

	settings []string // name=value
}

// WithPassword is a role whose members need their passwords.
const WithPassword = "with_password"

// ErrMissing is returned where no server is installed that can be tested with.
var ErrMissing = errors.New("PostgreSQL 15 or later is not installed here")

// Start starts a server, and stops it at the end of the test.
func Start(t testing.TB, settings ...string) *Server {
	t.Helper()
	s, err := start(settings)
	if errors.Is(err, ErrMissing) {
		t.Skip("left out: ", err)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.remove)
	return s
}

// StartShared starts a server for several tests. stop stops it.
func StartShared(settings ...string) (s *Server, stop func(), err error) {
	if s, err = start(settings); err != nil {
		return nil, func() {}, err
	}
	return s, s.remove, nil
}

func start(settings []string) (*Server, error) {
	bin, err := find()
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp(os.Getenv("CTXHOOK_PG_DIR"), "pg") // "": TMPDIR; a socket needs a short path
	if err != nil {
		return nil, err
	}
	s := &Server{Socket: dir, dir: dir, bin: bin}
	if err := giveAway(dir); err != nil {
		return nil, err
	}
	init := s.command("initdb", "-D", filepath.Join(dir, "data"), "-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-sync", "--locale=C")
	if out, err := init.CombinedOutput(); err != nil {
		s.remove()
		return nil, fmt.Errorf("initdb: %w\n%s", err, out)
	}
	hba := filepath.Join(dir, "data", "pg_hba.conf")
	if err := paths.WriteFile(hba, []byte("local all +"+WithPassword+" scram-sha-256\nlocal all all trust\n")); err != nil {
		return nil, err
	}
	if err := giveAway(hba); err != nil {
		return nil, err
	}
	s.settings = append([]string{"listen_addresses=", "unix_socket_directories=" + dir, "max_connections=120"}, settings...)
	return s, s.Up()
}

// Fast are the settings of a test that loses nothing by a crash of the machine.
var Fast = []string{"fsync=off", "full_page_writes=off", "synchronous_commit=off"}

// Up starts the server, and waits until it answers.
func (s *Server) Up() error {
	log, err := paths.OpenAppend(filepath.Join(s.dir, "log"))
	if err != nil {
		return err
	}
	defer log.Close()
	args := []string{"-D", filepath.Join(s.dir, "data")}
	for _, setting := range s.settings {
		args = append(args, "-c", setting)
	}
	// The processes of one that was killed notice it within moments; until then no
	// new one starts.
	for deadline := time.Now().Add(time.Minute); time.Now().Before(deadline); time.Sleep(50 * time.Millisecond) {
		s.cmd, s.ended = s.command("postgres", args...), make(chan struct{})
		s.cmd.Stdout, s.cmd.Stderr = log, log
		if err := s.cmd.Start(); err != nil {
			return err
		}
		go func(cmd *exec.Cmd, ended chan struct{}) {
			_ = cmd.Wait()
			close(ended)
		}(s.cmd, s.ended)
		if s.answers(deadline) {
			return nil
		}
	}
	return fmt.Errorf("PostgreSQL does not answer:\n%s", s.Log())
}

// answers waits until the server answers, and reports whether it did before it ended.
func (s *Server) answers(deadline time.Time) bool {
	for time.Now().Before(deadline) {
		if conn, err := pgx.Connect(context.Background(), s.DSN("postgres", "postgres")); err == nil {
			return conn.Close(context.Background()) == nil
		}
		select {
		case <-s.ended:
			return false
		case <-time.After(50 * time.Millisecond):
		}
	}
	return false
}

// Log returns what the server has written, if it is not much.
func (s *Server) Log() string {
	text, _ := paths.ReadFile(filepath.Join(s.dir, "log"), 1<<20)
	return string(text)
}

// Kill kills the server with all its processes, as a crash does. It can be
// started again with Up.
func (s *Server) Kill() error {
	err := s.cmd.Process.Kill()
	<-s.ended
	return err
}

// Restart stops the server in order and starts it.
func (s *Server) Restart() error {
	if err := s.cmd.Process.Signal(os.Interrupt); err != nil { // the fast shutdown
		return err
	}
	<-s.ended
	return s.Up()
}

// DSN says how to connect to a database as a user.
func (s *Server) DSN(database, user string) string {
	return "host=" + s.Socket + " dbname=" + database + " user=" + user
}

// Database makes an empty database, and returns its name.
func (s *Server) Database(t testing.TB) string {
	t.Helper()
	name := "t" + strconv.FormatInt(time.Now().UnixNano(), 36)
	conn, err := pgx.Connect(t.Context(), s.DSN("postgres", "postgres"))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.Background())
	if _, err := conn.Exec(t.Context(), "CREATE DATABASE "+name); err != nil {
		t.Fatal(err)
	}
	return name
}

func (s *Server) remove() {
	if s.cmd != nil && s.cmd.Process != nil {
		_ = s.cmd.Process.Signal(os.Interrupt)
		<-s.ended
	}
	os.RemoveAll(s.dir)
}

// find returns the directory of the programs: those on PATH, or of Debian. Windows
// has no sockets of this kind.
func find() (string, error) {
	found, _ := filepath.Glob("/usr/lib/postgresql/*/bin/initdb")
	if path, err := exec.LookPath("initdb"); err == nil {
		if path, err = filepath.EvalSymlinks(path); err == nil {
			found = append(found, path)
		}
	}
	for _, path := range slices.Backward(found) {
		if out, err := exec.Command(path, "--version").Output(); err == nil && recent(string(out)) && runtime.GOOS != "windows" {
			return filepath.Dir(path), nil
		}
	}
	return "", ErrMissing
}

// recent reports whether initdb is of a version that has what is tested.
func recent(version string) bool {
	words := strings.Fields(version) // initdb (PostgreSQL) 15.13 (Debian ..)
	if len(words) < 3 {
		return false
	}
	major, _, _ := strings.Cut(words[2], ".")
	n, err := strconv.Atoi(major)
	return err == nil && n >= 15
}
