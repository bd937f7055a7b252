package transcript

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/ctxhook/ctxhook/pkg/memory"
)

const session = "5e0c1a52-0000-4000-8000-00000000c1a0"

// use and result are lines as the client writes them, at a second.
func use(second int, id, command string) string {
	return fmt.Sprintf(`{"isSidechain":false,"message":{"role":"assistant","content":[{"type":"tool_use","id":%q,"name":"Bash","input":{"command":%q,"description":"x"}}]},"type":"assistant","timestamp":"2026-01-02T03:04:%02d.500Z","sessionId":%q}`,
		id, command, second, session)
}

func result(second int, id, text string, failed bool, more string) string {
	return fmt.Sprintf(`{"type":"user","message":{"role":"user","content":[{"type":"tool_result","content":%q,"is_error":%v,"tool_use_id":%q}]},"timestamp":"2026-01-02T03:04:%02d.750Z","sessionId":%q%s}`,
		text, failed, id, second, session, more)
}

// write puts a transcript where the client would, and returns that place.
func write(t testing.TB, lines ...string) (root, path string) {
	t.Helper()
	root = filepath.Join(t.TempDir(), "projects")
	path = filepath.Join(root, "-srv-shop", session+".jsonl")
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(strings.Join(lines, "\n")+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	return root, path
}

const no = "The user doesn't want to proceed with this tool use. The tool use was rejected."

func TestOutcomes(t *testing.T) {
	tests := []struct {
		name, result string
		want         memory.Outcome
	}{
		{"it ran", result(2, "t1", "hi", false, `,"toolUseResult":{"stdout":"hi"},"permissionDecision":{"decision":"accept","source":"config"}`), memory.OK},
		{"it failed", result(2, "t1", "Exit code 1", true, `,"permissionDecision":{"decision":"accept","source":"config"}`), memory.Failed},
		{"a hook said no", result(2, "t1", "PreToolUse:Bash hook error: no", true, `,"toolDenialKind":"permission-rule","permissionDecision":{"decision":"reject","source":"hook"}`), memory.Denied},
		{"a rule said no", result(2, "t1", "Permission to use Bash with command ls has been denied.", true, `,"toolDenialKind":"permission-rule","permissionDecision":{"decision":"reject","source":"config"}`), memory.Denied},
		{"nobody was there to ask", result(2, "t1", "needs approval", true, `,"toolDenialKind":"user-rejected","permissionDecision":{"decision":"reject","source":"config"}`), memory.Denied},
		{"a classifier said no", result(2, "t1", "no", true, `,"toolDenialKind":"automode-blocked"`), memory.Denied},
		{"the person said no", result(2, "t1", no, true, `,"toolDenialKind":"user-rejected","toolDenialBeforeRun":true`), memory.Refused},
		{"the person stopped it", result(2, "t1", no, true, `,"toolDenialKind":"user-rejected"`), memory.Interrupted},
		{"it was interrupted", result(2, "t1", "x", true, `,"toolDenialKind":"interrupted"`), memory.Interrupted},
		{"another was, beside it", result(2, "t1", "x", true, `,"toolDenialKind":"cancelled"`), memory.Interrupted},
		{"an older client, a hook", result(2, "t1", "PreToolUse:Bash hook error: [x]: no", true, ""), memory.Denied},
		{"an older client, a rule", result(2, "t1", "Permission to use Bash with command ls has been denied.", true, ""), memory.Denied},
		{"an older client, the person", result(2, "t1", no, true, ""), memory.Refused},
		{"an older client, an interruption", result(2, "t1", "[Request interrupted by user for tool use]", true, ""), memory.Interrupted},
		{"output that only reads like it", result(2, "t1", no, false, ""), memory.OK},
		{"no result yet", "", memory.Unknown},
	}
	t.Run("words in a refusal", func(t *testing.T) {
		root, path := write(t, use(1, "t1", "npm i"), result(2, "t1", no, true, `,"toolDenialKind":"user-rejected","toolDenialBeforeRun":true,"userFeedback":"use pnpm"`))
		if got, err := Calls(root, path, session); err != nil || len(got) != 1 || got[0].Said != "use pnpm" {
			t.Errorf("%+v, %v", got, err)
		}
	})
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			sent := strings.Replace(result(3, "t1", "x", true, ""), `"type":"user"`, `"type":"api-request-blob"`, 1)
			root, path := write(t, use(1, "t1", "make"), tt.result, sent)
			got, err := Calls(root, path, session)
			if err != nil {
				t.Fatal(err)
			}
			want := []Call{{ID: "t1", Command: "make", Time: time.Date(2026, 1, 2, 3, 4, 1, 5e8, time.UTC), Outcome: tt.want}}
			if tt.result != "" {
				want[0].Ended = time.Date(2026, 1, 2, 3, 4, 2, 75e7, time.UTC)
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}

// ids lists what was found.
func ids(calls []Call) string {
	var list []string
	for _, c := range calls {
		list = append(list, c.ID)
	}
	return strings.Join(list, " ")
}

// TestLines: what is broken, not a command, or not of this session tells
// nothing.
func TestLines(t *testing.T) {
	other := strings.ReplaceAll(use(1, "t9", "make"), session, "another")
	tests := []struct {
		name  string
		lines []string
		want  string
	}{
		{"two calls", []string{use(1, "t1", "a"), use(2, "t2", "b")}, "t1 t2"},
		{"told twice", []string{use(1, "t1", "a"), use(2, "t1", "b")}, "t1"},
		{"a line in the making", []string{use(1, "t1", "a"), use(2, "t2", "b")[:150]}, "t1"},
		{"no JSON", []string{"tool_use", "", "{", "}", `{"tool_use"`, use(1, "t1", "a")}, "t1"},
		{"another session", []string{other, use(1, "t1", "a")}, "t1"},
		{"another tool", []string{strings.Replace(use(1, "t1", "a"), `"Bash"`, `"Read"`, 1)}, ""},
		{"no command", []string{strings.Replace(use(1, "t1", "a"), `"a"`, `7`, 1)}, ""},
		{"a result of nothing", []string{result(1, "t1", "x", true, "")}, ""},
		{"a call within a text", []string{fmt.Sprintf(`{"type":"user","message":{"content":%q},"sessionId":%q}`, use(1, "t1", "a"), session)}, ""},
		{"nested past all sense", []string{`{"message":{"content":` + strings.Repeat("[", 100_000) + `"tool_use"}}`, use(1, "t1", "a")}, "t1"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			root, path := write(t, tt.lines...)
			got, err := Calls(root, path, session)
			if err != nil || ids(got) != tt.want {
				t.Errorf("found %q, %v, want %q", ids(got), err, tt.want)
			}
		})
	}
}

// TestTail: however long a session was, its end is read, and no more.
func TestTail(t *testing.T) {
	pad := fmt.Sprintf(`{"type":"user","message":{"content":[{"type":"tool_result","tool_use_id":"t0","content":%q}]}}`, strings.Repeat("x", 1<<10))
	lines := []string{use(1, "t0", "long ago")}
	for range maxTail >> 10 {
		lines = append(lines, pad)
	}
	root, path := write(t, append(lines, use(2, "t1", "just now"))...)
	got, err := Calls(root, path, session)
	if err != nil || ids(got) != "t1" {
		t.Errorf("found %q, %v, want the last call alone", ids(got), err)
	}
	lines = nil
	for i := range maxCalls + 10 {
		lines = append(lines, use(1, fmt.Sprint("t", i), "a"))
	}
	root, path = write(t, lines...)
	if got, err = Calls(root, path, session); err != nil || len(got) != maxCalls || got[0].ID != "t10" {
		t.Errorf("found %d calls from %s, %v, want the last %d", len(got), got[0].ID, err, maxCalls)
	}
}

// TestForeign: the path is the caller's word.
func TestForeign(t *testing.T) {
	root, path := write(t, use(1, "t1", "make"))
	dir := filepath.Dir(root)
	secret := filepath.Join(dir, "secret.jsonl")
	if err := os.WriteFile(secret, []byte(use(1, "t9", "cat /etc/shadow")), 0o600); err != nil {
		t.Fatal(err)
	}
	link := func(name, to string) string {
		at := filepath.Join(root, name)
		if err := os.Symlink(to, at); err != nil {
			t.Skipf("no links here: %v", err)
		}
		return at
	}
	tests := []struct{ name, path string }{
		{"elsewhere", secret},
		{"upwards", filepath.Join(root, "-srv-shop") + "/../../secret.jsonl"},
		{"relative", "secret.jsonl"},
		{"nothing", ""},
		{"a directory", root},
		{"not of that kind", filepath.Join(root, "-srv-shop", "notes.txt")},
		{"a link outwards", link("out.jsonl", secret)},
		{"a link inwards", link("in.jsonl", path)},
		{"below a link outwards", filepath.Join(link("up", dir), "secret.jsonl")},
		{"with a NUL", filepath.Join(root, "a\x00.jsonl")},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got, err := Calls(root, tt.path, session); err == nil {
				t.Errorf("read %q from it", ids(got))
			}
		})
	}
	for _, where := range []string{root, filepath.Join(dir, "none")} {
		if got, err := Calls(where, filepath.Join(where, "-srv-shop", "none.jsonl"), session); err != nil || got != nil {
			t.Errorf("before there is one: %v, %v", got, err)
		}
	}
	// The client's directory may itself be a link, and either name is its.
	other := filepath.Join(dir, "linked")
	if err := os.Symlink(root, other); err != nil {
		t.Skipf("no links here: %v", err)
	}
	if got, err := Calls(other, path, session); err != nil || ids(got) != "t1" {
		t.Errorf("behind a link: %q, %v", ids(got), err)
	}
}

