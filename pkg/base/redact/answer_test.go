package redact

import "testing"

func TestCleanAnswers(t *testing.T) {
	tests := []struct{ name, command, output, want string }{
		{"of a store", "op read op://prod/db/password", "correct horse\n", "[redacted]\n"},
		{"the first line", "pass show work/vpn", "tulip Ocean 9 brick\nlogin: ana\n", "[redacted]\nlogin: ana\n"},
		{"without a verb", "pass work/vpn", "tulip Ocean\nlogin: ana\n", "[redacted]\nlogin: ana\n"},
		{"on another machine", "ssh web1 'cat /etc/mysql/root.pass'", "lantern\n", "[redacted]\n"},
		{"in a container", "docker exec db printenv MYSQL_ROOT_PASSWORD", "lantern\n", "[redacted]\n"},
		{"a variable", `echo "$PGPASSWORD"`, "harbor view\n", "[redacted]\n"},
		{"a variable behind words", `echo "login: ${DB_PASS} (db)"; ls`, "login: harbor\na b\n", "login: [redacted]\na b\n"},
		{"a name in a file", "jq -r '.db.password' c.json", "lantern\n", "[redacted]\n"},
		{"what is read on", "kubectl -n prod get secret db -o go-template='{{.data.x}}' | base64 -d; echo", "lantern\n", "[redacted]\n"},
		{"among others", "wg genkey; ls", "4Vpmi+MyoC9Te8ZeH53xToKrapZGs+b+l4H1K69vdy0=\nREADME.md a b\nmain.go\n", "[redacted]\nREADME.md a b\nmain.go\n"},

		{"an error", "pass show prod/db", "Error: prod/db is not in the password store.\n", ""},
		{"nothing there", "jq -r .token c.json", "null\n", ""},
		{"another name", "printenv PATH", "/home/ana/bin\n", ""},
		{"the name of a file", `echo "$DB_PASSWORD_FILE"`, "/run/x\n", ""},
		{"whether there is one", `echo "${DB_PASS:+set}" ${#DB_PASS}`, "set 16\n", ""},
		{"names", "pass ls", "db/prod\nweb/portal2\n", ""},
		{"given to another", "aws ecr get-login-password | docker login -u AWS --password-stdin r.io", "Login Succeeded\n", ""},
		{"into a file", "wg genkey > k; wg pubkey < k", "c2/o8rC=\n", ""},
		{"into a variable", "K=$(wg genkey) make", "built 3\n", ""},
		{"source", "cat internal/password.go", "package password\n", ""},
		{"a text", "cat secret.txt", "it is here\n", ""},
		{"accounts", "cat /etc/passwd", "root:x:0:0:root:/root:/bin/bash\n", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if tt.want == "" {
				tt.want = tt.output
			}
			if got := CleanAfter(tt.command, tt.output).String(); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}
