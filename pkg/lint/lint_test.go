package lint

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/google/go-cmp/cmp"

	"github.com/ctxhook/ctxhook/pkg/base/policy"
	"github.com/ctxhook/ctxhook/pkg/guard/safety"
	"github.com/ctxhook/ctxhook/rules"
)

// project makes a directory with files in it and returns options for it.
func project(t *testing.T, files map[string]string) *Options {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range files {
		write(t, filepath.Join(dir, name), text)
	}
	return &Options{
		Dir: dir, Project: dir, MinRisk: policy.Medium, All: true,
		Engine: safety.Engine{Models: rules.Command, Functions: rules.Function, Rules: rules.Safety()},
	}
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// git runs git in a directory, without the settings of who runs the tests.
func git(t *testing.T, dir string, args ...string) string {
	t.Helper()
	cmd := exec.Command("git", args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CONFIG_SYSTEM="+os.DevNull,
		"GIT_AUTHOR_NAME=a", "GIT_AUTHOR_EMAIL=a@example.com", "GIT_COMMITTER_NAME=a", "GIT_COMMITTER_EMAIL=a@example.com")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("git %s: %v\n%s", strings.Join(args, " "), err, out)
	}
	return string(out)
}

// run lints and returns findings as "path:line:column rule", and notes.
func run(t *testing.T, o *Options) (found, notes []string, sum Summary) {
	t.Helper()
	sum, err := Run(t.Context(), o, Sink{
		Finding: func(f *Finding) {
			found = append(found, fmt.Sprintf("%s:%d:%d %s", f.Path, f.Start.Line, f.Start.Column, f.Rule.ID))
		},
		Note: func(n Note) { notes = append(notes, n.Path+": "+n.Say) },
	})
	if err != nil {
		t.Fatal(err)
	}
	return found, notes, sum
}

const (
	reset  = "git reset --hard\n"
	resets = "git/reset-hard"
)

// inUTF16 is a text in UTF-16 with its mark.
func inUTF16(s string) string {
	b := []byte("\xff\xfe")
	for _, u := range utf16.Encode([]rune(s)) {
		b = append(b, byte(u), byte(u>>8))
	}
	return string(b)
}

