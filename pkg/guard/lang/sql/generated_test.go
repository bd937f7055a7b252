package sql_test

import (
	"slices"
	"testing"

	"github.com/ctxhook/ctxhook/pkg/guard/lang/sql"
)

func TestGenerated(t *testing.T) {
	for src, want := range map[string][]string{
		`select 'drop table ' || quote_ident(t) || ';' from t`:    {"drop table generated"},
		`select format('DROP SCHEMA IF EXISTS %I CASCADE', s)`:    {"DROP SCHEMA IF EXISTS generated CASCADE"},
		`select format('analyze %I.%I', a, b) from pg_tables`:     nil,
		`select 'a drop in sales' from t where x = 'it''s' or 'y`: nil,
	} {
		if got := sql.Generated(src); !slices.Equal(got, want) {
			t.Errorf("%s: %q", src, got)
		}
	}
}
