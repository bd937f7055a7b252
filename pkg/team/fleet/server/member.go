package server

import (
	"context"
	"crypto/hmac"
	"crypto/pbkdf2"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"regexp"
	"slices"

	"github.com/jackc/pgx/v5"
)

// Duties are what a member may do.
var Duties = []string{"machine", "reader", "lead", "admin"}

// roleName is what a login role may be called: what needs no quotes anywhere.
var roleName = regexp.MustCompile(`^[a-z][a-z0-9_-]{0,47}$`)

// teamName is what a team may be called.
var teamName = regexp.MustCompile(`^[\pL\pN][\pL\pN _.-]{0,62}$`)

// Enrol makes a login role that is a member of a team, with a new password, which
// the server is not told in the clear: it would be in its log.
func (s *Server) Enrol(ctx context.Context, role, team, duty string) (password string, err error) {
	switch {
	case !roleName.MatchString(role):
		return "", fmt.Errorf("%q is not a name for a role: use lower-case letters, digits, - and _, at most 48", role)
	case !teamName.MatchString(team):
		return "", fmt.Errorf("%q is not a name for a team", team)
	case !slices.Contains(Duties, duty):
		return "", fmt.Errorf("%q is not machine, reader, lead or admin", duty)
	}
	password = rand.Text()
	verifier, err := scram(password)
	if err != nil {
		return "", err
	}
	quoted := pgx.Identifier{role}.Sanitize()
	err = s.inTx(ctx, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, "CREATE ROLE "+quoted+" LOGIN PASSWORD '"+verifier+"'"); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, "GRANT fleet_"+duty+" TO "+quoted); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, "SET LOCAL ROLE fleet_admin"); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, "INSERT INTO fleet.teams (name) VALUES ($1) ON CONFLICT DO NOTHING", team); err != nil {
			return err
		}
		if duty == "machine" {
			_, err := tx.Exec(ctx, "INSERT INTO fleet.machines (role, team) SELECT $1, id FROM fleet.teams WHERE name = $2", role, team)
			return err
		}
		_, err := tx.Exec(ctx, "INSERT INTO fleet.members (role, team) SELECT $1, id FROM fleet.teams WHERE name = $2", role, team)
		return err
	})
	return password, brief(err)
}

// ErrNoMember is returned for a role that is not enrolled.
var ErrNoMember = errors.New("no member has this name")

// Revoke ends what a member may do. What it pushed stays.
func (s *Server) Revoke(ctx context.Context, role string) error {
	return brief(s.inTx(ctx, func(tx pgx.Tx) error {
		n := int64(0)
		for _, sql := range []string{"UPDATE fleet.machines SET revoked = now() WHERE role = $1 AND revoked IS NULL", "DELETE FROM fleet.members WHERE role = $1"} {
			tag, err := tx.Exec(ctx, sql, role)
			if err != nil {
				return err
			}
			n += tag.RowsAffected()
		}
		if n == 0 {
			return ErrNoMember
		}
		_, err := tx.Exec(ctx, "ALTER ROLE "+pgx.Identifier{role}.Sanitize()+" NOLOGIN")
		return err
	}))
}

// scram returns what the server keeps of a password, in its own form:
// https://www.postgresql.org/docs/15/catalog-pg-authid.html
func scram(password string) (string, error) {
	const rounds = 4096
	salt := make([]byte, 16)
	if _, err := rand.Read(salt); err != nil {
		return "", err
	}
	salted, err := pbkdf2.Key(sha256.New, password, salt, rounds, sha256.Size)
	if err != nil {
		return "", err
	}
	mac := func(text string) []byte {
		h := hmac.New(sha256.New, salted)
		h.Write([]byte(text))
		return h.Sum(nil)
	}
	stored := sha256.Sum256(mac("Client Key"))
	b64 := base64.StdEncoding.EncodeToString
	return fmt.Sprintf("SCRAM-SHA-256$%d:%s$%s:%s", rounds, b64(salt), b64(stored[:]), b64(mac("Server Key"))), nil
}
