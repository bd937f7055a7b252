package e2e

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/ctxhook/ctxhook/pkg/memory/store"
	"github.com/ctxhook/ctxhook/pkg/team/webpage"
)

// A pageWorld is what agents did, for a page to be about.
type pageWorld struct {
	name string
	rows []map[string]any // for db import
	then []string         // commands of the user
}

type row = map[string]any

// pageWorlds are worlds in which some figure of a page is none, all, or of something that
// other figures leave out. here and there are two projects.
func pageWorlds(here, there string) []pageWorld {
	at := func(minutes int) string {
		return time.Now().Add(-3 * time.Hour).Add(time.Duration(minutes) * time.Minute).UTC().Format(time.RFC3339)
	}
	n := 0
	ran := func(session, project, command, template, outcome string, minute int) row {
		n++
		r := row{
			"id": fmt.Sprintf("r-%08d", n), "start": at(minute), "took_ns": 1000, "session": session, "project": project, "cwd": cmpOr(project, "/"),
			"agent": "claude", "call": fmt.Sprint("c", n), "command": command, "outcome": outcome,
		}
		if template != "" {
			r["template"] = template
		}
		return row{"run": r}
	}
	checked := func(r row, failed bool) row {
		r["run"].(row)["check"] = row{"tool": "go test", "kind": "test", "key": here + ": go test ./...", "failed": failed}
		return r
	}
	failing := row{"lesson": row{
		"id": "l-00000001", "kind": "check", "project": here, "session": "s1", "key": here + ": go test ./...", "what": "go test failed", "seen": 1, "first": at(1), "last": at(1), "state": "open",
	}}
	decided := func(id int, session, project, action string, minute int) row {
		return row{"decision": row{
			"id": fmt.Sprintf("d-%08d", id), "time": at(minute), "session": session, "project": project, "action": action, "risk": "high", "rules": []string{"git/reset-hard"},
			"command": fmt.Sprint("git reset --hard ", id), "message": "throws away work", "hash": fmt.Sprint(id), "agent": "claude",
		}}
	}
	session := func(key, project string) row {
		return row{"session": row{"key": key, "agent": "claude", "project": project, "started": at(0)}}
	}
	return []pageWorld{
		{name: "nothing failed", rows: []row{session("s1", here), ran("s1", here, "make", "make", "ok", 1)}},
		{name: "all failed", rows: []row{session("s1", here), ran("s1", here, "make", "make", "failed", 1), ran("s1", here, "make x", "make", "masked", 2)}},
		{name: "failed, and cannot be named", rows: []row{session("s1", here), ran("s1", here, "if [", "", "failed", 1), ran("s1", here, "make", "make", "ok", 2), ran("s1", here, "x (", "", "failed", 3)}},
		{name: "one of many failed", rows: []row{session("s1", here), ran("s1", here, "make", "make", "failed", 1), ran("s1", here, "ls", "ls", "ok", 2), ran("s1", here, "ls", "ls", "ok", 3)}},
		{name: "outside of projects", rows: []row{session("s1", ""), ran("s1", "", "make", "make", "failed", 1)}},
		{name: "a session in two projects", rows: []row{
			session("s1", here), ran("s1", here, "make", "make", "failed", 1), ran("s1", there, "make", "make", "ok", 2), decided(1, "s1", here, "ask", 3), decided(2, "s1", there, "block", 4),
		}},
		{name: "decisions alone", rows: []row{session("s1", here), decided(1, "s1", here, "warn", 1), decided(2, "s1", here, "block", 2)}},
		{name: "the user spoke", rows: []row{
			session("s1", here), decided(1, "s1", here, "ask", 1), decided(2, "s1", here, "allowed", 2), decided(3, "s1", here, "paused", 3), ran("s1", here, "git reset --hard 1", "git reset", "ok", 2),
		}},
		{name: "a check fails", rows: []row{session("s1", here), checked(ran("s1", here, "go test ./...", "go test", "failed", 1), true), failing}},
		{name: "a check that the user closed", rows: []row{session("s1", here), checked(ran("s1", here, "go test ./...", "go test", "failed", 1), true), failing},
			then: []string{"ctxhook lessons close l-00000001"}},
		{name: "a check that passed again", rows: []row{
			session("s1", here), checked(ran("s1", here, "go test ./...", "go test", "failed", 1), true), checked(ran("s1", here, "go test ./...", "go test", "ok", 2), false),
		}},
		{name: "half of it before", rows: []row{
			session("s1", here), ran("s1", here, "make", "make", "failed", 1), decided(1, "s1", here, "ask", 1), ran("s1", here, "make", "make", "failed", 170), decided(2, "s1", here, "ask", 170),
		}},
	}
}

