package shell

import (
	"slices"
	"strings"
	"testing"
)

func TestAnsiC(t *testing.T) {
	for text, want := range map[string]string{
		`plain`: "plain", `a\nb\tc\r`: "a\nb\tc\r", `\a\b\e\E\f\v`: "\a\b\x1b\x1b\f\v", `\\ \' \" \?`: `\ ' " ?`,
		`\x72m`: "rm", `\x7`: "\x07", `\162\155`: "rm", `\0`: "\x00", `\u0072\u6d`: "rm", `\U0001F600`: "😀", `\u00e9`: "é",
		`\x`: "", `\q`: `\q`, `\cC`: "\x03", `end\`: `end\`, `\1234`: "S4", `\x414`: "A4",
	} {
		if got := AnsiC(text); got != want {
			t.Errorf("$'%s' is %q, want %q", text, got, want)
		}
	}
}

func TestDblUnescape(t *testing.T) {
	for text, want := range map[string]string{
		`a`: "a", `\$X`: "$X", `\"`: `"`, "\\`": "`", `\\`: `\`, `\n`: `\n`, "a\\\nb": "ab", `\`: `\`,
	} {
		if got := DblUnescape(text); got != want {
			t.Errorf("%q is %q, want %q", text, got, want)
		}
	}
}

func TestQuote(t *testing.T) {
	for text, want := range map[string]string{
		"a-b/c.d:e=f@g%h+i,j": "a-b/c.d:e=f@g%h+i,j", "": "''", "a b": "'a b'", "it's": `'it'\''s'`, "~": "'~'", "a~": "a~",
		"$X": "'$X'", "*": "'*'", "é": "'é'", "A_Z09": "A_Z09",
	} {
		if got := Quote(text); got != want {
			t.Errorf("%q is written %s, want %s", text, got, want)
		}
	}
}

// TestQuoted: strings of a program that may be commands with arguments.
func TestQuoted(t *testing.T) {
	for _, tt := range []struct {
		program string
		want    []string
	}{
		{`run("rm -rf x")`, []string{"rm -rf x"}},
		{`run('rm x'); run("ls")`, []string{"rm x"}},
		{`x = "a\tb c"`, []string{"a\tb c"}},
		{`"say \"rm x\" now"`, []string{`say "rm x" now`}},
		{"`rm\nx y`", []string{"rm\nx y"}},
		{`"""rm x` + "\n" + `rm y"""`, []string{"rm x\nrm y"}},
		{"'''a b'''", []string{"a b"}},
		{`'''a b`, nil},
		{`it's "rm x"`, []string{"rm x"}},
		{"\"not closed\n rm x\"", nil},
		{strings.Repeat(`"a b",`, 20), slices.Repeat([]string{"a b"}, 8)},
	} {
		if got := Quoted(tt.program); !slices.Equal(got, tt.want) {
			t.Errorf("%s: %q, want %q", tt.program, got, tt.want)
		}
	}
}