func FuzzCalls(f *testing.F) {
	f.Add([]byte(use(1, "t1", "make") + "\n" + result(2, "t1", no, true, `,"toolDenialKind":"user-rejected"`)))
	f.Add([]byte(`{"message":{"content":[{"type":"tool_use","name":"Bash"`))
	f.Fuzz(func(t *testing.T, data []byte) {
		root, path := write(t, string(data))
		calls, err := Calls(root, path, session)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range calls {
			if c.ID == "" || c.Command == "" {
				t.Errorf("half a call: %+v", c)
			}
		}
	})
}

// TestOf: the record of a session is found in whatever directory of the
// client's it lies, and nothing else is.
func TestOf(t *testing.T) {
	root, path := write(t, use(1, "t1", "make"))
	outside := filepath.Join(filepath.Dir(root), "x.jsonl")
	if err := os.WriteFile(outside, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"a", "z"} { // directories of other projects
		if err := os.MkdirAll(filepath.Join(root, name, "dir.jsonl"), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	for _, tt := range []struct{ name, session, want string }{
		{"it is there", session, path},
		{"it is not", "5e0c1a52", ""},
		{"no session", "", ""},
		{"a way out", "../../x", ""},
		{"a way in", "-srv-shop/" + session, ""},
		{"a directory", "dir", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, written, err := Of(root, tt.session)
			if got != tt.want || err != nil || written.IsZero() != (tt.want == "") {
				t.Errorf("%q, written %v, %v; want %q", got, written, err, tt.want)
			}
		})
	}
}
