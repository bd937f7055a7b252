package redact

import (
	"strings"
	"testing"
	"time"
)

// Tokens are put together at run time, so that no scanner of repositories
// takes the examples for leaks.
func fake(prefix string, n int) string {
	const body = "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8s9T0u1V2w3X4y5Z6a7B8c9D0e1F2"
	return prefix + body[:n]
}

func TestCleanMasks(t *testing.T) {
	pem := "-----BEGIN RSA PRIVATE " + "KEY-----"
	tests := []struct{ name, in, want string }{
		{"aws key id", "id " + "AKIA" + "IOSFODNN7QVD4PYB done", "id AKIA[redacted] done"},
		{"aws secret by name", "aws_secret_access_key = wJalrXUtnFEMI/K7MDENG/bPxRfiCYzzKEYabcd", "aws_secret_access_key = [redacted]"},
		{"google", "key " + fake("AIza", 35), "key AIza[redacted]"},
		{"github", "export X " + fake("ghp_", 36), "export X ghp_[redacted]"},
		{"github fine-grained", fake("github_pat_", 60), "github_pat_[redacted]"},
		{"gitlab", "(" + fake("glpat-", 20) + ")", "(glpat-[redacted])"},
		{"slack", fake("xoxb-", 40), "xoxb-[redacted]"},
		{"slack webhook", "https://hooks.slack.com/services/T000/B000/XXXXYYYY", "https://hooks.slack.com/services/[redacted]"},
		{"stripe", fake("sk_live_", 24), "sk_live_[redacted]"},
		{"openai", fake("sk-", 48), "sk-[redacted]"},
		{"anthropic", fake("sk-ant-api03-", 40), "sk-ant-[redacted]"},
		{"npm", "//registry.npmjs.org/:_authToken=" + fake("npm_", 36), "//registry.npmjs.org/:_authToken=[redacted]"},
		{"pypi", fake("pypi-AgEIcHlwaS5vcmc", 50), "pypi-AgE[redacted]"},
		{"hugging face", fake("hf_", 34), "hf_[redacted]"},
		{"telegram", "bot 1102015431:AA" + fake("", 33), "bot 1102015431:[redacted]"},
		{"azure client secret", "abc8Q~" + fake("", 34), "abc8Q~[redacted]"},
		{"token behind an escaped line break", `"a\n` + fake("ghp_", 36) + `"`, `"a\nghp_[redacted]"`},
		{"jwt", "t=eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl.", "t=eyJ[redacted]."},
		{"private key", pem + "\nMIIEow\nabc\n-----END RSA PRIVATE KEY-----\nrest", pem + "[redacted]-----END RSA PRIVATE KEY-----\nrest"},
		{"private key cut off", pem + "\n" + strings.Repeat("QUJD", 16) + "\nQUJD", pem + "[redacted]"},
		{"private key without its beginning", "it is\n" + strings.Repeat("QUJD", 16) + "\nQUJD==\n-----END RSA PRIVATE KEY-----\nrest", "it is\n[redacted]-----END RSA PRIVATE KEY-----\nrest"},
		{"token in a name", "tests/x.py::test_" + fake("ghp_", 36) + "-x", "tests/x.py::test_ghp_[redacted]"},
		{"token in a kebab", "log-" + fake("AKIA", 16), "log-AKIA[redacted]"},
		{"authorization header", `curl -H "Authorization: Bearer abc.def-1" https://x`, `curl -H "Authorization: Bearer [redacted]" https://x`},
		{"basic header", "Authorization: Basic dXNlcjpwYXNz\r\nHost: x", "Authorization: Basic [redacted]\r\nHost: x"},
		{"api key header", "-H 'X-Api-Key: 1234567890abc'", "-H 'X-Api-Key: [redacted]'"},
		{"lone bearer", "sends Bearer abcdef1234567890 along", "sends Bearer [redacted] along"},
		{"assignment", "DB_PASSWORD=hunter2 ./run", "DB_PASSWORD=[redacted] ./run"},
		{"quoted assignment", `export PGPASSWORD='hun ter2'; psql`, `export PGPASSWORD='[redacted]'; psql`},
		{"assignment in pieces", `PASSWORD='hun'"ter"2 x`, `PASSWORD=[redacted] x`},
		{"secret key base", "SECRET_KEY_BASE=0123456789abcdef", "SECRET_KEY_BASE=[redacted]"},
		{"environment key", "STRIPE_KEY=abcdefgh", "STRIPE_KEY=[redacted]"},
		{"json", `{"password": "hunter2", "user": "x"}`, `{"password": "[redacted]", "user": "x"}`},
		{"json in json", `{\"apiKey\":\"abc123def\"}`, `{\"apiKey\":\"[redacted]\"}`},
		{"yaml", "db:\n  password: correcthorse\n  host: x", "db:\n  password: [redacted]\n  host: x"},
		{"ini", "password = correcthorse9", "password = [redacted]"},
		{"xml", "<password>hunter2</password>", "<password>[redacted]</password>"},
		{"user and password behind an address", "curl https://x.example -u me:hunter2", "curl https://x.example -u me:[redacted]"},
		{"another name of a program", "valkey-cli -a hunter2 ping", "valkey-cli -a [redacted] ping"},
		{"long option", "tool --password hunter2 --verbose", "tool --password [redacted] --verbose"},
		{"long option joined", "tool --api-key=abc123 x", "tool --api-key=[redacted] x"},
		{"option in a list", `["--token", "abc123"]`, `["--token", "[redacted]"]`},
		{"mysql", "mysql -u root -p'hunter 2' db", "mysql -u root -p'[redacted]' db"},
		{"mysql bare", "mysqldump -phunter2 db", "mysqldump -p[redacted] db"},
		{"sshpass", "sshpass -p hunter2 ssh x", "sshpass -p [redacted] ssh x"},
		{"curl user", "curl -u me:hunter2 https://x", "curl -u me:[redacted] https://x"},
		{"docker login", "docker login -u me -p hunter2 r.io", "docker login -u me -p [redacted] r.io"},
		{"url", "git clone https://me:hunter2@host/r.git", "git clone https://me:[redacted]@host/r.git"},
		{"url with a slash in the password", "postgres://u:p/w@db:5432/x", "postgres://u:[redacted]@db:5432/x"},
		{"url with a token as user", "https://" + fake("", 40) + "@github.com/x", "https://[redacted]@github.com/x"},
		{"query", "https://x/y?sig=abc123%3D&se=2", "https://x/y?sig=[redacted]&se=2"},
		{"go dsn", `"root:hunter2@tcp(db:3306)/x"`, `"root:[redacted]@tcp(db:3306)/x"`},
		{"connection string", "Server=x;Uid=y;Pwd=hunter2;Port=1", "Server=x;Uid=y;Pwd=[redacted];Port=1"},
		{"azure connection string", "AccountName=x;AccountKey=abc123==;EndpointSuffix=y", "AccountName=x;AccountKey=[redacted];EndpointSuffix=y"},
		{"long value", "API_TOKEN=" + strings.Repeat("a1", 5000) + " x", "API_TOKEN=[redacted] x"},
		{"netrc", "machine x\nlogin me\npassword hunter2\n", "machine x\nlogin me\npassword [redacted]\n"},

		{"block scalar", "db:\n  password: |\n    hunter2\n    more\n  host: x", "db:\n  password: |\n    [redacted]\n  host: x"},
		{"folded block scalar", "api_token: >-\n  a1b2c3d4\nx: y", "api_token: >-\n  [redacted]\nx: y"},
		{"under its name", "db:\n  password:\n    correcthorse\n  host: x", "db:\n  password:\n    [redacted]\n  host: x"},
		{"under its name and quoted", "\"password\":\r\n  \"hunter2\",", "\"password\":\r\n  \"[redacted]\","},
		{"continued ini", "[db]\npassword =\n  hunter2\nhost = x", "[db]\npassword =\n  [redacted]\nhost = x"},
		{"toml of many lines", "password = \"\"\"\nhunter2\n\"\"\"\nhost = 1", "password = \"\"\"\n[redacted]\n\"\"\"\nhost = 1"},
		{"token over two lines", "it is " + fake("ghp_", 10) + "\n" + fake("", 36)[10:] + " and", "it is ghp_[redacted] and"},
		{"token of a command over two lines", "x " + fake("AKIA", 4) + "\\\r\n  " + fake("", 16)[4:] + "; y", "x AKIA[redacted]; y"},
		{"long token over three lines", fake("sk-ant-", 30) + "\n" + fake("", 30) + "\n" + fake("", 20) + "\nend", "sk-ant-[redacted]\nend"},
		{"jwt over two lines", "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOi\nIxIn0.c2lnbmF0dXJl\n", "eyJ[redacted]\n"},
		{"token with what nobody sees in it", "x " + fake("ghp_", 18) + "\u200b" + fake("", 36)[18:] + "\ufeff y", "x ghp_[redacted] y"},
		{"name with what nobody sees in it", "pass\u2060word=hunter2", "password=[redacted]"},
		{"fed by echo", "echo hunter2 | docker login -u me --password-stdin r.io", "echo [redacted] | docker login -u me --password-stdin r.io"},
		{"fed by a quoted echo", `cd x && echo -n "hun;t|er2" | gh auth login --with-token`, `cd x && echo -n "[redacted]" | gh auth login --with-token`},
		{"fed by printf", "printf %s hunter2 | glab auth login --stdin", "printf %s [redacted] | glab auth login --stdin"},
		{"fed by printf with lines", `printf '%s\n' hunter2 hunter3 | passwd me`, `printf '%s\n' [redacted] [redacted] | passwd me`},
		{"fed to sudo", "echo hunter2 | sudo -kS apt-get update", "echo [redacted] | sudo -kS apt-get update"},
		{"fed to sudo within quotes", `ssh x "echo hunter2|sudo -S reboot"`, `ssh x "echo [redacted]|sudo -S reboot"`},
		{"fed to chpasswd", "echo 'me:hunter2' | sudo chpasswd", "echo '[redacted]' | sudo chpasswd"},
		{"fed to a store of secrets", "echo hunter2 | gh secret set NAME --repo x/y", "echo [redacted] | gh secret set NAME --repo x/y"},
		{"fed by a here-string", `docker login --password-stdin -u me <<< "hunter2"`, `docker login --password-stdin -u me <<< "[redacted]"`},
		{"fed by a here-document", "docker login -u me --password-stdin <<'EOF'\nhunter2\nEOF\nls", "docker login -u me --password-stdin <<'EOF'\n[redacted]\nEOF\nls"},
		{"fed by a here-document through a pipe", "cat <<EOF | docker login --password-stdin\nhunter2\nEOF\nls", "cat <<EOF | docker login --password-stdin\n[redacted]\nEOF\nls"},
		{"bot in an address", "curl https://api.telegram.org/bot" + "1102015431:AA" + fake("", 33) + "/sendMessage", "curl https://api.telegram.org/bot1102015431:[redacted]/sendMessage"},
		{"pgpass", "db.example.com:5432:shop:me:hunter2\n*:*:*:me:hunter3", "db.example.com:5432:shop:me:[redacted]\n*:*:*:me:[redacted]"},
		{"pgpass by echo", "echo 'localhost:5432:shop:me:hunter2' >> ~/.pgpass", "echo 'localhost:5432:shop:me:[redacted]' >> ~/.pgpass"},
		{"openssl", "openssl enc -aes-256-cbc -pass pass:hunter2 -in x", "openssl enc -aes-256-cbc -pass pass:[redacted] -in x"},
		{"openssl in", "openssl rsa -passin 'pass:hunter2' -in x", "openssl rsa -passin 'pass:[redacted]' -in x"},
		{"htpasswd", "htpasswd -nbB me hunter2", "htpasswd -nbB me [redacted]"},
		{"htpasswd with a file", "htpasswd -b -c /etc/x/.htpasswd me 'hun ter2' && ls", "htpasswd -b -c /etc/x/.htpasswd me '[redacted]' && ls"},
		{"told", "My password is correcthorse. Use it.", "My password is [redacted]. Use it."},
		{"told of another", "the admin password is hunter22, ok?", "the admin password is [redacted], ok?"},
		{"an option with dots", "arangosh --server.password harbor", "arangosh --server.password [redacted]"},
		{"the name of a variable", "setx DB_PASSWORD HarborView7", "setx DB_PASSWORD [redacted]"},
		{"what stands in for a variable", "password: ${DB_PASSWORD:-HarborView7}", "password: ${DB_PASSWORD:-[redacted]}"},
		{"a script of expect", `expect "assword"; send "HarborView7\r"`, `expect "assword"; send "[redacted]\r"`},
		{"among others of a store", "vault kv put secret/x user=ana pw=HarborView7", "vault kv put secret/x user=ana pw=[redacted]"},
		{"fed on another line", "echo hunter2 | \\\n  docker login --password-stdin", "echo [redacted] | \\\n  docker login --password-stdin"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := Clean(tt.in).String(); got != tt.want {
				t.Errorf("Clean(%q)\n got %q\nwant %q", tt.in, got, tt.want)
			}
		})
	}
}

