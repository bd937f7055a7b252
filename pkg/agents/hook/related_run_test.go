package hook

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/ctxhook/ctxhook/pkg/base/redact"
	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/memory/journal"
	"github.com/ctxhook/ctxhook/pkg/memory/store"
)

// asks is what a caller of the neutral envelope hears before a command.
type asks struct {
	Context struct {
		Related []struct {
			Command string  `json:"previous_command"`
			Summary string  `json:"output_summary"`
			Time    string  `json:"timestamp"`
			Score   float64 `json:"relevance_score"`
		} `json:"related_context"`
	} `json:"injected_context"`
}

func (p *user) asks(t *testing.T, command string) (got asks) {
	t.Helper()
	a := p.run("pre-bash", `{"command":`+quoteJSON(command)+`,"working_dir":`+quoteJSON(p.project)+`}`)
	if err := json.Unmarshal([]byte(a.stdout), &got); err != nil || a.exit != 0 {
		t.Fatalf("%+v: %v", a, err)
	}
	return got
}

// patient gives what is optional all the time it may want.
func (p *user) patient(t *testing.T) {
	t.Helper()
	p.write(t, ".config/ctxhook/config.yaml", "max_latency_ms: 1000\n")
}

// hasRun has some commands run, and waits until the memory has them.
func (p *user) hasRun(t *testing.T) {
	t.Helper()
	p.told(t, "s1", "c1", "docker compose --profile dev up -d database", 0, "\x1b[32mContainer database\x1b[0m  Started\nand more\n")
	p.told(t, "s1", "c2", "git commit -m 'add the parser'", 0, "[main 1234567] add the parser\n")
	p.told(t, "s1", "c3", "make deploy TARGET=staging", 2, "make: *** No rule to make target 'deploy'.  Stop.\n")
	p.remembered(t)
}

