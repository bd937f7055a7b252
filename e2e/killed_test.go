package e2e

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/ctxhook/ctxhook/cmd"
)

// killed is the payloads of a session in the order of its events, up to where
// a client may be killed; PROJECT and HOME stand for where they are.
var killed = []struct{ hook, payload string }{
	{"session-start", `{"hook_event_name":"SessionStart","source":"startup"}`},
	{"post-bash", `{"hook_event_name":"PostToolUseFailure","tool_name":"Bash","tool_use_id":"c1","tool_input":{"command":"go test ./..."},"error":"Exit code 1\n--- FAIL: TestSum (0.00s)\n    sum_test.go:6: Sum(1, 2) = -1\nFAIL\nFAIL\texample.com/sum\t0.002s\nFAIL"}`},
	{"post-edit", `{"hook_event_name":"PostToolUse","tool_name":"Edit","tool_use_id":"c2","tool_input":{"file_path":"PROJECT/sum.go"},"tool_response":{}}`},
	{"post-bash", `{"hook_event_name":"PostToolUse","tool_name":"Bash","tool_use_id":"c3","tool_input":{"command":"go test ./..."},"tool_response":{"stdout":"ok  \texample.com/sum\t0.002s","stderr":"","interrupted":false}}`},
	{"pre-bash", `{"hook_event_name":"PreToolUse","tool_name":"Bash","tool_use_id":"c4","tool_input":{"command":"rm -rf /"}}`},
	{"post-bash", `{"hook_event_name":"PostToolUse","tool_name":"Bash","tool_use_id":"c5","tool_input":{"command":"make release"},"tool_response":{"stdout":"released it","stderr":"","interrupted":false}}`},
}

// record is what the client wrote down of the same session: it alone knows of
// the calls that did not run, or not to their end. AGO1 is a second after a
// minute ago.
const record = `{"type":"assistant","sessionId":"s1","cwd":"PROJECT","timestamp":"AGO1","message":{"role":"assistant","content":[{"type":"tool_use","id":"c4","name":"Bash","input":{"command":"rm -rf /"}}]}}
{"type":"user","sessionId":"s1","cwd":"PROJECT","timestamp":"AGO2","permissionDecision":{"decision":"reject","source":"hook"},"message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"c4","is_error":true,"content":"no"}]}}
{"type":"assistant","sessionId":"s1","cwd":"PROJECT","timestamp":"AGO3","message":{"role":"assistant","content":[{"type":"tool_use","id":"c6","name":"Bash","input":{"command":"make deploy"}}]}}
{"type":"user","sessionId":"s1","cwd":"PROJECT","timestamp":"AGO5","toolDenialKind":"interrupted","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"c6","is_error":true,"content":"x"}]}}
`

// user is somebody whose client calls ctxhook, and who asks it.
type user struct{ home, project string }

