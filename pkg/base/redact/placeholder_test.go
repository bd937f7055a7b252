package redact

import "testing"

func TestCleanLeavesExamples(t *testing.T) {
	for _, in := range []string{
		"aws configure set aws_access_key_id AKIA" + "IOSFODNN7EXAMPLE", "aws_secret_access_key = wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
		"input: token: ghp_" + "FakePATTokenForTestingOnlyNotRealXXXX",
	} {
		if got := Clean(in).String(); got != in {
			t.Errorf("Clean(%q) is %q", in, got)
		}
	}
}

func TestCleanLeavesPlaceholders(t *testing.T) {
	for _, in := range []string{
		"curl -u USERNAME:PASSWORD https://x.example",
		"curl -u 'me:your_password' https://x.example",
		"export API_KEY=changeme",
		`"Authorization": "Bearer ntn_API_KEY"`, `"Authorization" => "Bearer #{access_token}"`,
		"x264 --pass 2 a.y4m", "sed 's/^password=.*/password=REDACTED/' a.ini", "  checksum/secret: 7af8813f31c9a9a97467f80b034edd5ad7b86e8369dc9c36079bde624c53de11",
		"STRIPE_SECRET_KEY=" + "sk_live_" + "xxxxxxxxxxxxxxxxxxxxxxxx",
		"GITHUB_TOKEN=" + "ghp_" + "XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX",
		"aws configure set aws_secret_access_key YOUR_SECRET_ACCESS_KEY",
		"password = \"REPLACE_WITH_REAL\"",
		"token: put-your-token-here",
		"password = random_password.db2.result",
		"'password' => 'required|min:8|confirmed',",
		"./configure --with-password-hash=argon2 --enable-keyring",
		`"AccessToken": "minutes", "RefreshToken": "days"`,
		"minisign -Vm fw.bin -P RWQykIxrrkMNA3jAuI3k9576zBocJ47cmcY2Yug3aYMQTFiQcR3ooHWi",
		"yt-dlp 'https://www.youtube.com/playlist?list=PLZPgPBh5dwgINK3jUbtZSe2GLF8tvUwHb'",
		`expect -c 'expect "assword:"; send "$env(PW)\r"'`,
	} {
		if got := Clean(in).String(); got != in {
			t.Errorf("Clean(%q) is %q", in, got)
		}
	}
	for in, want := range map[string]string{
		"password: change.Me9":               "password: [redacted]",
		"API_KEY=yourself4ever":              "API_KEY=[redacted]",
		"DB_PASSWORD=herewego-here2":         "DB_PASSWORD=[redacted]",
		`expect "assword:"; send "kiwi77\r"`: `expect "assword:"; send "[redacted]\r"`,
	} {
		if got := Clean(in).String(); got != want {
			t.Errorf("Clean(%q) is %q", in, got)
		}
	}
}
