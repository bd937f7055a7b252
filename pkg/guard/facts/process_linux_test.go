package facts_test

import (
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"github.com/ctxhook/ctxhook/pkg/guard/facts"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
)

func TestProcesses(t *testing.T) {
	dir := t.TempDir()
	name := "r" + strconv.Itoa(os.Getpid()) + "sleeper"
	sleep, err := exec.LookPath("sleep")
	if err != nil {
		t.Skip(err)
	}
	b, err := os.ReadFile(sleep)
	if err != nil {
		t.Fatal(err)
	}
	program := filepath.Join(dir, name)
	if err := os.WriteFile(program, b, 0o755); err != nil {
		t.Fatal(err)
	}
	c := exec.Command(program, "60")
	c.Dir = "/"
	if err := c.Start(); err != nil {
		t.Skip(err)
	}
	t.Cleanup(func() { c.Process.Kill(); c.Wait() })
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Skip(err)
	}
	defer listener.Close()
	parent := strconv.Itoa(os.Getppid())
	comm, err := os.ReadFile("/proc/" + parent + "/comm")
	if err != nil {
		t.Skip(err)
	}

	for _, tt := range []struct {
		name  string
		query rule.ProcessQuery
		want  string
	}{
		{"nothing", rule.ProcessQuery{Name: "no-such-program"}, rule.ProcessProject},
		{"of the project", rule.ProcessQuery{Name: name, Project: dir}, rule.ProcessProject},
		{"of another directory", rule.ProcessQuery{Name: name, Project: "/no/such"}, rule.ProcessOutside},
		{"in the command line", rule.ProcessQuery{Name: name + " [0-9]+$", Regex: true, Full: true}, rule.ProcessOutside},
		{"part of a name", rule.ProcessQuery{Name: name[:4], Regex: true}, rule.ProcessOutside},
		{"not the whole name", rule.ProcessQuery{Name: name[:4], Regex: true, Exact: true}, rule.ProcessProject},
		{"by its number", rule.ProcessQuery{Pid: strconv.Itoa(c.Process.Pid), Project: dir}, rule.ProcessProject},
		{"above this one", rule.ProcessQuery{Pid: parent}, rule.ProcessAncestor},
		{"above this one, by name", rule.ProcessQuery{Name: string(comm[:len(comm)-1])}, rule.ProcessAncestor},
		{"on no port", rule.ProcessQuery{Port: "1"}, rule.ProcessProject},
	} {
		t.Run(tt.name, func(t *testing.T) {
			state := facts.New(facts.Options{Wall: time.Minute}).Processes(tt.query)
			if !state.Is(tt.want) {
				t.Errorf("%+v: %+v, want %s", tt.query, state, tt.want)
			}
		})
	}
	if state := facts.New(facts.Options{}).Processes(rule.ProcessQuery{Name: "(", Regex: true}); state.Known {
		t.Errorf("an expression that cannot be read finds %+v", state)
	}
}
