package redact_test

import (
	"strings"
	"testing"

	"github.com/ctxhook/ctxhook/pkg/base/redact"
)

func TestSureLeavesCode(t *testing.T) {
	for _, text := range []string{
		"self.password = config['password']",
		"password = base64.StdEncoding.EncodeToString(pwd[:]) + \"_-As@!%*(1)4#2\"",
		"this.secret = toUint8Array(secret);",
		"oAuth2TokenAuth: OAuth2TokenAuth,",
		`oauth2MetadataSecrets: "oauth2_metadata_secrets",`,
		`"cookie": "\U0001f36a",`,
		"earlySecret = tls13.NewEarlySecret(hs.suite.hash.New, nil)",
		"NSS_BUFLEN_PASSWD            = 1024          // pwd.h:123:1:",
		"DNS_TYPE_KEY     = 0x0019",
		"Password: password16,",
		`export PGPASSWORD="${PGPASSWORD:-$POSTGRES_PASSWORD}"`,
		":password => ENV['SENDGRID_PASSWORD'],",
		"DB_PASSWORD=changeme",
		"postgres://postgres:postgres@localhost:5432/test",
		"https://user:password@example.com/repo.git",
		"AWS_SECRET_ACCESS_KEY=$(aws configure get aws_secret_access_key)",
		"const BEGIN = \"-----BEGIN OPENSSH PRIVATE KEY-----\";\nconst END = \"-----END OPENSSH PRIVATE KEY-----\";",
		"token: expected 12 tokens, found 13",
		"sha256:4f7a1c9e2b8d6053a1b2c3d4e5f607189a8b7c6d5e4f30217e6d5c4b3a291807",
		"commit 6351099ca60799a88507b031808d741a06f532c1",
		`"sig": "bd598e8bc29a3eb07aa71caceb0644977d73df87aae8f84c"`,
		"// `0;token=\"quoted string\"` => \"0\"\nfunc remove(p []byte)",
		"export PWD=/srv/app1x2y3z\n",
		`"auth": "oauth2v3strategy"`,
		"LS0tLS1CRUdJTiBDRVJUSUZJQ0FURS0tLS0tCk1JSUJWZ0lCQURBTkJna3Foa2lHOXcwQkFRRUZBQVND",
		"-----BEGIN CERTIFICATE-----\nMIIBVgIBADANBgkqhkiG9w0BAQEFAASCAUAwggE8\n-----END CERTIFICATE-----",
	} {
		if got, n := redact.Sure("", text); n != 0 || got != text {
			t.Errorf("%q becomes %q", text, got)
		}
	}
}

