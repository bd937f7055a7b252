package server

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"
)

// Retain drops the months that are over before a time, and the sums of their days,
// and returns the names of the partitions. Machines that push such rows again are
// answered, and the rows are not taken.
func (s *Server) Retain(ctx context.Context, before time.Time) (dropped []string, err error) {
	month := time.Date(before.UTC().Year(), before.UTC().Month(), 1, 0, 0, 0, 0, time.UTC)
	err = s.inTx(ctx, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, "SET LOCAL ROLE fleet_admin"); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, "UPDATE fleet.settings SET kept_from = greatest(kept_from, $1)", month); err != nil {
			return err
		}
		rows, err := tx.Query(ctx, `SELECT c.relname::text FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid JOIN pg_class p ON p.oid = i.inhparent
			WHERE p.relnamespace = 'fleet'::regnamespace AND p.relname IN ('runs', 'decisions') AND to_date(right(c.relname, 7), 'YYYY_MM') < $1 ORDER BY 1`, month)
		if err != nil {
			return err
		}
		if dropped, err = pgx.CollectRows(rows, pgx.RowTo[string]); err != nil {
			return err
		}
		for _, name := range dropped {
			if _, err := tx.Exec(ctx, "DROP TABLE "+pgx.Identifier{"fleet", name}.Sanitize()); err != nil {
				return err
			}
		}
		for _, table := range []string{"run_days", "check_days"} {
			if _, err := tx.Exec(ctx, "DELETE FROM fleet."+table+" WHERE day < $1", month); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return nil, brief(err)
	}
	return dropped, nil
}