func newUser(t *testing.T) *user {
	t.Helper()
	u := &user{filepath.Join(t.TempDir(), "home"), filepath.Join(t.TempDir(), "sum")}
	for _, dir := range []string{filepath.Join(u.home, ".claude", "projects", "-srv-sum"), filepath.Join(u.project, ".git")} {
		if err := os.MkdirAll(dir, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	return u
}

func (u *user) path(session string) string {
	return filepath.Join(u.home, ".claude", "projects", "-srv-sum", session+".jsonl")
}

// runs calls ctxhook and returns what it prints.
func (u *user) runs(t *testing.T, stdin string, args ...string) string {
	t.Helper()
	t.Chdir(u.project)
	var out, errs bytes.Buffer
	env := cmd.Env{
		Args: args, Stdin: strings.NewReader(stdin), Stdout: &out, Stderr: &errs, Version: "v0.0.0-e2e",
		Getenv: func(name string) string {
			switch name {
			case "HOME", "USERPROFILE":
				return u.home
			}
			return ""
		},
	}
	if code := cmd.Main(env); code != 0 && !strings.Contains(errs.String(), "blocked") {
		t.Fatalf("%v: exit code %d: %s", args, code, &errs)
	}
	return out.String()
}

// hook calls a hook as the client does in a session.
func (u *user) hook(t *testing.T, session, hook, payload string) string {
	t.Helper()
	var fields map[string]any
	if err := json.Unmarshal([]byte(strings.ReplaceAll(payload, "PROJECT", filepath.ToSlash(u.project))), &fields); err != nil {
		t.Fatal(err)
	}
	fields["session_id"], fields["cwd"], fields["transcript_path"], fields["prompt_id"] = session, u.project, u.path(session), "p"
	data, err := json.Marshal(fields)
	if err != nil {
		t.Fatal(err)
	}
	return u.runs(t, string(data), hook)
}

func (u *user) writes(t *testing.T, session, record string) {
	t.Helper()
	record = strings.ReplaceAll(record, "PROJECT", filepath.ToSlash(u.project))
	begin := time.Now().UTC().Add(-time.Minute)
	for n := range 10 {
		record = strings.ReplaceAll(record, "AGO"+strconv.Itoa(n), begin.Add(time.Duration(n)*time.Second).Format(time.RFC3339Nano))
	}
	if err := os.WriteFile(u.path(session), []byte(record), 0o600); err != nil {
		t.Fatal(err)
	}
}

// alike replaces what two sessions in which the same happened differ in.
func (u *user) alike(text string) string {
	text = strings.NewReplacer(u.project, "PROJECT", strings.ReplaceAll(u.project, `\`, `\\`), "PROJECT", filepath.ToSlash(u.project), "PROJECT").Replace(text)
	text = regexp.MustCompile(`\d{4}-\d\d-\d\dT[0-9:.]+Z`).ReplaceAllString(text, "TIME")
	var ids []string
	return regexp.MustCompile(`\b[redlgvt]-[0-9a-z]{8}\b`).ReplaceAllStringFunc(text, func(id string) string {
		for i, known := range ids {
			if id == known {
				return id[:2] + string(rune('A'+i))
			}
		}
		ids = append(ids, id)
		return id[:2] + string(rune('A'+len(ids)-1))
	})
}

// TestKilledSession: a session whose end was never told is the same in the
// end as one that ended well, as soon as another begins.
func TestKilledSession(t *testing.T) {
	lives := func(ends bool) (u *user, digest string) {
		u = newUser(t)
		for _, e := range killed {
			u.hook(t, "s1", e.hook, e.payload)
		}
		u.writes(t, "s1", record)
		if ends {
			u.hook(t, "s1", "session-end", `{"hook_event_name":"SessionEnd","reason":"other"}`)
		}
		return u, u.hook(t, "s2", "session-start", `{"hook_event_name":"SessionStart","source":"startup"}`)
	}
	well, wantDigest := lives(true)
	dead, gotDigest := lives(false)
	if diff := cmp.Diff(well.alike(wantDigest), dead.alike(gotDigest)); diff != "" {
		t.Errorf("the next session is told (-want +got)\n%s", diff)
	}
	for _, args := range [][]string{
		{"sessions", "s1", "--json"}, {"sessions", "--json"}, {"history", "--json"}, {"lessons", "--state", "any", "--json"}, {"log", "--json"},
	} {
		want, got := well.alike(well.runs(t, "", args...)), dead.alike(dead.runs(t, "", args...))
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%v (-ended well +killed)\n%s", args, diff)
		}
	}
	story := dead.runs(t, "", "sessions", "s1")
	for _, want := range []string{"failed 1     go test", "edited       " /* a path */, "ok           make release", "denied       rm -rf /", "interrupted  make deploy", "block        rm -rf /", "learned l-"} {
		if !strings.Contains(story, want) {
			t.Errorf("its story has no %q:\n%s", want, story)
		}
	}
	summary := func(u *user) string {
		found := regexp.MustCompile(`"key":"s1".*"summary":(\{[^}]*\})`).FindStringSubmatch(u.runs(t, "", "db", "export"))
		if found == nil {
			t.Fatal("s1 is not summed up")
		}
		return u.alike(found[1])
	}
	if diff := cmp.Diff(summary(well), summary(dead)); diff != "" {
		t.Errorf("summed up (-ended well +killed)\n%s", diff)
	}
}

// TestKilledInACommand: a command that ran when the client was killed is
// known of, and takes its end when that comes after all.
func TestKilledInACommand(t *testing.T) {
	const began = `{"type":"assistant","sessionId":"s1","cwd":"PROJECT","timestamp":"AGO7","message":{"role":"assistant","content":[{"type":"tool_use","id":"c7","name":"Bash","input":{"command":"make slow"}}]}}
{"type":"user","sessionId":"s1","cwd":"PROJ`
	for _, next := range []struct{ session, source string }{{"s2", "startup"}, {"s1", "resume"}} {
		t.Run(next.source, func(t *testing.T) {
			u := newUser(t)
			u.hook(t, "s1", "session-start", `{"hook_event_name":"SessionStart","source":"startup"}`)
			u.writes(t, "s1", record+began)
			for range 2 {
				u.hook(t, next.session, "session-start", `{"hook_event_name":"SessionStart","source":"`+next.source+`"}`)
			}
			story := u.runs(t, "", "sessions", "s1")
			if strings.Count(story, "unknown      make slow") != 1 || strings.Count(story, "make deploy") != 1 {
				t.Errorf("its story is:\n%s", story)
			}
			u.hook(t, "s1", "post-bash", `{"hook_event_name":"PostToolUse","tool_name":"Bash","tool_use_id":"c7","tool_input":{"command":"make slow"},"tool_response":{"stdout":"it was slow","stderr":"","interrupted":false}}`)
			u.hook(t, "s3", "session-start", `{"hook_event_name":"SessionStart","source":"startup"}`)
			story = u.runs(t, "", "sessions", "s1")
			if strings.Count(story, "make slow") != 1 || !strings.Contains(story, "ok           make slow") {
				t.Errorf("its story is, after its end came:\n%s", story)
			}
		})
	}
}
