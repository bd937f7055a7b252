package redact

import (
	"strings"
	"testing"
)

func TestCleanMasksAround(t *testing.T) {
	key := fake("", 44)
	tests := []struct{ name, in, want string }{
		{"a manifest", "kind: Secret\ndata:\n  a: cG9zdA==\n  b: eHl6eg==\ntype: Opaque", "kind: Secret\ndata:\n  a: [redacted]\n  b: [redacted]\ntype: Opaque"},
		{"a manifest whose kind comes last", "stringData:\n  url: amqp-host\nkind: Secret\n", "stringData:\n  url: [redacted]\nkind: Secret\n"},
		{"an element with spaces", "<gpg.passphrase>seven tin whistles</gpg.passphrase>", "<gpg.passphrase>[redacted]</gpg.passphrase>"},
		{"an element with a namespace", "<wsse:Password>Cl0ud berry</wsse:Password>", "<wsse:Password>[redacted]</wsse:Password>"},
		{"an option of sql", "SERVER s OPTIONS (user 'BI', password 'Lark.2')", "SERVER s OPTIONS (user 'BI', password '[redacted]')"},
		{"on the next line", "Use the following password to log in:\n\n670401de0b010073bc11fc2a\n\nbye", "Use the following password to log in:\n\n[redacted]\n\nbye"},
		{"a coded one of a router", "username ops password 7 0822455D0A1654\n", "username ops password 7 [redacted]\n"},
		{"a pair", `{"key": "X-Api-Key", "value": "JvxW0uJ3UUeHSzm0"}`, `{"key": "X-Api-Key", "value": "[redacted]"}`},
		{"a pair over lines", "\"name\": \"DB_PASSWORD\",\n  \"value\": \"JvxW0uJ3UUeHSzm0\"", "\"name\": \"DB_PASSWORD\",\n  \"value\": \"[redacted]\""},
		{"another language", "Passwort: Hobelbank!1962\n", "Passwort: [redacted]\n"},
		{"a share", "Unseal Key 1: " + key + "\n", "Unseal Key 1: [redacted]\n"},
		{"another key", "deterministic_key: THDEL7sWGnldN4TZUziLkraY7fUxl1Yj", "deterministic_key: [redacted]"},
		{"a community", "snmp-server community R0comm RO 20", "snmp-server community [redacted] RO 20"},
		{"a console of a game", "mcrcon -H h -P 25575 -p awMan9 save-all", "mcrcon -H h -P 25575 -p [redacted] save-all"},
		{"a token behind a word", "composer config --auth http-basic.repo.x token ab12cd34", "composer config --auth http-basic.repo.x token [redacted]"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := Clean(tt.in).String(); got != tt.want {
				t.Errorf("Clean(%q)\n got %q\nwant %q", tt.in, got, tt.want)
			}
		})
	}
}

func TestCleanLeavesAround(t *testing.T) {
	for _, in := range []string{
		"kind: SecretStore\ndata:\n  a: cG9zdA==\n", "kind: ConfigMap\ndata:\n  a: hello\n---\nkind: Secret\nmetadata:\n  name: x\n", "kind: Secret\ndata:\n  a: {{ .Values.x }}\n",
		"<label.password>$PW</label.password>", "Set a password:\n\nnext step", "Enter your password:\n$ make test", "the password 7 times", "a column (name 'x', password 'text')",
		"public_key: THDEL7sWGnldN4TZUziLkraY7fUxl1Yj", "cache_key: THDEL7sWGnldN4TZUziLkraY7fUxl1Yj", "Unseal Key 1: " + strings.Repeat("x", 44), "mcrcon -H h -P 25575 list",
		`"login.password": "Passwort",`, `{"key": "lang", "value": "JvxW0uJ3UUeHSzm0"}`, `{"key": "token", "value": "{{token}}"}`, "transport: x1 port: 8080",
	} {
		if got := Clean(in).String(); got != in {
			t.Errorf("Clean(%q) is %q", in, got)
		}
	}
}