func TestSureMasks(t *testing.T) {
	for _, tt := range []struct{ command, text, secret string }{
		{text: "DB_PASSWORD=correct-horse-battery\n", secret: "correct-horse-battery"},
		{text: "export SMTP_PASS='winter is coming'\n", secret: "winter is coming"},
		{text: ".env:3:API_KEY=Zk3vQ9xT7mB2\n", secret: "Zk3vQ9xT7mB2"},
		{text: "postgres://app:tr0ub4dor-and-3@db:5432/app", secret: "tr0ub4dor-and-3"},
		{text: "password: Xk9mQ2vL7t\n", secret: "Xk9mQ2vL7t"},
		{text: `{"clientSecret":"8Q~Zk3vQ9xT7mB2nL8w"}`, secret: "8Q~Zk3vQ9xT7mB2nL8w"},
		{text: "Authorization: Bearer v2.Zk3vQ9xT7mB2nL8wR5y", secret: "v2.Zk3vQ9xT7mB2nL8wR5y"},
		{text: "ghp_" + strings.Repeat("s3cr3tT0ken", 4)[:36], secret: "s3cr3tT0ken"},
		{text: "//npm.corp/:_auth=Ym90OlRyMHViNGRvci1Yazk=\n", secret: "Ym90OlRyMHViNGRvci1Yazk="},
		{text: `{"auths": {"r.example": {"auth": "bWU6VHIwdWI0ZG9yLVhrOQ=="}}}`, secret: "bWU6VHIwdWI0ZG9yLVhrOQ=="},
		{text: "> authorization: Basic Ym90OlRyMHViNGRvci1Yazk=\n", secret: "Ym90OlRyMHViNGRvci1Yazk="},
		{text: "Driver=x;Server=db;UID=sa;PWD=Tr0ub4dor-Xk9;", secret: "Tr0ub4dor-Xk9"},
		{text: "PresharedKey = 9xT7mB2nL8wR5yH1cJ6dF4gS0pAZk3vQ9xT7mB2nL8w=\n", secret: "9xT7mB2nL8wR5yH1cJ6dF4gS0pAZk3vQ9xT7mB2nL8w"},
		{text: "define( 'DB_PASSWORD', 'Tr0ub4dor-Xk9' );", secret: "Tr0ub4dor-Xk9"},
		{text: "https://x.example/f?sv=2&sig=Zk3vQ9xT7mB2nL8wR5yH1cJ6dF4gS0pA%3D&se=2", secret: "Zk3vQ9xT7mB2nL8wR5yH1cJ6dF4gS0pA"},
		{text: "    client-key-data: LS0tLS1CRUdJTiBSU0EgUFJJVkFURSBLRVktLS0tLQpaazN2UTl4VDdtQjJuTDh3UjV5SDFj+SjZkRg==\n", secret: "UjV5SDFj+SjZkRg"},
		{command: "kubectl get secret db -o jsonpath='{.data.p}'", text: "aHVudGVyMg==", secret: "aHVudGVyMg=="},
	} {
		got, n := redact.Sure(tt.command, tt.text)
		if n == 0 || strings.Contains(got, tt.secret) || !strings.Contains(got, redact.Marker) {
			t.Errorf("%q becomes %q, %d masked", tt.text, got, n)
		}
		if again, more := redact.Sure(tt.command, got); tt.command == "" && (again != got || more != 0) {
			t.Errorf("%q becomes %q when it is masked again", got, again)
		}
		if clean := redact.Clean(got).String(); !strings.Contains(clean, redact.Marker) {
			t.Errorf("what is stored of %q is %q", got, clean)
		}
	}
}

// TestSureMasksBlocks has the bodies of keys, which Clean masks once more.
func TestSureMasksBlocks(t *testing.T) {
	for _, tt := range []struct{ text, secret string }{
		{"{\"private_key\": \"-----BEGIN " + `PRIVATE KEY-----\nZk3vQ9xT7mB2nL8wR5yH\n-----END PRIVATE KEY-----\n"}`, "Zk3vQ9xT7mB2nL8wR5yH"},
		{"-----BEGIN " + "PRIVATE KEY-----\n" + strings.Repeat("Zk3vQ9xT7mB2nL8wxxx\n", 9) + "-----END PRIVATE KEY-----", "Zk3vQ9xT7mB2nL8w"},
		{"-----BEGIN OpenVPN Static key V1-----\n4f7a1c9e2b8d60534f7a\n-----END OpenVPN Static key V1-----", "4f7a1c9e2b8d60534f7a"},
	} {
		if got, n := redact.Sure("", tt.text); n != 1 || strings.Contains(got, tt.secret) {
			t.Errorf("%q becomes %q, %d masked", tt.text, got, n)
		}
	}
}

func FuzzSure(f *testing.F) {
	f.Add("cat .env", "A_PASSWORD=correct-horse\nurl: https://u:p4ssw0rd1@h\n\xff")
	f.Add("", "-----BEGIN PRIVATE KEY-----\nMIIBVgIBADANBgkqhkiG9w0BAQEFAASCAUAwggE8\n-----END PRIVATE KEY-----")
	f.Fuzz(func(t *testing.T, command, text string) {
		got, n := redact.Sure(command, text)
		if (n == 0) != (got == text) && !strings.Contains(text, redact.Mask) {
			t.Errorf("%q becomes %q with %d masked", text, got, n)
		}
	})
}
