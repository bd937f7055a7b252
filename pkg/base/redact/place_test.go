package redact

import "testing"

// What only its place tells: among the words of a command, in a line, a table or a call.
func TestCleanMasksByPlace(t *testing.T) {
	tests := []struct{ name, in, want string }{
		{"a package of a scope", "npx @vscode/vsce publish -p abcdefgh", "npx @vscode/vsce publish -p [redacted]"},
		{"a line of a mail server", `printf 'a1 LOGIN me@acme.io "Lunch@Noon12"\r\n' | nc mail 143`, `printf 'a1 LOGIN me@acme.io "[redacted]"\r\n' | nc mail 143`},
		{"such a line in a text", `printf 'USER me\r\nPASS Turnip4Stew\r\n' | nc mail 110`, `printf 'USER me\r\nPASS [redacted]\r\n' | nc mail 110`},
		{"what a process prints", "wg set wg0 private-key <(echo 'Stone4Mill')", "wg set wg0 private-key <(echo '[redacted]')"},
		{"the key of a database", `sqlcipher a.db "PRAGMA key='ferry-2'; SELECT 1"`, `sqlcipher a.db "PRAGMA key='[redacted]'; SELECT 1"`},
		{"a key in digits", `PRAGMA key = "x'2DD29CA851E7B56E'";`, `PRAGMA key = "x'[redacted]'";`},
		{"words below a comment", "# client server secret addresses\nanna * Copper-Kettle9 *", "# client server secret addresses\nanna * [redacted] *"},
		{"ports below a comment", "# user host port\nbob db1 5432", "# user host port\nbob db1 5432"},
		{"behind capitals", `zoe : EAP "plum"`, `zoe : EAP "[redacted]"`},
		{"of Erlang", `{default_pass,<<"Gull.Cry5">>}`, `{default_pass,<<"[redacted]">>}`},
		{"of a setting", "mvn deploy -Drepo.pass=Kelp-Forest2", "mvn deploy -Drepo.pass=[redacted]"},
		{"given to a store", "keepassxc-cli open db.kdbx <<< 'stone bridge 12'", "keepassxc-cli open db.kdbx <<< '[redacted]'"},
		{"bytes", "network_key: [1, 33, 201, 7, 93, 160, 12, 255, 81, 39, 118, 66, 240, 5, 177, 23]", "network_key: [[redacted]]"},
		{"small numbers", "aes_key_sizes: [128, 192, 256]", "aes_key_sizes: [128, 192, 256]"},
		{"a header in Ruby", `f.request :authorization, :basic, 'svc', 'Plum-Orchard'`, `f.request :authorization, :basic, 'svc', '[redacted]'`},
		{"of any registry", "npm config set //npm.acme.io/:_authToken 3f1d8a52-77c1-4a0e-9f3a-0c1b2d3e4f50", "npm config set //npm.acme.io/:_authToken [redacted]"},
		{"beside a user", "tool -u bob -p Val.Ue9 x", "tool -u bob -p [redacted] x"},
		{"the key of a product", "slmgr /ipk VK7JG-NPHTM-C97JM-9MPGT-3V66T", "slmgr /ipk [redacted]"},
		{"a replacement", "sed -i 's/^requirepass .*/requirepass Fig&Olive4/' a", "sed -i 's/^requirepass .*/requirepass [redacted]/' a"},
		{"a made up operand", "w.connect('HomeNet', 'ducksInARow_5')", "w.connect('HomeNet', '[redacted]')"},
		{"words in an operand", `.basic_auth("reader", Some("Crab-under-Rock"))`, `.basic_auth("reader", Some("[redacted]"))`},
		{"a field that is named beside it", "login.type('[data-test=password]', 'Plum.Tart3')", "login.type('[data-test=password]', '[redacted]')"},
		{"a column behind blanks", "# client   server   secret          IP addresses\nbranch1    *        Sh0rt.Circuit   10.11.0.5", "# client   server   secret          IP addresses\nbranch1    *        [redacted]   10.11.0.5"},
		{"fields with colons", "# host:port:user:password\nmail.acme.io:587:robot:Oboe.Reed4", "# host:port:user:password\nmail.acme.io:587:robot:[redacted]"},
		{"a table of users", "| nas | login | pw |\n|---|---|---|\n| a | admin | Cork.Board |\n| b | root | thistle |", "| nas | login | pw |\n|---|---|---|\n| a | admin | [redacted] |\n| b | root | [redacted] |"},
		{"a source of data", "[Prod]\nUID=loader\nPWD=Igloo_Brick_3", "[Prod]\nUID=loader\nPWD=[redacted]"},
		{"below a user", "- user: ana\n  pass: Thistle\n", "- user: ana\n  pass: [redacted]\n"},
		{"words in a line", "    ansible_ssh_pass: Pulley.Rope\n", "    ansible_ssh_pass: [redacted]\n"},
		{"letters", "Root password: hTvqLxWnKpAb", "Root password: [redacted]"},
		{"a relay of mail", "[smtp.acme.io]:587 me@acme.io:Harp&Lute7", "[smtp.acme.io]:587 me@acme.io:[redacted]"},
		{"an account for a share", "https://dav.acme.io/x ana Plaster5Wall\n", "https://dav.acme.io/x ana [redacted]\n"},
		{"a state", `{"type":"random_password","attributes":{"length":20,"result":"gJ7pLm2Qx9"}}`, `{"type":"random_password","attributes":{"length":20,"result":"[redacted]"}}`},
		{"an identifier that is one", "Secret ID    = 2bf0d9f9-18c6-44f7-9188-3f6e1acf9986\nName = x", "Secret ID    = [redacted]\nName = x"},
		{"where it stands again", "c = Client('h', 'pi', 'Berry-Patch-3')\nc.login('pi', 'Berry-Patch-3')", "c = Client('h', 'pi', '[redacted]')\nc.login('pi', '[redacted]')"},

		{"what a command reads", "vncpasswd -f <<< 'LakeTrt8' > p", "vncpasswd -f <<< '[redacted]' > p"},
		{"a user and a password behind any option", "govc about -u 'ana:Lake.Trout8@vc.acme.io'", "govc about -u 'ana:[redacted]@vc.acme.io'"},
		{"a key to log in", "k6 cloud login -t 3f9c1a7e88b24c1d9e0faa12bb34cc56", "k6 cloud login -t [redacted]"},
		{"an attached option of several letters", "rar a -hpLake.Trout8 a.rar x", "rar a -hp[redacted] a.rar x"},
		{"quotes in quotes", `wpa_cli set_network 0 psk '"Lake.Trout8"'`, `wpa_cli set_network 0 psk '"[redacted]"'`},
		{"a key of a wireless network", "uci set wireless.a[0].key='Lake.Trout8'", "uci set wireless.a[0].key='[redacted]'"},
		{"a service of a chat", "echo '/msg NickServ IDENTIFY Lake.Trout8' > a", "echo '/msg NickServ IDENTIFY [redacted]' > a"},
		{"a telephone", "register => 2345:Lake.Trout8@sip.acme.io/1234", "register => 2345:[redacted]@sip.acme.io/1234"},
		{"an element with an attribute", `<Pass encoding="base64">TGFrZS5Ucm91dDg=</Pass>`, `<Pass encoding="base64">[redacted]</Pass>`},
		{"what stands in for a variable", `x.password = System.getenv("X") ?: "Lake.Trout8"`, `x.password = System.getenv("X") ?: "[redacted]"`},
		{"an arrow of R", `login_password <- "Lake.Trout8"`, `login_password <- "[redacted]"`},
		{"a list of users", "chpasswd:\n  list: |\n    root:Lake.Trout8\n    ana:Night.Heron4\nx: y", "chpasswd:\n  list: |\n    root:[redacted]\n    ana:[redacted]\nx: y"},
		{"below a rule", "db_password:\n----\nLake9Trout8x\n", "db_password:\n----\n[redacted]\n"},

		{"a sum", "sha256sum -c <<< '3f9c1a7e88b24c1d9e0faa12bb34cc563f9c1a7e88b24c1d9e0faa12bb34cc56  a'", ""},
		{"how to log in", "AUTH PLAIN LOGIN XOAUTH2\r\n250-AUTH LOGIN PLAIN CRAM-MD5\na1 OK LOGIN completed", ""},
		{"an account of a chain", "address public token = 0x5FbDB2315678afecb367f032d93F642f64180aa3;", ""},
		{"the next page", "NextToken: eyJOZXh0VG9rZW4iOiBudWxsLCAiYm90byI6IDF9", ""},
		{"the digest of a secret", `"hashed_secret": "3f9c1a7e88b24c1d9e0faa12bb34cc56a1b2c3d4"`, ""},
		{"a key that signs", "git config user.signingkey 3AA5C34371567BD2", ""},
		{"credentials of a request", "fetch(u, {credentials: 'same-origin'})", ""},
		{"an arrow in sed", `sed -i "s/^ROOTPASSWORD .*/ROOTPASSWORD <-hidden->/" a`, ""},
		{"behind a verb and a user", "bin/console fos:user:change-password bob sw1tchRoom-B", "bin/console fos:user:change-password bob [redacted]"},
		{"a line of a store", "zkCli.sh -server z <<< 'addauth digest bob:sw1tchRoom-B'", "zkCli.sh -server z <<< 'addauth digest bob:[redacted]'"},
		{"an option with a slash", "wmic /node:h /user:bob /password:sw1tchRoom os get", "wmic /node:h /user:bob /password:[redacted] os get"},
		{"what a script sends", `expect -c 'expect assword; send "sw1tchRoom-B\r"'`, `expect -c 'expect assword; send "[redacted]\r"'`},

		{"an option of apt", `apt-get -o "Dpkg::Use-Pty=0" -q update`, ""},
		{"a directory", "PWD=/home/ana/src2\nOLDPWD=/tmp/x9", ""},
		{"a signal", "t.connect(\"timeout\", \"_on_Timer1_timeout\"); b.connect('clicked', 'on_Save_2')", ""},
		{"a table of options", "| Option | Password | Default |\n|---|---|---|\n| minLength | number | 12 |", ""},
		{"a role", "# host:port:user:role\nmail.acme.io:587:robot:Reader2", ""},
		{"a relay without a password", "[smtp.acme.io]:587 relay:[smtp2.acme.io]", ""},
		{"a state without one", `{"type":"random_pet","attributes":{"length":2,"result":"noble-otter2"}}`, ""},
		{"a number of a device", "Serial Number: C02X-1234-ABCD, 550E8400-E29B-41D4-A716-446655440000", ""},
		{"a port", "tool -u bob -p 8443; docker run -u app -p 8080:80 x", ""},
		{"a login of sql", "CREATE LOGIN reporter WITH DEFAULT_DATABASE = Shop2; ROLE app LOGIN NOINHERIT", ""},
		{"another pragma", "PRAGMA key_format = 'v2'; PRAGMA table_info('a1Bc')", ""},
		{"names of secrets", `{"secret_id": 42, "secret_name": "db-v2"}`, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if tt.want == "" {
				tt.want = tt.in
			}
			if got := Clean(tt.in).String(); got != tt.want {
				t.Errorf("Clean(%q)\n got %q\nwant %q", tt.in, got, tt.want)
			}
		})
	}
}
