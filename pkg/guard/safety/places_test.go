package safety_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestFreshContainers: what is deleted in a container that the call makes is
// gone with it, unless it lies in a mount or the container reaches the host.
func TestFreshContainers(t *testing.T) {
	tests := []struct {
		text string
		want []string
	}{
		{"docker run --rm debian rm -rf /opt", nil},
		{"docker run debian sh -c 'rm -rf / --no-preserve-root; userdel root'", nil},
		{`docker run --rm -v "$PWD:/w:ro" alpine rm -rf /etc /w`, nil},
		{`docker run --rm -v "$PWD/src:/w" alpine rm -rf /opt`, nil},
		{"docker run --rm --mount type=tmpfs,target=/x alpine rm -rf /x /usr", nil},
		{"kubectl run x --rm -it --image=debian -- rm -rf /opt", nil},
		{"docker run --rm -v data:/opt alpine rm -rf /opt", []string{"filesystem/delete-critical"}},
		{"docker run --rm -v data:/opt/data alpine rm -rf /opt", []string{"filesystem/delete-critical"}},
		{"docker run --rm -v data:/data alpine rm -rf /", []string{"filesystem/delete-critical"}},
		{`docker run --rm -v "$X" alpine rm -rf /opt`, []string{"filesystem/delete-critical"}},
		{"docker run --rm --volumes-from db alpine rm -rf /opt", []string{"filesystem/delete-critical"}},
		{"docker exec web rm -rf /opt", []string{"filesystem/delete-critical"}},
		{"docker compose run --rm web rm -rf /opt", []string{"filesystem/delete-critical"}},
		{"docker run --rm alpine ssh host rm -rf /opt", []string{"filesystem/delete-critical"}},
	}
	for _, tt := range tests {
		if diff := cmp.Diff(tt.want, fired(engine().Judge(tt.text, place, nil))); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.text, diff)
		}
	}
}

// TestScratchDatabases: a database in memory, in a temporary directory, of a
// development tool or for tests holds nothing that is missed.
func TestScratchDatabases(t *testing.T) {
	drop := []string{"database/drop"}
	tests := []struct {
		text string
		want []string
	}{
		{"sqlite3 /tmp/t.db 'DROP TABLE t'", nil},
		{"sqlite3 :memory: 'DROP TABLE t'", nil},
		{"sqlite3 test.db 'DROP TABLE t'", nil},
		{"duckdb -c 'DROP TABLE t'", nil},
		{"wrangler d1 execute shop --local --command 'DROP TABLE users'", nil},
		{"psql -h /tmp/pg -c 'DROP TABLE t'", nil},
		{"psql postgres://localhost/shop_test -c 'TRUNCATE users'", nil},
		{"psql -c 'CREATE TEMP TABLE t(a int); DROP TABLE t'", nil},
		{"sqlite3 /tmp/../srv/app.db 'DROP TABLE t'", drop},
		{"sqlite3 app.db 'DROP TABLE t'", drop},
		{"wrangler d1 execute shop --remote --command 'DROP TABLE users'", drop},
		{"psql -h /tmp -c 'DROP TABLE t'", drop},
		{"psql postgres://db.prod/shop_test -c 'TRUNCATE users'", drop},
		{"psql -h db.prod -d shop_test -c 'TRUNCATE users'", drop},
		{"psql -c 'CREATE TABLE t(a int); DROP TABLE t'", drop},
	}
	for _, tt := range tests {
		if diff := cmp.Diff(tt.want, fired(engine().Judge(tt.text, place, nil))); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.text, diff)
		}
	}
}

// TestWrittenPrograms: what a text writes to a file is judged where something
// of the text runs it, by name or because it finds it.
func TestWrittenPrograms(t *testing.T) {
	python := " <<'X'\nimport shutil, os\nshutil.rmtree(os.path.expanduser('~'))\nX\n"
	script := " <<'X'\nimport { rmSync } from 'fs'\nrmSync(process.env.HOME, { recursive: true })\nX\n"
	home := []string{"filesystem/delete-critical"}
	tests := []struct {
		text string
		want []string
	}{
		{"cat > t.py" + python + "uv run t.py", home},
		{"cat > t.py" + python + "python -m t", home},
		{"cat > t.py" + python + "python3 -c 'import t'", home},
		{"cat > pkg/__main__.py" + python + "python -m pkg", home},
		{"cat > conftest.py" + python + "poetry run pytest", home},
		{"cat > test_t.py" + python + "pytest test_t.py::test_x -q", home},
		{"cat > setup.py" + python + "pip install -e .", home},
		{"cat > x.ts" + script + "bun run x.ts", home},
		{"cat > x.test.ts" + script + "npx vitest run", home},
		{"cat > x.mjs" + script + "node --import ./x.mjs app.js", home},
		{"npm pkg set scripts.zap='rm -rf ~' && npm run zap", home},
		{"cat > t.py" + python + "ruff check t.py", nil},
		{"cat > t.py" + python + "pytest", nil},
		{"npm pkg set scripts.zap='rm -rf ~' && npm run lint", nil},
		{"cat > t.py <<'X'\nfor i in range(3):\n    print(f'{i}')\nX\nuv run t.py", nil},
		{"cat > test_t.py <<'X'\nimport shutil\ndef test_x(tmp_path):\n    d = tmp_path / 'd'\n    shutil.rmtree(d)\nX\npytest", nil},
		{"cat > a.py <<'X'\nimport b\nX\ncat > b.py <<'X'\nimport a\nX\npython a.py", nil},
	}
	for _, tt := range tests {
		if diff := cmp.Diff(tt.want, fired(engine().Judge(tt.text, place, nil))); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.text, diff)
		}
	}
}