func TestCleanLeaves(t *testing.T) {
	tests := []struct{ name, in string }{
		{"git hash", "HEAD is now at 3f2504e04f8911d39a0c0305e82c3301deadbeef"},
		{"uuid", "id 3f2504e0-4f89-11d3-9a0c-0305e82c3301"},
		{"digest", "sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"},
		{"base64 word", "echo aGVsbG8gd29ybGQgdGhpcyBpcyBmaW5l | base64 -d"},
		{"path", "/usr/local/share/secret/token/file.txt"},
		{"working directory", "PWD=/home/me OLDPWD=/tmp"},
		{"reference", `curl -H "Authorization: Bearer $TOKEN" -u "$USER:$PASS" --password "${PW}"`},
		{"file of a password", "POSTGRES_PASSWORD_FILE=/run/secrets/pw --password-stdin --password-file x"},
		{"password in prose", "the password is required; my password is wrong; the password is too short; its password is stored in a file"},
		{"openssl without a secret", "openssl enc -pass env:PW -in x; openssl rsa -passin pass:$PW"},
		{"address with a port", "psql -h localhost:5432 db; http://localhost:5432/x; a.go:5412:3: undefined: x"},
		{"htpasswd that asks", "htpasswd -c .htpasswd me"},
		{"tests that pass", "pass: 12 fail: 3"},
		{"css class", `class="sk-loading-indicator-wrapper-2 x"`},
		{"type", "interface User { password: string; token?: string }"},
		{"parser error", "SyntaxError: Unexpected token: } in x.js"},
		{"numbers", "max_tokens=4096 tokens: 12 token_type=bearer primary_key=id"},
		{"code", "token := lexer.next()\nkey = sort_key\npassword = user.password\ntoken = next"},
		{"port", "docker run -p 8080:80 -u 1000:1000 http://localhost:8080/a@b"},
		{"ssh address", "git@github.com:me/x.git ssh://git@host/x"},
		{"public key", "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJ0k1L2m3N4 me@x"},
		{"certificate", "-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----"},
		{"certificate without its beginning", "x\n" + strings.Repeat("QUJD", 16) + "\n-----END CERTIFICATE-----"},
		{"end of a key alone", "it is all well\n-----END RSA PRIVATE " + "KEY-----"},
		{"a name with a prefix in it", "test_rk_test_some_configuration_of_ghp_which_is_no_token"},
		{"search for a key", "grep -r 'BEGIN PRIVATE " + "KEY' ."},
		{"mkdir -p", "mkdir -p secret/dir && psql -p 5432"},
		{"test report", "pass: 12 fail: 0"},
		{"go.sum", "github.com/x/y v1.0.0 h1:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0="},
		{"session id", "--session-id 3f2504e0-4f89-11d3-9a0c-0305e82c3301 session_id = 'x1234567'"},
		{"switch", "INSTA_FORCE_PASS=1 adduser --disabled-password joe"},
		{"prompt", "Password: \nok"},
		{"what is under a name", "secret:\n  name: x\npassword:\nnext1\nsecrets:\n  - a1b2c3\ntoken:\n  abcdef\npassword:\n  the password to use\npassword =\n  user.password"},
		{"a text about a token", "token: |\n  The token that is used for x\n  since version 2\npassword: |\n${PW}"},
		{"what nobody sees", "a\u200bb \U0001f468\u200d\U0001f469 it\u2019s"},
		{"an ending that begins as tokens do", "ghp_\nabc\ngit\nAIzaSy\nnpm_config\nregistry.x"},
		{"fed a reference", `echo "$TOKEN" | docker login --password-stdin; printf '%s' "${PW}" | gh auth login --with-token`},
		{"fed by a program", "cat ~/token | docker login --password-stdin; echo $(cat pw) | sudo -S ls; echo hi; pass show x | sudo -S ls"},
		{"fed a file", "docker login --password-stdin < token.txt"},
		{"fed what is no secret", "echo foo | eslint --stdin; echo y | sudo tee x; echo hi || passwd me; echo yes | sudo -S ls"},
		{"a version of a package", "apt	passwd	1:4.13+dfsg1-1+deb12u1"},
		{"a list of names", "  ask-password\n  auth-no-challenge\n  background\n"},
		{"a type", "	wakeSig atomic.Uint32\ntype Passwd = struct {\nconst INVALID_PASSWORD = \"28P01\""},
		{"a color", "Token: '#f8f8f2'"},
		{"a module", "github.com/moby/sys/user v0.4.0 h1:jhcMKit7SA80hivmFJcbB1vqmw//wU61Zdui2eQXuMs="},
		{"a camel", "// AddASN1Int64WithTag appends\n\"encryptionKey\": \"encryptionKey1024\""},
		{"a declaration", "//sys	F(token *Token) (err error) = advapi32.OpenThreadToken"},
		{"a case", "		case AuthMD5Password:\n			fallthrough"},
		{"code", "settings[\"password\"] = my_val"},
		{"both marks of a key", "S = b\"-----BEGIN OPENSSH PRIVATE " + "KEY-----\"\nE = b\"-----END OPENSSH PRIVATE " + "KEY-----\"\n"},
		{"what is said of a variable", "${PASSWORD:?must be set} ${DB_PASSWORD:+yes} ${TOKEN:0:4}"},
		{"cvs without a password", "cvs://:pserver:anoncvs@h.org:/cvs/src"},
		{"a list of secrets", "echo hello | grep secret && kubectl get secret | grep x && cat /etc/passwd | cut -d: -f1"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := Clean(tt.in).String(); got != tt.in {
				t.Errorf("Clean changed harmless text\n got %q\nwant %q", got, tt.in)
			}
		})
	}
}