func cmpOr(a, b string) string {
	if a != "" {
		return a
	}
	return b
}

// TestPageAgreesWithStore compares the figures of a page with the rows of the store, and
// with each other.
func TestPageAgreesWithStore(t *testing.T) {
	for i := range pageWorlds("", "") {
		t.Run(pageWorlds("", "")[i].name, func(t *testing.T) {
			enterShop(t)
			here, err := os.Getwd()
			if err != nil {
				t.Fatal(err)
			}
			there := t.TempDir()
			if err := os.Mkdir(filepath.Join(there, ".git"), 0o700); err != nil {
				t.Fatal(err)
			}
			w := pageWorlds(here, there)[i]
			file := filepath.Join(t.TempDir(), "world.jsonl")
			var lines []string
			for _, r := range w.rows {
				line, err := json.Marshal(r)
				if err != nil {
					t.Fatal(err)
				}
				lines = append(lines, string(line))
			}
			if err := os.WriteFile(file, []byte(strings.Join(lines, "\n")), 0o600); err != nil {
				t.Fatal(err)
			}
			for _, c := range append([]string{"ctxhook db import " + file}, w.then...) {
				if code, said := run(t, c); code != 0 {
					t.Fatalf("%s: exit %d: %s", c, code, said)
				}
			}
			for _, of := range []string{"", " --all", " --since 1h"} {
				comparePage(t, here, of)
			}
		})
	}
}

