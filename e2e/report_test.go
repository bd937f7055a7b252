package e2e

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/ctxhook/ctxhook/pkg/team/webpage"
)

// reportedWeek imports two sessions and what came of their commands.
func reportedWeek(t *testing.T) {
	t.Helper()
	enterShop(t)
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	var rows []string
	add := func(kind string, fields map[string]any) {
		line, err := json.Marshal(map[string]any{kind: fields})
		if err != nil {
			t.Fatal(err)
		}
		rows = append(rows, string(line))
	}
	start := time.Now().Add(-5 * 24 * time.Hour).Truncate(time.Second)
	at := func(minutes int) string { return start.Add(time.Duration(minutes) * time.Minute).Format(time.RFC3339) }
	for i := range 2 {
		add("session", map[string]any{"key": fmt.Sprintf("s%d", i), "agent": "claude", "project": dir, "started": at(4000 * i)})
	}
	for i := range 60 {
		outcome := []string{"ok", "ok", "failed", "masked", "ok", "interrupted"}[i%6]
		command := []string{"go test ./...", "make <b>all</b>", "rm -rf build"}[i%3]
		run := map[string]any{
			"id": fmt.Sprintf("r-%08d", i), "start": at(70 * i), "took_ns": 1500000000, "session": fmt.Sprintf("s%d", i/40), "project": dir, "cwd": dir,
			"agent": "claude", "call": fmt.Sprint("c", i), "command": command, "template": strings.Fields(command)[0], "outcome": outcome,
		}
		if i%3 == 0 {
			run["check"] = map[string]any{"tool": "go test", "kind": "test", "key": dir + ": go test ./...", "failed": outcome == "masked"}
		}
		add("run", run)
	}
	for i, action := range []string{"ask", "block", "warn", "ask"} {
		add("decision", map[string]any{
			"id": fmt.Sprintf("d-%08d", i), "time": at(70*(3*i+2) - 1), "session": "s0", "project": dir, "action": action, "risk": "high",
			"rules": []string{"git/reset-hard"}, "command": "rm -rf build", "message": "deletes build", "hash": fmt.Sprint(i),
		})
	}
	add("lesson", map[string]any{
		"id": "l-00000001", "kind": "fix", "project": dir, "session": "s0", "key": "00112233", "what": "no build", "seen": 2, "first": at(1), "last": at(9),
		"state": "open", "remedy": "make", "worked": 2, "tried": 3,
	})
	for i := range 3 {
		add("advice", map[string]any{
			"id": fmt.Sprintf("v-%08d", i), "time": at(80 * (i + 1)), "session": "s0", "project": dir, "run": "r-00000002", "source": "history", "signature": "00112233",
			"command": "make", "text": "Run make.", "safe": true, "lesson": "l-00000001", "followed": "r-00000004", "worked": i > 0,
		})
	}
	file := filepath.Join(t.TempDir(), "week.jsonl")
	if err := os.WriteFile(file, []byte(strings.Join(rows, "\n")), 0o600); err != nil {
		t.Fatal(err)
	}
	if code, said := run(t, "ctxhook db import "+file); code != 0 {
		t.Fatalf("exit %d: %s", code, said)
	}
}

// decoded is the JSON that a command prints.
func decoded[T any](t *testing.T, command string) (v T) {
	t.Helper()
	code, said := run(t, command)
	if err := json.Unmarshal([]byte(said), &v); code != 0 || err != nil {
		t.Fatalf("%s: exit %d, %v: %s", command, code, err, said)
	}
	return v
}

