package journal

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/ctxhook/ctxhook/pkg/base/protocol"
	"github.com/ctxhook/ctxhook/pkg/base/redact"
	"github.com/ctxhook/ctxhook/pkg/memory/store"
)

// play is what happens in a project, one event after the other, as the hooks
// bring it to the journal.
type play struct {
	t *testing.T
	*Journal
	session string
	calls   int
}

func newPlay(t *testing.T) *play {
	t.Helper()
	p := &play{t: t, Journal: newJournal(t), session: "s1"}
	p.Now = time.Now().Truncate(time.Second)
	p.Path = t.TempDir()
	if err := os.RemoveAll(filepath.Join(p.Judge.Project, ".git")); err != nil {
		t.Fatal(err)
	}
	if err := os.CopyFS(p.Judge.Project, os.DirFS(repository(t))); err != nil {
		t.Fatal(err)
	}
	p.touch("sum.go", p.Now)
	return p
}

// changes gives a file or directory the time of now.
func (p *play) changes(name string) { p.touch(name, p.Now.Add(time.Second)) }

// before gives it a time before all that happens.
func (p *play) before(name string) { p.touch(name, p.Now.Add(-time.Hour)) }

func (p *play) touch(name string, at time.Time) {
	p.t.Helper()
	if err := os.Chtimes(filepath.Join(p.Judge.Project, name), at, at); err != nil {
		p.t.Fatal(err)
	}
}

// repository returns a repository with a commit, which all plays begin with.
func repository(t *testing.T) string {
	t.Helper()
	dir, err := committed()
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

var committed = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "play")
	if err != nil {
		return "", err
	}
	for _, name := range []string{"sum.go", "sum_test.go"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte("package shop\n"), 0o600); err != nil {
			return "", err
		}
	}
	for _, args := range [][]string{{"init", "-q", "-b", "main"}, {"add", "."}, {"commit", "-q", "-m", "sums"}} {
		cmd := exec.Command("git", append([]string{"-c", "user.name=u", "-c", "user.email=u@example.org"}, args...)...)
		cmd.Dir, cmd.Env = dir, append(os.Environ(), "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CONFIG_NOSYSTEM=1", "GIT_TEMPLATE_DIR=")
		if out, err := cmd.CombinedOutput(); err != nil {
			return "", fmt.Errorf("git %s: %w\n%s", args, err, out)
		}
	}
	return dir, nil
})

func TestMain(m *testing.M) {
	code := m.Run()
	if dir, err := committed(); err == nil {
		os.RemoveAll(dir)
	}
	os.Exit(code)
}

// installs puts programs where they are looked for.
func (p *play) installs(programs ...string) {
	p.t.Helper()
	for _, name := range programs {
		if err := os.WriteFile(filepath.Join(p.Path, name), nil, 0o700); err != nil {
			p.t.Fatal(err)
		}
	}
}

// write writes a file of the project, as it was before all that happens.
func (p *play) write(name, text string) {
	p.t.Helper()
	file := filepath.Join(p.Judge.Project, name)
	if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o700), os.WriteFile(file, []byte(text), 0o600), os.Chtimes(file, p.Now, p.Now)); err != nil {
		p.t.Fatal(err)
	}
}

// at returns the journal of the next event, a minute after the one before.
func (p *play) at(call protocol.Call) *Journal {
	p.calls++
	p.Now = p.Now.Add(time.Minute)
	call.Session, call.Agent, call.ID = p.session, protocol.Named("claude"), "call"+strconv.Itoa(p.calls)
	j := p.At(&call, p.Now)
	j.repeats = &repeatIndex{places: &j.Judge.Places} // each event is a process of its own
	return j
}

// in goes on in another session, a day later.
func (p *play) in(session string) *play {
	p.session = session
	p.Now = p.Now.Add(24 * time.Hour)
	return p
}

// ran has a command end, and returns what its model is told.
func (p *play) ran(command string, exit int, output string) (told []string) {
	p.t.Helper()
	j := p.at(protocol.Call{Commands: []string{command}, Result: &protocol.Result{Exit: exit, Exited: true, Output: output}})
	d := j.DiagnoseHere()
	r := j.Run(&d)
	j.SawTree(r, d.Output.Script)
	j.NoteEnd(r, d.Output.Script)
	if !r.Outcome.Bad() {
		if !d.IsNoise() {
			j.RecordRun(r)
		}
		return nil
	}
	fixes, _ := j.RecordFailure(r, &d)
	for _, f := range fixes {
		told = append(told, strings.TrimSpace(f.Text.String()+" "+f.Command.String()))
	}
	return told
}

// edited has a file edited.
func (p *play) edited(file, before, after string) {
	j := p.at(protocol.Call{Paths: []string{file}, Edits: []protocol.Replacement{{Old: before, New: after}}})
	j.RecordEdit(j.Edit())
}

// stopped returns why a command is stopped that is about to run, or "".
func (p *play) stopped(command string) string {
	j := p.at(protocol.Call{Commands: []string{command}})
	known := j.RepeatedFailure(command, j.Judge.Script(redact.Clean(command)))
	if known == nil || !j.Stops(known, command) {
		return ""
	}
	return known.Why()
}

// begun begins the session, and returns what its model is told.
func (p *play) begun() string {
	p.t.Helper()
	b, err := p.at(protocol.Call{Source: "startup"}).BeginSession()
	if err != nil {
		p.t.Fatal(err)
	}
	return b.ForModel
}

// read looks into the database once all that waits is in it.
func (p *play) read(look func(*store.Tx) error) {
	p.t.Helper()
	if err := p.update(func(u *update) error {
		if err := u.drain(); err != nil {
			return err
		}
		return look(u.tx)
	}); err != nil {
		p.t.Fatal(err)
	}
}

// told reports whether some text holds all of others, in order.
func told(text string, parts ...string) bool {
	for _, part := range parts {
		_, rest, ok := strings.Cut(text, part)
		if !ok {
			return false
		}
		text = rest
	}
	return true
}

// callOf returns a call in which a model says something where it stops.
func callOf(said string) protocol.Call {
	return protocol.Call{Event: protocol.Stop, Said: said, Result: &protocol.Result{}}
}

// prompted has the user submit a prompt.
func (p *play) prompted(words string) Prompt {
	return p.at(protocol.Call{Event: protocol.Prompt, Prompt: words, Attended: protocol.AttendedYes}).Prompt()
}

// rested has the model stop, and returns what is said then.
func (p *play) rested(said string) Rest {
	p.t.Helper()
	r, err := p.at(callOf(said)).RestSession()
	if err != nil {
		p.t.Fatal(err)
	}
	return r
}
