package redact

import "testing"

func TestCleanPrompts(t *testing.T) {
	const words = "ripple canyon verb olive humble sketch tunnel fabric onion magnet soda velvet"
	tests := []struct{ name, in, want string }{
		{"lines", "user: qa@acme.io\npass: Basil&Thyme3", "user: qa@acme.io\npass: [redacted]"},
		{"of an object", "auth:{user:'a',pass:'f0ggy-Dune'}", "auth:{user:'a',pass:'[redacted]'}"},
		{"a slash", "ssh into 10.0.4.7 as root / Parsnip!Root1 and free space", "ssh into 10.0.4.7 as root / [redacted] and free space"},
		{"a colon", "sign in with admin:Copper.Pipe4 on staging", "sign in with admin:[redacted] on staging"},
		{"behind a user", "login admin, pass Bamboo_Fort1", "login admin, pass [redacted]"},
		{"without a link", "use me@acme.io with password Fern.Gully2 to test", "use me@acme.io with password [redacted] to test"},
		{"Spanish", "usa la contrase\u00f1a Tortuga.Verde8 para entrar", "usa la contrase\u00f1a [redacted] para entrar"},
		{"Italian", "la password \u00e8 Limone.77 per il server", "la password \u00e8 [redacted] per il server"},
		{"French", "le mot de passe est Citron.Vert9, et", "le mot de passe est [redacted], et"},
		{"Polish", "has\u0142o to Sosna_42x", "has\u0142o to [redacted]"},
		{"Russian", "\u043f\u0430\u0440\u043e\u043b\u044c \u043e\u0442 \u0431\u0430\u0437\u044b Kalina_31", "\u043f\u0430\u0440\u043e\u043b\u044c \u043e\u0442 \u0431\u0430\u0437\u044b [redacted]"},
		{"Chinese", "\u5bc6\u7801\u662f Zhu!2024x", "\u5bc6\u7801\u662f [redacted]"},
		{"a seed", "restore it from this seed: " + words + " then", "restore it from this seed: [redacted]"},
		{"words with numbers", "my words: 1. ripple 2. canyon 3. verb 4. olive 5. humble 6. sketch 7. tunnel 8. fabric 9. onion 10. magnet 11. soda 12. velvet", "my words: 1. [redacted]"},
		{"an account", "the router admin is hunter2, check it", "the router admin is [redacted], check it"},
		{"a mark at the end", "log in with bob / S3cr3t! now", "log in with bob / [redacted] now"},
		{"behind a colon", "staging basic auth: demo / Kestrel42, run it", "staging basic auth: demo / [redacted], run it"},
		{"a list", "## Access\n- NAS: root / Corn3r.Shelf", "## Access\n- NAS: root / [redacted]"},
		{"two slashes", "wp-admin: editor // Cobalt.Finch.21. Go", "wp-admin: editor // [redacted]. Go"},
		{"a dash", "log in to portainer (admin \u2013 Whale&Tail8) and look", "log in to portainer (admin \u2013 [redacted]) and look"},
		{"brackets", "ssh in as pi (raspberry-Pie7) and look", "ssh in as pi ([redacted]) and look"},
		{"a user in brackets", "the grafana login (viewer:Bloom&Fade3) works", "the grafana login (viewer:[redacted]) works"},
		{"what one logs in with", "sign in as qa@acme.io with Pebble4Stone and look", "sign in as qa@acme.io with [redacted] and look"},
		{"in brackets behind its name", "use it (user sensor, password drizzle7Moss)", "use it (user sensor, password [redacted])"},
		{"behind a comma", "my db creds: postgres, Fjord_77x, host db1", "my db creds: postgres, [redacted], host db1"},
		{"an old and a new one", "change the password from Old.Barn.4 to New.Silo.5 everywhere", "change the password from [redacted] to [redacted] everywhere"},
		{"dots before it", "Das Passwort f\u00fcr smtp.acme.de lautet Apfel-Kuchen-12 und", "Das Passwort f\u00fcr smtp.acme.de lautet [redacted] und"},
		{"a sentence behind it", "Set the admin password to Gauge4Needle. Then go", "Set the admin password to [redacted]. Then go"},
		{"words", "the passphrase: walnut otter granite canyon", "the passphrase: [redacted]"},
		{"a joined account", "use root/Lake9.Trout for the db", "use root/[redacted] for the db"},
		{"what one types", "it asks for a password, type Lake.Trout8", "it asks for a password, type [redacted]"},
		{"as what it is used", "use \"Lake.Trout8\" as db password", "use \"[redacted]\" as db password"},
		{"what is replaced", "replace Lake.Trout8 with a new password here", "replace [redacted] with a new password here"},
		{"digits of a code", "the 2fa code is 493 201", "the 2fa code is [redacted]"},

		{"German, with an adverb", "nimm als Passwort einfach Fahrrad2019", "nimm als Passwort einfach [redacted]"},
		{"French, in its quotes", "le mot de passe est \u00ab Citron.Vert9 \u00bb, et", "le mot de passe est \u00ab [redacted] \u00bb, et"},
		{"Spanish, behind a user", "entra con usuario ana y contrase\u00f1a Murcielago9", "entra con usuario ana y contrase\u00f1a [redacted]"},
		{"nouns", "the passphrase is dreimal Roggen bitte (with spaces)", "the passphrase is [redacted](with spaces)"},
		{"a seed in quotes", "the wallet seed is \"" + words + "\"", "the wallet seed is \"[redacted]\""},

		{"programs for accounts", "use Postgres16 for the database and PasswordForm2 for the login", ""},
		{"a program for a user", "log in as admin with Chrome120, run it as user app with Node22LTS", ""},
		{"where they are", "the creds are in vault and not in git", ""},
		{"the key of a cache", "the cache key for it is 9af3c27710be4d5580aa21ce44f7d0b3", ""},
		{"what is said of a phrase", "passphrase is three small words (see docs)", ""},
		{"an option", "the flag -password takes a string", ""},
		{"a new name", "password field: rename to userPassword2", ""},
		{"names of things", "the admin is Ana.Meier2, sign in using Sign-In.V2, fix admin/Login.V2", ""},
		{"the name of a field", "use 'Form.Password2' as password field name", ""},
		{"who it is", "the router admin is alice, ask her", ""},
		{"versions", "use node 22.3 / npm 10.8 and sign in with Chrome120", ""},
		{"a protocol", "log in using OAuth2Client and unlock it with SHA256sum", ""},
		{"a program", "unlock it with fdroidserver2 then reboot", ""},
		{"pages", "login (admin - dashboard) is broken in Safari17", ""},
		{"how they are stored", "passwords are hashed with argon2id, and the password to sha256", ""},
		{"a user with a mark", "Login: ops+2@acme.dev / Turnip_Gate_41 and check", "Login: ops+2@acme.dev / [redacted] and check"},
		{"a phrase in quotes", `use the passphrase "seven grey geese" first`, `use the passphrase "[redacted]" first`},
		{"behind its user's name", "the preview user is demo and the password is glassmountain", "the preview user is demo and the password is [redacted]"},
		{"in quotes", "the secret is 'oyster-blue-9', header X-Hub", "the secret is '[redacted]', header X-Hub"},
		{"without a user's name", "the form is old and the password is missing", ""},
		{"routes as code", "- login: `GET /login` / `POST /login`", ""},
		{"headers as code", "**Auth**: `X-Auth-Token` / `X-Api-Key`", ""},
		{"a key and a verb", "my key's stuck, remap caps to esc", ""},
		{"a short phrase", `the passphrase "hello world" prompt is misaligned`, ""},
		{"a method", "the login is handled in AuthService2 / UserService3", ""},
		{"fields", "the login page shows user / password in Form2.tsx", ""},
		{"roles", "connect as root / admin depending on the environment", ""},
		{"a version", "use it as python / Django4.2 and with app:Build3.12", ""},
		{"a policy", "set the password policy to min-length-12", ""},
		{"a verb", "pass Some_Struct2 to the function", ""},
		{"a sentence of words", "seed the database with two users then run every test again until they pass and stop", ""},
		{"Russian about it", "\u043f\u0430\u0440\u043e\u043b\u044c \u0434\u043e\u043b\u0436\u0435\u043d \u0431\u044b\u0442\u044c 12", ""},
		{"Chinese about it", "\u5bc6\u7801 \u5b57\u6bb5\u5728 login2.vue", ""},
		{"a query", "pass: a&b=2", ""},
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