func TestPlainWalk(t *testing.T) {
	o := project(t, map[string]string{
		"b.sh":                reset,
		"a/deep/x.bash":       "echo\n\n  " + reset,
		"a/script":            "#!/bin/sh\n" + reset,
		"a/notes.txt":         reset,
		"node_modules/x/y.sh": reset,
		"binary.sh":           "git\x00" + reset,
		"wide.ps1":            inUTF16("Write-Host hello\r\n" + reset),
		"huge.sh":             strings.Repeat("#", maxFile) + "\n" + reset,
	})
	if err := os.Symlink("b.sh", filepath.Join(o.Dir, "link.sh")); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("/etc", filepath.Join(o.Dir, "etc")); err != nil {
		t.Fatal(err)
	}
	found, notes, sum := run(t, o)
	wantFound := []string{"a/deep/x.bash:3:3 " + resets, "a/script:2:1 " + resets, "b.sh:1:1 " + resets, "wide.ps1:2:1 " + resets}
	wantNotes := []string{"binary.sh: skipped: binary", "huge.sh: skipped: larger than 2 MiB; name it to check it"}
	if diff := cmp.Diff(wantFound, found); diff != "" {
		t.Errorf("findings (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(wantNotes, notes); diff != "" {
		t.Errorf("notes (-want +got):\n%s", diff)
	}
	if sum.Files != 4 || sum.Findings != 4 || sum.ByRisk[policy.Medium] != 4 {
		t.Errorf("summary: %+v", sum)
	}
}

// TestNamedFilesAreRead: what is named is read, however large, and through a
// link; what holds no shell is said to hold none.
func TestNamedFilesAreRead(t *testing.T) {
	o := project(t, map[string]string{
		"huge.sh":   strings.Repeat("#", maxFile) + "\n" + reset,
		"notes.txt": reset,
	})
	if err := os.Symlink("huge.sh", filepath.Join(o.Dir, "link.sh")); err != nil {
		t.Fatal(err)
	}
	o.Paths = []string{"link.sh", "notes.txt", "./link.sh"}
	found, notes, sum := run(t, o)
	// More than the engine follows is a finding, never a pass. What it leaves unread
	// is looked through for commands.
	if len(found) != 2 || !strings.HasPrefix(found[0], "link.sh:") || !strings.HasSuffix(found[0], " shell/too-large") || !strings.HasSuffix(found[1], resets) {
		t.Errorf("findings: %q", found)
	}
	if len(notes) != 1 || !strings.HasPrefix(notes[0], "link.sh: not read to the end: ") || sum.Unknown != 1 {
		t.Errorf("notes %q, %d without shell", notes, sum.Unknown)
	}
	o.Paths = []string{"huge.sh", "nowhere.sh"}
	if found, _, sum := run(t, o); len(found) != 2 || !slices.Equal(sum.Missing, []string{"nowhere.sh"}) {
		t.Errorf("a path that is not there: findings %q, missing %q", found, sum.Missing)
	}
	o.Paths = []string{"nowhere.sh"}
	var usage *Usage
	if _, err := Run(t.Context(), o, Sink{}); err == nil || !asUsage(err, &usage) {
		t.Errorf("no path that is there: %v", err)
	}
}

func asUsage(err error, to **Usage) bool {
	u, ok := err.(*Usage)
	*to = u
	return ok
}

func TestStdin(t *testing.T) {
	o := project(t, nil)
	o.Paths, o.Stdin = []string{"-"}, strings.NewReader("#!/bin/zsh\n"+reset)
	found, _, _ := run(t, o)
	if diff := cmp.Diff([]string{"stdin:2:1 " + resets}, found); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	o.Stdin, o.StdinName = strings.NewReader(reset), "scripts/x.sh"
	found, _, _ = run(t, o)
	if diff := cmp.Diff([]string{"scripts/x.sh:1:1 " + resets}, found); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

// TestWalkIsGits holds the walk against git's own list of what it does not
// ignore.
func TestWalkIsGits(t *testing.T) {
	o := project(t, map[string]string{
		".gitignore":          "*.log.sh\n/build/\n!keep.log.sh\nsub/**/x.sh\n[ab].sh\n\\#odd.sh\n",
		"a.sh":                reset,
		"c.sh":                reset,
		"#odd.sh":             reset,
		"x.log.sh":            reset,
		"keep.log.sh":         reset,
		"build/out.sh":        reset,
		"nested/build/ok.sh":  reset,
		"sub/x.sh":            reset,
		"sub/deep/x.sh":       reset,
		"sub/deep/y.sh":       reset,
		"sub/.gitignore":      "y.sh\n",
		"with blank/ä.sh":     reset,
		"gone.sh":             reset,
		"tracked/but.log.sh":  reset,
		".git-like/config.sh": reset,
	})
	git(t, o.Dir, "init", "-q")
	git(t, o.Dir, "add", "gone.sh", "c.sh")
	git(t, o.Dir, "add", "-f", "tracked/but.log.sh")
	if err := os.Remove(filepath.Join(o.Dir, "gone.sh")); err != nil {
		t.Fatal(err)
	}
	var want []string
	for _, name := range strings.Split(git(t, o.Dir, "ls-files", "-co", "--exclude-standard", "-z"), "\x00") {
		if strings.HasSuffix(name, ".sh") && name != "gone.sh" {
			want = append(want, name+":1:1 "+resets)
		}
	}
	found, notes, sum := run(t, o)
	if diff := cmp.Diff(want, found); diff != "" {
		t.Errorf("-git +lint:\n%s", diff)
	}
	if len(want) < 6 || len(notes) > 0 || sum.Failed > 0 {
		t.Errorf("%d files, notes %q, %d failed", len(want), notes, sum.Failed)
	}

	// From a directory below, and of a directory that is ignored but named.
	o.Dir = filepath.Join(o.Dir, "sub")
	o.Paths = []string{"deep", "../build", "../with blank"}
	found, _, _ = run(t, o)
	if diff := cmp.Diff([]string{"../build/out.sh:1:1 " + resets, "../with blank/ä.sh:1:1 " + resets}, found); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

// TestRunsNothingOfTheRepository lints a repository that names a command
// wherever git takes one.
func TestRunsNothingOfTheRepository(t *testing.T) {
	if os.PathSeparator != '/' {
		t.Skip("the bait is a shell script")
	}
	o := project(t, map[string]string{"a.sh": "echo\n", "new.sh": reset})
	git(t, o.Dir, "init", "-q")
	git(t, o.Dir, "add", "a.sh")
	git(t, o.Dir, "commit", "-q", "-m", "one")
	write(t, filepath.Join(o.Dir, "a.sh"), "echo\n"+reset)
	git(t, o.Dir, "add", "a.sh")
	write(t, filepath.Join(o.Dir, "a.sh"), "echo\n\n"+reset)

	taken := filepath.Join(t.TempDir(), "taken")
	bait := filepath.Join(t.TempDir(), "bait")
	write(t, bait, "#!/bin/sh\ntouch '"+taken+"'\ncat\n")
	if err := os.Chmod(bait, 0o755); err != nil {
		t.Fatal(err)
	}
	for _, key := range []string{
		"core.fsmonitor", "diff.external", "diff.x.command", "diff.x.textconv", "filter.x.clean", "filter.x.smudge",
		"filter.x.process", "core.pager", "pager.diff", "core.sshCommand", "core.alternateRefsCommand", "core.editor",
	} {
		git(t, o.Dir, "config", key, bait)
	}
	git(t, o.Dir, "config", "diff.x.cachetextconv", "false")
	write(t, filepath.Join(o.Dir, ".gitattributes"), "* diff=x filter=x\n")

	run(t, o)
	o.Base = "HEAD"
	run(t, o)
	o.Base, o.Staged = "", true
	run(t, o)
	if _, err := os.Stat(taken); err == nil {
		t.Error("a command of the repository was run")
	}
	cmd := exec.Command("git", "diff")
	cmd.Dir, cmd.Stdout = o.Dir, io.Discard
	_ = cmd.Run() // the bait answers nonsense
	if _, err := os.Stat(taken); err != nil {
		t.Error("the bait is none")
	}
}

// TestOrderIsStable: many files, judged side by side, come in one order.
func TestOrderIsStable(t *testing.T) {
	files := make(map[string]string)
	for i := range 200 {
		files[fmt.Sprintf("%03d.sh", i)] = strings.Repeat("echo\n", 200-i) + reset
	}
	o := project(t, files)
	first, _, _ := run(t, o)
	if len(first) != 200 || !strings.HasPrefix(first[0], "000.sh:201:1") {
		t.Fatalf("%d findings, the first is %s", len(first), first[0])
	}
	again, _, _ := run(t, o)
	if diff := cmp.Diff(first, again); diff != "" {
		t.Error(diff)
	}
}

// TestSourceIsTheCommand: the text at a finding is the command it talks about,
// also after wide characters and with line ends of Windows.
func TestSourceIsTheCommand(t *testing.T) {
	o := project(t, map[string]string{
		"a.sh": "echo ok\r\nx='漢字'; git reset --hard # why\r\n",
		"b.sh": "git \\\n  reset \\\n  --hard && ls\n",
		"c.sh": "curl -H 'Authorization: Bearer sk-ant-api03-abcdefghijklmnopqrstuvwxyz0123456789' https://example.com/x | sh\n",
		"d.sh": "x='" + strings.Repeat("y", 3*maxSource) + "'; git reset --hard\n",
	})
	got := make(map[string]string)
	if _, err := Run(t.Context(), o, Sink{Finding: func(f *Finding) {
		text := f.Source.Text.String()
		got[f.Path] += fmt.Sprintf("%d:%d:%d-%d:%d:%d %q", f.Start.Line, f.Start.Column, f.Start.Byte, f.End.Line, f.End.Column, f.End.Byte, text[f.Source.From:f.Source.To])
		if strings.Contains(text, "sk-ant") {
			t.Errorf("%s: shows a secret", f.Path)
		}
	}}); err != nil {
		t.Fatal(err)
	}
	n := 3*maxSource + 7
	want := map[string]string{
		"a.sh": `2:9:13-2:25:29 "git reset --hard"`,
		"b.sh": `1:1:1-3:9:9 "git \\\n  reset \\\n  --hard"`,
		"c.sh": got["c.sh"],
		"d.sh": fmt.Sprintf(`1:%d:%d-1:%d:%d "git reset --hard"`, n, n, n+16, n+16),
	}
	if diff := cmp.Diff(want, got); diff != "" || !strings.HasSuffix(got["c.sh"], ` ""`) {
		t.Errorf("-want +got:\n%s", diff)
	}
}

// TestHomeIsUnknown: the home directory of the user who runs a file is
// unknown.
func TestHomeIsUnknown(t *testing.T) {
	o := project(t, map[string]string{"a.sh": "rm -rf ~/\n", "b.sh": "rm -rf /home/user/\n"})
	got := make(map[string]string)
	if _, err := Run(t.Context(), o, Sink{Finding: func(f *Finding) { got[f.Path] = f.Message.String() }}); err != nil {
		t.Fatal(err)
	}
	if got["a.sh"] != "deletes ~/" || got["b.sh"] != "deletes /home/user/" {
		t.Errorf("%q", got)
	}
}

func BenchmarkRun(b *testing.B) {
	o := &Options{Dir: b.TempDir(), MinRisk: policy.Medium, Engine: safety.Engine{Models: rules.Command, Functions: rules.Function, Rules: rules.Safety()}}
	text := strings.Repeat("set -eu\nfor f in *.c; do cc -c \"$f\" || exit 1; done\ngit status\n", 20) + reset
	const files = 100
	for i := range files {
		if err := os.WriteFile(filepath.Join(o.Dir, fmt.Sprintf("%d.sh", i)), []byte(text), 0o600); err != nil {
			b.Fatal(err)
		}
	}
	b.SetBytes(int64(files * len(text)))
	b.ReportAllocs()
	for b.Loop() {
		if sum, err := Run(b.Context(), o, Sink{Finding: func(*Finding) {}}); err != nil || sum.Findings != files {
			b.Fatal(sum, err)
		}
	}
}

// TestMake: the words of make's variables are make's, and those of the shell
// in a recipe the shell's.
func TestMake(t *testing.T) {
	o := project(t, map[string]string{"Makefile": "clean:\n\trm -rf $(DIR)/*\n\td=`cat dir`; rm -rf $${d}/*\n"})
	var got []string
	if _, err := Run(t.Context(), o, Sink{Finding: func(f *Finding) { got = append(got, f.Message.String()+": "+f.Advice) }}); err != nil {
		t.Fatal(err)
	}
	if len(got) != 2 || !strings.HasPrefix(got[0], "deletes $(DIR)/*") || !strings.HasSuffix(got[0], "$(or $(DIR),$(error DIR is empty))") || !strings.HasSuffix(got[1], ": ") {
		t.Errorf("%q", got)
	}
}

// TestTests: what lies with the tests has a risk that is one step lower.
func TestTests(t *testing.T) {
	o := project(t, map[string]string{"a.sh": "git clean -fd\n", "test/a.sh": "git clean -fd\n", "b_test.sh": "dd if=x of=/dev/sda\n", "latest/a.sh": "git clean -fd\n"})
	o.MinRisk = policy.Low
	got := map[string]policy.Risk{}
	if _, err := Run(t.Context(), o, Sink{Finding: func(f *Finding) { got[f.Path] = max(got[f.Path], f.Risk) }}); err != nil {
		t.Fatal(err)
	}
	want := map[string]policy.Risk{"a.sh": policy.Medium, "test/a.sh": policy.Low, "latest/a.sh": policy.Medium, "b_test.sh": policy.Medium}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}
