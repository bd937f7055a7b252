package hook

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/ctxhook/ctxhook/pkg/base/paths"
	"github.com/ctxhook/ctxhook/pkg/guard/config"
	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/memory/store"
)

const (
	deploy      = "node scripts/deploy.js --stage"
	deployFails = "Error: Cannot find module 'left-pad'\nRequire stack:\n- /srv/shop/scripts/deploy.js"
)

// before asks about a command in a session, and returns the reason of a
// denial.
func (p *user) before(t *testing.T, session, command string) string {
	t.Helper()
	a := p.run("pre-bash", strings.Replace(p.claude(command), `"s-1"`, strconv.Quote(session), 1))
	s := a.said(t)
	if denied := s.HookSpecificOutput.PermissionDecision == "deny"; denied != (a.exit == 2) || !denied && a.stdout != "" {
		t.Fatalf("%+v", a)
	}
	return s.HookSpecificOutput.PermissionDecisionReason
}

// failed is a user to whom a command failed twice, in two sessions.
func failed(t *testing.T, command, output string) *user {
	t.Helper()
	p := newUser(t)
	p.told(t, "s1", "t1", command, 1, output)
	p.told(t, "s2", "t2", command, 1, output)
	return p
}

func TestFailedBefore(t *testing.T) {
	p := failed(t, deploy, deployFails)
	why := p.before(t, "s3", "cd "+p.project+" && "+deploy+" 2>&1 | tail -5")
	for _, want := range []string{"Stopped once (d-", "2 times, last on", "Cannot find module", "Repeat the command"} {
		if !strings.Contains(why, want) {
			t.Errorf("no %q in %q", want, why)
		}
	}
	if strings.Contains(why, "ctxhook allow") {
		t.Errorf("the model is told how to get past it: %q", why)
	}
	if again := p.before(t, "s3", deploy); again != "" {
		t.Errorf("it insists, and is told %q", again)
	}
	if p.before(t, "s4", deploy) == "" {
		t.Error("another session is not told")
	}
}

