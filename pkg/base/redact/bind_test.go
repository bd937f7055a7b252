package redact

import (
	"strings"
	"testing"
)

// What stands between a name and its value, in the order of bind.go.
func TestCleanMasksBound(t *testing.T) {
	key := fake("", 32)
	tests := []struct{ name, in, secret string }{
		{"a type between", `let password: &str = "z5MI92Wt7N";`, "z5MI92Wt7N"},
		{"a member that may be missing", `password?: "z5MI92Wt7N"`, "z5MI92Wt7N"},
		{"an arrow", "API secret -> " + key, key},
		{"else", `process.env.JWT_SECRET || "` + key + `"`, key},
		{"a default", `os.getenv("SECRET_KEY", "` + key + `")`, key},
		{"a function", `.password("mSFKyl2X2u").build()`, "mSFKyl2X2u"},
		{"the last of a function", `HTTPBasicAuth("bob", "rbJDhK2F4E5Y")`, "rbJDhK2F4E5Y"},
		{"a pair", `auth=("bob", "rbJDhK2F4E5Y")`, "rbJDhK2F4E5Y"},
		{"what holds it", `password: Some("z5MI92Wt7N"), port: 1`, "z5MI92Wt7N"},
		{"what keeps it secret", `api_secret: SecretString::from("` + key + `")`, key},
		{"a dump of php", "[\"secret\"]=>\n  string(32) \"" + key + "\"", key},
		{"attributes", `<add key="SmtpPassword" value="4TJeQ6kyreEQ" />`, "4TJeQ6kyreEQ"},
		{"an element behind an attribute", `<property name="x.password">L6VqFbrXZZLs</property>`, "L6VqFbrXZZLs"},
		{"plist", "<key>password</key>\n  <string>marble-otter-quilt</string>", "marble-otter-quilt"},
		{"terraform", "variable \"db_password\" {\n  default = \"IP0fSyrR6hh1\"", "IP0fSyrR6hh1"},
		{"the environment of a pod", "- name: DB_PASSWORD\n  value: fennel-marble-quilt", "fennel-marble-quilt"},
		{"a change", `~ password = "oldvalue12A" -> "TNIgDvPVu47QiF"`, "TNIgDvPVu47QiF"},
		{"a map in a store", "1) \"access_token\"\n2) \"" + key + "\"", key},
		{"a line of a configuration", "bind_pw vKg2zmGpnJRy", "vKg2zmGpnJRy"},
		{"an option before it", "rootpw --plaintext VZrblLQTVcF9", "VZrblLQTVcF9"},
		{"a scheme before it", "rootpw {SSHA}PA3wnohgfXmW2CuzmwejmqZ6pWNVEf7a", "PA3wnohgfXmW2CuzmwejmqZ6pWNVEf7a"},
		{"a here-string", `trino --password <<< "rL9sr0SIrJnM"`, "rL9sr0SIrJnM"},
		{"an option that prints it", `restic --password-command "echo cobalt-lantern"`, "cobalt-lantern"},
		{"a file that is printed", `rsync --password-file=<(echo qGGa7snh87zn) -a x`, "qGGa7snh87zn"},
		{"a short option that nobody knows", "snmpthing -c vUNsfV1d0EVg5Mt host", "vUNsfV1d0EVg5Mt"},

		{"a table of sql", " user | password\n------+----------\n bob  | ahFYfL9lNM1\n", "ahFYfL9lNM1"},
		{"a table of kubectl", "NAME   TOKEN\nci     " + key + "\n", key},
		{"lines with commas", "id,email,api_key\n1,a@b.c," + key + "\n", key},
		{"a table of markdown", "| User | Password |\n|---|---|\n| bob | pebble-lantern-quilt |\n", "pebble-lantern-quilt"},

		{"German", "Das Kennwort für den Server ist lantern-saddle-quilt, bitte merken", "lantern-saddle-quilt"},
		{"French", "le mot de passe est 9qvcyuml3t", "9qvcyuml3t"},
		{"Spanish", "la contraseña es f0X8sjT8KY y el usuario root", "f0X8sjT8KY"},
		{"Spanish in capitals", "CONTRASEÑA=Npd16lxI55", "Npd16lxI55"},
		{"Portuguese", "a senha é z31CqjYcbL", "z31CqjYcbL"},
		{"behind words", "A temporary password is generated for root@localhost: ylqFJq0S#k%2", "ylqFJq0S#k%2"},
		{"before its name", "log in as bob with V3AiRbkXkn as the password", "V3AiRbkXkn"},
		{"with the user", "creds are admin:ojFm5XJ4Nh on staging", "ojFm5XJ4Nh"},
		{"with the user and blanks", "credentials: bob / Ecpzp1AHfRPb", "Ecpzp1AHfRPb"},
		{"a phrase", "passphrase for the backup: marble fennel saddle anchor", "marble fennel saddle anchor"},
		{"codes", "Recovery codes:\n  1. k3f9d-2mq8x\n  2. abcd1-efgh2\n", "abcd1-efgh2"},
		{"a code", "your one-time passcode is 047109", "047109"},
		{"a PIN", "PIN: 966146", "966146"},
		{"the key of a network", "WLAN-Netzwerkschlüssel (WPA2) 2371-9079-1714-4698", "2371-9079-1714-4698"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := Clean(tt.in).String(); strings.Contains(got, tt.secret) {
				t.Errorf("Clean(%q) keeps the secret: %q", tt.in, got)
			}
		})
	}
}

