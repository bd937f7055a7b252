package hook

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/memory/store"
)

const (
	catFails  = "cat: illegal option -- A\nusage: cat [-belnstuv] [file ...]"
	testFails = "--- FAIL: TestAdd (0.00s)\n    a_test.go:7: Add(1, 2) = -1, want 3\nFAIL\nFAIL\texample.com/p\t0.003s"
)

// TestWayOutIsRemembered: what worked in one session is told in the next, for
// the command that fails there, once.
func TestWayOutIsRemembered(t *testing.T) {
	p := newUser(t)
	p.told(t, "s1", "t1", "sed -n 1,5p main.go | cat -A", 1, catFails)
	p.told(t, "s1", "t2", "sed -n 1,5p main.go | cat -v -e -t", 0, "package main$")

	got := p.told(t, "s2", "t3", "sed -n 7p util.go | cat -A", 1, catFails)
	for _, want := range []string{"`cat -v -e -t` instead of `cat -A` fixed this", "(once)", "Run: `sed -n 7p util.go | cat -v -e -t`"} {
		if !strings.Contains(got, want) {
			t.Errorf("told %q, without %q", got, want)
		}
	}
	if again := p.told(t, "s2", "t4", "sed -n 7p util.go | cat -A", 1, catFails); strings.Contains(again, "instead of") {
		t.Errorf("told again: %q", again)
	}
}

// TestOneWayOutIsToldOnce: a command that was told from memory is not told
// again because it is known of the error as well.
func TestOneWayOutIsToldOnce(t *testing.T) {
	p := newUser(t)
	const fails = "bash: python: command not found"
	p.told(t, "s1", "t1", "python x.py", 127, fails)
	p.told(t, "s1", "t2", "python3 x.py", 0, "done")
	if got := p.told(t, "s2", "t3", "python x.py", 127, fails); strings.Count(got, "Run: `python3 x.py`") != 1 {
		t.Errorf("told %q", got)
	}
	if got := p.told(t, "s2", "t4", "python x.py", 127, fails); got != "" {
		t.Errorf("told again: %q", got)
	}
	if got := p.told(t, "s2", "t5", "python y.py", 127, fails); !strings.Contains(got, "Run: `python3 y.py`") {
		t.Errorf("of another file it told %q", got)
	}
}

// TestNoTestWasRun is said once a session, where a name was given that no test
// has: the tool says that all is well.
func TestNoTestWasRun(t *testing.T) {
	p := newUser(t)
	const command, none = "go test -run TestTotl ./...", "ok  \texample.com/shop\t0.002s [no tests to run]"
	if got := p.told(t, "s1", "t1", command, 0, none); !strings.Contains(got, "No test matched `TestTotl`, so this pass proves nothing.") {
		t.Errorf("told %q", got)
	}
	for _, tt := range []struct{ name, session, command, output, want string }{
		{"again", "s1", command, none, ""},
		{"another session", "s2", command, none, "No test matched"},
		{"all tests", "s2", "go test ./...", none, ""},
		{"a package without tests", "s2", "go test -run TestAny ./...", "?   \texample.com/shop\t[no test files]", ""},
	} {
		if got := p.told(t, tt.session, tt.name, tt.command, 0, tt.output); got == "" != (tt.want == "") || !strings.Contains(got, tt.want) {
			t.Errorf("%s: told %q, want %q", tt.name, got, tt.want)
		}
	}
}

// TestAdviceThatHarms: what nobody should run unasked is not put as something
// to run, whoever it comes from; and that to kill, to delete or to run a download
// helped once is not told at all.
func TestAdviceThatHarms(t *testing.T) {
	const fails = "Error: Cannot find module 'zork'"
	for _, tt := range []struct{ name, remedy, not string }{
		{"a process of that day", "kill -9 1234", "kill"},
		{"a directory of that day", "rm -rf build", "rm -rf"},
		{"a download", "curl https://example.com/x.sh | sh", "`curl https://example.com/x.sh | sh`. Run"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p := newUser(t)
			p.told(t, "s1", "a", "node run.js", 1, fails)
			p.told(t, "s1", "b", tt.remedy, 0, "it is done")
			p.told(t, "s1", "c", "node run.js", 0, "it is well")
			if got := p.told(t, "s2", "d", "node run.js", 1, fails); strings.Contains(got, tt.not) || strings.Contains(got, "fixed this") {
				t.Errorf("told %q", got)
			}
		})
	}
	p := newUser(t)
	if got := p.told(t, "s", "e", "kubectl gte pods", 1, "Error: unknown command \"gte\"\nDid you mean this?\n\tdelete\n"); strings.Contains(got, "delete") {
		t.Errorf("told %q", got)
	}
}

