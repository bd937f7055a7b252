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
	"github.com/ctxhook/ctxhook/pkg/team/fleet/server"
)

// The page of a team has the figures of its report, each machine with what was stopped
// on it, and no name of a user's directory.
func TestPageOfATeam(t *testing.T) {
	lead, ann, ben := newTeam(t)
	if got := lead.fleet("report", "--html", "-"); !strings.Contains(got, "<h1>core</h1>") || !strings.Contains(got, "<code dir=\"ltr\">ctxhook-fleet revoke ann</code>") {
		t.Errorf("without a run the page is %.3000s", got)
	}
	const broken = "--- FAIL: TestAdd (0.00s)\n    add_test.go:9: Add(1, 2) = 4, want 3\nFAIL\nFAIL\texample.test/calc\t0.01s\nFAIL"
	for i, u := range []*user{ann, ann, ben} {
		u.ran(fmt.Sprint("s", i), "go test ./...", broken)
		u.ran(fmt.Sprint("s", i), "make '<b>all</b>'", "")
	}
	event, err := json.Marshal(map[string]any{
		"session_id": "s9", "cwd": ben.project, "hook_event_name": "PreToolUse", "tool_name": "Bash", "tool_use_id": "x", "tool_input": map[string]any{"command": "chmod -R 777 src"},
	})
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if code := cmd.Main(cmd.Env{
		Args: []string{"pre-bash"}, Stdin: bytes.NewReader(event), Stdout: &out, Stderr: &out, Getenv: ben.getenv, Version: "v0.0.0-test",
	}); code != 2 {
		t.Fatalf("exit %d: %s", code, out.String())
	}
	ann.ctxhook("", "remember", "use uv, not pip")
	for _, u := range []*user{ann, ben} {
		u.ctxhook("", "stats") // takes over what waits in the spool
		u.fleet("push")
	}

	file := filepath.Join(lead.home, "page.html")
	lead.fleet("report", "--html", file)
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	page := string(data)
	var report server.Report
	if err := json.Unmarshal([]byte(lead.fleet("report", "--json")), &report); err != nil {
		t.Fatal(err)
	}
	var runs, failed int64
	for _, d := range report.Days {
		runs, failed = runs+d.Runs, failed+d.Failed
	}
	for _, want := range []string{
		fmt.Sprintf(`<dt>commands</dt><dd class="value">%d</dd><dd>2 machines`, runs), fmt.Sprintf(`<dd>%d commands</dd>`, failed),
		`<dt>stopped, asked or warned</dt><dd class="value">1</dd>`, `permissions/world-writable`, "<h1>core</h1>", `>go test in `,
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %s", want)
		}
	}
	// The first table is what waits for the lead.
	first := page[strings.Index(page, "<table "):]
	if first = first[:strings.Index(first, "</table>")]; !regexp.MustCompile(`>use uv, not pip</code>.*>ctxhook-fleet confirm ann/p-[0-9a-z]{8}</code>`).MatchString(first) || strings.Contains(first, "revoke") {
		t.Errorf("first comes %s", first)
	}
	if len(report.Waiting) != 1 {
		t.Errorf("%d wait in the report", len(report.Waiting))
	}
	if runs != 6 || failed != 3 || len(report.Blocked) != 1 || !strings.Contains(page, report.Blocked[0].Rule) {
		t.Errorf("the report is %+v", report)
	}
	if rows := regexp.MustCompile(`<tr data-lane="\d+"><th class="c" scope="row"><code dir="ltr">(ann|ben)</code>`).FindAllString(page, -1); len(rows) != 2 {
		t.Errorf("the machines are %q", rows)
	}
	for _, u := range []*user{ann, ben} {
		if strings.Contains(page, u.home) || strings.Contains(page, "acme") {
			t.Errorf("the page names %s", u.home)
		}
	}
	if info, err := os.Stat(file); err != nil || info.Mode().Perm()&0o077 != 0 {
		t.Errorf("others may read it: %v, %v", info.Mode(), err)
	}
}