// TestFailedBeforeIsSilent wherever a command may go well now, or nobody minds
// that it fails.
func TestFailedBeforeIsSilent(t *testing.T) {
	npm := "npm error code ENOENT\nnpm error could not read package.json"
	tests := []struct {
		name, command, output string
		since                 func(*testing.T, *user)
	}{
		{"it failed once", deploy, "", nil},
		{"in another way the second time", deploy, deployFails, func(t *testing.T, p *user) {
			p.told(t, "s2", "t3", deploy, 1, "Error: listen EADDRINUSE: address already in use :::3000")
		}},
		{"it went well since", deploy, deployFails, func(t *testing.T, p *user) { p.told(t, "s2", "t3", deploy, 0, "done, and all of it") }},
		{"an agent edited a file", deploy, deployFails, func(t *testing.T, p *user) { p.edited(t, "s2", "t3", filepath.Join(p.project, "a.js")) }},
		{"an agent edited a file elsewhere", deploy, deployFails, func(t *testing.T, p *user) { p.edited(t, "s3", "t3", "/etc/deploy.conf") }},
		{"an agent ran something", deploy, deployFails, func(t *testing.T, p *user) { p.told(t, "s2", "t3", "npm install left-pad", 0, "added 1 package") }},
		{"a user wrote a file", deploy, deployFails, func(t *testing.T, p *user) {
			p.writes(t, "src/index.js", time.Now().Add(time.Minute))
		}},
		{"what it names outside of the project came", "cp ../other/a.txt .", "cp: cannot stat '../other/a.txt': No such file or directory", func(t *testing.T, p *user) {
			p.writes(t, "../other/a.txt", time.Now().Add(time.Minute))
		}},
		{"a user fetched", "git checkout feature", "error: pathspec 'feature' did not match any file(s) known to git", func(t *testing.T, p *user) {
			p.writes(t, ".git/FETCH_HEAD", time.Now().Add(time.Minute))
		}},
		{"in days to come, when the clock was wrong", deploy, deployFails, func(t *testing.T, p *user) {
			p.keeps(t, func(tx *store.Tx) error {
				words, err := tx.CommandWords(p.project, 1, nil)
				if err != nil {
					return err
				}
				c, _, err := tx.Command(p.project, words[0].Key)
				c.Last = time.Now().Add(time.Hour)
				return errors.Join(err, tx.PutCommand(&c))
			})
		}},
		{"a test", "npm test", npm, nil},
		{"a check that no row knows", "./scripts/check-links.sh", deployFails, nil},
		{"a build", "go build ./...", "main.go:3:1: undefined: x", nil},
		{"what only looks", "cat nothing.txt", "cat: nothing.txt: No such file or directory", nil},
		{"with another secret in it", "node a.js --token ghp_0123456789abcdefghijklmnopqrstuvwxyzAB", deployFails, nil},
		{"the weather", "node server.js", "Error: connect ECONNREFUSED 127.0.0.1:5432", nil},
		{"a program that asks elsewhere", "gh release view v9", "release not found", nil},
		{"in the background", deploy + " &", deployFails, nil},
		{"a program that was missing is there", "frobnicate --all", "bash: frobnicate: command not found", func(t *testing.T, p *user) {
			p.env["PATH"] = filepath.Join(p.home, "bin")
			p.write(t, "bin/frobnicate", "")
		}},
		{"switched off", deploy, deployFails, func(t *testing.T, p *user) {
			p.write(t, ".config/ctxhook/config.yaml", "stop_repeated_failures: false\n")
		}},
		{"a pause", deploy, deployFails, func(t *testing.T, p *user) {
			places, err := paths.Resolve(p.getenv, runtime.GOOS)
			if err != nil {
				t.Fatal(err)
			}
			if err := config.Pause(places, time.Now(), time.Now().Add(time.Hour)); err != nil {
				t.Fatal(err)
			}
		}},
		{"the database is gone", deploy, deployFails, func(t *testing.T, p *user) {
			if err := os.Remove(p.database()); err != nil {
				t.Fatal(err)
			}
		}},
		{"the list is torn", deploy, deployFails, func(t *testing.T, p *user) {
			p.write(t, ".local/state/ctxhook/repeats", "ctxhook repeats 1\nhalf")
		}},
		{"the list is no list", deploy, deployFails, func(t *testing.T, p *user) {
			p.write(t, ".local/state/ctxhook/repeats", strings.Repeat("x", 1<<20))
		}},
		{"nothing can be noted", deploy, deployFails, func(t *testing.T, p *user) {
			if err := os.RemoveAll(filepath.Join(p.home, ".local/state/ctxhook/ledger")); err != nil {
				t.Fatal(err)
			}
			p.write(t, ".local/state/ctxhook/ledger", "a file where a directory has to be")
		}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p := newUser(t)
			p.told(t, "s1", "t1", tt.command, 1, tt.output)
			if tt.output != "" {
				p.told(t, "s2", "t2", tt.command, 1, tt.output)
			}
			if tt.since != nil {
				if p.before(t, "other", tt.command) == "" {
					t.Fatal("it is silent as it is")
				}
				tt.since(t, p)
			}
			if why := p.before(t, "s3", tt.command); why != "" {
				t.Errorf("told %q", why)
			}
		})
	}
}

