package redact

import "testing"

func TestCleanAnswers(t *testing.T) {
	tests := []struct{ name, command, output, want string }{
		{"of a store", "op read op://prod/db/password", "correct horse\n", "[redacted]\n"},
		{"a table of keys", "az storage account keys list -n x -o table", "KeyName  Value\nkey1  q83PfwakKZrOfEjXoFVD0TKpKn8Y1toACF6ewF7XV2i\n", "KeyName  Value\nkey1  [redacted]\n"},
		{"the first line", "pass show work/vpn", "tulip Ocean 9 brick\nlogin: ana\n", "[redacted]\nlogin: ana\n"},
		{"without a verb", "pass work/vpn", "tulip Ocean\nlogin: ana\n", "[redacted]\nlogin: ana\n"},
		{"on another machine", "ssh web1 'cat /etc/mysql/root.pass'", "lantern\n", "[redacted]\n"},
		{"in a container", "docker exec db printenv MYSQL_ROOT_PASSWORD", "lantern\n", "[redacted]\n"},
		{"a variable", `echo "$PGPASSWORD"`, "harbor view\n", "[redacted]\n"},
		{"a variable behind words", `echo "login: ${DB_PASS} (db)"; ls`, "login: harbor\na b\n", "login: [redacted]\na b\n"},
		{"a name in a file", "jq -r '.db.password' c.json", "lantern\n", "[redacted]\n"},
		{"what is read on", "kubectl -n prod get secret db -o go-template='{{.data.x}}' | base64 -d; echo", "lantern\n", "[redacted]\n"},
		{"among others", "wg genkey; ls", "4Vpmi+MyoC9Te8ZeH53xToKrapZGs+b+l4H1K69vdy0=\nREADME.md a b\nmain.go\n", "[redacted]\nREADME.md a b\nmain.go\n"},
		{"a decrypted file", "sops -d a.yaml", "smtp: Copper.Kettle4\nport: 25\n", "smtp: [redacted]\nport: 25\n"},
		{"what a template names", "docker inspect db --format '{{.Config.Labels.password}}'", "Sorrel.Patch3\n", "[redacted]\n"},
		{"codes of a query", "gh api -X POST /admin/mfa/recovery --jq '.codes[]'", "ec906-a0246\nc7757-f0bbe\n", "[redacted]\n[redacted]\n"},
		{"codes", "node mfa.js --backup-codes", "x7k2-99fq\np0m3-zz81\n", "[redacted]\n[redacted]\n"},
		{"a line that is cut", "grep DB_PASSWORD .env | cut -d= -f2", "Basil&Thyme3\n", "[redacted]\n"},

		{"below its name", "app mk", "Your new API key (shown once):\n\n    ck_9f8Zk2LmPq0aWtYb\n\nKeep it.", "Your new API key (shown once):\n\n    [redacted]\n\nKeep it."},

		{"a maker of other things", "make gen-token-parser", "parser_v2_Final3\n", ""},
		{"an index of keys", "npm run create-key-index", "idx_Users_2_Keys\nCreated 3 indexes\n", ""},
		{"a fingerprint", "ssh-keygen -lf k.pub", "256 SHA256:pUqJrVyVRj5jsiYEkM4tFQYfWyJIv4s3XkvDwy7Cu5s ana@acme (ED25519)\n", ""},
		{"a commit", "app rotate-key; git log -1 --format=%H", "3f9c1a7e88b24c1d9e0faa12bb34cc56a1b2c3d4\n", ""},
		{"digests", "git log --format=%H -S API_KEY", "3f9c1a7e88b24c1d9e0faa12bb34cc56a1b2c3d4\n", ""},
		{"names of files", "ls *api_key*", "Api_Key2.Tests\n", ""},
		{"how many", "grep -c PASSWORD .env", "12\n", ""},
		{"a version", "npm view jsonwebtoken version; echo token", "9.0.2-Beta.1 (latest)\n", ""},
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
