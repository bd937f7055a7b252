package transcript

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ctxhook/ctxhook/pkg/base/protocol"
	"github.com/ctxhook/ctxhook/pkg/memory"
)

// seen returns what a test looks at of an event.
func seen(e *Entry) string {
	what := strings.Join(append(e.Call.Commands, e.Call.Paths...), " ")
	s := fmt.Sprintf("%s %s %s", e.Ended.Format("05"), e.Outcome, what)
	if r := e.Call.Result; r != nil && (e.Outcome == memory.OK || e.Outcome == memory.Failed) && e.Call.Tool == protocol.Shell {
		s += fmt.Sprintf(" [%v %d %v %q]", r.Status, r.Exit, r.Exited, r.Output)
	}
	return s
}

func read(t testing.TB, h *History) (list []string) {
	t.Helper()
	for {
		e, more := h.Next()
		if !more {
			return list
		}
		list = append(list, seen(&e))
	}
}

// shows returns the result of a call as newer clients write it down.
func shows(second int, id, object string) string {
	return result(second, id, "shown", false, `,"toolUseResult":`+object)
}

func edit(second int, id, tool, path string) string {
	return strings.NewReplacer(`"name":"Bash"`, `"name":"`+tool+`"`, `"command":`, `"file_path":`).Replace(use(second, id, path))
}

func TestEvents(t *testing.T) {
	tests := []struct {
		name  string
		lines []string
		want  []string
	}{
		{"it ran", []string{use(1, "t1", "make"), shows(2, "t1", `{"stdout":"built","stderr":"","interrupted":false}`)},
			[]string{`02 ok make [0 0 true "built"]`}},
		{"it failed", []string{use(1, "t1", "make"), result(2, "t1", "Exit code 2\nno rule", true, "")},
			[]string{`02 failed make [1 2 true "no rule"]`}},
		{"a status that is no failure", []string{use(1, "t1", "grep x y"), shows(2, "t1", `{"stdout":"","stderr":"","interrupted":false,"returnCodeInterpretation":"No matches found"}`)},
			[]string{`02 ok grep x y [0 1 true ""]`}},
		{"in the background", []string{use(1, "t1", "serve"), shows(2, "t1", `{"stdout":"","interrupted":false,"backgroundTaskId":"b1"}`)},
			[]string{`02 ok serve [2 0 false ""]`}},
		{"a subagent, of which only what was shown is there", []string{use(1, "t1", "make"), result(2, "t1", "built", false, "")},
			[]string{`02 ok make [0 0 true "built"]`}},
		{"which printed nothing", []string{use(1, "t1", "make"), result(2, "t1", "(Bash completed with no output)", false, "")},
			[]string{`02 ok make [0 0 true ""]`}},
		{"which left its directory", []string{use(1, "t1", "cd /tmp && pwd"), result(2, "t1", "/tmp\nShell cwd was reset to /srv/shop", false, "")},
			[]string{`02 ok cd /tmp && pwd [0 0 true "/tmp"]`}},
		{"the person said no", []string{use(1, "t1", "make"), result(2, "t1", no, true, `,"toolDenialKind":"user-rejected","toolDenialBeforeRun":true`)},
			[]string{`02 refused make`}},
		{"edits", []string{edit(1, "t1", "Edit", "/srv/shop/a.go"), shows(2, "t1", `{"originalFile":"x"}`), edit(3, "t2", "Write", "/srv/shop/b.go"), shows(4, "t2", `{}`)},
			[]string{"02 ok /srv/shop/a.go", "04 ok /srv/shop/b.go"}},
		{"an edit that the client could not make", []string{edit(1, "t1", "Edit", "/a"), result(2, "t1", "<tool_use_error>String to replace not found</tool_use_error>", true, "")}, nil},
		{"another tool", []string{edit(1, "t1", "Read", "/a"), shows(2, "t1", `{}`)}, nil},
		{"side by side, in the order in which they ended", []string{use(1, "t1", "slow"), use(2, "t2", "fast"), result(3, "t2", "", false, ""), result(4, "t1", "", false, "")},
			[]string{`03 ok fast [0 0 true ""]`, `04 ok slow [0 0 true ""]`}},
		{"no end", []string{use(1, "t1", "make")}, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, path := write(t, tt.lines...)
			h := NewHistory([]string{path})
			if diff := cmp.Diff(tt.want, read(t, h)); diff != "" || len(h.Errors) > 0 || h.Sum.Broken > 0 {
				t.Errorf("%v, %+v (-want +got)\n%s", h.Errors, h.Sum, diff)
			}
		})
	}
}

// TestBrokenLines: they are passed over and counted, and so are calls without
// an end.
func TestBrokenLines(t *testing.T) {
	good := []string{use(1, "t1", "make"), result(2, "t1", "built", false, "")}
	tests := []struct{ name, line string }{
		{"cut off", use(1, "t0", "rm x")[:200]},
		{"cut off within", use(1, "t0", "rm x")[:200] + "}"},
		{"no JSON", "tool_use"},
		{"two objects", use(1, "t0", "rm x") + use(1, "t0", "rm x")},
		{"nested past all sense", `{"tool_":` + strings.Repeat("[", 1<<20) + strings.Repeat("]", 1<<20) + "}"},
		{"too long", `{"tool_":"` + strings.Repeat("x", maxLine) + `"}`},
		{"a quote that never ends", `{"tool_use":"\"}`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, path := write(t, append([]string{tt.line}, good...)...)
			h := NewHistory([]string{path})
			if got := read(t, h); len(got) != 1 || h.Sum.Broken != 1 || h.Sum.Lines != 3 {
				t.Errorf("read %q, %+v", got, h.Sum)
			}
		})
	}
	_, path := write(t, use(1, "t1", "make"), use(2, "t2", "make"))
	h := NewHistory([]string{path})
	if got := read(t, h); got != nil || h.Sum.Open != 2 {
		t.Errorf("read %q, %+v, want two without an end", got, h.Sum)
	}
}

