package server

import (
	"context"
	"embed"
	"fmt"
	"io/fs"

	"github.com/jackc/pgx/v5"
)

// steps are the versions of the schema, NNNN.sql leads to version NNNN.
//
//go:embed schema/*.sql
var steps embed.FS

// Latest is the version of the schema that this program knows.
const Latest = 3

// minPostgres is the oldest version of PostgreSQL whose views obey the row-level
// security of the caller.
const minPostgres = 150000

// Migrate brings the schema up to a version, and returns from which. It changes
// nothing of one that is newer.
func (s *Server) Migrate(ctx context.Context, to int) (from int, err error) {
	var server int
	if err := s.conn.QueryRow(ctx, "SELECT current_setting('server_version_num')::int").Scan(&server); err != nil {
		return 0, brief(err)
	}
	if server < minPostgres {
		return 0, fmt.Errorf("the server is PostgreSQL %d, and 15 is needed", server/10000)
	}
	err = s.inTx(ctx, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, "SELECT pg_advisory_xact_lock(hashtext('fleet.migrate'))"); err != nil {
			return err
		}
		if from, err = version(ctx, tx); err != nil {
			return err
		}
		for v := from + 1; v <= to; v++ {
			sql, err := fs.ReadFile(steps, fmt.Sprintf("schema/%04d.sql", v))
			if err != nil {
				return err
			}
			if _, err := tx.Exec(ctx, string(sql)); err != nil {
				return fmt.Errorf("schema %d: %w", v, err)
			}
		}
		return nil
	})
	if err != nil {
		return from, brief(err)
	}
	return from, nil
}

type querier interface {
	QueryRow(ctx context.Context, sql string, args ...any) pgx.Row
}

// version returns the version of the schema; 0 if there is no schema.
func version(ctx context.Context, q querier) (v int, err error) {
	var there bool
	if err := q.QueryRow(ctx, "SELECT to_regclass('fleet.versions') IS NOT NULL").Scan(&there); err != nil || !there {
		return 0, err
	}
	return v, q.QueryRow(ctx, "SELECT coalesce(max(version), 0) FROM fleet.versions").Scan(&v)
}
