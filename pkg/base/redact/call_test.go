package redact

import "testing"

func TestCleanCalls(t *testing.T) {
	tests := []struct{ name, in, want string }{
		{"a method", `req.SetBasicAuth("deploy", "lavender-Quill4")`, `req.SetBasicAuth("deploy", "[redacted]")`},
		{"in what holds it", `.basic_auth("me", Some("rustyAnchor5"))`, `.basic_auth("me", Some("[redacted]"))`},
		{"capitals", `auth=HTTPBasicAuth("ops", "Plum.Harvest3")`, `auth=HTTPBasicAuth("ops", "[redacted]")`},
		{"a pair", `requests.get(url, auth=("ops", "Gr4niteHill"))`, `requests.get(url, auth=("ops", "[redacted]"))`},
		{"a symbol", `f.request :basic_auth, 'bot', 'velvet_Rope9'`, `f.request :basic_auth, 'bot', '[redacted]'`},
		{"the third", `DriverManager.getConnection("jdbc:x://db/crm", "crm", "sunnyDuck7")`, `DriverManager.getConnection("jdbc:x://db/crm", "crm", "[redacted]")`},
		{"with others behind it", `mysqli_connect("db", "shop", "wool-Sock8", "shop")`, `mysqli_connect("db", "shop", "[redacted]", "shop")`},
		{"of an object", `DBI->connect("dbi:Pg:host=db", $user, "perlOyster6", {x => 1})`, `DBI->connect("dbi:Pg:host=db", $user, "[redacted]", {x => 1})`},
		{"of a module", `WiFi.begin(ssid, "cozy-Nest22")`, `WiFi.begin(ssid, "[redacted]")`},
		{"over lines", "new NetworkCredential(\n  \"me\",\n  \"c#Sharp_Elm6\")", "new NetworkCredential(\n  \"me\",\n  \"[redacted]\")"},
		{"what is made of one", `'password' => bcrypt('larav3l-Fox')`, `'password' => bcrypt('[redacted]')`},
		{"a key", `jwt.sign({id: 1, to: f(x)}, "mintyFresh#1")`, `jwt.sign({id: 1, to: f(x)}, "[redacted]")`},
		{"perhaps", `svc.authenticate("me", "kT9vQ2mLx")`, `svc.authenticate("me", "[redacted]")`},

		{"of C", `mysql_real_connect(c, "h", "crm", "oxBowLake7", "x", 0, NULL, 0)`, `mysql_real_connect(c, "h", "crm", "[redacted]", "x", 0, NULL, 0)`},
		{"in a notebook", `"source": ["client.login(\"ana\", \"alpineMeadow7\")\n"]`, `"source": ["client.login(\"ana\", \"[redacted]\")\n"]`},
		{"typed into a field", `cy.get('#pw').type('alpineMeadow7')`, `cy.get('#pw').type('[redacted]')`},
		{"bytes", `new SymmetricSecurityKey(Encoding.UTF8.GetBytes("q8Zr1mVx7Tt3Wn5K"))`, `new SymmetricSecurityKey(Encoding.UTF8.GetBytes("[redacted]"))`},
		{"typed into another field", `cy.get('#city').type('alpineMeadow7')`, ""},
		{"names", `req.SetBasicAuth(cfg.User, cfg.Password)`, ""},
		{"examples", `req.SetBasicAuth("user", "password1")`, ""},
		{"another function", `app.connect("clicked", "on_button1_clicked", "row_of_2")`, ""},
		{"an address", `io.connect("https://acme.io/ns1", "websocket13")`, ""},
		{"capitals that name something", `client.authenticate("oauth2", "PKCE-S256")`, ""},
		{"a short text", `login("en_US", "UTF-8")`, ""},
		{"a function that is looked up", `router.post("/login", "Auth2Controller.login")`, ""},
		{"a hash of data", `hash("sha256", "utf-8-sig2")`, ""},
		{"nothing that ends", `login("me", "`, ""},
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
