package safety

import "testing"

func TestHostsIn(t *testing.T) {
	for _, tt := range []struct {
		name, text  string
		here, other bool
	}{
		{"a file", "sqlalchemy.url = sqlite:///app.db\n", true, false},
		{"this machine", "DATABASE_URL=postgres://u:p@localhost:5432/shop\n", true, false},
		{"another", "DATABASE_URL=postgres://u:p@db.prod.example.com/shop\n", false, true},
		{"a commented one", "# DATABASE_URL=postgres://u:p@db.prod.example.com/shop\nDB_HOST=127.0.0.1\n", true, false},
		{"a host that cannot be told", "DB_HOST=${HOST}\n", false, true},
		{"a section for production", "development:\n  adapter: postgresql\n  host: localhost\nproduction:\n  adapter: postgresql\n  host: db.example.com\n", true, false},
		{"addresses of others", "API=https://api.example.com\nSMTP_HOST=mail.example.com\n", false, false},
	} {
		if here, other := hostsIn(tt.text); here != tt.here || other != tt.other {
			t.Errorf("%s: got %v %v", tt.name, here, other)
		}
	}
}

func TestSqliteFiles(t *testing.T) {
	got := sqliteFiles("development:\n  adapter: sqlite3\n  database: storage/dev.sqlite3\ntest:\n  adapter: sqlite3\n  database: storage/test.sqlite3\n")
	if len(got) != 1 || got[0] != "storage/dev.sqlite3" {
		t.Error(got)
	}
	if name := sqliteAddress("DATABASE_URL=sqlite:////tmp/t.db"); name != "/tmp/t.db" {
		t.Error(name)
	}
}
