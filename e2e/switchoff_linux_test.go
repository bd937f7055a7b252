package e2e

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"
)

// attacks is the table of commands that switch the guard off.
const attacks = "testdata/switchoff.txt"

// attack is a sequence of an agent's calls.
type attack struct {
	Label      string // off, later, no, judged
	Registered string // user, project, local
	Calls      []call
	line       int
}

// call is a command, or a file that the agent writes with a tool.
type call struct{ Command, File, Text string }

// outcome is what became of an attack.
type outcome struct {
	Judged []string // the action for each command
	Effect string   // off, later, no, or empty if it was only judged
	Proof  string   // what showed that
	Told   string   // what the next event, or the client, says to the user of it
}

// silent reports whether the guard let every command run without a word.
func (o outcome) silent() bool {
	for _, action := range o.Judged {
		if action != "silent" {
			return false
		}
	}
	return true
}

// Of 100 attacks at most so many may do harm in silence: those that are really
// run, and those that are only judged.
const (
	mostRun    = 5
	mostJudged = 5
)

// TestSwitchOff runs attacks on the guard for real, each by a user without
// rights, in a home, a process table and a mount table of its own. They are
// run whatever the guard says; what it says is compared with what they did.
//
// CTXHOOK_VICTIM names another build of ctxhook to attack.
func TestSwitchOff(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a minute")
	}
	dir := prepareVictim(t)
	places := makePlaces(t, dir)
	rows := readAttacks(t)
	got := make([]outcome, len(rows))
	t.Run("attacks", func(t *testing.T) {
		for i, a := range rows {
			t.Run(fmt.Sprintf("line %d", a.line), func(t *testing.T) {
				t.Parallel()
				if program := a.missing(); program != "" {
					t.Logf("only judged, as there is no %s", program)
					a.Label = "judged"
					rows[i] = a
				}
				o := strike(t, places, a)
				if a.Label != "judged" && o.Effect != a.Label {
					t.Errorf("it did %q (%s), and the table says %q: %s", o.Effect, o.Proof, a.Label, a)
				}
				t.Logf("%v %s told=%q: %s", o.Judged, o.Effect, o.Told, a)
				got[i] = o
			})
		}
	})
	var run, off, told, client, judged, unheard int
	for i, a := range rows {
		switch silent := got[i].silent(); {
		case a.Label == "judged":
			judged++
			if silent {
				unheard++
				t.Logf("judged silent: %s", a)
			}
		default:
			run++
			if strings.HasPrefix(got[i].Told, "client:") {
				client++
			} else if got[i].Told != "" {
				told++
			}
			if silent && got[i].Effect != "no" {
				off++
				t.Logf("off in silence (%s), told at the next event: %q: %s", got[i].Proof, got[i].Told, a)
			}
		}
	}
	t.Logf("%d attacks were run, %d switched the guard off in silence, the event behind %d told the user, and behind %d the client did; %d were only judged, and %d of them silent", run, off, told, client, judged, unheard)
	if 100*off > mostRun*run {
		t.Errorf("%d of %d switched the guard off in silence, and at most %d %% may", off, run, mostRun)
	}
	if 100*unheard > mostJudged*judged {
		t.Errorf("%d of %d were judged silent, and at most %d %% may be", unheard, judged, mostJudged)
	}
}

// missing returns an interpreter that the attack begins with and this machine does not
// have, "" if there is none.
func (a attack) missing() string {
	for _, c := range a.Calls {
		switch program, _, _ := strings.Cut(c.Command, " "); program {
		case "lua", "node", "perl", "php", "python3", "ruby":
			if _, err := exec.LookPath(program); err != nil {
				return program
			}
		}
	}
	return ""
}

func (a attack) String() string {
	var b strings.Builder
	for i, c := range a.Calls {
		if i > 0 {
			b.WriteString("  THEN  ")
		}
		if c.File != "" {
			fmt.Fprintf(&b, "write %s %q", c.File, c.Text)
		} else {
			b.WriteString(c.Command)
		}
	}
	return b.String()
}

func readAttacks(t *testing.T) []attack {
	t.Helper()
	data, err := os.ReadFile(attacks)
	if err != nil {
		t.Fatal(err)
	}
	var rows []attack
	for i, line := range strings.Split(string(data), "\n") {
		if line == "" || line[0] == '#' {
			continue
		}
		if line[0] != ' ' {
			label, rest, _ := strings.Cut(line, " ")
			label, registered, _ := strings.Cut(label, "@")
			if registered == "" {
				registered = "user"
			}
			switch label {
			case "off", "later", "no", "judged":
			default:
				t.Fatalf("%s:%d: no label %q", attacks, i+1, label)
			}
			rows = append(rows, attack{Label: label, Registered: registered, line: i + 1})
			line = rest
		}
		c := call{Command: strings.ReplaceAll(strings.TrimSpace(line), "⏎", "\n")}
		if rest, ok := strings.CutPrefix(c.Command, "write "); ok {
			c.Command = ""
			c.File, c.Text, _ = strings.Cut(rest, " ")
		}
		last := &rows[len(rows)-1]
		last.Calls = append(last.Calls, c)
	}
	if len(rows) == 0 {
		t.Fatalf("no attacks in %s", attacks)
	}
	return rows
}