func TestAlikeIn(t *testing.T) {
	for text, want := range map[string]string{
		"https://githuЬ.com/x":          "the host githuЬ.com looks like github.com",
		"git@gіthub.com:me/app":         "the host gіthub.com looks like github.com",
		"https://me:pw@gitһub.com:443/": "the host gitһub.com looks like github.com",
		"gítlab.com/x":                  "the host gítlab.com looks like gitlab.com",
		"https://www.gooɡle.com":        "the host www.gooɡle.com looks like www.google.com",
		"https://example。com/":          "the host example。com looks like example.com",
		"https://ｇithub.com":            "the host ｇithub.com looks like github.com",
		"https://𝐠ithub.com":            "the host 𝐠ithub.com looks like github.com",
		"https://𝐆ithub.com":            "the host 𝐆ithub.com looks like Github.com",
		"https://рaypal.org":            "the host рaypal.org looks like paypal.org",
		"https://аррӏе.com":             "the host аррӏе.com looks like apple.com",
		"pip-requеsts":                  "requеsts looks like requests",
		"https://пример.рф":             "",
		"https://пример.com":            "",
		"https://müller.de":             "",
		"https://github.com/é":          "",
		"привет":                        "",
		"naïve.txt":                     "",
		"αβγ.go":                        "",
		"-x.é":                          "",
		"a":                             "",
		"":                              "",
	} {
		if got := AlikeIn(text); got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}

func TestHoldsUnseen(t *testing.T) {
	for text, want := range map[string]bool{
		"rm\u200b x": true, "a\u2060b": true, "\u202ea": false, "x\u00adb": true, "a\ufeff": true, "\ufeffa": true, "a\U000e0041": true, "x\u3164y": true,
		"👩\u200d💻": false, "می\u200cخواهم": false, "plain": false, "é": false, "": false,
	} {
		if got := HoldsUnseen(text); got != want {
			t.Errorf("%+q: %t, want %t", text, got, want)
		}
	}
}

func TestReachOf(t *testing.T) {
	for source, want := range map[string]Reach{
		"make clean": ReachesInside, "rm -rf build/x": ReachesInside, "cat a/b c": ReachesInside, "x=a/b": ReachesInside,
		"cat /etc/passwd": ReachesOutside, "cp a ~/x/y": ReachesOutside, `ls "/usr/lib"`: ReachesOutside, "ls x:/a/b": ReachesOutside,
		"rm -rf /": ReachesWhole, "ls /etc": ReachesWhole, "tar c ~": ReachesWhole, "ls ~/": ReachesWhole, "ls $HOME/a/b": ReachesWhole,
		"cat /etc/passwd /usr": ReachesWhole,
	} {
		if got := ReachOf(source); got != want {
			t.Errorf("%s reaches %d, want %d", source, got, want)
		}
	}
}

func TestProgramName(t *testing.T) {
	for name, want := range map[string]string{
		"/usr/bin/rm": "rm", `C:\Windows\System32\CMD.EXE`: "cmd", "prisma@latest": "prisma", "@scope": "@scope", "rm.exe": "rm", "x.sh": "x.sh",
		"Git.Cmd": "git", ".exe": ".exe", "bin/": "bin/", "a/b@1": "b",
	} {
		if got := ProgramName(name); got != want {
			t.Errorf("%s is %s, want %s", name, got, want)
		}
	}
	for file, want := range map[string]bool{
		"/usr/bin/rm": true, "/bin/sh": true, "/usr/local/sbin/x": true, "/opt/homebrew/bin/git": true, "/usr/bin/x/y": false, "bin/rm": false, "/tmp/rm": false, "": false,
	} {
		if got := InstalledProgram(file); got != want {
			t.Errorf("%s is installed: %t, want %t", file, got, want)
		}
	}
}

// TestWords: what is made of words whose parts are not all known.
func TestWords(t *testing.T) {
	word := func(parts ...string) (w Word) { // "$x" is not known, "*x" a glob
		for _, p := range parts {
			switch {
			case p[0] == '$':
				w.Add(Part{Kind: Unknown, Text: p})
			case p[0] == '*':
				w.Add(Part{Kind: Glob, Text: p})
			default:
				w.Add(Part{Text: p})
			}
		}
		return w
	}
	show := func(words ...Word) string {
		var all []string
		for _, w := range words {
			var parts []string
			for _, p := range w.Parts {
				parts = append(parts, p.Text)
			}
			all = append(all, strings.Join(parts, "|"))
		}
		return strings.Join(all, " ; ")
	}
	for _, tt := range []struct{ name, got, want string }{
		{"cut in the first part", show(word("abc", "$x").Cut(2)), "c|$x"},
		{"cut all of it", show(word("abc", "$x").Cut(3)), "$x"},
		{"cut no more than literals", show(word("ab", "$x", "c").Cut(9)), "$x|c"},
		{"joined", show(JoinWords([]Word{word("a", "$x"), word("b")}, ",")), "a|$x|,b"},
		{"joined nothing", show(JoinWords(nil, ",")), ""},
		{"joined and ended", show(JoinEnded([]Word{word("a"), word("b")}, " ", "\n")), "a b\n"},
		{"ended nothing", show(JoinEnded(nil, " ", "\n")), "\n"},
		{"behind", show(word("a").Behind(word("$x"))), "a|$x"},
		{"replaced in a literal", show(word("a{}b{}").Replaced("{}", word("x"))), "axbx"},
		{"replaced by what is not known", show(word("a{}b{}c").Replaced("{}", word("$x", "y"))), "a|$x|yb|$x|yc"},
		{"not in what is not known", show(word("$({})", "{}").Replaced("{}", word("x"))), "$({})|x"},
		{"lines", show(word("a\nb", "$x", "c\nd\n").Lines()...), "a ; b|$x|c ; d"},
		{"split", show(word("a b", "$x", "c d").Split(" ")...), "a ; b|$x|c ; d"},
		{"split at blanks around", show(word("  a  ").Split(" ")...), "a"},
		{"split nothing", show(word("  ").Split(" ")...), ""},
		{"globbed", show(word("a*b[c]?", "$x").Globbed()), "a|*|b|[c]|?|$x"},
		{"prefix", word("ab", "$x", "c").Prefix(), "ab"},
		{"no prefix", word("$x", "c").Prefix(), ""},
		{"head", word("ab", "$x").Head(), "ab"},
	} {
		if tt.got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, tt.got, tt.want)
		}
	}
}

