package follow

import (
	"strings"
	"testing"
	"time"

	"github.com/ctxhook/ctxhook/pkg/guard/lang"
	"github.com/ctxhook/ctxhook/pkg/guard/lang/langtest"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/rules"
)

// FuzzReadCode states the law of embedded code: whatever the text, reading it
// in whatever language returns, with a bounded number of steps that lie in it.
func FuzzReadCode(f *testing.F) {
	for _, s := range seeds {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, language := range rule.TextKinds() {
			langtest.Check(t, readDeep(language, text), text)
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
	"def h(b):\n    os.system(b)\nprint(f\"{h(b'x')} {h(f'{h(1)}')}\")\n", "const h = c => exec(c); `${h('x')} ${`${h(1)}`}`", "${${${${${", `"#{"#{"#{"#{"`, "((((((((((", "{[({[({[(", "f'{f\"{x}\"}'", "a=b=c=d=", "x if y else z if w else",
}

// readDeep reads a program text, of which one that is nested too deeply is unread.
func readDeep(language, text string) (steps []lang.Step) {
	defer func() {
		if v := recover(); v != nil && v != lang.ErrDeep {
			panic(v)
		}
	}()
	return readLanguage(language, text, rules.Function)
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
	for _, language := range rule.TextKinds() {
		for _, p := range parts {
			start := time.Now()
			text := strings.Repeat(p, (8<<10)/len(p))
			langtest.Check(t, readDeep(language, text), text)
			if d := time.Since(start); d > 2*time.Second {
				t.Errorf("%s: %q repeated takes %v", language, p, d)
			}
		}
	}
}

// TestCodeSpans expects the span of a step to be the call it was read from.
func TestCodeSpans(t *testing.T) {
	tests := []struct{ lang, text, want string }{
		{"python", `x = 1; shutil.rmtree("a" + b); y`, `shutil.rmtree("a" + b)`},
		{"python", `__import__("os").system("id")`, `os").system("id")`},
		{"javascript", "const a = 1\nrequire('fs').rmSync('x')\n", `rmSync('x')`},
		{"ruby", "puts 1\nFileUtils.rm_rf 'x' if y", `FileUtils.rm_rf 'x'`},
		{"sql", "SELECT 1; DROP TABLE t; SELECT 2", "DROP TABLE t"},
		{"powershell", "cd x; Remove-Item y -Recurse; ls", "Remove-Item y -Recurse"},
		{"cmd", "cd x & rd /s y & dir", "rd /s y"},
	}
	for _, tt := range tests {
		t.Run(tt.lang, func(t *testing.T) {
			steps := readLanguage(tt.lang, tt.text, rules.Function)
			if len(steps) != 1 {
				t.Fatalf("%d steps in %q", len(steps), tt.text)
			}
			if got := tt.text[steps[0].From:steps[0].To]; !strings.HasSuffix(got, strings.TrimPrefix(tt.want, "os\")")) {
				t.Errorf("span is %q, want %q", got, tt.want)
			}
		})
	}
}
