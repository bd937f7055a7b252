package protocol

import "testing"

// TestRegistrationOfOthers: what of the settings of other agents names the guard counts,
// and nothing else does.
func TestRegistrationOfOthers(t *testing.T) {
	const theme = `{"ui":{"theme":"dark"},"hooks":{"BeforeTool":[{"matcher":"x","hooks":[{"type":"command","command":"ctxhook hook"}]}]}}`
	for _, tt := range []struct {
		name, before, after string
		same, calls         bool
	}{
		{"another setting", theme, `{"ui":{"theme":"light"},"hooks":{"BeforeTool":[{"matcher":"x","hooks":[{"command":"ctxhook hook","type":"command"}]}],"X":[]}}`, false, true},
		{"a theme", theme, `{"ui":{"theme":"light"},"hooks":{"BeforeTool":[{"matcher":"x","hooks":[{"type":"command","command":"ctxhook hook"}]}]}}`, true, true},
		{"another subcommand", theme, `{"hooks":{"BeforeTool":[{"matcher":"x","hooks":[{"type":"command","command":"ctxhook version"}]}]}}`, false, true},
		{"no hooks", theme, `{"ui":{"theme":"dark"}}`, false, false},
		{"a program", "spawn('ctxhook')", "// spawn('ctxhook')", false, true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			was, _ := Calls([]byte(tt.before))
			is, calls := Calls([]byte(tt.after))
			if (was == is) != tt.same || calls != tt.calls {
				t.Errorf("%q, then %q, calls %v", was, is, calls)
			}
		})
	}
}

func TestSteering(t *testing.T) {
	for _, tt := range []struct {
		name, line string
		concerns   bool
	}{
		{"another home", "export HOME=/tmp/x", true},
		{"a client's settings", "CLAUDE_CONFIG_DIR=/tmp/x; export CLAUDE_CONFIG_DIR", true},
		{"settings of all programs", `export A=1 XDG_STATE_HOME="$HOME/.s"`, true},
		{"an alias", "alias claude='claude --settings /tmp/s.json'", true},
		{"a function in its place", "ctxhook() { :; }", true},
		{"a comment", "# export HOME=/tmp/x", false},
		{"another variable", "export JAVA_HOME=/opt/java GOHOME=$HOME/go", false},
		{"a search path", `export PATH="$HOME/bin:$PATH"`, false},
		{"another search path", "export PATH=/usr/bin:/bin", true},
		{"one of manuals", "export MANPATH=/usr/share/man", false},
		{"runtime files", "export XDG_RUNTIME_DIR=/run/user/1", false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := Steering([]byte("x\n" + tt.line + "\n")); (got != "") != tt.concerns {
				t.Errorf("%q", got)
			}
		})
	}
}