// TestReportIsTrue compares each figure of a report with the command that lists
// what it counts.
func TestReportIsTrue(t *testing.T) {
	reportedWeek(t)
	for _, since := range []string{"", " --since 4d", " --since 1h"} {
		t.Run("report"+since, func(t *testing.T) {
			p := decoded[webpage.Page](t, "ctxhook report --json"+since)
			stats := decoded[struct {
				Commands, Sessions, Edits int
				Outcomes, Decisions       map[string]int
				Millis                    int64 `json:"duration_ms"`
				Advice                    webpage.Advice
				Failing                   []webpage.Command
				Days                      []struct {
					Day          string
					Runs, Failed int
				}
			}](t, "ctxhook stats --json"+since)
			history := decoded[[]struct{ Outcome string }](t, "ctxhook history --json --limit 0"+since)
			log := decoded[[]struct {
				ID, Action string
				Ended      *struct{ How string }
			}](t, "ctxhook log --json --limit 0"+since)

			want := webpage.Totals{Took: time.Duration(stats.Millis) * time.Millisecond, Lanes: stats.Sessions, Commands: stats.Commands, Edits: stats.Edits}
			outcomes := make(map[string]int)
			for _, r := range history {
				outcomes[r.Outcome]++
				if r.Outcome == "failed" || r.Outcome == "masked" {
					want.Failed++
				}
			}
			endings := make(map[string]webpage.Ending)
			for _, d := range log {
				e := endings[d.Action]
				e.Action = d.Action
				e.N++
				want.Decisions++
				if d.Ended != nil {
					switch d.Ended.How {
					case "accepted", "let through":
						e.Overruled++
					case "ran":
						e.Ran++
					default:
						e.NotRun++
					}
				}
				endings[d.Action] = e
			}
			same(t, "totals", want, p.Totals)
			same(t, "commands of history", len(history), p.Totals.Commands)
			got := make(map[string]int)
			for _, c := range p.Outcomes {
				got[c.Name] = c.N
			}
			same(t, "outcomes of history", outcomes, got)
			same(t, "outcomes of stats", stats.Outcomes, got)
			gotEndings, decided := make(map[string]webpage.Ending), make(map[string]int)
			for _, e := range p.Endings {
				gotEndings[e.Action], decided[e.Action] = e, e.N
			}
			same(t, "endings of the log", endings, gotEndings)
			same(t, "decisions of stats", stats.Decisions, decided)
			same(t, "advice", stats.Advice, p.Advice)
			if len(stats.Failing)+len(p.Failing) > 0 {
				same(t, "failing", stats.Failing, p.Failing)
			}
			days, gotDays := make(map[string][2]int), make(map[string][2]int)
			for _, d := range stats.Days {
				days[d.Day] = [2]int{d.Runs, d.Failed}
			}
			hoursDecided := 0
			for _, h := range p.Hours {
				day := h.Hour.Local().Format(time.DateOnly)
				gotDays[day] = [2]int{gotDays[day][0] + h.Runs, gotDays[day][1] + h.Failed}
				hoursDecided += h.Decisions
			}
			same(t, "days", days, gotDays)
			same(t, "decisions by hour", want.Decisions, hoursDecided)
			sum := 0
			for _, q := range p.Projects {
				sum += q.Runs
			}
			same(t, "commands of projects", want.Commands, sum)
			sum = 0
			for _, l := range p.Lanes {
				commands := 0
				for _, s := range l.Steps {
					if strings.HasPrefix(s.ID, "r-") {
						commands++
					}
				}
				same(t, "steps of "+l.Name, l.Runs, commands)
				sum += l.Runs
			}
			if since == "" {
				same(t, "commands of sessions", want.Commands, sum)
				if want.Commands != 60 || want.Failed != 20 || want.Decisions != 4 || len(p.Lessons) != 1 || p.Lessons[0].Told != 3 || p.Lessons[0].Helped != 2 {
					t.Errorf("%+v, %+v", want, p.Lessons)
				}
				reds := 0
				for _, c := range p.Checks {
					reds += len(c.Spells)
				}
				same(t, "red spells", 10, reds)
			}
		})
	}
}

func same(t *testing.T, what string, want, got any) {
	t.Helper()
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("%s (-want +got)\n%s", what, diff)
	}
}
