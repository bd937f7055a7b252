package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/ctxhook/ctxhook/cmd"
	"github.com/ctxhook/ctxhook/pkg/agents/ancestry"
	"github.com/ctxhook/ctxhook/pkg/team/fleet/pgtest"
)

// A user has a home with a clone of the project, and an account of the team.
type user struct {
	t             *testing.T
	name          string
	home, project string
	calls         int
}

func newUser(t *testing.T, name string) *user {
	t.Helper()
	u := &user{t: t, name: name, home: t.TempDir()}
	u.project = filepath.Join(u.home, name+"s-shop")
	u.write(filepath.Join(u.project, ".git", "config"), "[remote \"origin\"]\n\turl = git@git.example.org:acme/shop.git\n")
	return u
}

// newTeam makes the team "core" with a lead and two machines, on a server of its own.
func newTeam(t *testing.T) (lead, ann, ben *user) {
	t.Helper()
	pg := pgtest.Start(t, pgtest.Fast...)
	admin := newUser(t, "admin")
	lead, ann, ben = newUser(t, "lead"), newUser(t, "ann"), newUser(t, "ben")
	admin.write(filepath.Join(admin.home, ".config/ctxhook/fleet.conf"),
		"host = "+pg.Socket+"\ndbname = "+pg.Database(t)+"\nuser = postgres\nteam_key = "+strings.Repeat("5e", 32)+"\n")
	admin.fleet("init-schema")
	for u, duty := range map[*user]string{lead: "lead", ann: "machine", ben: "machine"} {
		u.write(filepath.Join(u.home, ".config/ctxhook/here"), "")
		admin.fleet("enrol", u.name, "--team", "core", "--as", duty, "--out", filepath.Join(u.home, ".config/ctxhook/fleet.conf"))
	}
	return lead, ann, ben
}

func (u *user) write(path, text string) {
	u.t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		u.t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		u.t.Fatal(err)
	}
}

func (u *user) getenv(name string) string {
	switch name {
	case "HOME", "USERPROFILE":
		return u.home
	}
	return ""
}

// fleet runs ctxhook-fleet.
func (u *user) fleet(args ...string) string {
	u.t.Helper()
	var out, errs bytes.Buffer
	if code := run(u.t.Context(), args, &out, &errs, u.getenv); code != 0 {
		u.t.Fatalf("%s: ctxhook-fleet %s: %s", u.name, strings.Join(args, " "), errs.String())
	}
	return out.String()
}

// ctxhook runs the program itself, as a user or as the agent's hook.
func (u *user) ctxhook(stdin string, args ...string) string {
	u.t.Helper()
	u.t.Chdir(u.project)
	var out, errs bytes.Buffer
	code := cmd.Main(cmd.Env{
		Args: args, Stdin: strings.NewReader(stdin), Stdout: &out, Stderr: &errs, Getenv: u.getenv, Version: "v0.0.0-test",
		AtTerminal: func() bool { return true }, Ancestors: func() []ancestry.Process { return nil },
	})
	if code != 0 {
		u.t.Fatalf("%s: ctxhook %s: exit %d\n%s%s", u.name, strings.Join(args, " "), code, out.String(), errs.String())
	}
	return out.String()
}

// ran tells the hook that the agent ran a command. failed is what it printed, ""
// when it went well.
func (u *user) ran(session, command, failed string) string {
	u.t.Helper()
	u.calls++
	event := map[string]any{
		"session_id": session, "cwd": u.project, "hook_event_name": "PostToolUse", "tool_name": "Bash", "tool_use_id": fmt.Sprintf("%s-%d", u.name, u.calls),
		"tool_input": map[string]any{"command": command}, "tool_response": map[string]any{"stdout": "ok", "stderr": "", "interrupted": false},
	}
	if failed != "" {
		delete(event, "tool_response")
		event["hook_event_name"], event["error"] = "PostToolUseFailure", "Exit code 2\n"+failed
	}
	data, err := json.Marshal(event)
	if err != nil {
		u.t.Fatal(err)
	}
	return u.ctxhook(string(data), "post-bash")
}

