package install

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func testHooks() []Hook {
	return []Hook{{Event: "PreToolUse", Matcher: "Bash", Command: "pre-bash", Timeout: 30, Guards: true}}
}

// manyHooks are rows of every shape.
func manyHooks() []Hook {
	return append(testHooks(),
		Hook{Event: "PostToolUse", Matcher: "Bash", Command: "post-bash", Timeout: 30},
		Hook{Event: "PostToolUse", Matcher: "Edit|MultiEdit", Command: "post-edit", Timeout: 30},
		Hook{Event: "SessionEnd", Command: "session-end", Timeout: 10})
}

// TestUpdate: what an older ctxhook registered gets the hooks that have come
// since, and all of them go together.
func TestUpdate(t *testing.T) {
	before := `{"model":"opus"}`
	older, err := claudeLayout.register([]byte(before), testHooks(), "/bin/ctxhook")
	if err != nil {
		t.Fatal(err)
	}
	newer, err := claudeLayout.register(older, manyHooks(), "/bin/ctxhook")
	if err != nil {
		t.Fatal(err)
	}
	d, err := parse(newer)
	if err != nil {
		t.Fatal(err)
	}
	for _, h := range manyHooks() {
		if n := len(d.serving(h)); n != 1 {
			t.Errorf("%s %s is served %d times in %s", h.Event, h.Matcher, n, newer)
		}
	}
	back, err := claudeLayout.unregister(newer, &note{Existed: true, Before: []byte(before)}, false)
	if err != nil || string(back) != before {
		t.Errorf("uninstall left %s, %v", back, err)
	}
}

const ours = `{"matcher":"Bash","hooks":[{"type":"command","command":"/bin/ctxhook","args":["pre-bash"],"timeout":30}]}`

func TestRegister(t *testing.T) {
	tests := []struct {
		name   string
		before string
		want   string
	}{
		{"no file", "", `{
  "hooks": {
    "PreToolUse": [
      {
        "matcher": "Bash",
        "hooks": [
          {
            "type": "command",
            "command": "/bin/ctxhook",
            "args": ["pre-bash"],
            "timeout": 30
          }
        ]
      }
    ]
  }
}
`},
		{"one line stays one line", `{"model":"opus"}`, `{"model":"opus","hooks":{"PreToolUse":[` + ours + `]}}`},
		{"empty object", "{}\n", `{
  "hooks": {
    "PreToolUse": [
      {
        "matcher": "Bash",
        "hooks": [
          {
            "type": "command",
            "command": "/bin/ctxhook",
            "args": ["pre-bash"],
            "timeout": 30
          }
        ]
      }
    ]
  }
}
`},
		{"tabs, Windows line ends and what is not ours stay",
			"{\r\n\t\"zeta\" : [1,\t2 ],\r\n\t\"hooks\" : {\r\n\t\t\"Stop\" : [ ]\r\n\t}\r\n}",
			"{\r\n\t\"zeta\" : [1,\t2 ],\r\n\t\"hooks\" : {\r\n\t\t\"Stop\" : [ ],\r\n\t\t\"PreToolUse\": [\r\n\t\t\t{\r\n\t\t\t\t\"matcher\": \"Bash\",\r\n\t\t\t\t\"hooks\": [\r\n\t\t\t\t\t{\r\n" +
				"\t\t\t\t\t\t\"type\": \"command\",\r\n\t\t\t\t\t\t\"command\": \"/bin/ctxhook\",\r\n\t\t\t\t\t\t\"args\": [\"pre-bash\"],\r\n\t\t\t\t\t\t\"timeout\": 30\r\n\t\t\t\t\t}\r\n\t\t\t\t]\r\n\t\t\t}\r\n\t\t]\r\n\t}\r\n}"},
		{"a list in one line gets its next in that line",
			"{\n \"hooks\": {\n  \"PreToolUse\": [{\"matcher\":\"Read\",\"hooks\":[]}]\n }\n}\n",
			"{\n \"hooks\": {\n  \"PreToolUse\": [{\"matcher\":\"Read\",\"hooks\":[]}, {\"matcher\": \"Bash\", \"hooks\": [{\"type\": \"command\", \"command\": \"/bin/ctxhook\", \"args\": [\"pre-bash\"], \"timeout\": 30}]}]\n }\n}\n"},
		{"ours is there", `{"hooks":{"PreToolUse":[` + ours + `]}}`, `{"hooks":{"PreToolUse":[` + ours + `]}}`},
		{"an older path is brought up to date, other members stay",
			`{"hooks":{"PreToolUse":[{"matcher":"Bash","hooks":[{"type":"command","command":"/old/ctxhook","args":["pre-bash","--agent","claude"],"timeout":5,"statusMessage":"judging"}]}]}}`,
			`{"hooks":{"PreToolUse":[{"matcher":"Bash","hooks":[{"type":"command","command":"/bin/ctxhook","args":["pre-bash","--agent","claude"],"timeout":5,"statusMessage":"judging"}]}]}}`},
		{"a shell's command line with an older path", `{"hooks":{"PreToolUse":[{"matcher":"Bash","hooks":[{"type":"command","command":"\"/o d/ctxhook\" pre-bash"}]}]}}`,
			`{"hooks":{"PreToolUse":[{"matcher":"Bash","hooks":[{"type":"command","command":"/bin/ctxhook","args":["pre-bash"],"timeout":30}]}]}}`},
		{"a shell's command line that is right stays", `{"hooks":{"PreToolUse":[{"matcher":"Bash","hooks":[{"type":"command","command":"/bin/ctxhook hook","timeout":9}]}]}}`,
			`{"hooks":{"PreToolUse":[{"matcher":"Bash","hooks":[{"type":"command","command":"/bin/ctxhook hook","timeout":9}]}]}}`},
		{"two of ours become one", `{"hooks":{"PreToolUse":[` + ours + `,` + strings.Replace(ours, "/bin", "/old", 1) + `]}}`, `{"hooks":{"PreToolUse":[` + ours + `]}}`},
		{"one for another tool does not serve", `{"hooks":{"PreToolUse":[` + strings.Replace(ours, `"Bash"`, `"bash"`, 1) + `]}}`,
			`{"hooks":{"PreToolUse":[` + strings.Replace(ours, `"Bash"`, `"bash"`, 1) + `,` + ours + `]}}`},
		{"one for every tool serves", `{"hooks":{"PreToolUse":[` + strings.Replace(ours, `"Bash"`, `".*"`, 1) + `]}}`,
			`{"hooks":{"PreToolUse":[` + strings.Replace(ours, `"Bash"`, `".*"`, 1) + `]}}`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := claudeLayout.register([]byte(tt.before), testHooks(), "/bin/ctxhook")
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, string(got)); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
			again, err := claudeLayout.register(got, testHooks(), "/bin/ctxhook")
			if err != nil || string(again) != string(got) {
				t.Errorf("a second time it is %q, %v", again, err)
			}
		})
	}
}