// TestFailedBeforeInTree: what fails in a work tree that lies in another one
// may go well in that.
func TestFailedBeforeInTree(t *testing.T) {
	p := newUser(t)
	inner := *p
	inner.project = filepath.Join(p.project, ".claude", "worktrees", "w")
	git := filepath.Join(p.project, ".git", "worktrees", "w")
	for path, text := range map[string]string{
		filepath.Join(git, "commondir"): "../..", filepath.Join(git, "gitdir"): filepath.Join(inner.project, ".git"), filepath.Join(inner.project, ".git"): "gitdir: " + git,
	} {
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text+"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	p.told(t, "s0", "t0", "node server.js", 1, deployFails) // the tree around it is known
	inner.told(t, "s1", "t1", deploy, 1, deployFails)
	inner.told(t, "s2", "t2", deploy, 1, deployFails)
	if why := p.before(t, "s3", deploy); why != "" {
		t.Errorf("around it told is %q", why)
	}
	if inner.before(t, "s3", deploy) == "" {
		t.Error("in it nothing is told")
	}
}

// writes has a user write a file of the project.
func (p *user) writes(t *testing.T, path string, at time.Time) {
	t.Helper()
	path = filepath.Join(p.project, path)
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Chtimes(path, at, at); err != nil {
		t.Fatal(err)
	}
}

// TestFailedBeforeLasts: what is wrong with the command itself, or with what
// is installed, no edit changes.
func TestFailedBeforeLasts(t *testing.T) {
	p := failed(t, "frobnicate --all", "bash: frobnicate: command not found")
	p.edited(t, "s2", "t3", filepath.Join(p.project, "a.js"))
	if p.before(t, "s3", "frobnicate --all") == "" {
		t.Error("an edit does not install a program")
	}
	p.told(t, "s3", "t4", "npm install -g frobnicate", 0, "added 1 package")
	if why := p.before(t, "s4", "frobnicate --all"); why != "" {
		t.Errorf("something was installed, and told is %q", why)
	}
}

// TestFailedBeforeOnce: where the error lies in the command itself, once is
// enough. That the right command was run does not put the wrong one right.
func TestFailedBeforeOnce(t *testing.T) {
	const wrong, right = "frobnicate --al a.txt", "frobnicate --all a.txt"
	p := newUser(t)
	p.told(t, "s1", "t1", wrong, 2, "frobnicate: unrecognized option '--al'")
	if why := p.before(t, "s1", wrong); !strings.Contains(why, "unrecognized option") {
		t.Errorf("nothing is known in its place, and told is %q", why)
	}
	p.told(t, "s1", "t2", right, 0, "frobnicated")
	p.starts(t, "s2", "startup")
	why := p.before(t, "s2", wrong)
	for _, want := range []string{"failed here on 20", "unrecognized option", right} {
		if !strings.Contains(why, want) {
			t.Errorf("no %q in %q", want, why)
		}
	}
	if why := p.before(t, "s2", wrong); why != "" {
		t.Errorf("it insists, and is told %q", why)
	}
	if why := p.before(t, "s3", right); why != "" {
		t.Errorf("the right one is told %q", why)
	}
}

// TestFailedBeforeTold: where nothing has worked in its place yet, what is
// known of the error is offered. A tool that is missing is no check that fails.
func TestFailedBeforeTold(t *testing.T) {
	p := failed(t, "git comit -m x", "git: 'comit' is not a git command. See 'git --help'.\n\nThe most similar command is\n\tcommit")
	if why := p.before(t, "s3", "git comit -m x"); !strings.Contains(why, "git commit -m x") {
		t.Errorf("told %q", why)
	}
	p = newUser(t)
	for _, session := range []string{"s1", "s2"} {
		p.told(t, session, "t"+session, "golangci-lint run", 127, "bash: golangci-lint: command not found")
	}
	if why := p.before(t, "s3", "golangci-lint run ./pkg/..."); !strings.Contains(why, "`golangci-lint` failed here 2 times") {
		t.Errorf("told %q", why)
	}
}

// TestFailedBeforeInAnother: a program that is not there is missed by every
// command that calls it, until one shows that it is there.
func TestFailedBeforeInAnother(t *testing.T) {
	p := newUser(t)
	p.told(t, "s1", "t1", "frobnicate --all", 127, "bash: line 1: frobnicate: command not found")
	p.told(t, "s1", "t2", "mkdir -p out && frobnicate a > out/a", 127, "bash: line 1: frobnicate: command not found")
	const third = "node a.js | frobnicate b"
	why := p.before(t, "s2", third)
	if !strings.Contains(why, "`frobnicate` failed here 2 times, last on") {
		t.Errorf("told %q", why)
	}
	if why := p.before(t, "s2", "frobnicate c"); why != "" {
		t.Errorf("it insists, in another command, and is told %q", why)
	}
	if why := p.before(t, "s3", "frobnicate b || mangle b"); why != "" {
		t.Errorf("it has something in its place, and is told %q", why)
	}
	p.told(t, "s2", "t3", third, 0, "mangled: all of it")
	if list := p.advised(t, "s2"); len(list) != 1 || list[0].Worked == nil || *list[0].Worked {
		t.Errorf("it went well all the same: %+v", list)
	}
	if why := p.before(t, "s4", third); why != "" {
		t.Errorf("told %q", why)
	}
}

// TestFailedBeforeOffers what helped in its place.
func TestFailedBeforeOffers(t *testing.T) {
	p := newUser(t)
	const wrong, right = "prettify --wirte src/a.js", "prettify --write src/a.js"
	const output = "error: unknown option '--wirte'"
	p.told(t, "s1", "t1", wrong, 1, output)
	p.told(t, "s1", "t2", right, 0, "src/a.js 12ms, unchanged")
	p.told(t, "s2", "t3", wrong, 1, output)
	why := p.before(t, "s3", wrong)
	if !strings.Contains(why, "use `"+right+"`.") {
		t.Fatalf("told %q", why)
	}
	p.told(t, "s3", "t4", right, 0, "src/a.js 12ms, unchanged")
	if list := p.advised(t, "s3"); len(list) != 1 || list[0].Followed == "" || list[0].Worked == nil || !*list[0].Worked || list[0].Fix.Source != memory.SourceRepeat {
		t.Errorf("%+v", list)
	}
}

// TestFailedBeforeMisleads: a command that goes well all the same, twice, is
// not stopped again.
func TestFailedBeforeMisleads(t *testing.T) {
	p := failed(t, deploy, deployFails)
	for i, session := range []string{"s3", "s4"} {
		if p.before(t, session, deploy) == "" {
			t.Fatalf("%s is not told", session)
		}
		call := session + "-" + strconv.Itoa(i)
		p.told(t, session, call, deploy, 0, "done, and all of it")
		list := p.advised(t, session)
		if len(list) != 1 || list[0].Worked == nil || *list[0].Worked || list[0].Followed != "" {
			t.Errorf("%s: %+v", session, list)
		}
		p.told(t, session, call+"b", deploy, 1, deployFails)
		p.told(t, session, call+"c", deploy, 1, deployFails)
	}
	if why := p.before(t, "s5", deploy); why != "" {
		t.Errorf("told %q", why)
	}
}

// TestFailedBeforeHeeded: what was done before it was run again is what it was
// stopped for.
func TestFailedBeforeHeeded(t *testing.T) {
	p := failed(t, deploy, deployFails)
	if p.before(t, "s3", deploy) == "" {
		t.Fatal("not told")
	}
	p.edited(t, "s3", "t3", filepath.Join(p.project, "package.json"))
	p.told(t, "s3", "t4", deploy, 0, "done, and all of it")
	if list := p.advised(t, "s3"); len(list) != 1 || list[0].Followed == "" || list[0].Worked == nil || !*list[0].Worked {
		t.Errorf("%+v", list)
	}
}

// advised takes over what waits, and returns what was said in a session.
func (p *user) advised(t *testing.T, session string) (list []memory.Advice) {
	t.Helper()
	p.remembered(t)
	p.keeps(t, func(tx *store.Tx) (err error) {
		list, err = tx.Advice(session, 10)
		return err
	})
	return list
}

// TestFailedBeforeElsewhere: every agent is denied in its own form, and who
// asks in the neutral one is warned.
func TestFailedBeforeElsewhere(t *testing.T) {
	p := failed(t, deploy, deployFails)
	a := p.run("pre-bash", p.codex(deploy))
	if s := a.said(t); a.exit != 0 || s.HookSpecificOutput.PermissionDecision != "deny" || !strings.HasPrefix(s.HookSpecificOutput.PermissionDecisionReason, "Stopped once") {
		t.Errorf("Codex: %+v", a)
	}
	for range 2 {
		a := p.run("pre-bash", `{"event":"pre_bash_exec","context":{"bash":{"command":"`+deploy+`","working_dir":`+strconv.Quote(p.project)+`}}}`)
		if a.exit != 0 || !strings.HasPrefix(a.stdout, `{"status":"proceed_with_warning"`) || !strings.Contains(a.stdout, "This failed here 2 times") {
			t.Errorf("neutral: %+v", a)
		}
	}
}

// TestFailedBeforeKeepsWord: a command that was let through because it was
// insisted on is not stopped once more.
func TestFailedBeforeKeepsWord(t *testing.T) {
	const force = "git worktree remove --force ../old"
	p := failed(t, force, "fatal: '../old' is not a working tree")
	p.write(t, ".config/ctxhook/config.yaml", "unattended: once\npolicy: {critical: ask, high: ask, medium: ask, low: ask}\n")
	var got []string
	for range 3 {
		got = append(got, p.run("pre-bash", p.codex(force)).said(t).HookSpecificOutput.PermissionDecision)
	}
	if diff := cmp.Diff([]string{"deny", "", ""}, got); diff != "" {
		t.Errorf("decisions (-want +got)\n%s", diff)
	}
}

// TestFailedBeforeNeverSoftens: a command that is blocked or asked about stays
// so, however it failed.
func TestFailedBeforeNeverSoftens(t *testing.T) {
	p := failed(t, grave, "error: failed to push some refs")
	for range 2 {
		if s := p.run("pre-bash", p.claude(grave)).said(t); s.HookSpecificOutput.PermissionDecision != "ask" {
			t.Errorf("%+v", s)
		}
	}
}