func TestDirs(t *testing.T) {
	in := func(base string) Dir { return Dir{Path: LitWord(base)} }
	for _, tt := range []struct {
		dir  Dir
		word Word
		want string
	}{
		{in("a"), LitWord("b"), "a/b"},
		{in("a"), LitWord("/b"), "/b"},
		{Dir{}, LitWord("b"), "b"},
		{in("a"), UnknownWord("$x"), "a/$x"},
		{in("a"), Word{Parts: []Part{{Kind: Unknown, Text: "$(mktemp)", Temp: true}}}, "$(mktemp)"},
		{in("a"), Word{Parts: []Part{{Kind: Unknown, Text: "$PWD", Path: true}, {Text: "/x"}}}, "$PWD/x"},
	} {
		if got := tt.dir.Join(tt.word); got.String() != tt.want || tt.dir.Joins(tt.word) == (got.String() == tt.word.String()) {
			t.Errorf("%s in %s is %s (joins %t), want %s", tt.word, tt.dir.Path, got, tt.dir.Joins(tt.word), tt.want)
		}
	}
	for _, tt := range []struct {
		base, path, want string
		ok               bool
	}{{"a", "b", "a/", true}, {"", "b", "", true}, {"a", "/b", "", true}, {"a", "../b", "", false}, {"a/", "b", "", false}, {"a", "b//c", "", false}} {
		if got, ok := in(tt.base).Base(tt.path); got != tt.want || ok != tt.ok {
			t.Errorf("before %s in %q stands %q, %t, want %q, %t", tt.path, tt.base, got, ok, tt.want, tt.ok)
		}
	}
	for _, tt := range []struct {
		path, dir string
		want      bool
	}{{"/a/b", "/a", true}, {"/a", "/a", true}, {"/ab", "/a", false}, {"/a", "/a/b", false}, {"/b/a", "/a", false}} {
		if got := Below(tt.path, tt.dir); got != tt.want {
			t.Errorf("%s lies in %s: %t, want %t", tt.path, tt.dir, got, tt.want)
		}
	}
}

// TestWork: steps are counted up to the limit, and what comes late leaves an eighth of
// it, or takes no part in it.
func TestWork(t *testing.T) {
	w := NewWork(160)
	if !w.Spend(80) || !w.Half(0) || w.Half(1) || w.Over() {
		t.Errorf("at the half: done %d of %d", w.Done(), w.Limit())
	}
	if !w.SpendOnRests(60) || w.SpendOnRests(1) || w.Done() != 140 {
		t.Errorf("of rests, seven eighths: done %d", w.Done())
	}
	if !w.Spend(20) || w.Over() || w.Spend(1) || !w.Over() {
		t.Errorf("at the limit: done %d", w.Done())
	}
	if w.Extend(); w.Limit() != 180 || w.Over() || !w.Look(BytesOfStep*19) || w.Look(BytesOfStep) {
		t.Errorf("extended: done %d of %d", w.Done(), w.Limit())
	}
	w = NewWork(160)
	if !w.Spare(10) || w.Spare(1) || w.Over() || w.Done() != 11 {
		t.Errorf("spare: done %d", w.Done())
	}
}

// TestFileTool: a tool's file is read as if a redirection wrote it.
func TestFileTool(t *testing.T) {
	s := FileTool("Write", ">", "src/a.go")
	s.Write("package a")
	c := &s.Calls[0]
	if len(s.Calls) != 1 || c.Program != "Write" || !Writes(c.Redirs) || s.Text[c.Redirs[0].Word.Span.From:c.Redirs[0].Word.Span.To] != "src/a.go" {
		t.Errorf("%+v", s.Calls)
	}
	if len(s.Written) != 1 || s.Written[0].Path != "src/a.go" || s.Written[0].Text.String() != "package a" || !s.Written[0].Known {
		t.Errorf("%+v", s.Written)
	}
	if Writes(FileTool("Read", "<", "a").Calls[0].Redirs) {
		t.Error("reading writes")
	}
}

func TestMatchAny(t *testing.T) {
	if globs := []string{"a*c", "x"}; !MatchAny(globs, "abc") || !MatchAny(globs, "x") || MatchAny(globs, "xy") || MatchAny(nil, "") {
		t.Error("a glob that matches, or none")
	}
}