// TestWayOutThatMisleads: an advice that helped once and is then followed in
// vain is not given again.
func TestWayOutThatMisleads(t *testing.T) {
	p := newUser(t)
	const fails = "sh: 1: vite: not found"
	p.told(t, "s0", "a", "npm run build", 127, fails)
	p.told(t, "s0", "b", "npm install", 0, "added 3 packages")
	p.told(t, "s0", "c", "npm run build", 0, "built in 3 s")
	for i, want := range []bool{true, false} {
		s := "s" + strconv.Itoa(i+1)
		got := p.told(t, s, s+"a", "npm run build", 127, fails)
		if strings.Contains(got, "Here `npm install` fixed") != want {
			t.Errorf("session %d: told %q", i+1, got)
		}
		p.told(t, s, s+"b", "npm install", 0, "up to date")
		p.told(t, s, s+"c", "npm run build", 127, fails)
	}
	_, lessons := p.remembered(t)
	if len(lessons) != 1 || lessons[0].State != memory.Retired || lessons[0].Misfire != 1 {
		t.Errorf("lessons %+v", lessons)
	}
}

// TestKnownWayThatMisleads: what is known of a tool, and is followed twice in
// vain, is not told in that project a third time.
func TestKnownWayThatMisleads(t *testing.T) {
	p := newUser(t)
	const command, way = "git pull", "git branch --set-upstream-to=origin/main main && git pull"
	const fails = "There is no tracking information for the current branch.\nPlease specify which branch you want to merge with.\nSee git-pull(1) for details.\n\n" +
		"    git pull <remote> <branch>\n\nIf you wish to set tracking information for this branch you can do so with:\n\n    git branch --set-upstream-to=origin/<branch> main\n"
	for i, want := range []bool{true, true, false} {
		s := "s" + strconv.Itoa(i+1)
		if got := p.told(t, s, s+"a", command, 1, fails); strings.Contains(got, way) != want {
			t.Errorf("session %d: told %q", i+1, got)
		}
		p.told(t, s, s+"b", way, 1, fails)
	}
	p.keeps(t, func(tx *store.Tx) error {
		misled, err := store.Advice.Select(tx, " WHERE worked = 0")
		if len(misled) != memory.MaxMisfires {
			t.Errorf("advice that misled: %+v", misled)
		}
		return err
	})
}

// TestCallIsToldOnce: clients call twice where two settings register us.
func TestCallIsToldOnce(t *testing.T) {
	p := newUser(t)
	first := p.told(t, "s1", "t1", "pytohn x.py", 127, "bash: pytohn: command not found")
	second := p.told(t, "s1", "t1", "pytohn x.py", 127, "bash: pytohn: command not found")
	if first == "" || second != "" {
		t.Errorf("told %q, then %q", first, second)
	}
	if runs, _ := p.remembered(t); len(runs) != 1 {
		t.Errorf("%d runs", len(runs))
	}
}

