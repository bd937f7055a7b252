package sql_test

import (
	"testing"

	"github.com/ctxhook/ctxhook/pkg/guard/lang"
	"github.com/ctxhook/ctxhook/pkg/guard/lang/langtest"
	"github.com/ctxhook/ctxhook/pkg/guard/lang/sql"
	"github.com/ctxhook/ctxhook/rules"
)

func TestSQL(t *testing.T) {
	langtest.Run(t, func(s string) []lang.Step { return sql.Read(s, rules.Function) },
		langtest.Of("drop", `DROP TABLE IF EXISTS a.b, "c" CASCADE; drop database prod; DROP MATERIALIZED VIEW v`, "drop: DROP TABLE a.b c", "drop: DROP DATABASE prod", "drop: DROP MATERIALIZED VIEW v"),
		langtest.Of("truncate", `TRUNCATE TABLE a, b; truncate c`, "drop: TRUNCATE TABLE a b", "drop: TRUNCATE TABLE c"),
		langtest.Of("every row", `DELETE FROM a; delete from b where 1=1; UPDATE c SET d = 1; DELETE FROM e WHERE true`, "drop:all: DELETE a", "drop:all: DELETE b", "drop:all: UPDATE c", "drop:all: DELETE e"),
		langtest.Of("some rows", `DELETE FROM a WHERE id = 1; UPDATE b SET c = 1 WHERE d IN (SELECT 1); INSERT INTO e VALUES (1) ON CONFLICT DO UPDATE SET f = 2`),
		langtest.Of("columns", `ALTER TABLE a DROP COLUMN b; ALTER TABLE a DROP CONSTRAINT c; ALTER TABLE a ADD COLUMN d INT`, "drop: ALTER TABLE DROP COLUMN a"),
		langtest.Of("rows of ClickHouse", `ALTER TABLE a DELETE WHERE 1; ALTER TABLE b DELETE WHERE c = 2`, "drop:all: ALTER TABLE DELETE a"),
		langtest.Of("functions of PostgreSQL", `SELECT pg_terminate_backend(pid) FROM pg_stat_activity; SELECT pg_drop_replication_slot('a')`, "service: pg_terminate_backend", "drop: pg_drop_replication_slot"),
		langtest.Of("SurrealDB", `REMOVE DATABASE a; REMOVE FIELD b ON c`, "drop: REMOVE DATABASE a"),
		langtest.Of("grants", `GRANT ALL ON a TO b; GRANT SELECT ON a TO b`, "privilege: GRANT ALL b"),
		langtest.Of("grants to everyone", `GRANT DELETE ON a TO PUBLIC; GRANT SELECT ON a TO PUBLIC`, "privilege:all: GRANT DELETE PUBLIC"),
		langtest.Of("owned", `DROP OWNED BY a; DROP ROLE b`, "drop:all: DROP OWNED a", "drop: DROP ROLE b"),
		langtest.Of("rolled back", `BEGIN; DROP TABLE a; ROLLBACK; BEGIN; DROP TABLE b; COMMIT`, "drop: DROP TABLE b"),
		langtest.Of("explained", `EXPLAIN DELETE FROM a; EXPLAIN (ANALYZE) DELETE FROM b`, "drop:all: DELETE b"),
		langtest.Of("programs and files", `COPY a TO PROGRAM 'sh -c id'; COPY a TO '/t/x'; SELECT 1 INTO OUTFILE '/t/y'; SELECT pg_read_file('/etc/passwd')`, "shell| sh -c id", "tee /t/x", "tee /t/y", "cat /etc/passwd"),
		langtest.Of("shells of the client", "\\! id\nSELECT 1;\n.shell pwd\n\\copy a to '/t/z' csv\n\\o |mail x", "shell| id", "shell| pwd", "tee /t/z", "shell| mail x"),
		langtest.Of("a block", `DO $$ BEGIN DROP TABLE a; END $$`, "sql|  BEGIN DROP TABLE a; END "),
		langtest.Of("inside of a block", ` BEGIN DROP TABLE a; END `, "drop: DROP TABLE a"),
		langtest.Of("redis", `FLUSHALL`, "drop:all: FLUSHALL"),
		langtest.Of("mongo", `db.users.drop(); db.dropDatabase(); db.a.deleteMany({}); db.b.deleteMany({c: 1}); db.d.find({})`, "drop: drop users", "drop:all: dropDatabase", "drop:all: deleteMany a"),
		langtest.Of("data", "SELECT 'DROP TABLE a', \"drop\" FROM b; -- DROP TABLE c\n/* DROP TABLE d; */ SELECT 'it''s; DROP TABLE e'; CREATE TABLE f (id INT); DROP TEMPORARY TABLE g"),
		langtest.Of("an account that may do everything", `ALTER ROLE bob WITH SUPERUSER; CREATE USER eve`, "privilege: SUPERUSER bob"),
		langtest.Of("a password", `ALTER USER bob IDENTIFIED BY 'x'`, "user: a password bob"),
		langtest.Of("logs of the server", `PURGE BINARY LOGS TO 'x'`, "drop:all: binary logs"),
		langtest.Of("what mysql runs in a comment", `/*!50000 DROP TABLE a */`, "drop: DROP TABLE a"),
	)
}
