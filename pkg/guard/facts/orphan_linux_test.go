package facts_test

import (
	"bufio"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/ctxhook/ctxhook/pkg/guard/facts"
)

// askerEnv names the repository about which a process of this test asks.
const askerEnv = "FACTS_TEST_ASKER"

// TestGitEndsWithItsHook kills a process while git works for it.
func TestGitEndsWithItsHook(t *testing.T) {
	if repo := os.Getenv(askerEnv); repo != "" {
		facts.New(facts.Options{Cwd: repo, Wall: time.Minute}).Tree(repo)
		return
	}
	repo := newRepo(t)
	leaveToGit(t, repo)
	pids := filepath.Join(realDir(t), "pids")
	if err := syscall.Mkfifo(pids, 0o600); err != nil {
		t.Fatal(err)
	}
	wrapGit(t, "echo $$ > '"+pids+"'; exec sleep 60")
	asker := exec.Command(os.Args[0], "-test.run=^TestGitEndsWithItsHook$")
	asker.Env = append(os.Environ(), askerEnv+"="+repo)
	if err := asker.Start(); err != nil {
		t.Fatal(err)
	}
	// It waits for git, which is alive and says so.
	f, err := os.Open(pids)
	if err != nil {
		t.Fatal(err)
	}
	line, err := bufio.NewReader(f).ReadString('\n')
	f.Close()
	git, err2 := strconv.Atoi(strings.TrimSpace(line))
	if err := errors.Join(err, err2); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Kill(git, 0); err != nil {
		t.Fatalf("git is not there: %v", err)
	}
	if err := asker.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	asker.Wait()
	for range 40 {
		if state(git) == "" {
			return
		}
		time.Sleep(50 * time.Millisecond)
	}
	t.Errorf("git goes on after its hook was killed: process %d is %q", git, state(git))
	syscall.Kill(git, syscall.SIGKILL)
}

// state returns how a process runs, "" if it does not, or waits to be buried.
func state(pid int) string {
	data, err := os.ReadFile(filepath.Join("/proc", strconv.Itoa(pid), "stat"))
	_, rest, _ := strings.Cut(string(data), ") ")
	if err != nil || strings.HasPrefix(rest, "Z") {
		return ""
	}
	return rest[:1]
}