func TestNoSecretIsStored(t *testing.T) {
	p := newUser(t)
	const secret = "ghp_16C7e42F292c6912E7710c838347Ae178B4a"
	p.told(t, "s1", "t1", "curl -H 'Authorization: Bearer "+secret+"' x.test", 6, "curl: (6) Could not resolve host: x.test "+secret)
	p.told(t, "s1", "t1a", "cp x tests/test_"+secret+".py", 1, "cp: cannot stat 'x'")
	p.told(t, "s1", "t1b", "DB_PASSWORD=hunter2-x ./run", 1, "refused: hunter2-x")
	p.told(t, "s1", "t2", "cat .env", 0, "TOKEN="+secret+"\nPATH=/bin\nand more")
	p.remembered(t)
	n := 0
	err := filepath.WalkDir(p.home, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		n++
		data, err := os.ReadFile(path)
		if strings.Contains(string(data), secret[4:]) || strings.Contains(string(data), "hunter2-x") {
			t.Errorf("%s holds it", path)
		}
		return err
	})
	if err != nil || n == 0 {
		t.Errorf("%d files, %v", n, err)
	}
}

func TestOutcomes(t *testing.T) {
	response := func(more string) string {
		return `"hook_event_name":"PostToolUse","tool_response":{"stdout":"some words here","stderr":"","interrupted":false` + more + `}`
	}
	tests := []struct{ name, told, want string }{
		{"success", response(""), "ok 0"},
		{"benign", response(`,"returnCodeInterpretation":"No matches found"`), "ok 1"},
		{"background", response(`,"backgroundTaskId":"b1"`), "background"},
		{"timeout", response(`,"backgroundTaskId":"b1","timedOutAfterMs":1000`), "timed-out"},
		{"failure", `"hook_event_name":"PostToolUseFailure","error":"Exit code 3\nno"`, "failed 3"},
		{"killed at the timeout", `"hook_event_name":"PostToolUseFailure","error":"Exit code 143\nCommand timed out after 1s"`, "timed-out 143"},
		{"interrupted", `"hook_event_name":"PostToolUseFailure","error":"stopped","is_interrupt":true`, "interrupted"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p := newUser(t)
			a := p.run("post-bash", `{"session_id":"s","transcript_path":"/h/.claude/projects/x/s.jsonl","prompt_id":"p","tool_name":"Bash","tool_use_id":"t",
				"duration_ms":5,"tool_input":{"command":"frobnicate it"},"cwd":`+strconv.Quote(p.project)+`,`+tt.told+`}`)
			if a.exit != 0 {
				t.Errorf("%+v", a)
			}
			runs, _ := p.remembered(t)
			if len(runs) != 1 {
				t.Fatalf("runs %+v", runs)
			}
			got := runs[0].Outcome.String()
			if exit, known := runs[0].ExitCode(); known {
				got += " " + strconv.Itoa(exit)
			}
			if got != tt.want {
				t.Errorf("got %s, want %s", got, tt.want)
			}
		})
	}
}

func TestWhatIsStored(t *testing.T) {
	long := strings.Repeat("a line of output\n", 10_000) + "the end"
	tests := []struct {
		name, settings, command, output string
		exit                            int
		want                            string // stored output; "-": no run at all
	}{
		{"output", "", "make", "built everything", 0, "built everything"},
		{"short success", "", "make", "built", 0, ""},
		{"short failure", "", "make", "no", 2, "no"},
		{"noise", "", "cd x && ls -la", "a whole list of files", 0, "-"},
		{"noise that fails", "", "ls nowhere", "ls: nowhere: No such file or directory", 2, "ls: nowhere: No such file or directory"},
		{"colours", "", "make", "\x1b[32mbuilt everything\x1b[0m\r\n", 0, "built everything\n"},
		{"no successes", "store_success_outputs: false\n", "make", "built everything", 0, ""},
		{"no failures", "store_error_outputs: false\n", "make", "it went wrong", 2, ""},
		{"cut", "max_output_length: 300\n", "make", long, 0, "ends"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p := newUser(t)
			p.write(t, ".config/ctxhook/config.yaml", tt.settings)
			p.told(t, "s", "t", tt.command, tt.exit, tt.output)
			runs, _ := p.remembered(t)
			if tt.want == "-" {
				if len(runs) != 0 {
					t.Errorf("runs %+v", runs)
				}
				return
			}
			if len(runs) != 1 {
				t.Fatalf("%d runs", len(runs))
			}
			got := p.output(t, runs[0].ID)
			if tt.want == "ends" {
				if len(got) > 300 || !strings.HasPrefix(got, "a line of output\n") || !strings.HasSuffix(got, "\nthe end") || !strings.Contains(got, "[...]") {
					t.Errorf("%d bytes: %q", len(got), got)
				}
				return
			}
			if d := cmp.Diff(tt.want, got); d != "" {
				t.Error(d)
			}
		})
	}
}

