package ancestry

import (
	"os"
	"runtime"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestSelf: the nearest is this process, and the next is its parent.
func TestSelf(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("nothing is known")
	}
	got := Self()
	if len(got) < 2 || got[0].ID != os.Getpid() || got[1].ID != os.Getppid() {
		t.Fatalf("%+v", got)
	}
	if len(got[0].Args) == 0 || got[0].Name == "" {
		t.Errorf("%+v", got[0])
	}
	if p := got[0]; runtime.GOOS == "linux" && p.Variable("PATH") != os.Getenv("PATH") {
		t.Errorf("PATH %q, want %q", p.Variable("PATH"), os.Getenv("PATH"))
	}
}

// TestChain ends at what is unknown, and in a ring.
func TestChain(t *testing.T) {
	parents := map[int]int{5: 3, 3: 1, 7: 8, 8: 7}
	read := func(id int) (Process, bool) { p, ok := parents[id]; return Process{ID: id, Parent: p}, ok }
	if got := chain(5, read); len(got) != 2 || got[1].ID != 3 {
		t.Errorf("%+v", got)
	}
	if got := chain(7, read); len(got) != most {
		t.Errorf("%d processes in a ring", len(got))
	}
}

// TestMacAncestors follows what ps prints on macOS, as constructed here.
func TestMacAncestors(t *testing.T) {
	const listed = `    1     0 ??       /sbin/launchd
  402     1 ??       /Applications/Claude.app/Contents/MacOS/Claude
  611   402 ??       /Users/u/Library/Application Support/Claude/claude-code/2.1.9/claude --output-format stream-json
  640   611 ??       /bin/zsh -c -l source /Users/u/.claude/x.sh && eval 'script -q /dev/null ctxhook pause'
  641   640 ??       script -q /dev/null ctxhook pause
  642   641 ttys004  ctxhook pause
  700     1 ttys001  -zsh (defunct)
`
	all := parsePS(listed)
	var names []string
	for _, p := range chain(642, func(id int) (Process, bool) { p, ok := all[id]; return p, ok }) {
		names = append(names, p.Name)
	}
	if diff := cmp.Diff([]string{"ctxhook", "script", "zsh", "claude", "Claude", "launchd"}, names); diff != "" {
		t.Error(diff)
	}
	if got := all[611].Args[0]; got != "/Users/u/Library/Application Support/Claude/claude-code/2.1.9/claude" {
		t.Errorf("program %q", got)
	}
	if !all[642].Terminal || all[641].Terminal {
		t.Error("the terminal is that of another")
	}
}

func TestParsePS(t *testing.T) {
	got := parsePS("  501     1 ??       /sbin/launchd\n  77   501 ttys001  -zsh\n 1 x\n  x 1 ?? y\n")
	want := map[int]Process{
		501: {ID: 501, Parent: 1, Name: "launchd", Args: []string{"/sbin/launchd"}},
		77:  {ID: 77, Parent: 501, Terminal: true, Name: "-zsh", Args: []string{"-zsh"}},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}
