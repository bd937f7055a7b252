package redact

import "testing"

func TestCleanLeavesNamesInCode(t *testing.T) {
	for _, in := range []string{
		`if "password = " in line and "smd5" in line`, `{token:"constant.numeric",regex:/0x/}`, `end_token = "!end"`,
		"type ns_tsig_key = ns_tsig_key1 /* x.h:128 */", "log_env['LOG_S3_KEY'] = log_s3_key", "salt = data[offset_to_salt:offset_to_salt+SIZE_SALT2]",
		"'SourceToken' => 'ONVIF::Analytics::Types::SourceReference',", "source token: \"github_hook\" | \"fired_trigger\"", `const SESSION_KEY = 'app_authenticated'`,
		"we pass matrix_2x2_type by reference", "func RegisterV1(s *S, srv MessagesV1Beta3Server) {", "  - key: cert-dcl16-c.NewSuffixes",
		"@requirement(\"client-auth:401-triggers-flow\")", "the 16,000 token `gpt-3.5-turbo-16k` model", "asks for login and password to join",
		`<ThemeProvider storageKey="ui-theme-dark">`, "l_angle_token: L_ANGLE@1..2", "ciphers AES:!EXPORT:!PSK:!RSAPSK:!aDH", "signingkey = 05B00242B906EC779DE0FA4F7D14CFDD240CC1F3",
		"IncorrectPassword=The password you entered is wrong", "-replace $c.AdminPassword #only applies to 1_SQL_Install", "`derivePassword`, `sha256sum`",
		"x v0.47.0/go.mod h1:SK2" + "UL73Zy1quvRPonmOmRDiWk1KBV3LyIeeIxcEApWw=", "uri: https://api.acme.io/v1/payment_methods/pm_0O6s9W9e1RjUNIyYkuyJSr6I",
		"?require_auth=scram-sha-256", "pageToken=\\u0026prefix=blob", "pw = current_salt->list;", "getopt password:,nopassword,repos", "  credentialsSecret: aws-s3-creds",
		`rules={start:[{token:"comment",regex:/x/}]}`, "WizardPassword=Slapta\u017eodis", "cryptsetup --verify-passphrase luksFormat x", "WARNING! Using --password via the CLI is insecure",
		"Authorization: Basic base64(user:pass)", "pw=`pass web/x`", "ALTER USER b IDENTIFIED BY '?'", "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
		"Cookie: _ga=GA1.2.1234567890.1234567890; theme=dark", "Set-Cookie: lang=en-US; Path=/; Max-Age=31536000", "pub key: pR5c1mYt0Zk2v7Qw9Lx4Nf8Hd3Jb6Ga1Us5Te0Ri2Yo=",
		"input[type=password]:hover{border:1px solid #b9b9b9}", "file:/etc/passwd:644:root:root:", `<input name="_token" :value="csrf" />`,
		"--smtp-pass= --smtp-server-option= --smtp-port=", `kSecret="CLOUD2$JD_ACCESS_KEY_SECRET"`, "ldapsearch -x -w LDAP_PASSWORD -D cn=x",
		"A_KEY=\"\nBitte geben Sie ihn ein\"", "WrongPassword=Въведената парола е неправилна", `sqlplus -S "/ as sysdba"`, `echo "root:$(get PASSWORD1)" | chpasswd`,
		`psql -c "COMMENT ON COLUMN u.password IS 'bcrypt2 hash'"`, "export OPENAI_API_KEY=sk-... # yours", "key=\"-----BEGIN PRIVATE " + "KEY-----\\nXXXX\\n-----END PRIVATE KEY-----\"",
		`"WWW-Authenticate": "Bearer authorization=\\u0022https://x/72f988bf\\u0022"`,
	} {
		if got := Clean(in).String(); got != in {
			t.Errorf("Clean(%q) is %q", in, got)
		}
	}
}

func TestCleanLeavesDigests(t *testing.T) {
	for _, in := range []string{
		"SUMS:\n  Keychain: d13451f17018cddcc701db189d6ac3f4b24d304e\n  SwiftJWT: 2b27518d87311cea2e1aa3066ada00511890ecbf\n",
		"ipfs cat QmYwAPJzv5CZsnA625s3Xf2nemtYgPpHdWEz79ojWKPbdG", "stripe charges retrieve ch_3MmlLrLkdIwHu7ix0snN0B15",
		"token: ENC[AES256_GCM,data:Tr7o=,iv:1vkYp5oY0nSZ0a8Qx2m7c3v4b5n6m7k8j9h0g1f2d3s=,type:str]",
		`"Body": "77u/PD94bWwgdmVyc2lvbj0iMS4wIiBlbmNvZGluZz0idXRmLTgiPz4="`, `src: "data:application/iod;base64,AoEB8BAf73AQOAkwABQHRkYXRhOmF"`,
		"# dns_add _acme-challenge.example.org \"XKrxpRBosdIKFzxW_CT3KLZNf6q0HG9i01zxXp5CPBs\"",
	} {
		if got := Clean(in).String(); got != in {
			t.Errorf("Clean(%q) is %q", in, got)
		}
	}
	const env = "JWT_SECRET: 2b27518d87311cea2e1aa3066ada00511890ecbf\nSESSION_SECRET: d13451f17018cddcc701db189d6ac3f4b24d304e"
	if got := Clean(env).String(); got != "JWT_SECRET: [redacted]\nSESSION_SECRET: [redacted]" {
		t.Errorf("two secrets beside each other are %q", got)
	}
}