func (p *user) output(t *testing.T, run string) string {
	t.Helper()
	s, err := store.Open(store.Options{Path: p.database(), Schema: p.schema})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	var r memory.Run
	if err := s.View(func(tx *store.Tx) (err error) { r, _, err = tx.Run(run); return err }); err != nil {
		t.Fatal(err)
	}
	return r.Output.String()
}

// TestLongOutputIsReadAtItsEnd: the client tells the first part, and where
// all of it lies.
func TestLongOutputIsReadAtItsEnd(t *testing.T) {
	p := newUser(t)
	own := filepath.Join(p.home, ".claude", "projects", "x", "s", "tool-results")
	if err := os.MkdirAll(own, 0o700); err != nil {
		t.Fatal(err)
	}
	path, other := filepath.Join(own, "whole.txt"), filepath.Join(p.project, "whole.txt")
	for _, name := range [...]string{path, other} {
		if err := os.WriteFile(name, []byte(strings.Repeat("word ", 40_000)+"\nthe last line\n"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	around, err := filepath.Rel(own, other)
	if err != nil {
		t.Fatal(err)
	}
	link := filepath.Join(own, "link.txt")
	if err := os.Symlink(path, link); err != nil {
		t.Skip("no symbolic links here:", err)
	}
	for name, want := range map[string]bool{
		path: true, link: false, filepath.Join(own, "gone"): false, own: false,
		other: false, own + string(filepath.Separator) + around: false,
	} {
		told := `{"session_id":"s","transcript_path":"/h/.claude/projects/x/s.jsonl","prompt_id":"p","tool_name":"Bash","tool_use_id":` + strconv.Quote(name) + `,
			"tool_input":{"command":"frobnicate"},"cwd":` + strconv.Quote(p.project) + `,"hook_event_name":"PostToolUse",
			"tool_response":{"stdout":"the first line\nword","stderr":"","interrupted":false,"persistedOutputPath":` + strconv.Quote(name) + `,"persistedOutputSize":200014}}`
		if a := p.run("post-bash", told); a.exit != 0 {
			t.Fatalf("%+v", a)
		}
		runs, _ := p.remembered(t)
		got := p.output(t, runs[0].ID)
		if !strings.HasPrefix(got, "the first line") || strings.Contains(got, "the last line") != want {
			t.Errorf("%s: %q", name, got)
		}
	}
}

// TestUnseenFailure: the model is told of a failure that the exit code hides where it
// stands in the part of the output that the client keeps from it, once.
func TestUnseenFailure(t *testing.T) {
	p := newUser(t)
	own := filepath.Join(p.home, ".claude", "projects", "x", "s", "tool-results")
	if err := os.MkdirAll(own, 0o700); err != nil {
		t.Fatal(err)
	}
	const failure = "--- FAIL: TestAdd (0.00s)\n    add_test.go:4: 3\nFAIL\nFAIL\texample.test/add\t0.1s\nFAIL\n"
	whole := filepath.Join(own, "whole.txt")
	if err := os.WriteFile(whole, []byte(strings.Repeat("word ", 40_000)+"\n"+failure), 0o600); err != nil {
		t.Fatal(err)
	}
	for i, tt := range []struct {
		response string
		told     bool
	}{
		{`{"stderr":"","interrupted":false,"stdout":` + strconv.Quote(failure) + `}`, false},
		{`{"stderr":"","interrupted":false,"stdout":"word","persistedOutputPath":` + strconv.Quote(whole) + `,"persistedOutputSize":200014}`, true},
		{`{"stderr":"","interrupted":false,"stdout":"word","persistedOutputPath":` + strconv.Quote(whole) + `,"persistedOutputSize":200014}`, false},
	} {
		a := p.run("post-bash", `{"session_id":"s","transcript_path":"/h/.claude/projects/x/s.jsonl","prompt_id":"p","tool_name":"Bash","tool_use_id":"t`+strconv.Itoa(i)+`",
			"tool_input":{"command":"go test ./... | tee log"},"cwd":`+strconv.Quote(p.project)+`,"hook_event_name":"PostToolUse","tool_response":`+tt.response+`}`)
		if strings.Contains(a.stdout, "although the command exited 0") != tt.told {
			t.Errorf("%d: %q", i, a.stdout)
		}
	}
}

// TestNothingIsLookedFor: whoever does not want outputs looked through hears
// nothing of them.
func TestNothingIsLookedFor(t *testing.T) {
	p := newUser(t)
	p.write(t, ".config/ctxhook/config.yaml", "extract_error_patterns: false\n")
	for command, output := range map[string]string{"go test ./...": "--- FAIL: TestAdd (0.00s)\nFAIL", "pytohn x.py": "bash: pytohn: command not found"} {
		if got := p.told(t, "s", command, command, 1, output); got != "" {
			t.Errorf("%s: told %q", command, got)
		}
	}
	runs, lessons := p.remembered(t)
	for _, r := range runs {
		if r.Outcome != memory.Failed || r.Check != nil || len(r.Errors) > 0 {
			t.Errorf("remembers %+v", r)
		}
	}
	if len(runs) != 2 || len(lessons) > 0 {
		t.Errorf("%d runs, %d lessons", len(runs), len(lessons))
	}
}

func TestFlatForm(t *testing.T) {
	p := newUser(t)
	a := p.run("post-bash", `{"command":"make it","exit_code":2,"stdout":"built half","stderr":"make: *** [it] Error 2","duration_ms":31,"working_dir":`+strconv.Quote(p.project)+`}`)
	var got struct {
		Status, Message string
		Warnings        []string
		InjectedContext struct {
			MemoryID   string `json:"memory_id"`
			RecordID   string `json:"record_id"`
			Success    bool
			DurationMS int `json:"duration_ms"`
		} `json:"injected_context"`
	}
	if err := json.Unmarshal([]byte(a.stdout), &got); err != nil {
		t.Fatal(err)
	}
	c := got.InjectedContext
	if a.exit != 0 || got.Status != "success" || got.Message != "Command error stored as memory "+c.MemoryID || c.RecordID == "" || c.Success || c.DurationMS != 31 ||
		!cmp.Equal(got.Warnings, []string{"Command failed with exit code 2"}) {
		t.Errorf("exit %d, %s", a.exit, a.stdout)
	}
	runs, _ := p.remembered(t)
	if len(runs) != 1 || runs[0].ID != c.MemoryID || runs[0].Record != c.RecordID || len(c.RecordID) != 36 || runs[0].Duration != 31*time.Millisecond || p.output(t, runs[0].ID) != "make: *** [it] Error 2\nbuilt half" {
		t.Errorf("runs %+v, %q", runs, p.output(t, runs[0].ID))
	}
	a = p.run("post-bash", `{"command":"ls","exit_code":0,"stdout":"a","working_dir":`+strconv.Quote(p.project)+`}`)
	if !strings.Contains(a.stdout, "Output not stored (filtered)") {
		t.Errorf("%s", a.stdout)
	}
}

func FuzzPostBash(f *testing.F) {
	p := newUser(f)
	f.Add([]byte(p.ended("s", "t", "go test ./...", 1, "--- FAIL: TestA")))
	f.Add([]byte(p.ended("s", "t", "cat -A", 0, "\x1b[31mx\r\n")))
	f.Add([]byte(`{"command":"x","exit_code":1,"stdout":"","stderr":"x: command not found"}`))
	f.Fuzz(func(t *testing.T, payload []byte) {
		a := p.run("post-bash", string(payload))
		if a.exit != 0 || a.stderr != "" {
			t.Errorf("%+v", a)
		}
		if a.stdout != "" && !json.Valid([]byte(a.stdout)) {
			t.Errorf("not JSON: %q", a.stdout)
		}
	})
}
