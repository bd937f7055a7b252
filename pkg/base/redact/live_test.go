package redact

import "testing"

// TestLive: what others would read is held against this, so names, references and
// examples must not count.
func TestLive(t *testing.T) {
	for _, tt := range []struct {
		name, text string
		want       int
	}{
		{"a password in a sentence", "login: user shift, password Vq7UymnpQphWckYasx", 1},
		{"a key pair in a mail", "use id AKIAMYS3YQOW6ZPAJURE please", 1},
		{"a token in a sentence", "use this until Friday: ghp_HXouv2sDKwEWdEoyNkLNKZ3u7YeVbeyWsWOL", 1},
		{"settings", "redis_password: uAjNrDN4asIWrwH4fRLANW\njwt_secret: mno1FKSP91CmzNw0pjEPBBXxf7i7MWFwVIWu9xdAqoov", 2},
		{"a key in an address", "https://x.example/check?key=sk-proj-T3As96VZWdJsDWWsQ6bfHhHyZRrpjFivQKmtAXrFGaJKcQic", 1},
		{"a private key", "-----BEGIN PRIVATE KEY-----\nMIIEvQtu9ILF7ugLi7QPnf1AeJirYYyNrU8IvlvJqcvjWqNWaSxMtvWw8NbCAhkq6i\n-----END PRIVATE KEY-----", 1},
		{"a line of .env", "DB_PASSWORD=nE91a7vQbqmXQar8ZFji", 1},

		{"a sentence about a field", "the password Field42 is required", 0},
		{"references", "redis_password: ${REDIS_PASSWORD}\ntoken: os.environ[\"TOKEN\"]", 0},
		{"an example", "jwt_secret: change-me\napi_key: your-api-key-1234", 0},
		{"a local database", "DATABASE_URL=postgres://postgres:postgres@localhost/app_test", 0},
		{"code", "token := parser.NextToken(ctx)\npassword = hashPassword(input)", 0},
		{"names in code", "secret := tls13.NewEarlySecret\nprivate_key: ed25519.Ed25519PrivateKey\ntoken = MarshalPKCS1PrivateKey(key)", 0},
		{"a key of a test system", "sk_test_4eC39HqLyjWDarjtT1zdp7dc", 0},
		{"a hash", "sha256: 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08", 0},
		{"the name of a secret of AWS", "DB_SECRET_ARN=arn:aws:secretsmanager:eu-west-1:123456789012:secret:prod/orders/db-a1b2c3", 0},
		{"a public key", "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIFtk4Pi1pwV193PLuZpluM7fkx8XKQXP1loG9aSz6PNU me@desk", 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := Live(tt.text); got != tt.want {
				t.Errorf("Live(%q) = %d, want %d", tt.text, got, tt.want)
			}
		})
	}
}