// TestUnregisterBetween: what the user wrote elsewhere since init stays, and
// the rest is as it was.
func TestUnregisterBetween(t *testing.T) {
	tests := []struct {
		name      string
		before    string
		old, new  string // what the user changes after init
		want      string
		noHistory bool // on another machine
	}{
		{name: "a value changed", before: "{\n  \"a\": 1\n}\n", old: `"a": 1`, new: `"a": 2`, want: "{\n  \"a\": 2\n}\n"},
		{name: "a member added behind ours", before: `{"hooks":{}}`, old: `]}}`, new: `],"Stop":[]}}`, want: `{"hooks":{"Stop":[]}}`},
		{name: "a group added behind ours", before: `{"hooks":{"PreToolUse":[ ]}}`, old: `]}]}}`, new: `]},{"hooks":[]}]}}`, want: `{"hooks":{"PreToolUse":[{"hooks":[]}]}}`},
		{name: "a handler added to our group", before: `{}`, old: `"timeout": 30
          }`, new: `"timeout": 30
          },
          {"type": "command", "command": "mine"}`, want: `{
  "hooks": {
    "PreToolUse": [
      {
        "matcher": "Bash",
        "hooks": [
          {"type": "command", "command": "mine"}
        ]
      }
    ]
  }
}`},
		{name: "a member added to a file that init made", before: "", old: "{\n  \"hooks\"", new: "{\n  \"a\": 1,\n  \"hooks\"", want: "{\n  \"a\": 1\n}\n"},
		{name: "without history what is left empty goes", before: `{"a":1,"hooks":{}}`, want: `{"a":1}`, noHistory: true},
		{name: "without history the file stays", before: ``, want: "{}\n", noHistory: true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			data, err := claudeLayout.register([]byte(tt.before), testHooks(), "ctxhook")
			if err != nil {
				t.Fatal(err)
			}
			edited := strings.Replace(string(data), tt.old, tt.new, 1)
			if tt.old != "" && edited == string(data) {
				t.Fatalf("%q is not in %s", tt.old, data)
			}
			was := &note{Existed: true, Before: []byte(tt.before)}
			if tt.noHistory {
				was = nil
			}
			got, err := claudeLayout.unregister([]byte(edited), was, false)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, string(got)); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}

// FuzzInitUninstall states the laws of the two: uninstall undoes init byte
// for byte, and leaves what was written elsewhere since; init twice is init
// once; and neither makes invalid what was valid.
func FuzzInitUninstall(f *testing.F) {
	for _, seed := range []string{
		"", " \n", "{}", "{ }", "{\n}", `{"hooks":{}}`, `{"hooks":{ "PreToolUse" : [ ] }}`, "{\n\t\"hooks\": {\n\t}\n}\n", "\xef\xbb\xbf{\"a\":1}",
		`{"hooks":{"PreToolUse":[{"matcher":"Read","hooks":[{"type":"command","command":"x","timeout":0.5}]}],"Stop":[]},"z":{"a":[1,"\u00e9\\\""]}}`,
		"{\r\n  \"a\":\r\n  1\r\n}", `{"hooks":{},"hooks":{"PreToolUse":[]}}`, `{"ho\u006fks":{}}`, "\n\n  {\n    \"a\": {}\n  }\n\n",
		`{"hooks":{"PreToolUse":[` + ours + `]}}`, `[]`, `{"hooks":null}`, `{"a":/*x*/1}`, "{\"a\":1,\n\"b\":2}",
	} {
		f.Add([]byte(seed), true)
		f.Add([]byte(seed), false)
	}
	f.Fuzz(func(t *testing.T, before []byte, many bool) {
		d, err := parse(before)
		if err != nil {
			return
		}
		for _, p := range inspect(d) {
			if p.Fatal {
				return
			}
		}
		hooks := testHooks()
		if many {
			hooks = manyHooks()
		}
		after, err := claudeLayout.register(before, hooks, `C:\Program Files\ctxhook.exe`)
		for _, h := range hooks {
			if event := d.event(h.Event); event != nil && event.kind != array {
				if err == nil {
					t.Fatalf("%q became %q: it was added to what is no list", before, after)
				}
				return
			}
		}
		if err != nil {
			t.Fatalf("register %q: %v", before, err)
		}
		left, err := parse(after)
		if err != nil {
			t.Fatalf("%q became %q: %v", before, after, err)
		}
		for _, p := range inspect(left) {
			if p.Fatal {
				t.Fatalf("%q became %q: %v", before, after, p)
			}
		}
		for _, h := range hooks {
			if found := left.serving(h); len(unserved(h, found)) > 0 || superfluous(h, found) >= 0 {
				t.Fatalf("%q became %q, which does not call %s once", before, after, h.Command)
			}
		}
		if again, err := claudeLayout.register(after, hooks, `C:\Program Files\ctxhook.exe`); err != nil || string(again) != string(after) {
			t.Fatalf("%q, and again %q, %v", after, again, err)
		}
		if len(d.entries()) > 0 {
			return
		}
		back, err := claudeLayout.unregister(after, &note{Existed: true, Before: before}, false)
		if err != nil || string(back) != string(before) {
			t.Fatalf("%q became %q and went back to %q, %v", before, after, back, err)
		}
		for i := range others() {
			checkLayout(t, &others()[i], before)
		}
		if len(d.root.kids) == 0 {
			return
		}
		edited := func(d *document) []byte { return d.replaced(d.root.from+1, d.root.from+1, `"mine": [1, 2],`) }
		back, err = claudeLayout.unregister(edited(left), &note{Existed: true, Before: before}, false)
		if want := edited(d); err != nil || string(back) != string(want) {
			t.Fatalf("%q became %q, was edited and went back to %q, %v, want %q", before, after, back, err, want)
		}
	})
}

// checkLayout: what is registered in an agent's own layout goes without a trace.
func checkLayout(t *testing.T, c *Client, before []byte) {
	if c.layout == nil {
		return
	}
	after, err := c.layout.register(before, c.hooks, "/opt/ctxhook")
	if err != nil {
		return // a list or a string where the events would be
	}
	if again, err := c.layout.register(after, c.hooks, "/opt/ctxhook"); err != nil || string(again) != string(after) {
		t.Fatalf("%s: %q, and again %q, %v", c.Name, after, again, err)
	}
	if d, err := c.layout.parse(before); err != nil || len(d.entries()) > 0 {
		return
	}
	back, err := c.layout.unregister(after, &note{Existed: true, Before: before}, false)
	if err != nil || string(back) != string(before) {
		t.Fatalf("%s: %q became %q and went back to %q, %v", c.Name, before, after, back, err)
	}
}

// TestRegisterOtherName: what would not be recognised again is not registered.
func TestRegisterOtherName(t *testing.T) {
	hooks := []Hook{{Event: "PreToolUse", Matcher: "Bash", Command: "pre-bash", Timeout: 30, Guards: true}}
	for program, ok := range map[string]bool{
		"ctxhook": true, "/opt/bin/ctxhook": true, `C:\bin\ctxhook.exe`: true, "/opt/ctxhook-linux-amd64": false, "/opt/guard": false,
	} {
		if _, err := claudeLayout.register(nil, hooks, program); (err == nil) != ok {
			t.Errorf("%s: %v", program, err)
		}
	}
}