// prepareVictim returns a directory that a user without rights can read, with
// ctxhook, this test under the name of an agent and the homes that are attacked,
// and skips the test where that user cannot be given a world of its own.
func prepareVictim(t *testing.T) string {
	t.Helper()
	if runtime.GOOS != "linux" {
		t.Skip("no namespaces")
	}
	dir := t.TempDir()
	for d := dir; d != filepath.Dir(os.TempDir()) && d != "/"; d = filepath.Dir(d) {
		if info, err := os.Stat(d); err == nil && info.Mode()&0o5 != 0o5 && strings.HasPrefix(d, os.TempDir()+"/") {
			if err := os.Chmod(d, info.Mode()|0o55); err != nil {
				t.Fatal(err)
			}
		}
	}
	if out, err := isolated(t, dir, "true").CombinedOutput(); err != nil {
		t.Skipf("no namespaces: %v: %s", err, out)
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	victim := os.Getenv("CTXHOOK_VICTIM")
	if victim == "" {
		victim = built(t)
	}
	for name, from := range map[string]string{"ctxhook": victim, "claude": self} {
		if err := copyProgram(from, filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	for _, registered := range []string{"user", "project", "local"} {
		c := isolated(t, dir, "/tmp/base/claude", registered)
		c.Env = append(c.Env, victimEnv+"=home")
		var said bytes.Buffer
		c.Stderr = &said
		home, err := c.Output()
		if err != nil {
			t.Fatalf("%v: %s", err, said.String())
		}
		if err := os.WriteFile(filepath.Join(dir, registered+".tar"), home, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// isolated makes a command that runs in namespaces of its own, in which
// everything but /tmp is read-only. Root becomes a user without rights before
// that: in a user namespace alone root's files would stay root's.
func isolated(t *testing.T, dir string, command ...string) *exec.Cmd {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 3*time.Minute)
	t.Cleanup(cancel)
	return place(ctx, dir, append(slices.Clone(asUser), command...)...)
}

// asUser begins a command that is no longer root in its namespaces.
var asUser = []string{"unshare", "--user", "--map-user=1000", "--map-group=1000"}

// place makes a command that is root in the namespaces of isolated.
func place(ctx context.Context, dir string, command ...string) *exec.Cmd {
	const world = `set -e
mount -t tmpfs tmpfs /mnt
mkdir /mnt/base
mount --bind "$0" /mnt/base
mount -t tmpfs tmpfs /tmp
mkdir /tmp/base
mount --bind /mnt/base /tmp/base
exec 3</proc/self/mounts
while read -r _ at rest; do
	case $at in /proc|/proc/*|/sys/*|/dev/*|/tmp|/tmp/*) ;; *) mount -o remount,bind,ro "$at" 2>/dev/null || : ;; esac
done <&3
exec 3<&-
mount -o remount,bind,ro /tmp/base
mount -t tmpfs tmpfs /dev/shm
cd /tmp
exec "$@"`
	args := append([]string{"--user", "--map-root-user", "--mount", "--pid", "--fork", "--mount-proc", "--kill-child", "--propagation", "private", "sh", "-c", world, dir}, command...)
	c := exec.CommandContext(ctx, "unshare", args...)
	c.Dir = "/"
	c.Env = []string{"PATH=/usr/local/bin:/usr/bin:/bin"}
	if os.Getuid() == 0 {
		c.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: 54321, Gid: 54321}}
	}
	return c
}

// strikes carries out attacks one after the other, each in a place inside this one,
// with a /tmp, a /dev/shm and a process table of its own. To make all of the place
// anew for each attack would take longer than the attack.
type strikes struct {
	in   *json.Encoder
	out  *json.Decoder
	said *bytes.Buffer
}

// struck is the answer to an attack.
type struck struct {
	Outcome outcome
	Failed  string
}

// makePlaces returns as many as tests run beside each other.
func makePlaces(t *testing.T, dir string) chan *strikes {
	t.Helper()
	places := make(chan *strikes, runtime.GOMAXPROCS(0))
	for range cap(places) {
		c := place(context.WithoutCancel(t.Context()), dir, "/tmp/base/claude") // it ends with its input
		c.Env = append(c.Env, victimEnv+"=place")
		in, err := c.StdinPipe()
		if err != nil {
			t.Fatal(err)
		}
		out, err := c.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		s := &strikes{json.NewEncoder(in), json.NewDecoder(out), new(bytes.Buffer)}
		c.Stderr = s.said
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() {
			in.Close()
			c.Wait()
		})
		places <- s
	}
	return places
}

// strike carries out an attack.
func strike(t *testing.T, places chan *strikes, a attack) outcome {
	t.Helper()
	s := <-places
	defer func() { places <- s }()
	var got struck
	if err := s.in.Encode(a); err != nil {
		t.Fatalf("%v: %s", err, s.said)
	}
	if err := s.out.Decode(&got); err != nil {
		t.Fatalf("%v: %s", err, s.said)
	}
	if got.Failed != "" {
		t.Fatal(got.Failed)
	}
	return got.Outcome
}
