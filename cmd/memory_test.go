package cmd

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/ctxhook/ctxhook/pkg/base/redact"
	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/memory/store"
)

// past is a user with a memory, and the ids of what is in it.
type past struct {
	home                                                      string
	failed, masked, good, check, fix, advice, edit, task, law string
}

const (
	pastSession = "5f0c1d3e-0000-4000-8000-000000000000"
	hostile     = "echo \x1b[2J\u202egnp.exe"
)

// newPast gives a test a user who has worked in two projects. It goes into
// the first, shop.
func newPast(t *testing.T) *past {
	t.Helper()
	p := &past{home: t.TempDir()}
	shop, bank := filepath.Join(p.home, "shop"), filepath.Join(p.home, "bank")
	for _, dir := range []string{shop, bank} {
		if err := os.MkdirAll(filepath.Join(dir, ".git"), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(shop)
	at := time.Now().Add(-2 * time.Hour)
	text := redact.Clean
	tests := &memory.Check{
		Tool: "go test", Kind: "test", Key: "go test", Failed: true, Tests: []redact.Text{text("TestAdd"), text("TestSub")},
		Files: []redact.Text{text("calc_test.go")}, Lines: text("--- FAIL: TestAdd (0.00s)\n    calc_test.go:9: got 3, want 4"),
	}
	hidden := *tests
	hidden.Masked = true
	missing := memory.Error{Class: "missing-module", Rule: "python/no-module", Signature: "0123456789abcdef", Line: text("ModuleNotFoundError: No module named 'requests'")}
	p.change(t, func(tx *store.Tx) error {
		run := func(project, command string, minutes int, o memory.Outcome, exit int, more memory.Run) string {
			more.Project, more.Cwd, more.Session, more.Agent = project, project, pastSession, "claude"
			more.Start, more.Duration = at.Add(time.Duration(minutes)*time.Minute), 3200*time.Millisecond
			more.Command, more.Template, more.Outcome, more.Exit = text(command), text(command), o, &exit
			if _, err := tx.AddRun(&more); err != nil {
				t.Fatal(err)
			}
			return more.ID
		}
		p.failed = run(shop, "go test ./...", 0, memory.Failed, 1, memory.Run{Check: tests, Output: text("ok\n\tcalc_test.go:9\nFAIL\n")})
		p.masked = run(shop, "go test ./... | tail -5", 1, memory.Masked, 0, memory.Run{Check: &hidden})
		broken := run(shop, "python3 app.py", 2, memory.Failed, 1, memory.Run{Errors: []memory.Error{missing}})
		p.good = run(shop, "uv pip install requests", 3, memory.OK, 0, memory.Run{})
		run(bank, hostile, 4, memory.OK, 0, memory.Run{})

		lesson := &memory.Lesson{
			Kind: memory.LessonCheck, Project: shop, Session: pastSession, Run: p.masked, Key: "go test", What: text("go test: TestAdd and TestSub fail"),
			Seen: 2, First: at, Last: at.Add(time.Minute), Check: tests,
		}
		if err := tx.PutLesson(lesson); err != nil {
			return err
		}
		p.check = lesson.ID
		lesson = &memory.Lesson{
			Kind: memory.LessonFix, Project: shop, Session: pastSession, Run: p.good, Key: missing.Signature, What: missing.Line,
			Seen: 2, First: at, Last: at.Add(3 * time.Minute), Remedy: text("uv pip install requests"), Worked: 2, Tried: 3,
		}
		if err := tx.PutLesson(lesson); err != nil {
			return err
		}
		p.fix = lesson.ID
		worked := true
		advice := &memory.Advice{
			Time: at.Add(2 * time.Minute), Session: pastSession, Project: shop, Run: broken, Followed: p.good, Worked: &worked,
			Fix: memory.Fix{Source: memory.SourceHistory, Lesson: p.fix, Signature: missing.Signature, Command: lesson.Remedy, Text: text("It went away here.")},
		}
		if err := tx.AddAdvice(advice); err != nil {
			return err
		}
		p.advice = advice.ID
		edit := &memory.Edit{Time: at, Session: pastSession, Project: shop, Path: text(filepath.Join(shop, "calc.go"))}
		if _, err := tx.AddEdit(edit); err != nil {
			return err
		}
		p.edit = edit.ID
		task := &memory.Task{
			Session: pastSession, Project: shop, Tool: "Agent", Type: "explore", What: text("find the tests"), Start: at, End: at.Add(time.Minute),
			Outcome: memory.Success, Result: text("in ./t"),
		}
		if _, err := tx.AddTask(task); err != nil {
			return err
		}
		p.task = task.ID
		law := &memory.Decision{
			Time: at, Session: pastSession, Project: shop, Action: "block", Risk: "critical", Rules: []string{"filesystem/delete-critical"},
			Command: text("rm -rf /etc"), Message: text("deletes /etc"),
		}
		_, err := tx.AddDecision(law)
		p.law = law.ID
		return err
	})
	return p
}

func (p *past) change(t *testing.T, do func(*store.Tx) error) {
	t.Helper()
	s, err := store.Open(store.Options{Path: filepath.Join(p.home, ".local", "share", "ctxhook", "ctxhook.db"), Wait: time.Second})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Update(do); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
}

// run runs a command of this user, in the environment and with the input that
// are given.
func (p *past) run(stdin string, env map[string]string, args ...string) (code int, stdout, stderr string) {
	var out, errs bytes.Buffer
	code = Main(Env{
		Args: args, Stdin: strings.NewReader(stdin), Stdout: &out, Stderr: &errs,
		Getenv: func(name string) string {
			switch name {
			case "HOME", "USERPROFILE":
				return p.home
			case "LOCALAPPDATA":
				return filepath.Join(p.home, ".local", "share")
			}
			return env[name]
		},
		AtTerminal: func() bool { return env["person"] != "" },
		Ancestors:  alone,
	})
	return code, out.String(), errs.String()
}

func (p *past) do(t *testing.T, args ...string) string {
	t.Helper()
	code, stdout, stderr := p.run("", nil, args...)
	if code != 0 || stderr != "" {
		t.Fatalf("ctxhook %s: exit code %d, %s", strings.Join(args, " "), code, stderr)
	}
	return stdout
}

// TestNoHome: where the memory cannot be found it is said once, with what to
// set.
func TestNoHome(t *testing.T) {
	for _, args := range [][]string{{"stats"}, {"history"}, {"sessions"}, {"lessons"}, {"log"}, {"db", "stats"}, {"db", "export"}} {
		t.Run(strings.Join(args, " "), func(t *testing.T) {
			var out, errs bytes.Buffer
			code := Main(Env{
				Args: args, Stdin: strings.NewReader(""), Stdout: &out, Stderr: &errs,
				Getenv: func(string) string { return "" }, AtTerminal: func() bool { return true }, Ancestors: alone,
			})
			said := errs.String()
			if code != 1 || strings.Count(said, "\n") != 1 || !strings.Contains(said, "home directory unknown: set ") || out.Len() > 0 {
				t.Errorf("exit code %d, %s%s", code, out.String(), said)
			}
		})
	}
}

func TestHistoryIsOfThisProject(t *testing.T) {
	p := newPast(t)
	tests := []struct {
		name string
		args []string
		want []string // commands, in this order
	}{
		{"this project, the latest first", nil, []string{"uv pip install requests", "python3 app.py", "go test ./... | tail -5", "go test ./..."}},
		{"every project", []string{"--all", "--limit", "2"}, []string{redact.Clean(hostile).String(), "uv pip install requests"}},
		{"a session", []string{"--session", "5f0c", "--limit", "1"}, []string{redact.Clean(hostile).String()}},
		{"what went wrong", []string{"--failed"}, []string{"python3 app.py", "go test ./... | tail -5", "go test ./..."}},
		{"outcomes", []string{"--outcome", "ok,masked"}, []string{"uv pip install requests", "go test ./... | tail -5"}},
		{"words of a command", []string{"install", "requests"}, []string{"uv pip install requests"}},
		{"words of an error", []string{"modulenotfounderror"}, []string{"python3 app.py"}},
		{"words of a check", []string{"TestSub", "--limit=1"}, []string{"go test ./... | tail -5"}},
		{"since", []string{"--since", "118m30s"}, []string{"uv pip install requests", "python3 app.py"}},
		{"nothing", []string{"xyzzy"}, []string{}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var rows []runView
			if err := json.Unmarshal([]byte(p.do(t, append([]string{"history", "--json"}, tt.args...)...)), &rows); err != nil {
				t.Fatal(err)
			}
			got := []string{}
			for _, r := range rows {
				got = append(got, r.Command)
			}
			if strings.Join(got, "\n") != strings.Join(tt.want, "\n") {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

// TestHistoryInPages: a list that is read page by page has every run once.
func TestHistoryInPages(t *testing.T) {
	p := newPast(t)
	const runs = 2*pageOfRuns + 7
	p.change(t, func(tx *store.Tx) error {
		for i := range runs {
			if _, err := tx.AddRun(&memory.Run{Start: time.Now(), Command: redact.Clean(fmt.Sprint("page ", i)), Outcome: memory.OK}); err != nil {
				return err
			}
		}
		return nil
	})
	for _, limit := range []int{0, 1, pageOfRuns, pageOfRuns + 1, 2 * pageOfRuns, runs + 9} {
		var rows []runView
		if err := json.Unmarshal([]byte(p.do(t, "history", "--all", "--json", "--limit", fmt.Sprint(limit), "page")), &rows); err != nil {
			t.Fatal(err)
		}
		want := min(limit, runs)
		if limit == 0 {
			want = runs
		}
		for i, r := range rows {
			if r.Command != fmt.Sprint("page ", runs-1-i) {
				t.Fatalf("limit %d, row %d: %s", limit, i, r.Command)
			}
		}
		if len(rows) != want {
			t.Errorf("limit %d: %d rows, want %d", limit, len(rows), want)
		}
	}
}

func TestRemembered(t *testing.T) {
	p := newPast(t)
	tests := []struct {
		name string
		args []string
		want []string // parts of what is said, in this order
	}{
		{"history", []string{"history"}, []string{p.good, "ok ", "uv pip install requests\n", "failed 1", "python3 app.py\n    ModuleNotFoundError", "masked", "    go test, 2 tests: TestAdd ..\n"}},
		{"one run", []string{"history", p.failed}, []string{
			"failed with exit code 1: ", ", took 3.2s\n    go test ./...\n", p.failed, "~/shop\n", "failed: go test, 2 tests\n", "calc_test.go:9: got 3, want 4",
			"tests    TestAdd\n           TestSub\n", "files    calc_test.go\n", "output:\nok\n\tcalc_test.go:9\nFAIL\n",
		}},
		{"its output alone", []string{"history", p.failed, "--output"}, []string{"ok\n\tcalc_test.go:9\nFAIL\n"}},
		{"a run as JSON", []string{"history", p.failed, "--json"}, []string{`"exit_code": 1`, `"duration_ms": 3200`, `"tests": [`, `"output": "ok\n`}},
		{"a masked run", []string{"history", p.masked}, []string{"masked: ", "0, although the check failed", "no output is stored"}},
		{"lessons", []string{"lessons"}, []string{
			"Checks", p.check, "open  go test: TestAdd and TestSub fail\n", "failed 2 times, last ",
			"Fixes:", p.fix, "ModuleNotFoundError", "uv pip install requests\n", "worked 2 of 3 times",
		}},
		{"lessons as JSON", []string{"lessons", "--json"}, []string{`"kind": "fix"`, `"worked": 2`, `"kind": "check"`, `"tests": [`}},
		{"why a run", []string{"why", p.good}, []string{"uv pip install requests\n", "from:\n", p.advice, "depends on it:\n", p.fix}},
		{"why a run that failed", []string{"why", p.masked}, []string{"masked", "depends on it:\n", p.check}},
		{"why a check", []string{"why", p.check}, []string{"open: go test", "failed 2 times", "from:\n", p.masked, "masked, go test ./... | tail -5"}},
		{"why a fix", []string{"why", p.fix}, []string{"    uv pip install requests\n", "worked 2 of 3 times", "from:\n", "the failure: failed 1, python3 app.py", p.good, "depends on it:\n", p.advice, "it helped"}},
		{"why a decision", []string{"why", p.law}, []string{"block", "rm -rf /etc\n", "from:\n", "ctxhook explain filesystem/delete-critical"}},
		{"why an advice", []string{"why", p.advice}, []string{"fix: worked here", "    uv pip install requests\n", "followed, and it helped", p.fix, "told after it: failed 1, python3 app.py", "depends on it:\n", p.good}},
		{"why an edit", []string{"why", p.edit}, []string{"edited: ~/shop/calc.go\n"}},
		{"why a task", []string{"why", p.task}, []string{"success: find the tests\n", "    in ./t\n", "explore", "1m"}},
		{"why as JSON", []string{"why", p.fix, "--json"}, []string{`"kind": "lesson"`, `"from": [`, p.good, `"rests": [`, p.advice}},
		{"completion of a run", []string{"__complete", "why", ""}, []string{p.fix, p.good, p.law}},
		{"completion of a session", []string{"__complete", "history", "--session", "5"}, []string{pastSession}},
		{"completion of an outcome", []string{"__complete", "history", "--outcome", ""}, []string{"masked"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			code, got, _ := p.run("", nil, tt.args...)
			if code != 0 {
				t.Fatalf("exit code %d", code)
			}
			rest := got
			for _, want := range tt.want {
				i := strings.Index(rest, want)
				if i < 0 {
					t.Fatalf("%q is not there, or not in its place, in\n%s", want, got)
				}
				rest = rest[i+len(want):]
			}
		})
	}
}

// TestRememberedTextIsTame: what a command was built to do to a terminal is
// shown and not done.
func TestRememberedTextIsTame(t *testing.T) {
	p := newPast(t)
	for _, args := range [][]string{{"history", "--all"}, {"__complete", "history", ""}} {
		code, out, _ := p.run("", nil, args...)
		if code != 0 {
			t.Fatalf("%s: exit code %d", args, code)
		}
		if strings.ContainsAny(out, "\x1b\u202e") {
			t.Errorf("%s: %q", args, out)
		}
		if args[0] == "history" && !strings.Contains(out, `\u202e`) {
			t.Errorf("what was hostile is not shown: %q", out)
		}
	}
}

func TestForget(t *testing.T) {
	left := func(t *testing.T, p *past) int {
		var rows []runView
		if err := json.Unmarshal([]byte(p.do(t, "history", "--all", "--json")), &rows); err != nil {
			t.Fatal(err)
		}
		return len(rows)
	}
	tests := []struct {
		name  string
		args  func(*past) []string
		stdin string
		env   map[string]string
		code  int
		want  string // said
		left  int    // runs
	}{
		{name: "a run", args: func(p *past) []string { return []string{p.masked} }, want: "to delete it too: ctxhook forget l-", left: 4},
		{name: "one of every kind", args: func(p *past) []string { return []string{p.failed, p.check, p.law, p.advice, p.edit} }, want: "forgotten: e-", left: 4},
		{name: "all or none", args: func(p *past) []string { return []string{p.failed, "r-00000000"} }, code: 1, want: "there is no run", left: 5},
		{name: "no id", args: func(p *past) []string { return []string{p.failed, "all"} }, code: 1, want: "is not an id", left: 5},
		{name: "an entry of allow that is not there", args: func(*past) []string { return []string{"a-00000000"} }, code: 1, want: "ctxhook allow --list", left: 5},
		{name: "nothing", args: func(*past) []string { return nil }, code: 1, want: "nothing to forget", left: 5},
		{name: "both", args: func(p *past) []string { return []string{p.failed, "--all"} }, code: 1, want: "cannot be combined", left: 5},
		{name: "the project, unasked", args: func(*past) []string { return []string{"--project", "--yes"} }, want: "forgotten: 4 runs, 1 edit, 1 task, 2 lessons, 1 advice, 1 decision", left: 1},
		{name: "the session", args: func(*past) []string { return []string{"--session", "5f0c", "--yes"} }, want: "forgotten: 5 runs, ", left: 0},
		{name: "another session", args: func(*past) []string { return []string{"--session", "6", "--yes"} }, code: 1, want: "there is no session", left: 5},
		{name: "everything", args: func(*past) []string { return []string{"--all", "--yes"} }, want: "forgotten: 5 runs", left: 0},
		{name: "nobody to ask", args: func(*past) []string { return []string{"--all"} }, code: 1, want: "--yes", left: 5},
		{name: "asked, and yes", args: func(*past) []string { return []string{"--all"} }, stdin: "yes\n", env: map[string]string{"person": "1"}, want: "this deletes everything: 5 runs", left: 0},
		{name: "asked, and no", args: func(*past) []string { return []string{"--all"} }, stdin: "y\n", env: map[string]string{"person": "1"}, code: 1, want: "nothing was deleted", left: 5},
		{name: "asked, and silence", args: func(*past) []string { return []string{"--all"} }, env: map[string]string{"person": "1"}, code: 1, want: "nothing was deleted", left: 5},
		{name: "an agent", args: func(p *past) []string { return []string{p.law} }, env: map[string]string{"CLAUDECODE": "1", "person": "1"}, code: 1, want: "only the user may do this", left: 5},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p := newPast(t)
			code, stdout, stderr := p.run(tt.stdin, tt.env, append([]string{"forget"}, tt.args(p)...)...)
			if said := stdout + stderr; code != tt.code || !strings.Contains(said, tt.want) {
				t.Errorf("exit code %d, %q, want %d and %q", code, said, tt.code, tt.want)
			}
			if n := left(t, p); n != tt.left {
				t.Errorf("%d runs are left, want %d", n, tt.left)
			}
		})
	}
}