// A lesson that Ann's machine learned is confirmed by the lead, proposed to Ben, and
// told to Ben's agent at the failure once he accepts it; then the team sees that it
// helped him.
func TestALessonGoesRound(t *testing.T) {
	lead, ann, ben := newTeam(t)

	const command, broken = "./seed.py --env dev", "Traceback (most recent call last):\n  File \"seed.py\", line 3, in <module>\n    import shopdb\nModuleNotFoundError: No module named 'shopdb'"
	for _, session := range []string{"a1", "a2"} {
		ann.ran(session, command, broken)
		ann.ran(session, "make deps", "")
		ann.ran(session, command, "")
	}
	ann.ctxhook("", "remember", "use uv, not pip")
	ben.ran("b0", "make build", "make: *** No rule to make target 'build'.  Stop.")
	ann.fleet("push")
	ben.fleet("push")

	if got := ben.fleet("pull"); !strings.Contains(got, "Nothing new") {
		t.Errorf("before it was confirmed, ben pulls %s", got)
	}
	list := lead.fleet("confirm")
	found := regexp.MustCompile(`ann/l-[0-9a-z]{8}  make deps`).FindString(list)
	preference := regexp.MustCompile(`ann/p-[0-9a-z]{8}`).FindString(list)
	if found == "" || preference == "" {
		t.Fatalf("the lead can confirm:\n%s", list)
	}
	lead.fleet("confirm", strings.Fields(found)[0], preference)

	pulled := ben.fleet("pull")
	id := regexp.MustCompile(`l-[0-9a-z]{8}`).FindString(pulled)
	if id == "" || !strings.Contains(pulled, "preferences accept p-") {
		t.Fatalf("ben pulls %s", pulled)
	}
	if got := ben.ran("b1", command, broken); strings.Contains(got, "make deps") {
		t.Errorf("what ben has not accepted is told: %s", got)
	}
	if got := ben.ctxhook("", "lessons", "--state", "proposed"); !strings.Contains(got, id) {
		t.Errorf("the proposed lessons are %s", got)
	}
	ben.ctxhook("", "lessons", "accept", id)
	if got := ben.ran("b2", command, broken); !strings.Contains(got, "For your team `make deps` fixed this (2 of 2 times)") {
		t.Errorf("ben's agent is told %s", got)
	}
	ben.ran("b2", "make deps", "")
	ben.ran("b2", command, "")
	if got := ben.ran("b3", command, broken); !strings.Contains(got, "Here `make deps` fixed this") {
		t.Errorf("after it helped ben, his agent is told %s", got)
	}
	if got := ben.fleet("pull"); !strings.Contains(got, "Nothing new") {
		t.Errorf("again, ben pulls %s", got)
	}
	ben.fleet("push")
	if got := lead.fleet("report"); !regexp.MustCompile(`make deps\s+ben\s+told 2, followed 1, helped 1`).MatchString(got) {
		t.Errorf("the report is\n%s", got)
	}

	// Nothing that left the machines names a person, a host or a directory.
	for _, u := range []*user{ann, ben} {
		if got := lead.fleet("report", "--json") + list; strings.Contains(got, u.home) || strings.Contains(got, "acme") {
			t.Errorf("%s is named:\n%s", u.name, got)
		}
	}
}

// A clone in which nothing has run yet is known where the user stands in it, and a machine's
// account that is to revoke another is refused in words.
func TestAFreshClone(t *testing.T) {
	lead, ann, ben := newTeam(t)
	const command, broken = "./seed.py --env dev", "ModuleNotFoundError: No module named 'shopdb'"
	for _, session := range []string{"a1", "a2"} {
		ann.ran(session, command, broken)
		ann.ran(session, "make deps", "")
		ann.ran(session, command, "")
	}
	ann.fleet("push")
	found := regexp.MustCompile(`ann/l-[0-9a-z]{8}`).FindString(lead.fleet("confirm"))
	if found == "" {
		t.Fatal("there is nothing to confirm")
	}
	lead.fleet("confirm", found)

	t.Chdir(ben.home)
	if got := ben.fleet("pull"); regexp.MustCompile(`l-[0-9a-z]{8}`).MatchString(got) {
		t.Errorf("outside of the clone ben pulls %s", got)
	}
	t.Chdir(ben.project)
	id := regexp.MustCompile(`l-[0-9a-z]{8}`).FindString(ben.fleet("pull"))
	if id == "" {
		t.Fatal("in a fresh clone nothing is pulled")
	}
	ben.ctxhook("", "lessons", "accept", id)
	if got := ben.ran("b1", command, broken); !strings.Contains(got, "make deps") {
		t.Errorf("ben's agent is told %s", got)
	}

	var out, errs bytes.Buffer
	if code := run(t.Context(), []string{"revoke", "ann"}, &out, &errs, ben.getenv); code != 1 || !strings.Contains(errs.String(), "this account may not do that; use the account of an admin") {
		t.Errorf("ben revokes ann: %d, %s%s", code, out.String(), errs.String())
	}
}
