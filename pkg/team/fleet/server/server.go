// Package server is the database of a team, in PostgreSQL: its schema, and all
// that is written to it or read from it. It holds the only SQL of PostgreSQL. What
// it is given to send was made safe to leave the machine before; what it
// reads was written by other machines, and is bounded and no more trusted than
// they are.
package server

import (
	"context"
	"errors"
	"fmt"
	"net"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/ctxhook/ctxhook/pkg/team/fleet/account"
)

// Server is a connection to the database of a team.
type Server struct{ conn *pgx.Conn }

// patience is how long a server may take to answer at first.
const patience = 20 * time.Second

// ErrPlain is returned before anything is sent to a server elsewhere without TLS.
var ErrPlain = errors.New("refused to connect without TLS to another machine")

// Connect connects by the settings of an account, and by the environment for those that it
// does not have.
func Connect(ctx context.Context, a *account.Account) (*Server, error) {
	c, err := configure(a)
	if err != nil {
		return nil, err
	}
	conn, err := pgx.ConnectConfig(ctx, c)
	if err != nil {
		return nil, fmt.Errorf("cannot reach the database of the team: %w", brief(err))
	}
	return &Server{conn}, nil
}

// configure reads the settings, and refuses those by which a password or rows
// could travel in the clear.
func configure(a *account.Account) (*pgx.ConnConfig, error) {
	c, err := pgx.ParseConfig(a.Connection())
	if err != nil {
		return nil, errors.New("the settings of the connection cannot be read: " + withoutSecrets(err))
	}
	if c.TLSConfig == nil && !account.Local(c.Host) {
		return nil, plain(c.Host)
	}
	for _, f := range c.Fallbacks { // sslmode=prefer and allow end there
		if f.TLSConfig == nil && !account.Local(f.Host) {
			return nil, plain(f.Host)
		}
	}
	c.LookupFunc = lookUp
	if c.ConnectTimeout == 0 {
		c.ConnectTimeout = patience
	}
	if c.RuntimeParams["application_name"] == "" {
		c.RuntimeParams["application_name"] = "ctxhook-fleet"
	}
	return c, nil
}

func plain(host string) error {
	return fmt.Errorf("%w (%s); set sslmode=verify-full in the account file or PGSSLMODE=verify-full", ErrPlain, host)
}

// lookUp resolves a host. What calls itself this machine must be it: it may have
// been let pass without TLS.
func lookUp(ctx context.Context, host string) ([]string, error) {
	addrs, err := net.DefaultResolver.LookupHost(ctx, host)
	if err != nil || !account.Local(host) {
		return addrs, err
	}
	for _, a := range addrs {
		if !account.Local(a) {
			return nil, fmt.Errorf("%s is not this machine: %s", host, a)
		}
	}
	return addrs, nil
}

// withoutSecrets is an error of a connection string, which pgx quotes with the
// password masked: only what is behind the string is kept.
func withoutSecrets(err error) string {
	text := err.Error()
	if i := strings.LastIndex(text, "`: "); i >= 0 {
		text = text[i+3:]
	}
	return text
}

// ErrMayNot is returned where the account has no right to do what was asked.
var ErrMayNot = errors.New("this account may not do that; use the account of an admin of the team, or of a lead or reader to read (--account FILE)")

// brief is what is to be told of an error of the server: its message, without
// the rows that it is about.
func brief(err error) error {
	var e *pgconn.PgError
	if errors.As(err, &e) {
		switch {
		case e.Code == "42501" && (strings.HasPrefix(e.Message, "permission denied") || strings.HasPrefix(e.Message, "must ")):
			return ErrMayNot
		case e.Code == "53400":
			return fmt.Errorf("%s; an admin can raise it in fleet.settings", e.Message)
		}
		return fmt.Errorf("%s (SQLSTATE %s)", e.Message, e.Code)
	}
	return err
}

// Address is where the server is, in the words of libpq.
func (s *Server) Address() map[string]string {
	c := s.conn.Config()
	return map[string]string{"host": c.Host, "port": strconv.Itoa(int(c.Port)), "dbname": c.Database}
}

// Close ends the connection.
func (s *Server) Close() error { return s.conn.Close(context.Background()) }

// inTx runs do in a transaction.
func (s *Server) inTx(ctx context.Context, do func(pgx.Tx) error) error {
	return pgx.BeginFunc(ctx, s.conn, do)
}