// comparePage holds the page that the options select against the store.
func comparePage(t *testing.T, here, of string) {
	t.Helper()
	p := decoded[webpage.Page](t, "ctxhook report --json"+of)
	_, html := run(t, "ctxhook report --html -"+of)
	count := counter(t, here, of)
	agree := func(what string, want, got int) {
		t.Helper()
		if want != got {
			t.Errorf("report%s: %s: want %d, got %d", of, what, want, got)
		}
	}
	failed, decided := count("runs", "outcome IN ('failed', 'masked')"), count("decisions", "action NOT IN ('allowed', 'paused')")
	agree("commands", count("runs", "1"), p.Totals.Commands)
	agree("failed", failed, p.Totals.Failed)
	agree("edits", count("edits", "1"), p.Totals.Edits)
	agree("decisions", decided, p.Totals.Decisions)

	var outcomes, bad, hours, hoursFailed, hoursDecided, projects, projectsFailed, failing, ended, ruled, red int
	for _, c := range p.Outcomes {
		outcomes += c.N
		if c.Name == "failed" || c.Name == "masked" {
			bad += c.N
		}
	}
	for _, h := range p.Hours {
		hours, hoursFailed, hoursDecided = hours+h.Runs, hoursFailed+h.Failed, hoursDecided+h.Decisions
	}
	for _, q := range p.Projects {
		projects, projectsFailed = projects+q.Runs, projectsFailed+q.Failed
	}
	for _, c := range p.Failing {
		failing += c.Failed
	}
	for _, e := range p.Endings {
		if e.Action != "allowed" && e.Action != "paused" {
			ended += e.N
		}
		if e.Unknown() < 0 {
			t.Errorf("report%s: %s ended more often than it was", of, e.Action)
		}
	}
	for _, r := range p.Rules {
		ruled += r.N
	}
	for _, c := range p.Checks {
		if n := len(c.Spells); n > 0 && c.Spells[n-1].Until.IsZero() {
			red++
		}
	}
	fixes := 0
	for _, w := range p.Waits {
		if w.Deed == webpage.Fix {
			fixes++
		}
	}
	agree("outcomes", p.Totals.Commands, outcomes)
	agree("outcomes that are bad", failed, bad)
	agree("commands by hour", p.Totals.Commands, hours)
	agree("failures by hour", failed, hoursFailed)
	agree("decisions by hour", decided, hoursDecided)
	agree("commands of projects", p.Totals.Commands, projects)
	agree("failures of projects", failed, projectsFailed)
	agree("failures of commands", failed, failing)
	agree("endings", decided, ended)
	agree("decisions of rules", decided, ruled)
	agree("checks that fail now", count("lessons", "kind = 'check' AND state = 'open'"), red)
	agree("checks to fix", red, fixes)
	if !strings.Contains(of, "--since") { // a session is counted as a whole
		lanes, stopped := 0, 0
		for _, l := range p.Lanes {
			lanes, stopped = lanes+l.Runs, stopped+l.Decisions
		}
		if of == " --all" {
			agree("commands of sessions", p.Totals.Commands, lanes)
			agree("decisions of sessions", decided, stopped)
		}
	}

	figure := func(name string) string {
		m := regexp.MustCompile(`<dt>` + name + `</dt><dd class="value">([^<]*)</dd><dd>([^<]*)</dd>`).FindStringSubmatch(html)
		if m == nil {
			return ""
		}
		return m[1] + ", " + m[2]
	}
	if p.Totals.Commands+decided == 0 {
		return
	}
	if got := figure("commands"); !strings.HasPrefix(got, strconv.Itoa(p.Totals.Commands)+",") {
		t.Errorf("report%s: commands: %s", of, got)
	}
	if got := figure("failed"); !strings.Contains(got, ", "+strconv.Itoa(failed)+" command") {
		t.Errorf("report%s: failed: %s", of, got)
	}
	if got := figure("checks failing now"); !strings.HasPrefix(got, strconv.Itoa(red)+",") {
		t.Errorf("report%s: checks: %s", of, got)
	}
	for sentence, is := range map[string]bool{
		"No command failed in this time": failed == 0, "No command was stopped, asked about or warned of": decided == 0,
		"No command ran in this time": p.Totals.Commands == 0, "Nothing waits for your decision": len(p.Waits) == 0, "Which ones is not known": false,
	} {
		if strings.Contains(html, sentence) != is {
			t.Errorf("report%s: %q is %v", of, sentence, !is)
		}
	}
}

// counter counts rows of a table as the options of a report select them.
func counter(t *testing.T, here, of string) func(table, condition string) int {
	t.Helper()
	return func(table, condition string) (n int) {
		t.Helper()
		s, err := store.OpenForReading(store.Options{Path: filepath.Join(os.Getenv("HOME"), ".local/share/ctxhook/ctxhook.db")})
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		var args []any
		if of != " --all" {
			condition += " AND project = ?"
			args = append(args, here)
			if table != "decisions" { // which hold the directory itself
				condition = strings.Replace(condition, "project = ?", "project = (SELECT same FROM projects WHERE root = ?)", 1)
			}
		}
		if strings.Contains(of, "--since") && table != "lessons" {
			condition += " AND at >= ?"
			args = append(args, time.Now().Add(-time.Hour).UnixMicro())
		}
		if err := s.View(func(tx *store.Tx) error {
			_, err := tx.One("SELECT count(*) FROM "+table+" WHERE "+condition, args, func(r store.Row) { n = r.Int(0) })
			return err
		}); err != nil {
			t.Fatal(err)
		}
		return n
	}
}