func TestCleanAfter(t *testing.T) {
	tests := []struct{ name, command, output, want string }{
		{"an assignment", "DB_PASSWORD=hunter2-x ./run", "cannot log in with hunter2-x", "cannot log in with [redacted]"},
		{"a quoted option", "tool --password 'hunter2-x'", "got hunter2-x.", "got [redacted]."},
		{"too short to look for", "PASSWORD=main ./run", "on branch main", "on branch main"},
		{"none", "ls", "a b", "a b"},
		{"a secret of a cluster", "kubectl get secret db -o jsonpath='{.data.password}' | base64 -d", "correcthorse\n", "[redacted]\n"},
		{"a secret of a cluster that is not there", "kubectl get secret db -o jsonpath='{.data.x}'", "Error from server (NotFound): secrets \"db\" not found\n", "Error from server (NotFound): secrets \"db\" not found\n"},
		{"of its own", "ls", "PASSWORD=hunter2", "PASSWORD=[redacted]"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := CleanAfter(tt.command, tt.output).String(); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

func TestCut(t *testing.T) {
	tests := []struct {
		name, in string
		limit    int
		want     string
	}{
		{"fits", "abc", 3, "abc"},
		{"cut", "abcdef", 5, "ab…"},
		{"between characters", "aäöü", 6, "aä…"},
		{"no room", "abc", 2, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := Clean(tt.in).Cut(tt.limit).String(); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

// Every text here once made a scanner read the rest again for each word.
func TestCleanIsLinear(t *testing.T) {
	const size = 400_000
	for _, part := range []string{
		"password x1y2z3w4 ", "password is ", "key x1y2z3w4v5 ", "api key: ", "token ", "user | password\n", "a,password\n", "NAME  TOKEN\n", "recovery codes:\n1234 ", "PIN 1234\n", "name=\"password\" ",
		"<key>password</key>", "password: Some(", "password, \"", "auth(\"a\", ", "a1B2c3D4e5F6g7H8i9J0/", "a1B2c3D4e5F6g7H8i9J0 ", "--password-file <(echo ", "mnemonic ", "kind: Secret\n", "accounts: ['0x", "\"kty\"",
		"_ghp_", "_a", "A\n-----END PRIVATE " + "KEY-----", "://", "a://b:c", "-----BEGIN PRIVATE " + "KEY-----\n", "-----BEGIN ", "a@tcp(", "password='", "password=\"\\", "--password ", "eyJaaaaaaaaa.",
		"Authorization: ", "Authorization:", "Authorization: Bearer $", `\"token\":\"`, "login a password ", "a:b@", "'", "a=", "curl -u ", "password: ", "AIza",
		"sk-a-", "token=$", "x token:a.", "....token:x", "echo a|sudo -S ", "--password-stdin ", "password:\n ", "password: |\n ", " password: |\n", "password=\"\"\"", "passwd <<a\n", "ghp_abc\n", fake("ghp_", 30) + "\nAbcdefgh123\n", "\u200b", "token=env.", "token: \"a b ", "_", " ",
		"login(\"a\", ", "\"sensitive\": true,", "  sensitive: true\n", "{\"sensitive\": true, ", "(password) values (", "(password) values ('a'),", "seed a b c ", "\\nzip ", "IDENTIFIED BY ", "with a:", "as me / ", "<password> <value>", "\"name\": \"password\", \"x\": 1,", "password: {", "fill(\"password",
	} {
		text := strings.Repeat(part, size/len(part))
		start := time.Now()
		Clean(text)
		// A walk takes some ten milliseconds, a square of them minutes.
		if d := time.Since(start); d > 5*time.Second {
			t.Errorf("%q repeated: %v", part, d)
		}
	}
}

func FuzzClean(f *testing.F) {
	for _, s := range []string{
		"password=[redacted]x", "https://a:b@c", "mysql -p'x", "-----BEGIN A PRIVATE KEY-----x", `{"token":"a1b2c3"}`,
		"Authorization: Basic abc", "eyJabcdefgh.eyJabcdefgh.x", "--password x", "curl -u a:b", "u:p@tcp(x)", "login a password b",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		once := Clean(s).String()
		if twice := Clean(once).String(); twice != once {
			t.Errorf("not idempotent\n  in %q\nonce %q\nthen %q", s, once, twice)
		}
		secret := "S3cr3tP4ssw0rdValue"
		if s != "" && strings.Contains(Clean(s+"\nDB_PASSWORD="+secret).String(), secret) && !strings.ContainsAny(s, "'\"`\\") {
			t.Errorf("text before it hides a secret: %q", s)
		}
	})
}

func BenchmarkClean(b *testing.B) {
	line := "ok  \tgithub.com/ctxhook/ctxhook/pkg/base/redact\t0.012s coverage: 81.2% of statements in ./... key: value path=/usr/lib/x.so\n"
	hash := "3f2504e04f8911d39a0c0305e82c3301deadbeef fix: the token of a parser = next (see https://x.y/z?a=b#c)\n"
	for _, bb := range []struct {
		name, part string
		size       int
	}{
		{"log 1 KB", line + hash, 1 << 10},
		{"log 50 KB", line + hash, 50_000},
		{"source 50 KB", "\tif err := walk(ctx, root, visit); err != nil {\n\t\treturn fmt.Errorf(\"walk %s: %w\", root, err)\n\t}\n", 50_000},
		{"hex dump 50 KB", "00000010  7f 45 4c 46 02 01 01 00  00 3e 00 01 00 00 00 a0  |.ELF.....>......|\n", 50_000},
		{"JSON 50 KB", `{"name":"left-pad","tags":["a","b"],"id":17,"nested":{"ok":true,"path":"/a/b"}},`, 50_000},
		{"blanks 50 KB", " ", 50_000},
		{"names 50 KB", "key: ", 50_000},
		{"secrets 50 KB", "password=hunter2 ", 50_000},
		{"near tokens 50 KB", "sk-loading-indicator-wrapper ", 50_000},
	} {
		b.Run(bb.name, func(b *testing.B) {
			text := strings.Repeat(bb.part, bb.size/len(bb.part))
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				Clean(text)
			}
		})
	}
}

// What programs take as arguments is read where a command begins.
func TestCleanMasksArguments(t *testing.T) {
	tests := []struct{ name, in, want string }{
		{"a word behind another", "aws configure set aws_secret_access_key Ab1/cD2 --profile x", "aws configure set aws_secret_access_key [redacted] --profile x"},
		{"an operand", "cargo login cioAb1cD2", "cargo login [redacted]"},
		{"an operand behind options", "cargo login --registry mine cioAb1cD2", "cargo login --registry mine [redacted]"},
		{"an operand behind subcommands", "mc alias set b https://x.test:9000 me Ab1cD2", "mc alias set b https://x.test:9000 me [redacted]"},
		{"another name of an option", "zip -r -P gr4nite x.zip d", "zip -r -P [redacted] x.zip d"},
		{"a letter with its value", "zip -Pgr4nite x.zip d", "zip -P[redacted] x.zip d"},
		{"in quotes behind its letter", "7z a -p'gr4 nite' x.7z d", "7z a -p'[redacted]' x.7z d"},
		{"an option with a slash", "cmdkey /add:h /user:A /pass:Fl1nt!", "cmdkey /add:h /user:A /pass:[redacted]"},
		{"behind a percent sign", `smbclient //h/s -U 'A\me%Som2!' -c ls`, `smbclient //h/s -U 'A\me%[redacted]' -c ls`},
		{"behind sudo", "sudo -u x rabbitmqctl add_user me hare-in-Hedge && ls", "sudo -u x rabbitmqctl add_user me [redacted] && ls"},
		{"in a container", "docker exec -it c rabbitmqctl add_user me hare-in-Hedge", "docker exec -it c rabbitmqctl add_user me [redacted]"},
		{"behind a prompt", "$ cargo login cioAb1cD2", "$ cargo login [redacted]"},
		{"behind a variable", "A=b C='d e' cargo login cioAb1cD2", "A=b C='d e' cargo login [redacted]"},
		{"in a recipe", "run: twine upload -p hunter2 dist/*", "run: twine upload -p [redacted] dist/*"},
		{"by its path", "/usr/bin/keytool -list -storepass hunter2 -keystore x", "/usr/bin/keytool -list -storepass [redacted] -keystore x"},
		{"each of several", "fly secrets set A=one B=two -a x", "fly secrets set A=[redacted] B=[redacted] -a x"},
		{"over two lines", "twine upload \\\n  -p hunter2 \\\n  dist/*", "twine upload \\\n  -p [redacted] \\\n  dist/*"},
		{"from standard input", "echo hunter2 | vault login -", "echo [redacted] | vault login -"},
		{"a cookie", "curl -b 'PHPSESSID=wwuyrbaxnk; lang=de' x", "curl -b 'PHPSESSID=[redacted]; lang=de' x"},
		{"a header of cookies", "Cookie: lang=de; sid=a1b2c3d4e5; theme=dark", "Cookie: lang=de; sid=[redacted]; theme=dark"},
		{"a cookie that is set", "Set-Cookie: sid=a1b2c3d4e5; Path=/; Expires=Wed, 21 Oct 2026 07:28:00 GMT; HttpOnly", "Set-Cookie: sid=[redacted]; Path=/; Expires=Wed, 21 Oct 2026 07:28:00 GMT; HttpOnly"},
		{"a cookie behind a date", "Cookie: expires=Wed, 21 Oct 2026 07:28:00 GMT;sid=a1b2c3d4e5", "Cookie: expires=Wed, 21 Oct 2026 07:28:00 GMT;sid=[redacted]"},
		{"a cookie behind a value and a blank", "Cookie: lang=de ;sid=a1b2c3d4e5", "Cookie: lang=de ;sid=[redacted]"},
		{"sql within quotes", `psql -c "ALTER ROLE y PASSWORD 'slope-4k'"`, `psql -c "ALTER ROLE y PASSWORD '[redacted]'"`},
		{"sql of wide characters", `sqlcmd -Q "CREATE LOGIN y WITH PASSWORD = N'slope-4k', CHECK_POLICY = ON"`, `sqlcmd -Q "CREATE LOGIN y WITH PASSWORD = N'[redacted]', CHECK_POLICY = ON"`},
		{"an attribute with a path for its name", `<property name="a.jdbc.password" value="slope4k"/>`, `<property name="a.jdbc.password" value="[redacted]"/>`},
		{"sql", "CREATE USER x IDENTIFIED BY 'scree'; ALTER ROLE y PASSWORD 'slope'", "CREATE USER x IDENTIFIED BY '[redacted]'; ALTER ROLE y PASSWORD '[redacted]'"},
		{"sql with a plugin", "create user x identified with mysql_native_password by 'scree'", "create user x identified with mysql_native_password by '[redacted]'"},
		{"a secret of sql", "CREATE SECRET s (TYPE S3, SECRET 'aB1')", "CREATE SECRET s (TYPE S3, SECRET '[redacted]')"},
		{"sql without quotes", "ALTER USER scott IDENTIFIED BY T1g3rLeap ACCOUNT UNLOCK", "ALTER USER scott IDENTIFIED BY [redacted] ACCOUNT UNLOCK"},
		{"sql for an account", `SET PASSWORD FOR 'app'@'localhost' = 'fjord.Walk5'`, `SET PASSWORD FOR 'app'@'localhost' = '[redacted]'`},
		{"sql in small letters", `create user app with encrypted password 'autumnRain'`, `create user app with encrypted password '[redacted]'`},
		{"the last behind a word", "redis-cli -u redis://c:6379 AUTH worker 9fQpLm2Z && redis-cli ping", "redis-cli -u redis://c:6379 AUTH worker [redacted] && redis-cli ping"},
		{"the second behind a word", "steamcmd +login bob pixelFox +app_update 740", "steamcmd +login bob [redacted] +app_update 740"},
		{"behind a mark", "redis-cli ACL SETUSER app on '>lemonDrop' allkeys", "redis-cli ACL SETUSER app on '>[redacted]' allkeys"},
		{"a line that a program reads", "ftp -n h <<E\nuser web 0ldSch00l!ftp\nput x\nE", "ftp -n h <<E\nuser web [redacted]\nput x\nE"},
		{"such a line in a text", `printf 'open h\nuser web Starling!8\n' | ftp -n`, `printf 'open h\nuser web [redacted]\n' | ftp -n`},
		{"a command in a word", "lftp -c 'open -u web,Puffin_12 sftp://h; mirror'", "lftp -c 'open -u web,[redacted] sftp://h; mirror'"},
		{"what is typed", "adb shell input text 'myPh0neLogin!'", "adb shell input text '[redacted]'"},
		{"a hash", "me:$2y$10$" + fake("", 53), "me:$2y$[redacted]"},
		{"a key in json", `{"kty":"OKP","x":"bydjHTqRVC2FdjKh","d":"alcSnNOZfNwe33y_e3PB"}`, `{"kty":"OKP","x":"bydjHTqRVC2FdjKh","d":"[redacted]"}`},
		{"keys of accounts", "accounts: ['0x" + strings.Repeat("a1", 32) + "']", "accounts: ['0x[redacted]']"},
		{"a phrase", "mnemonic = 'apple bird cat dog egg fish goat hat ice jam key lamp' x", "mnemonic = '[redacted]' x"},
		{"what a script sends", "expect \"assword:\"\nsend \"hunter2\\r\"", "expect \"assword:\"\nsend \"[redacted]\\r\""},
		{"a key of putty", "Private-Lines: 2\n" + fake("", 60) + "\nAbc=\nPrivate-MAC: x", "Private-Lines: 2\n[redacted]\nPrivate-MAC: x"},
		{"a token with slashes", "FlyV1 fm2_" + fake("", 50) + "/a+b==", "FlyV1 fm2_[redacted]"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := Clean(tt.in).String(); got != tt.want {
				t.Errorf("Clean(%q)\n got %q\nwant %q", tt.in, got, tt.want)
			}
		})
	}
}

func TestCleanLeavesArguments(t *testing.T) {
	for _, in := range []string{
		"the option zip -P password is weak", "openssl req -new -key /certs/a.key -keyout b.key", "cargo login", "cargo login $TOKEN", "cargo publish x y",
		"mc alias list", "aws configure set region eu-west-1", "twine upload dist/*", "smbclient //h/s -U me", "cp -p a b; mkdir -p c", "vault login -method=oidc",
		"at a.b$$anonfun$1$$anonfun$apply$1$$anonfun$apply$2.apply(x.scala:237)", "echo $1$2 $HOME", "DB_PASSWORD=op://Prod/pg/password", "Token: ghp_******",
		"label.password=Mot de passe", `{"kty":"RSA","n":"Ua5mpPd3d9prNiA2UhnFv0","e":"AQAB"}`, "from 0x" + "a0d2515ec4db9329138cdf82e5b77a019fadacf9adfeaeaf638b5978361ab9bc",
		"curl -b cookies.txt x", "see `openssl ciphers -v -psk`.\nOn others", "password: Password to send as authorization", "IDENTIFIED BY ?", "set-cookie: a",
		"each row is identified by Column2", "ALTER USER a IDENTIFIED BY PASSWORD EXPIRE", "ALTER USER hr IDENTIFIED BY &new_password", "steamcmd +login anonymous +app_update 740",
		"user www-data www-data;", "user anonymous anonymous", "adb shell input text hello", "redis-cli ACL SETUSER app on allkeys +@all", "Cookie: lang=de; theme=dark",
	} {
		if got := Clean(in).String(); got != in {
			t.Errorf("Clean(%q) is %q", in, got)
		}
	}
}
