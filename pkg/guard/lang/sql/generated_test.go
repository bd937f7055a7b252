package sql_test

import (
	"slices"
	"strings"
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

// TestCreated: what was there before, or lies elsewhere, was not created.
func TestCreated(t *testing.T) {
	for text, want := range map[string]string{
		"CREATE TABLE a(i int); create database b":         "TABLE a, DATABASE b",
		"create unlogged table x.a(i int)":                 "TABLE x.a",
		"CREATE TABLE IF NOT EXISTS a(i int)":              "",
		"CREATE TEMP TABLE a(i int)":                       "",
		"CREATE OR REPLACE TABLE a(i int)":                 "",
		"SELECT 'CREATE TABLE a(i int)' -- CREATE TABLE b": "",
		"DROP TABLE a; CREATE TABLE a(i int)":              "TABLE a late",
		"USE shop; CREATE TABLE a(i int)":                  "no",
		"SET search_path = x; CREATE TABLE a(i int)":       "no",
		"\\c shop\nCREATE TABLE a(i int)":                  "no",
		"BEGIN; CREATE TABLE a(i int); ROLLBACK":           "no",
	} {
		list, ok := sql.Created(text)
		var got []string
		for _, o := range list {
			s := o.Kind + " " + o.Name
			if o.Late {
				s += " late"
			}
			got = append(got, s)
		}
		if s := strings.Join(got, ", "); !ok && want != "no" || ok && s != want {
			t.Errorf("%q creates %q, %v; want %q", text, s, ok, want)
		}
	}
}