// TestManyOpenCalls: calls without a result are counted, also those that are not waited for
// any more.
func TestManyOpenCalls(t *testing.T) {
	const calls = maxPending + 6
	var lines []string
	for i := range calls {
		lines = append(lines, use(min(i, 58), "t"+strconv.Itoa(i), "make"))
	}
	_, path := write(t, append(lines, result(59, "t0", "built", false, ""), result(59, "t"+strconv.Itoa(calls-1), "built", false, ""))...)
	h := NewHistory([]string{path})
	if got := read(t, h); len(got) != 1 || h.Sum.Open != calls-1 {
		t.Errorf("read %q, %+v, want the last call and %d without an end", got, h.Sum, calls-1)
	}
}

// TestManyTranscripts: what ended first comes first, whichever file it is in;
// one that begins later is opened later.
func TestManyTranscripts(t *testing.T) {
	dir := t.TempDir()
	var paths []string
	for i, lines := range [][]string{
		{use(30, "t1", "c"), result(31, "t1", "", false, "")},
		{use(1, "t1", "a"), result(2, "t1", "", false, ""), use(40, "t2", "e"), result(41, "t2", "", false, "")},
		{use(10, "t1", "b"), result(35, "t1", "", false, "")},
	} {
		path := filepath.Join(dir, fmt.Sprint(i, ".jsonl"))
		if err := os.WriteFile(path, []byte(strings.Join(lines, "\n")), 0o600); err != nil {
			t.Fatal(err)
		}
		paths = append(paths, path)
	}
	var got []string
	for _, s := range read(t, NewHistory(append(paths, paths[0], filepath.Join(dir, "none.jsonl")))) {
		got = append(got, strings.Fields(s)[2])
	}
	if diff := cmp.Diff([]string{"a", "c", "b", "e"}, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

// TestFind: no link and no other kind of file is a transcript.
func TestFind(t *testing.T) {
	root, path := write(t, use(1, "t1", "make"))
	sub := filepath.Join(filepath.Dir(path), session, "subagents", "agent-a1.jsonl")
	if err := os.MkdirAll(filepath.Dir(sub), 0o700); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{sub, filepath.Join(root, "notes.txt")} {
		if err := os.WriteFile(name, nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink(path, filepath.Join(root, "link.jsonl")); err != nil {
		t.Skipf("no links here: %v", err)
	}
	if err := os.Symlink(t.TempDir(), filepath.Join(root, "far")); err != nil {
		t.Fatal(err)
	}
	got, err := Find(root)
	if diff := cmp.Diff([]string{path, sub}, got, cmp.Transformer("sorted", func(s []string) map[string]bool {
		m := make(map[string]bool)
		for _, name := range s {
			m[name] = true
		}
		return m
	})); diff != "" || err != nil {
		t.Errorf("%v (-want +got)\n%s", err, diff)
	}
	h := NewHistory([]string{filepath.Join(root, "link.jsonl"), root})
	if h.Files != 0 || len(h.Errors) != 2 {
		t.Errorf("%d files, %v: a link and a directory were opened", h.Files, h.Errors)
	}
}

// TestPersisted: a transcript may name a file with the rest of an output only
// beside itself.
func TestPersisted(t *testing.T) {
	root, path := write(t)
	inside := filepath.Join(filepath.Dir(path), session, "tool-results", "b1.txt")
	secret := filepath.Join(filepath.Dir(root), "id_ed25519")
	link := filepath.Join(filepath.Dir(path), "l.txt")
	if err := os.MkdirAll(filepath.Dir(inside), 0o700); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{inside, secret} {
		if err := os.WriteFile(name, []byte("x"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink(secret, link); err != nil {
		t.Skipf("no links here: %v", err)
	}
	for named, want := range map[string]string{inside: inside, secret: "", link: "", inside + "/../../../../../id_ed25519": ""} {
		lines := use(1, "t1", "make") + "\n" + shows(2, "t1", fmt.Sprintf(`{"stdout":"a","interrupted":false,"persistedOutputPath":%q}`, named)) + "\n"
		if err := os.WriteFile(path, []byte(lines), 0o600); err != nil {
			t.Fatal(err)
		}
		e, more := NewHistory([]string{path}).Next()
		if !more || e.Call.Result.Persisted != want || e.Call.Result.Output != "a" {
			t.Errorf("%s: %+v, want %q", named, e.Call.Result, want)
		}
	}
}

func FuzzHistory(f *testing.F) {
	f.Add([]byte(use(1, "t1", "make") + "\n" + result(2, "t1", no, true, `,"toolDenialKind":"user-rejected"`)))
	f.Add([]byte(use(1, "t1", "make") + "\n" + shows(2, "t1", `{"stdout":"a"}`)))
	f.Fuzz(func(t *testing.T, data []byte) {
		_, path := write(t, string(data))
		h := NewHistory([]string{path})
		for {
			e, more := h.Next()
			if !more {
				break
			}
			if e.Call.ID == "" || e.Time.IsZero() || e.Ended.Before(e.Time) || len(e.Call.Commands)+len(e.Call.Paths) == 0 || e.Call.Result == nil {
				t.Errorf("half an event: %+v", e)
			}
		}
		if len(h.Errors) > 0 {
			t.Error(h.Errors)
		}
	})
}
