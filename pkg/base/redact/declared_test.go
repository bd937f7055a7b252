package redact

import "testing"

func TestCleanDeclared(t *testing.T) {
	tests := []struct{ name, in, want string }{
		{"before it", `{"sensitive": true, "type": "string", "value": "larkSong"}`, `{"sensitive": true, "type": "string", "value": "[redacted]"}`},
		{"behind it", `{"value": "crow-Nest", "sensitive": true}, {"value": "eu-west-1"}`, `{"value": "[redacted]", "sensitive": true}, {"value": "eu-west-1"}`},
		{"by its type", `{"Name": "/prod/x", "Type": "SecureString", "Value": "icyPond"}`, `{"Name": "/prod/x", "Type": "SecureString", "Value": "[redacted]"}`},
		{"of a block", "variable \"conn\" {\n  default = \"ploverSand\"\n  sensitive = true\n}", "variable \"conn\" {\n  default = \"[redacted]\"\n  sensitive = true\n}"},
		{"of an item", "- name: x\n  secret: true\n  value: robin-Egg\n- name: y\n  value: z", "- name: x\n  secret: true\n  value: [redacted]\n- name: y\n  value: z"},
		{"of a pair", `{"name": "API_SECRET", "slotSetting": false, "value": "c4Nary7wing"}`, `{"name": "API_SECRET", "slotSetting": false, "value": "[redacted]"}`},
		{"of parameters", `{"ParameterKey": "DBPassword", "ParameterValue": "kiwiFruit"}`, `{"ParameterKey": "DBPassword", "ParameterValue": "[redacted]"}`},
		{"in an object of its own", `{"adminPassword": {"value": "doveCote.9"}}`, `{"adminPassword": {"value": "[redacted]"}}`},

		{"of a statement", "INSERT INTO u (name, password) VALUES ('me', 'cold!Brook'), ('you', N'b2')", "INSERT INTO u (name, password) VALUES ('me', '[redacted]'), ('you', N'b2')"},
		{"of the first column", "INSERT INTO u (password, name) VALUES ('cold!Brook', 'me')", "INSERT INTO u (password, name) VALUES ('[redacted]', 'me')"},
		{"of an element", "<Password>\n  <Value>alpineMeadow</Value>\n</Password>", "<Password>\n  <Value>[redacted]</Value>\n</Password>"},
		{"of an attribute", `<data name="pw"><value>oxBowLake7</value></data>`, `<data name="pw"><value>[redacted]</value></data>`},
		{"of a change", "-  password: oldHill\n+  password: newHill", "-  password: [redacted]\n+  password: [redacted]"},
		{"of LDIF", "dn: uid=me\nuserPassword:: YWxwaW5lTWVhZG93\n", "dn: uid=me\nuserPassword:: [redacted]\n"},
		{"of a default", `@Value("${db.password:oxBowLake}")`, `@Value("${db.password:[redacted]}")`},
		{"of an account of Windows", "Administrator:500:aad3b435b51404eeaad3b435b51404ee:7f3c9a1e5b8d20467f3c9a1e5b8d2046:::", "Administrator:500:aad3b435b51404eeaad3b435b51404ee:[redacted]:::"},

		{"other columns", "INSERT INTO u (name, mail) VALUES ('me', 'cold!Brook9')", ""},
		{"a column of code", "INSERT INTO u (name, password) VALUES (?, crypt(?))", ""},
		{"not declared", `{"sensitive": false, "value": "pg1.internal:5432"}`, ""},
		{"of another object", `{"a": {"sensitive": true}, "b": {"value": "eu-west-1a"}}`, ""},
		{"another name", `{"case_sensitive": true, "value": "FooBar42"}`, ""},
		{"a reference", `{"sensitive": true, "value": "$DB2_PASSWORD"}`, ""},
		{"code", "output \"x\" {\n  value = aws_db_instance.main2.password\n  sensitive = true\n}", ""},
		{"another item", "- secret: true\n  name: x\n- value: build-42a", ""},
		{"another pair", `{"name": "API_SECRET", "from": "vault"}, {"name": "x", "value": "c4Nary7wing"}`, ""},
		{"nothing around it", `sensitive: true`, ""},
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
