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
		"RC2_KEY = rc2_key_st", "var rsaPrivateKey = test1024Key", "	Password: newPassword,\n	SecretKey: secretKey32,\n", "Secret: Bug4Secret{1},",
		"self.password = self._lib.NID_aes_256_cbc", "private_key = ed25519.Ed25519PrivateKey", "zPass = __ts + 1702", "userid = passwd = acct = ''",
		"username, password = split", "s.user, s.password = sim_auth", "settings[\"password\"] = val", "	pwd = name // absolute", "	pwd:     absWork,", "let pwd = a:x.y ? a:x.z : ''",
		"my @pw = getpwnam 'nobody';", `"passwd:uid",`, "a=null,b._password=null,c._host=\"\"", "passwd:         files", "base-passwd: no-debconf-config",
		"	encodeUserPassword\n	encodeQueryComponent\n", "'x': encodeUser | encodeUserPassword | encodeZone,\n'y': encodeUser | encodeHost | encodeZone,\n",
		"host all a 127.0.0.1/32 password\nhost all b 127.0.0.1/32 scram-sha-256\n", "a function identified by \"repeat\" is", "token=quoted string", `0;token="quoted string"`,
		"a.credential=always-impersonate", "BYTES_KEY = 'cygwin', 'darwin'", `X_PW_YPTOKEN = "__YP!"`, `"secret": "\u3299\ufe0f",`, `token "'%c'" token "1.%d"`,
		`"--preserve-credentials", "-m", "x"`, "<passphrase>optional; leave empty if not used.</passphrase>", "password: if true, send 'mode reader' command",
		"a password ESA/390 on HTTP/1.1", `("password", "localhost:22")`, "v.Op = OpWasmI64TruncSatF32S", "pskSuite := cipherSuiteTLS13ByID(c)", "oidPublicKeyEd25519",
		"'a_key', 'gss_krb5_rfc1964_keydata', 'b'", "Key Server: https://x/search?q=0xa9f4c021cea470fb", "// pin : 2014-12-18 Registry", "--otp=123456.",
		"rand seed select sin sinh sqrt strcmp strlen sum tan tanh val vdot vlength vstr vturbulence", "apt\tpython3-jwt\t2.10.1-2+deb13u1",
		"machine {h} login {user} password {self.password}", "password= scmVersion= x", `"git.authsecret": "GIT_AUTH_HEADER"`, "SK236thZiNSQvxaz2emsWWFUyBy6ysHK4bkgTI86k4mloMy/0/Z1pHWWbVY=",
		"encryption_key: AES256 encryption key to use", "uart4_rts_pin: uart4-rts-pin {", "struct HoistPass : PassInfoMixin<HoistPass> {", "self::A_KEY => self::TEST_1_1_NAME,",
		"f(is_credential=is_account,", "_CSRF_KEY = 'google_oauth2_csrf_token'", `("Allow-Credentials","'false'");`, "app_key: YOUR_AWS_S3_KEY",
		`CHECK_INTERVAL_KEY = "hdds.datanode.check.interval"`, `A_PILLAR_KEY = "k8s:solutions:available"`, `{token:"xml-pe",x}`, `"input_token": "marker"`,
		"private InstanceGroupV1ToInstanceGroupV4Converter x;", "GPG_ERR_NO_PASSPHRASE = 177,", "vcc3v3_en_pin: vcc3v3-pcie-en-pin {", `"EksClusterAppSecretRole08838E6C": {`,
		"credentials: oauth2client.Credentials or", "f(encryption_key=TEST_ENCRYPTION_KEY1)", "from x login import round(byte_count / 2**final_exponent)",
		"auth_pwd = getpwuid (user);", "char* db_password_ = NULL;", "at_pass = stats_new - stats_old", "struct WrapperPass : ImmutablePass {", `FILENAME_KEY => 'fileName'`,
		`"output_token": "NextMarker"`, `{token:"entity.other.attribute-name",x}`, "a passphrase using RFC3394 key wrapping", `"crn:cdp:credential:us-west-1:tenant5/x"`,
		`"WWW-Authenticate": "Bearer authorization=\\u0022https://x/72f988bf\\u0022"`,
	} {
		if got := Clean(in).String(); got != in {
			t.Errorf("Clean(%q) is %q", in, got)
		}
	}
}

// What only looks like code is masked: a value that a person wrote, in what lists of members,
// assignments to several and sentences also are.
func TestCleanMasksBesideCode(t *testing.T) {
	for _, tt := range []struct{ in, want string }{
		{"user, password = \"wile\", \"coyote\"", "user, password = \"wile\", \"[redacted]\""},
		{"user=ana, password = moby", "user=ana, password = [redacted]"},
		{"db.password = moby", "db.password = [redacted]"},
		{"user: ana\npwd: harbor\n", "user: ana\npwd: [redacted]\n"},
		{"pwd: HarborView7", "pwd: [redacted]"},
		{"\"password\": \"harborview\",", "\"password\": \"[redacted]\","},
		{"password: HarborView7,\n", "password: [redacted],\n"},
		{"private_key = Xk29fLmQ77aaB0cd", "private_key = [redacted]"},
		{"CREATE USER x identified by 'scree'", "CREATE USER x identified by '[redacted]'"},
		{"expect \"assword:\" { send \"scree\\r\" }", "expect \"assword:\" { send \"[redacted]\\r\" }"},
		{"Set-Cookie: sid=a1b2c3d4\\r\\nX: y", "Set-Cookie: sid=[redacted]\\r\\nX: y"},
		{"SK" + "0123456789abcdef0123456789abcdef", "SK[redacted]"},
		{" user | password \n------+----------\n ana  | harborview\n", " user | password \n------+----------\n ana  | [redacted]\n"},
		{"--password '-x7Kest!l'", "--password '[redacted]'"},
		{"change-password ana HarborView7", "change-password ana [redacted]"},
	} {
		if got := Clean(tt.in).String(); got != tt.want {
			t.Errorf("Clean(%q)\n got %q\nwant %q", tt.in, got, tt.want)
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