func TestRelatedContext(t *testing.T) {
	for _, tt := range []struct {
		name, config, command string
		want                  []string // command: summary
	}{
		{"worded alike", "", "docker compose --profile dev up -d cache", []string{"docker compose --profile dev up -d database: Container database Started"}},
		{"that failed", "", "make deploy TARGET=production", []string{"make deploy TARGET=staging: make: *** No rule to make target 'deploy'. Stop."}},
		{"nothing like it", "", "terraform plan", nil},
		{"switched off", "inject_context: false\n", "make deploy TARGET=production", nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p := newUser(t)
			p.hasRun(t)
			p.patient(t)
			if tt.config != "" {
				p.write(t, ".config/ctxhook/config.yaml", tt.config)
			}
			var got []string
			for _, r := range p.asks(t, tt.command).Context.Related {
				got = append(got, r.Command+": "+r.Summary)
				if at, err := time.Parse(time.RFC3339, r.Time); err != nil || time.Since(at) > time.Hour || r.Score < 0.5 || r.Score > 1 {
					t.Errorf("%+v", r)
				}
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}

// TestRelatedContextIsBounded: at most three, without lines, secrets or what a
// terminal obeys, and nothing of another project.
func TestRelatedContextIsBounded(t *testing.T) {
	p := newUser(t)
	p.patient(t)
	if got := p.asks(t, "make all").Context.Related; got == nil || len(got) > 0 {
		t.Errorf("without a memory %v, want an empty list", got)
	}
	p.hasRun(t)
	p.keeps(t, func(tx *store.Tx) error {
		for i := range 9 {
			for _, project := range []string{p.project, filepath.Dir(p.project)} {
				c := memory.Command{
					Project: project, Key: fmt.Sprint("k", i), Good: 1, First: time.Now(), Last: time.Now(), Worked: time.Now(),
					Text: redact.Clean(fmt.Sprintf("make release VERSION=%d\n# \x1b[2J %s %s", i, filepath.Base(project), strings.Repeat("long ", 100))), Template: redact.Clean("make release"),
				}
				if err := tx.PutCommand(&c); err != nil {
					return err
				}
			}
		}
		return nil
	})
	got := p.asks(t, "make release VERSION=10").Context.Related
	if len(got) != 3 {
		t.Fatalf("%d are related: %+v", len(got), got)
	}
	for _, r := range got {
		if len(r.Command) > journal.MaxQuoted+len(`\x1b`) || strings.ContainsAny(r.Command+r.Summary, "\n\x1b") || !strings.Contains(r.Command, " shop ") || r.Summary != "worked once" {
			t.Errorf("%+v", r)
		}
	}
}

// TestAgentsHearNothingRelated: it would reach their model when the command
// has run.
func TestAgentsHearNothingRelated(t *testing.T) {
	p := newUser(t)
	p.patient(t)
	p.hasRun(t)
	if a := p.run("pre-bash", p.claude("docker compose --profile dev up -d cache")); a != (answer{}) {
		t.Errorf("%+v", a)
	}
}

// TestWorkedLike: what is worded like a command that never worked is told to
// callers of the neutral envelope only, is followed and counted as any advice
// is, and stops when it misled twice.
func TestWorkedLike(t *testing.T) {
	const wrong, right, output = "./tools/deploy.sh staging --fast", "./tools/deploy.sh staging --fast --yes", "deploy.sh: error: refusing to go on\n"
	fails := func(p *user, form, session, call string) string {
		if form == "neutral" {
			return p.run("post-bash", `{"session_id":"`+session+`","command":"`+wrong+`","exit_code":1,"stdout":"","stderr":`+quoteJSON(output)+`,"working_dir":`+quoteJSON(p.project)+`}`).stdout
		}
		return p.run("post-bash", p.ended(session, call, wrong, 1, output)).stdout
	}
	for _, tt := range []struct {
		name, form, command string
		exit                int
		told                bool
	}{
		{"it worked here", "neutral", right, 0, true},
		{"an agent", "claude", right, 0, false},
		{"it never worked", "neutral", right, 1, false},
		{"it is not like it", "neutral", "make release", 0, false},
		{"the same worked before", "neutral", wrong, 0, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p := newUser(t)
			p.told(t, "s1", "c1", tt.command, tt.exit, "deployed\n")
			p.remembered(t)
			if got := fails(p, tt.form, "s2", "c2"); strings.Contains(got, "A similar command worked here: `"+right+"`.") != tt.told {
				t.Errorf("told %s", got)
			}
		})
	}

	p := newUser(t)
	p.told(t, "s1", "c1", right, 0, "deployed\n")
	p.remembered(t)
	for _, session := range []string{"s2", "s3", "s4"} {
		told := strings.Contains(fails(p, "neutral", session, ""), "similar command")
		if told != (session != "s4") {
			t.Errorf("%s: told %v", session, told)
		}
		p.run("post-bash", `{"session_id":"`+session+`","command":"`+right+`","exit_code":1,"stdout":"","stderr":`+quoteJSON(output)+`,"working_dir":`+quoteJSON(p.project)+`}`)
	}
	p.keeps(t, func(tx *store.Tx) error {
		for _, session := range []string{"s2", "s3"} {
			advice, err := tx.Advice(session, 10)
			if err != nil || len(advice) != 1 || advice[0].Fix.Source != memory.SourceRecall || advice[0].Followed == "" || advice[0].Worked == nil || *advice[0].Worked {
				t.Errorf("%+v, %v", advice, err)
			}
		}
		return nil
	})
}

// TestTaskIsRecommendedCommands: what worked here and a task speaks of is
// recommended, unless somebody would have to be asked.
func TestTaskIsRecommendedCommands(t *testing.T) {
	p := newUser(t)
	p.hasRun(t)
	p.told(t, "s1", "c4", "git push --force origin main", 0, "done\n")
	p.told(t, "s1", "c5", "ls /nowhere", 2, "ls: /nowhere: No such file or directory\n") // takes over what waits
	asked := func(id, what string) (list []string) {
		for _, rec := range recommended(t, p.run("pre-task", `{"event":"pre_task","session_id":"n1","working_dir":`+quoteJSON(p.project)+
			`,"context":{"task":{"task_id":"`+id+`","description":`+quoteJSON(what)+`}}}`)).Recommendations {
			list = append(list, rec.Preview)
		}
		return list
	}
	want := []string{"`docker compose --profile dev up -d database` worked once here, last on " + time.Now().UTC().Format(time.DateOnly) + "."}
	if diff := cmp.Diff(want, asked("1", "bring the database up with docker compose")); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	for id, what := range []string{"push --force to origin main with git", "make deploy to staging TARGET", "paint the shed"} {
		for _, got := range asked(fmt.Sprint("t", id), what) {
			if strings.Contains(got, "--force") || strings.Contains(got, "make deploy") {
				t.Errorf("%s: %s", what, got)
			}
		}
	}
}
