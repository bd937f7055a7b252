package redact

import "testing"

func TestCleanAccounts(t *testing.T) {
	tests := []struct{ name, in, want string }{
		{"a verb with its noun", "./bin/console app:create-user ana@acme.io HarborView7", "./bin/console app:create-user ana@acme.io [redacted]"},
		{"two words", "net rpc user add ana HarborView7 -U root", "net rpc user add ana [redacted] -U root"},
		{"a script", "node scripts/reset-password.js ana HarborView7", "node scripts/reset-password.js ana [redacted]"},
		{"the only operand", "app config password set HarborView7", "app config password set [redacted]"},
		{"credentials", "grdctl rdp set-credentials ana HarborView7", "grdctl rdp set-credentials ana [redacted]"},

		{"only a user", "./bin/console app:create-user HarborView7", ""},
		{"an option", "app user:create ana --role AdminRole7x", ""},
		{"an address", "app user:create ana Ana7Maria@acme.io", ""},
		{"a file", "app user:import HarborView7.csv; app user:create ana Users7List.csv", ""},
		{"a sentence", "please create user ana in the TestSpace7 project", ""},
		{"another noun", "app branch:create ana HarborView7", ""},
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
