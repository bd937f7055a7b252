package server

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"
)

// Proposal is what a team confirmed: one of the two is set. Other machines wrote it.
type Proposal struct {
	ID         string // under which it is kept on the machines that accept it
	Lesson     *Lesson
	Preference *Preference
}

// maxContent bounds one row that is read.
const maxContent = 64 << 10

// Proposals returns what the team of the caller confirmed. A row that cannot be
// read is left out: a newer program wrote it, or a hostile one.
func (s *Server) Proposals(ctx context.Context) (list []Proposal, err error) {
	rows, err := s.conn.Query(ctx, "SELECT id, kind, content::text FROM fleet.proposals() WHERE octet_length(content::text) <= $1", maxContent)
	if err != nil {
		return nil, brief(err)
	}
	var id, kind, content string
	if _, err = pgx.ForEachRow(rows, []any{&id, &kind, &content}, func() error {
		if p, ok := readProposal(id, kind, []byte(content)); ok {
			list = append(list, p)
		}
		return nil
	}); err != nil {
		return nil, brief(err)
	}
	return list, nil
}

func readProposal(id, kind string, content []byte) (p Proposal, ok bool) {
	p.ID = id
	switch kind {
	case "lesson":
		p.Lesson = new(Lesson)
		ok = json.Unmarshal(content, p.Lesson) == nil
	case "preference":
		p.Preference = new(Preference)
		ok = json.Unmarshal(content, p.Preference) == nil
	}
	return p, ok
}

// Candidate is a lesson or a preference that a lead may confirm.
type Candidate struct {
	Machine string    `json:"machine"`
	ID      string    `json:"id"`
	Kind    string    `json:"kind"`
	Project string    `json:"project,omitempty"`
	What    string    `json:"what,omitempty"`
	Text    string    `json:"text"`
	Worked  int       `json:"worked"`
	Tried   int       `json:"tried"`
	Last    time.Time `json:"last"`
}

// Candidates returns what a lead may confirm, what helped most first.
func (s *Server) Candidates(ctx context.Context) ([]Candidate, error) {
	const sql = "SELECT machine, id, kind, project, coalesce(what, ''), text, worked, tried, last FROM fleet.candidates ORDER BY worked DESC, last DESC LIMIT 200"
	return collect[Candidate](ctx, s, sql)
}

// collect returns the rows of a query, whose columns are the fields of T in order.
func collect[T any](ctx context.Context, s *Server, sql string, args ...any) ([]T, error) {
	rows, err := s.conn.Query(ctx, sql, args...)
	if err != nil {
		return nil, brief(err)
	}
	list, err := pgx.CollectRows(rows, pgx.RowToStructByPos[T])
	if err != nil {
		return nil, brief(err)
	}
	return list, nil
}

// Confirm confirms what a machine taught, for the team, and returns the id under which
// it comes to the other machines.
func (s *Server) Confirm(ctx context.Context, machine, id string) (shared string, err error) {
	err = s.conn.QueryRow(ctx, "SELECT fleet.confirm($1, $2)", machine, id).Scan(&shared)
	return shared, brief(err)
}

// ErrNotConfirmed is returned for an id that the team did not confirm.
var ErrNotConfirmed = errors.New("the team did not confirm it")

// Withdraw takes back what was confirmed.
func (s *Server) Withdraw(ctx context.Context, id string) error {
	var there bool
	if err := s.conn.QueryRow(ctx, "SELECT fleet.withdraw($1)", id).Scan(&there); err != nil {
		return brief(err)
	}
	if !there {
		return ErrNotConfirmed
	}
	return nil
}

// Publish adds a version of the policy of a team, unless the latest is the same.
func (s *Server) Publish(ctx context.Context, team, sum string, files map[string]string) (version int, err error) {
	data, err := json.Marshal(files)
	if err != nil {
		return 0, err
	}
	err = s.inTx(ctx, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, "SET LOCAL ROLE fleet_admin"); err != nil {
			return err
		}
		const publish = `WITH t AS (SELECT id FROM fleet.teams WHERE name = $1), latest AS (SELECT version, sha256 FROM fleet.policies WHERE team = (SELECT id FROM t) ORDER BY version DESC LIMIT 1),
			added AS (INSERT INTO fleet.policies (team, version, sha256, files) SELECT id, 1 + coalesce((SELECT version FROM latest), 0), $2, $3::jsonb FROM t
				WHERE NOT EXISTS (SELECT FROM latest WHERE sha256 = $2) RETURNING version)
			SELECT version FROM added UNION ALL SELECT version FROM latest LIMIT 1`
		return tx.QueryRow(ctx, publish, team, sum, string(data)).Scan(&version)
	})
	if errors.Is(err, pgx.ErrNoRows) {
		return 0, errors.New("there is no such team")
	}
	return version, brief(err)
}

// maxPolicy bounds the policy that is read.
const maxPolicy = 4 << 20

// Policy returns the latest policy of the team of the caller; version 0 is none.
func (s *Server) Policy(ctx context.Context) (version int, sum string, files map[string]string, err error) {
	var data string
	err = s.conn.QueryRow(ctx, "SELECT version, sha256, files::text FROM fleet.policy() WHERE octet_length(files::text) <= $1", maxPolicy).Scan(&version, &sum, &data)
	switch {
	case errors.Is(err, pgx.ErrNoRows):
		return 0, "", nil, nil
	case err != nil:
		return 0, "", nil, brief(err)
	}
	if json.Unmarshal([]byte(data), &files) != nil {
		return 0, "", nil, errors.New("the policy of the team cannot be read")
	}
	return version, sum, files, nil
}