// What stands where a secret could, and is none.
func TestCleanLeavesBound(t *testing.T) {
	for _, in := range []string{
		`"invalid_password": "Contraseña invalida"`, `"ask_password": "Wachtwoord"`, `"new_password": "新密码"`, `"with_app_password": "avec le mot de passe de l'application"`,
		`"pattern_password": "Debe contener al menos 3 caracteres"`, "password: ask_password", "token: CancellationToken,", "_token: Event,", "AccessKey: acrUser,",
		"id-token: write", `"@octokit/auth-token": "^2.4.0"`, "CONFIG_NET_KEY=m", "KEY_FILE_TOKEN=./ca.pem", `accesskey="h"`, "pam-auth:1.1", "PASS: TestFormat/valid_RFC3339_-_useUTC_true",
		"[app-password]: https://support.example.com/answer/185833", "password = newTableWalkPass()", "pwd = allChanges['x'];", "secret, _ = hide(value)", "func run(pass *analysis.Pass) error",
		`read -rsp "Enter password: " NEXTCLOUD_PASSWORD`, "sed -n '/^PASSWORD=/{s/^[^=]*=//p;q}'", "--password <password>   Used with --auth", "no --cloud-token flag is given", "re-add the password setting, which is meant to stay as it is",
		"headers: { 'Authorization': token } });", "keys: `<username>:<password>`. Modify them", "password=$A_PASS dbname=$DB_NAME", "DB_PASSWD='/etc/x/sasl-password.cf'", "secret: kafka_ssl_key_creds",
		"The password is always stored hashed and salted.", "transport key groups (default: `X25519:prime256v1:secp384r1`)", "ED25519 key fingerprint is SHA256:xnlQBW2Qeci7frTRIOQLkPiafy7WSmGZwbYASrlLEha.",
		"gpg: key 0A87E80D6294BE9B imported", "gpg --recv-key CFDCA245B1043CF2A5F97865FFE87404168BD847", "apksigner sign --ks-pass env:STORE_PASS --key-pass file:/run/k", "s/^SECRET=.*/SECRET=xxxxxxxxxxxx/", "7z x -p archive.7z",
		"user | password\nbob | none\n", "password,email\n", "the token limit is 18211 tokens", "enter the PIN", "code is unused",
	} {
		if got := Clean(in).String(); got != in {
			t.Errorf("Clean(%q) is %q", in, got)
		}
	}
}

// The last net.
func TestCleanCatchesRandom(t *testing.T) {
	key, hex := "EelWRWg6VrTHEo9eQZMG4hMfKqAPGVRy", "7090f89bb39132f360f4e74daae3f322"
	for _, in := range []string{
		"use the key " + key + " for maps", "Successfully created token \"ci\".\n" + key + "\n", "WARN rejected token " + hex + " (expired)", "const K = \"" + key + "\"; // mine",
		"mytool login me " + key, "hcloud context create x <<< " + key,
	} {
		if got := Clean(in).String(); strings.Contains(got, key) || strings.Contains(got, hex) {
			t.Errorf("Clean(%q) keeps the secret: %q", in, got)
		}
	}
	for _, in := range []string{
		"commit " + hex, "digest: " + hex, "token_sha256 " + hex, `"integrity": "sha512-` + key + key + `=="`, "see docs/" + key + "/token.md", "request id " + key, "var loong64LasxArngExtMap = token",
		"use token 5fbf5b43-8be5-4d1c-9c0a-0d2f6a5ff7b1 of the fixture", "-----BEGIN PUBLIC KEY-----\n" + key + key + "\n" + key + "==\n-----END PUBLIC KEY-----", "peer " + key + " allowed", `{"kty":"RSA","n":"` + key + `"}`, `"crv": "P-256", "something": 1, "and something else that goes on": 2, "x": "` + key + `", "y": "` + key + `"`,
		"AAAAB3NzaC1yc2EAAAADAQABAAABgQC7 key", "Uuid.fromString(\"v56qeYzNRrqNtXsxzcReog\")", "echo aGVsbG8gd29ybGQgdGhpcyBpcyBmaW5l", "contract 0x0810130825c811760cF5e6efe39bF5650143F496",
	} {
		if got := Clean(in).String(); got != in {
			t.Errorf("Clean(%q) is %q", in, got)
		}
	}
}
