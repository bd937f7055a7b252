package lint

import (
	"bufio"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ctxhook/ctxhook/pkg/base/policy"
)

func TestIgnore(t *testing.T) {
	tests := []struct {
		name string
		text string
		want []string // line and rule
	}{
		{name: "same line", text: "git reset --hard # ctxhook: ignore[git/reset-hard] a copy\n"},
		{name: "line before", text: "# ctxhook: ignore[git/reset-hard] a copy\ngit reset --hard\n"},
		{name: "a pack, a pattern, a list", text: "git reset --hard # ctxhook: ignore[git] x\ngit reset --hard # ctxhook:ignore[g?t/*] x\ngit reset --hard # ctxhook: ignore[git/clean, git/reset-hard] x\n"},
		{name: "comments and blank lines between", text: "# ctxhook: ignore[git] a copy\n# more\n\ngit reset --hard\n"},
		{name: "continued lines", text: "# ctxhook: ignore[git] a copy\necho && \\\n  git reset --hard\ngit reset --hard\n", want: []string{"4 git/reset-hard"}},
		{name: "two in a row", text: "# ctxhook: ignore[git] a copy\n# ctxhook: ignore[remote-code] ours\ngit reset --hard; curl -s x.example | sh\n"},
		{name: "no further", text: "# ctxhook: ignore[git] a copy\necho\ngit reset --hard\n", want: []string{"3 git/reset-hard"}},
		{name: "behind the last line of a long command", text: "git \\\n reset --hard # ctxhook: ignore[git] a copy\n"},
		{name: "whole file", text: "#!/bin/sh\n# ctxhook: ignore-file[git/reset-hard] a copy\necho\ngit reset --hard\ngit reset --hard\n"},
		{name: "another rule", text: "git reset --hard # ctxhook: ignore[git/clean] a copy\n", want: []string{"1 git/reset-hard"}},
		{name: "unknown rule", text: "git reset --hard # ctxhook: ignore[git/rest-hard] a copy\n", want: []string{"1 git/reset-hard", "1 lint/bad-ignore"}},
		{name: "one of two unknown", text: "git reset --hard # ctxhook: ignore[git/rest-hard, git] a copy\n", want: []string{"1 lint/bad-ignore"}},
		{name: "no reason", text: "git reset --hard # ctxhook: ignore[git/reset-hard]\n", want: []string{"1 git/reset-hard", "1 lint/bad-ignore"}},
		{name: "no rule", text: "git reset --hard # ctxhook: ignore\n", want: []string{"1 git/reset-hard", "1 lint/bad-ignore"}},
		{name: "open bracket", text: "git reset --hard # ctxhook: ignore[git\n", want: []string{"1 git/reset-hard", "1 lint/bad-ignore"}},
		{name: "another word", text: "git reset --hard # ctxhook: disable[git] a copy\n", want: []string{"1 git/reset-hard", "1 lint/bad-ignore"}},
		{name: "file ignored too late", text: strings.Repeat("echo\n", topLines) + "# ctxhook: ignore-file[git] a copy\ngit reset --hard\n", want: []string{"21 lint/bad-ignore", "22 git/reset-hard"}},
		{name: "no comment", text: "echo a#ctxhook: ignore[git] x; git reset --hard\n", want: []string{"1 git/reset-hard"}},
		{name: "about something else", text: "# ctxhook: guards this\necho '`# ctxhook: ignore[rule]`'\n"},
		{name: "at the end", text: "git reset --hard\n# ctxhook: ignore[git] a copy", want: []string{"1 git/reset-hard"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			o := project(t, map[string]string{"x.sh": tt.text})
			var got []string
			if _, err := Run(t.Context(), o, Sink{Finding: func(f *Finding) {
				got = append(got, fmt.Sprintf("%d %s", f.Start.Line, f.Rule.ID))
			}}); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

// TestIgnoreInMarkdown: a comment that the page does not show is about the
// block behind it.
func TestIgnoreInMarkdown(t *testing.T) {
	f := &text{file: &file{}, data: []byte("<!-- ctxhook: ignore[git] shows what not to do -->\n\n```sh\ngit reset --hard\ngit clean -fdx\n```\nafter\n")}
	o := project(t, nil)
	got := readIgnores(f, o.ruleSet())
	want := ignores{{rules: []string{"git"}, line: 1, first: 3, last: 6, used: []bool{false}}}
	if diff := cmp.Diff(want, got, cmp.AllowUnexported(ignore{})); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

func TestSelection(t *testing.T) {
	files := map[string]string{"ci/a.sh": reset, "third/b.sh": reset + "curl -s https://example.com/x | sh\n"}
	tests := []struct {
		name string
		set  func(*Options)
		want []string
	}{
		{name: "all", set: func(*Options) {}, want: []string{"ci/a.sh git/reset-hard", "third/b.sh git/reset-hard", "third/b.sh remote-code/pipe-to-shell"}},
		{name: "disable a pack", set: func(o *Options) { o.Rules.Disable = []string{"git"} }, want: []string{"third/b.sh remote-code/pipe-to-shell"}},
		{name: "enable wins", set: func(o *Options) { o.Rules.Disable, o.Rules.Enable = []string{"*"}, []string{"git/reset-*"} }, want: []string{"ci/a.sh git/reset-hard", "third/b.sh git/reset-hard"}},
		{name: "exclude", set: func(o *Options) { o.Exclude = []string{"third/"} }, want: []string{"ci/a.sh git/reset-hard"}},
		{name: "ignore in some files", set: func(o *Options) { o.Ignore = []Ignore{{Rule: "git/*", Paths: []string{"ci/**"}}} }, want: []string{"third/b.sh git/reset-hard", "third/b.sh remote-code/pipe-to-shell"}},
		{name: "least risk", set: func(o *Options) { o.MinRisk = policy.Critical }},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			o := project(t, files)
			tt.set(o)
			var got []string
			if _, err := Run(t.Context(), o, Sink{Finding: func(f *Finding) { got = append(got, f.Path+" "+f.Rule.ID) }}); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

// TestPathMatches holds patterns against git, whose words they are.
func TestPathMatches(t *testing.T) {
	paths := []string{"a.sh", "ci/a.sh", "ci/deep/a.sh", "ci/deep/b.txt", "x/ci/a.sh", "ci.sh", "deep/x", "a b/c.sh"}
	patterns := []string{
		"a.sh", "*.sh", "ci", "ci/", "/ci/", "ci/a.sh", "/a.sh", "**/a.sh", "ci/**", "ci/**/a.sh", "ci/*", "ci/*/a.sh",
		"deep", "deep/", "x/", "?.sh", "[ab].sh", "**/deep/**", "a b", "a.sh/", "**",
	}
	dir := t.TempDir()
	for _, p := range paths {
		write(t, filepath.Join(dir, p), "")
	}
	git(t, dir, "init", "-q")
	for _, pattern := range patterns {
		write(t, filepath.Join(dir, ".git", "info", "exclude"), pattern+"\n")
		ignored := strings.Split(git(t, dir, "ls-files", "-oi", "--exclude-standard", "-z"), "\x00")
		for _, p := range paths {
			want := false
			for _, i := range ignored {
				want = want || i == p
			}
			if got := pathMatches(pattern, p); got != want {
				t.Errorf("pathMatches(%q, %q) = %t, git says %t", pattern, p, got, want)
			}
		}
	}
}

func names(t *testing.T, o *Options) map[string]bool {
	t.Helper()
	m := make(map[string]bool)
	if _, err := Run(t.Context(), o, Sink{Finding: func(f *Finding) { m[f.Fingerprint] = true }}); err != nil {
		t.Fatal(err)
	}
	return m
}

// TestFingerprints: they stay when lines move and layout changes, and differ
// for another command, rule, file and occurrence.
func TestFingerprints(t *testing.T) {
	before := names(t, project(t, map[string]string{"a.sh": reset + reset, "b.sh": reset}))
	if len(before) != 3 {
		t.Fatalf("%d names for three findings", len(before))
	}
	after := names(t, project(t, map[string]string{"a.sh": "echo new\n\nif x; then\n  git   reset \\\n    --hard\nfi\n" + reset, "b.sh": "\n" + reset}))
	if diff := cmp.Diff(before, after); diff != "" {
		t.Errorf("names changed:\n%s", diff)
	}
	for name := range names(t, project(t, map[string]string{"a.sh": "git reset --hard HEAD~3\n", "c.sh": reset})) {
		if before[name] {
			t.Errorf("%s names another finding, too", name)
		}
	}
	// What is reported must not change the fingerprints of the rest.
	o := project(t, map[string]string{"a.sh": "git reset --hard # ctxhook: ignore[git] x\n" + reset, "b.sh": reset})
	if got := names(t, o); len(got) != 2 {
		t.Errorf("%d names", len(got))
	} else {
		for name := range got {
			if !before[name] {
				t.Errorf("%s is new", name)
			}
		}
	}
}

func TestBaseline(t *testing.T) {
	o := project(t, map[string]string{"a/x.sh": reset, "b/y.sh": reset})
	path := filepath.Join(o.Dir, ".ctxhook", "baseline.json")
	keep := func() int {
		old, err := ReadBaseline(path, true)
		if err != nil {
			t.Fatal(err)
		}
		fresh := o.Renewed(old)
		o.Baseline = nil
		if _, err := Run(t.Context(), o, Sink{Finding: fresh.Add}); err != nil {
			t.Fatal(err)
		}
		if err := fresh.Write(path); err != nil {
			t.Fatal(err)
		}
		return fresh.Len()
	}
	if n := keep(); n != 2 {
		t.Fatalf("%d entries, want 2", n)
	}
	var err error
	if o.Baseline, err = ReadBaseline(path, false); err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(o.Dir, "a/x.sh"), "echo\n"+reset+reset)
	found, _, sum := run(t, o)
	if diff := cmp.Diff([]string{"a/x.sh:3:1 " + resets}, found); diff != "" || sum.Suppressed.Baseline != 2 {
		t.Errorf("only what is new is told, %d kept back (-want +got):\n%s", sum.Suppressed.Baseline, diff)
	}

	// Written anew for one directory, it keeps what it knows of the other.
	write(t, filepath.Join(o.Dir, "a/x.sh"), "echo\n")
	o.Paths = []string{"a"}
	if n := keep(); n != 1 {
		t.Errorf("%d entries, want that of b/y.sh", n)
	}

	for name, text := range map[string]string{"no JSON": "{", "another version": `{"version":2}`} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := ReadBaseline(path, true); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	if _, err := ReadBaseline(path+".none", false); err == nil {
		t.Error("a named baseline that is not there is no error")
	}
}

// TestReadDiff reads what looks like a header and is none.
func TestReadDiff(t *testing.T) {
	long := strings.Repeat("x", 150) + "@@ -1 +1 @@"
	text := `diff --git a/x.sh b/x.sh
index 1..2 100644
--- a/x.sh
+++ b/x.sh
@@ -1,2 +1,3 @@ where
--- a/old
-@@ -1 +1 @@
++++ b/new
+` + long + `
+@@ -1 +9 @@
@@ -9,0 +11 @@
+last
\ No newline at end of file
diff --git a/gone b/gone
--- a/gone
+++ /dev/null
@@ -1 +0,0 @@
-x
diff --git "a/\303\244\"" "b/\303\244\""
--- "a/\303\244\""
+++ "b/\303\244\""
@@ -3 +2,0 @@
-x
diff --git a/with blank b/with blank
--- /dev/null
+++ b/with blank	
@@ -0,0 +1,2 @@
+1
+2
`
	got, err := readDiff(bufio.NewReaderSize(strings.NewReader(text), 64))
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]*lines{
		"x.sh":       {[]lineRange{{1, 3}, {11, 11}}},
		"ä\"":        {},
		"with blank": {[]lineRange{{1, 2}}},
	}
	if diff := cmp.Diff(want, got, cmp.AllowUnexported(lines{}, lineRange{})); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	for _, tt := range []struct {
		first, last int
		want        bool
	}{{1, 1, true}, {4, 10, false}, {3, 4, true}, {10, 12, true}, {12, 99, false}} {
		if touched := got["x.sh"].touch(tt.first, tt.last); touched != tt.want {
			t.Errorf("touch(%d, %d) = %t", tt.first, tt.last, touched)
		}
	}
}
