package lang

import (
	"strings"
	"testing"
	"time"

	"github.com/ctxhook/ctxhook/pkg/rule"
)

// FuzzRead states the law of the package: whatever the text, reading it in
// whatever language returns, with a bounded number of steps that lie in it.
func FuzzRead(f *testing.F) {
	for _, s := range seeds {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, lang := range rule.Languages {
			checkLaws(t, lang, text)
		}
	})
}

var seeds = []string{
	`import shutil as s; s.rmtree(f"{p}/x" + "y".join(["a", b]))`,
	"const {rmSync: r} = require('fs'); [1,2].map(x => r(`a${x}b${`c`}`, {recursive: true}))",
	"%w[a b].each { |d| FileUtils.rm_rf d }; x = <<~E\n#{`ls`}\nE\n",
	`open(F, ">x$y{z}") or die; s{a}{system("b")}e; qx(ls); foreach my $f (<*.c>) { unlink $f }`,
	"<?php foreach (glob('*') as $f) unlink(\"{$f}\"); ?> text <?= `ls` ?>",
	`{ print > "f"; "ls" | getline x; system("rm " $1 x) }`,
	"1,/x/s/.*/ls/e;w f\n$!{e id\n}",
	"BEGIN; DELETE FROM t WHERE 1=1; ROLLBACK; DO $$ x $$; \\! ls\n",
	`call system("a" . expand('~')) | w !sh | exe "x"`,
	`iex "$(iwr http://x)"; gci | ri -rec; [IO.File]::Delete('x'); @'` + "\nq\n'@",
	`for %%i in (*) do del /s "%%i" & rd /s/q %TEMP%^&`,
	`do shell script "ls " & quoted form of x with administrator privileges`,
	"${${${${${", `"#{"#{"#{"#{"`, "((((((((((", "{[({[({[(", "f'{f\"{x}\"}'", "a=b=c=d=", "x if y else z if w else",
}

func checkLaws(t *testing.T, lang, text string) {
	t.Helper()
	steps := Read(lang, text)
	if len(steps) > MaxSteps+1 {
		t.Fatalf("%s: %d steps", lang, len(steps))
	}
	for _, s := range steps {
		if s.From < 0 || s.From > s.To || s.To > len(text) {
			t.Fatalf("%s: span [%d, %d) of %d bytes: %s", lang, s.From, s.To, len(text), show(s))
		}
		args := append([]Arg{{Text: s.Text, Holes: s.Holes}}, s.Argv...)
		for _, a := range args {
			at := 0
			for _, h := range a.Holes {
				if h.At < at || h.At > len(a.Text) {
					t.Fatalf("%s: hole at %d of %q", lang, h.At, a.Text)
				}
				at = h.At
			}
		}
	}
}

// TestReadEndsSoon repeats what could make a reader look back or ahead over and
// over. The limit is far above what a linear reading takes, and far below what
// an exponential one would.
func TestReadEndsSoon(t *testing.T) {
	parts := []string{
		"(", "[", "{", "<", "${", "#{", "`${", `"#{`, "f'{", "'", `"`, "`", "/", "\\", "a(", "a.b(", "a[", "x=>", "for x in ", "%w[", "q{", "s/", "<<A\n",
		"/*", "--", "$a$", "'a'+", "a+=a;", "a=a+a;", `a="xx";`, "x=[x,x];", "if x else ", "a?b:", "BEGIN;", "db.", ";", "|", "@'", "{a:", "$(", "\\x{", "%a",
		"import a,", "from a import b,", "function(a,", "lambda x:", "(a)=>", "as x ", "unlink ", "system ", "r(r(", "os.system('x');", "e x\n", "do ", "def f(", "=>", "1e", "||",
	}
	for _, lang := range rule.Languages {
		for _, p := range parts {
			start := time.Now()
			checkLaws(t, lang, strings.Repeat(p, (8<<10)/len(p)))
			if d := time.Since(start); d > 2*time.Second {
				t.Errorf("%s: %q repeated takes %v", lang, p, d)
			}
		}
	}
}
