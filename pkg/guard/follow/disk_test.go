package follow_test

import (
	"fmt"
	"path"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/ctxhook/ctxhook/pkg/base/unread"
	"github.com/ctxhook/ctxhook/pkg/guard/follow"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
	"github.com/ctxhook/ctxhook/rules"
)

// disk is a machine with some files in /w.
type disk map[string]string

func (d disk) File(path string) rule.FileState {
	if text, ok := d[strings.TrimPrefix(path, "/w/")]; ok {
		if len(text) > 256<<10 {
			return rule.FileState{Unread: unread.Part{Reason: unread.Long}}
		}
		return rule.FileState{Known: true, Text: text}
	}
	return rule.FileState{Unread: unread.Part{Reason: unread.Absent}}
}

func (d disk) Names(pattern string) []string {
	var out []string
	for name := range d {
		if ok, _ := path.Match(pattern, "/w/"+name); ok {
			out = append(out, "/w/"+name)
		}
		for dir := path.Dir("/w/" + name); dir != "/w"; dir = path.Dir(dir) {
			if ok, _ := path.Match(pattern, dir); ok {
				out = append(out, dir+"/")
			}
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

func (d disk) Hook(dir, name string) (path, root string) {
	if _, ok := d["hooks/"+name]; ok && dir == "/w" {
		return "/w/hooks/" + name, "/w"
	}
	return "", ""
}

func (disk) Committed(string) bool { return false }

func (d disk) parse(text string) *shell.Script {
	return follow.Parse(text, shell.Options{Models: rules.Command, Functions: rules.Function, Cwd: "/w", Home: "/home/ann", Files: d})
}

// removals lists what is deleted, with where that stands: "clean.sh:2 rm -rf x".
func removals(s *shell.Script) []string {
	var out []string
	for i := range s.Calls {
		c := &s.Calls[i]
		if c.Program != "rm" && c.Effect != rule.Drop {
			continue
		}
		at := "-"
		if c.In != nil {
			at = fmt.Sprintf("%s:%d", c.In.Name, c.In.Line)
		}
		words := make([]string, len(c.Argv))
		for k, v := range c.Argv {
			words[k] = v.String()
		}
		out = append(out, at+" "+strings.Join(words, " "))
	}
	return out
}

func TestFilesThatRun(t *testing.T) {
	files := disk{
		"x.sh":              "#!/bin/bash\n\nrm -rf \"$1\"\n",
		"x.py":              "import shutil\n\n\nshutil.rmtree('data')\n",
		"x.js":              "const fs = require('fs')\nfs.rmSync('data', {recursive: true})\n",
		"py":                "#!/usr/bin/env python3\nimport shutil\nshutil.rmtree('data')\n",
		"x.sql":             "select 1;\ndrop table t;\n",
		"lib.sh":            "wipe() {\n  echo wiping\n  rm -rf \"$1\"\n}\nother() {\n  rm -rf other\n}\n",
		"uses.sh":           ". ./lib.sh\nwipe a\n",
		"nested.sh":         "echo 1\nbash x.sh b\n",
		"sub/cd.sh":         "cd \"$(dirname \"$0\")\"\nrm -rf here\n",
		"text.sh":           "bash -c '\nrm -rf c\n'\ncat <<'E' | sh\n\nrm -rf d\nE\n",
		"loop.sh":           "rm -rf e\nbash loop.sh\n",
		"test":              "rm -rf f\n",
		"bin/tool":          "rm -rf g\n",
		"env.sh":            "rm -rf \"$DIR\"\n",
		"broken.sh":         "rm -rf h\nif then\n",
		"strict.sh":         "rm -rf \"$DIR/x\"\nf\n",
		"rc":                "rm -rf rc\n",
		"hooks/pre-commit":  "#!/bin/sh\nrm -rf k\n",
		"hooks/pre-push":    ". \"$(dirname \"$0\")/h\"\n",
		"hooks/h":           "n=$(basename \"$0\")\ns=$(dirname \"$0\")/../my/$n\n[ -f \"$s\" ] || exit 0\nsh -e \"$s\" \"$@\"\n",
		"my/pre-push":       "rm -rf l\n",
		"sub/place.py":      "import pathlib, shutil\nROOT = pathlib.Path(__file__).resolve().parent # \"__file__\"\nshutil.rmtree(ROOT / 'dist')\n",
		"sub/place.js":      "const fs = require('fs'), path = require('path'), t = path.join(__dirname, 'tmp')\nfs.rmSync(t, {recursive: true})\n",
		"default.sh":        "rm -rf \"${1:-dist}\"\nrm -rf \"$2\"\n",
		"all.sql":           "\\set ON_ERROR_STOP on\n\\ir x.sql\n",
		"tools/__main__.py": "import shutil; shutil.rmtree('data')\n",
		"tools/wipe.py":     "import shutil\nshutil.rmtree('data')\n",
		"invalid.sh":        "echo \xff\nrm -rf i\n",
	}
	for _, tt := range []struct {
		text string
		want []string
	}{
		{"bash x.sh a", []string{"x.sh:3 rm -rf a"}},
		{"sh -eu x.sh a", []string{"x.sh:3 rm -rf a"}},
		{"./x.sh a", []string{"x.sh:3 rm -rf a"}},
		{"/w/x.sh a", []string{"x.sh:3 rm -rf a"}},
		{"cd sub && ../x.sh a", []string{"x.sh:3 rm -rf a"}},
		{"source x.sh a", []string{"x.sh:3 rm -rf a"}},
		{". x.sh a", []string{"x.sh:3 rm -rf a"}},
		{"bash < x.sh", []string{"x.sh:3 rm -rf $1"}},
		{"nohup ./x.sh a &", []string{"x.sh:3 rm -rf a"}},
		{"xargs -n1 ./x.sh <<< a", []string{"x.sh:3 rm -rf a"}},
		{"find . -name '*.o' -exec bash x.sh {} +", []string{"x.sh:3 rm -rf ./*.o"}},
		{"python3 x.py", []string{"x.py:4 rm -r data"}},
		{"node x.js", []string{"x.js:2 rm -r data"}},
		{"./py", []string{"py:3 rm -r data"}},
		{"psql -f x.sql", []string{"x.sql:2 DROP TABLE t"}},
		{"mysql app < x.sql", []string{"x.sql:2 DROP TABLE t"}},
		{"source lib.sh; wipe a", []string{"lib.sh:3 rm -rf a"}},
		{"source lib.sh", nil},
		{"set -- a; source lib.sh; wipe \"$1\"", []string{"lib.sh:3 rm -rf a"}},
		{"set -- a; source lib.sh b; wipe \"$1\"", []string{"lib.sh:3 rm -rf a"}},
		{"set -- a; source missing.sh; source lib.sh; wipe \"$1\"", []string{"lib.sh:3 rm -rf a"}},
		{"bash uses.sh", []string{"lib.sh:3 rm -rf a"}},
		{"bash nested.sh", []string{"x.sh:3 rm -rf b"}},
		{"bash sub/cd.sh", []string{"sub/cd.sh:2 rm -rf here"}},
		{"bash text.sh", []string{"text.sh:1 rm -rf c", "text.sh:4 rm -rf d"}},
		{"bash loop.sh", []string{"loop.sh:1 rm -rf e"}},
		{"./test", []string{"test:1 rm -rf f"}},
		{"test -f x", nil},
		{"bin/tool", []string{"bin/tool:1 rm -rf g"}},
		{"py", nil},
		{"DIR=k bash env.sh", []string{"env.sh:1 rm -rf k"}},
		{"export DIR=k; bash env.sh", []string{"env.sh:1 rm -rf k"}},
		{"bash broken.sh", []string{"broken.sh:1 rm -rf h"}},
		{"bash invalid.sh", []string{"invalid.sh:2 rm -rf i"}},
		{"bash none.sh", nil},
		{"python sub/place.py", []string{"sub/place.py:3 rm -r /w/sub/dist"}},
		{"node sub/place.js", []string{"sub/place.js:2 rm -r /w/sub/tmp"}},
		{"bash default.sh", []string{"default.sh:1 rm -rf dist", "default.sh:2 rm -rf $2"}},
		{"bash default.sh a b", []string{"default.sh:1 rm -rf a", "default.sh:2 rm -rf b"}},
		{"git -c core.hooksPath=/dev/null commit -m x", nil},
		{"DIR=k; bash env.sh", []string{"env.sh:1 rm -rf $DIR"}},
		{"DIR=k ./env.sh", []string{"env.sh:1 rm -rf k"}},
		{"set -a; DIR=k; ./env.sh", []string{"env.sh:1 rm -rf k"}},
		{"declare -x DIR=k; ./env.sh", []string{"env.sh:1 rm -rf k"}},
		{"DIR=k; . ./env.sh", []string{"env.sh:1 rm -rf k"}},
		{"DIR=k; cat env.sh | sh", []string{"env.sh:1 rm -rf $DIR"}},
		{"f() { rm -rf $1; }; bash strict.sh", []string{"strict.sh:1 rm -rf $DIR/x", "- rm -rf $1"}},
		{"f() { rm -rf n; }; export -f f; bash strict.sh", []string{"strict.sh:1 rm -rf $DIR/x", "- rm -rf n"}},
		{"BASH_ENV=rc bash env.sh", []string{"rc:1 rm -rf rc", "env.sh:1 rm -rf $DIR"}},
		{"export BASH_ENV=$PWD/rc; bash env.sh", []string{"rc:1 rm -rf rc", "env.sh:1 rm -rf $DIR"}},
		{"git commit -m x", []string{"hooks/pre-commit:2 rm -rf k"}},
		{"git commit -nm x", nil},
		{"git commit --dry-run", nil},
		{"git push", []string{"my/pre-push:1 rm -rf l"}},
		{"git status", nil},
		{"psql -f all.sql", []string{"x.sql:2 DROP TABLE t"}},
		{"psql -c '\\i x.sql'", []string{"x.sql:2 DROP TABLE t"}},
		{"sqlite3 app.db '.read x.sql'", []string{"x.sql:2 DROP TABLE t"}},
		{"mysql -e 'source x.sql'", []string{"x.sql:2 DROP TABLE t"}},
		{"python -m tools.wipe", []string{"tools/wipe.py:2 rm -r data"}},
		{"cat x.sh | bash", []string{"x.sh:3 rm -rf $1"}},
		{"cat x.sh lib.sh | bash -s a", []string{"x.sh:3 rm -rf a"}},
		{"cat < x.sh | tee y | sh", []string{"x.sh:3 rm -rf $1"}},
		{"{ cat x.sh; } | bash", []string{"x.sh:3 rm -rf $1"}},
		{"cat x.sh | sed 's/rm/ls/' | bash", nil},
		{"sed 's/-rf/-r/' x.sh | bash -s a", []string{"x.sh:3 rm -r a"}},
		{"sed -i 's/-rf/-r/' x.sh && bash x.sh a", []string{"x.sh:3 rm -r a"}},
		{"sed -i '/^rm/d' x.sh && bash x.sh a", nil},
		{"sed -i '$a rm -rf z' x.sh && bash x.sh a", []string{"x.sh:3 rm -rf a", "x.sh:4 rm -rf z"}},
		{"bash -c \"$(cat x.sh)\"", []string{"x.sh:3 rm -rf $1"}},
		{"bash x.sh", []string{"x.sh:3 rm -rf $1"}},
		{"bash -n x.sh a; bash -n < x.sh", nil},
		{"bash +n x.sh a; sh +x x.sh b; zsh +ex x.sh c", []string{"x.sh:3 rm -rf a", "x.sh:3 rm -rf b", "x.sh:3 rm -rf c"}},
		{"echo rm y >y.sh; bash -n y.sh; node --check y.js", nil},
		{"python tools", []string{"tools/__main__.py:1 rm -r data"}},
		{"eval \"$(<x.sh)\"", []string{"x.sh:3 rm -rf $1"}},
		{"bash <(cat x.sh) a", []string{"x.sh:3 rm -rf a"}},
		{"source <(sed 's/rm/ls/' x.sh)", nil},
		{"cp x.sh y.sh && bash y.sh a", []string{"x.sh:3 rm -rf a"}},
		{"mv x.sh y.sh && ./y.sh a", []string{"x.sh:3 rm -rf a"}},
		{"cat x.sh > y.sh; bash y.sh a", []string{"x.sh:3 rm -rf a"}},
		{"cat x.py | python3", []string{"x.py:4 rm -r data"}},
		{"cat x.sql | psql", []string{"x.sql:2 DROP TABLE t"}},
		{"cat x.sh | grep rm", nil},
		{"ln -s x.sh l; ./l a", []string{"x.sh:3 rm -rf a"}},
		{"rm x.sh; bash x.sh a", []string{"- rm x.sh"}},
		{"echo 'rm -rf z' >> x.sh; bash x.sh a", []string{"x.sh:3 rm -rf a", "x.sh:4 rm -rf z"}},
		{"echo 'rm -rf z' >> x.sh; ./x.sh a", []string{"x.sh:3 rm -rf a", "x.sh:4 rm -rf z"}},
		{"echo 'rm -rf z' > x.sh; bash x.sh a", []string{"- rm -rf z"}},
		{"echo 'rm -rf z' > x.sh; ./x.sh a", []string{"- rm -rf z"}},
		{"cat x.sh", nil},
		{"ssh host bash x.sh a", nil},
		{"docker run img bash x.sh a", nil},
		{"cd \"$X\" && bash x.sh a", nil},
	} {
		s := files.parse(tt.text)
		if d := cmp.Diff(tt.want, removals(s)); d != "" {
			t.Errorf("%s: (-want +got)\n%s", tt.text, d)
		}
		for i := range s.Calls {
			if c := &s.Calls[i]; c.In != nil && (c.Span.From < 0 || c.Span.To > len(tt.text) || c.Span.From >= c.Span.To) {
				t.Errorf("%s: span of %s is not in the text", tt.text, c.Program)
			}
		}
		if len(s.Problems) > 0 {
			t.Errorf("%s: %v", tt.text, s.Problems)
		}
	}
}

// TestFilesAreBounded: what is too much to follow in files is left, and what the
// text itself does is not.
func TestFilesAreBounded(t *testing.T) {
	files := disk{
		"many.sh": strings.Repeat("ls\n", 20_000),
		"big.sh":  "x=1234567890\n" + strings.Repeat("x=$x$x\n", 60) + "echo $x\n",
		"deep.sh": strings.Repeat("(", 900) + "ls" + strings.Repeat(")", 900),
		"a.sh":    "bash b.sh; bash b.sh\n",
		"b.sh":    "bash a.sh; bash c.sh; bash c.sh\n",
		"c.sh":    "bash a.sh; bash b.sh; source c.sh\n",
		"bomb.sh": "./bomb.sh | ./bomb.sh &\n",
	}
	for name, unit := range map[string]string{"repairs.sh": "a;if ", "calls.py": "f("} {
		files[name] = strings.Repeat(unit, 60_000/len(unit))
		start := time.Now()
		files.parse(strings.Repeat("bash "+name+"; python "+name+";", 50))
		if d := time.Since(start); d > 5*time.Second {
			t.Errorf("%s: %v", name, d)
		}
	}
	for i := range 20 {
		files[fmt.Sprintf("n%d.sh", i)] = fmt.Sprintf("bash n%d.sh\nbash n%d.sh\n", i+1, i+1)
	}
	for _, name := range []string{"many.sh", "big.sh", "deep.sh", "a.sh", "n0.sh"} {
		s := files.parse("bash " + name + "; rm -rf last")
		unread := 0
		if name == "n0.sh" {
			unread = 1 // what is too deep, once
		}
		if got := removals(s); len(got) != 1 || got[0] != "- rm -rf last" || len(s.Problems) != unread {
			t.Errorf("%s: %v %v", name, got, s.Problems)
		}
		if len(s.Calls) > 7000 {
			t.Errorf("%s: %d calls", name, len(s.Calls))
		}
	}
	if s := files.parse("./bomb.sh"); len(s.Problems) == 0 || s.Problems[0].Kind != shell.ForkBomb || s.Problems[0].In == nil {
		t.Errorf("bomb.sh: %v", s.Problems)
	}
}

// FuzzFilesThatRun: whatever a file holds, following it ends, and spans lie in the
// text.
func FuzzFilesThatRun(f *testing.F) {
	for _, text := range []string{"rm -rf \"$1\"\n", "#!/usr/bin/python3\nimport os\nos.system('x')", "\\i x\n", "x() { x | x & }; x", "cat x | bash", "\xff\xfe$(<x)", strings.Repeat("(", 70_000)} {
		f.Add("bash x a; . ./x; ./x; cat x | sh; psql -f x; sed -i 's/a/b/;1d' x; bash x", text)
	}
	f.Fuzz(func(t *testing.T, text, file string) {
		s := disk{"x": file}.parse(text)
		for i := range s.Calls {
			c := &s.Calls[i]
			if c.Span.From < 0 || c.Span.From > c.Span.To || c.Span.To > len(text) {
				t.Fatalf("span %v of %d bytes", c.Span, len(text))
			}
			if c.In != nil && (c.In.Line < 1 || c.In.Line > strings.Count(file, "\n")+strings.Count(text, "\n")+64) {
				t.Fatalf("line %d", c.In.Line)
			}
		}
	})
}

// What is too much to follow of a script is looked through for what names a place
// outside of the project; that of the command itself is followed.
func TestUnreadScripts(t *testing.T) {
	long := strings.Repeat("ls;\n", 9000)
	files := disk{
		"long.sh":   long + "rm -rf ~/\nrm -rf build\n# rm -rf /etc\necho rm -rf /etc\nf() { sudo rm -rf /usr; }\n",
		"nested.sh": "if a; then\n" + long + "rm -rf /opt\nfi\n",
		"inner.sh":  "bash -c '" + long + "'; ls\nrm -rf /srv\n",
		"short.sh":  "rm -rf /var\n",
		"plain.sh":  long + long,
		"copies.sh": strings.Repeat("cp /usr/share/a b\n", 14_000) + "rm -rf ~/\n",
		"text.py":   "import os\nos.system('''\\n" + strings.Repeat("mkdir -p out && cp a out/\n", 1500) + "rm -rf ~/\n''')\nos.system('rm -rf /opt')\n",
		"text.js":   "const {execSync} = require('child_process');\n" + strings.Repeat("execSync('mkdir -p out && cp a out/');\n", 4500) + "execSync('rm -rf ~/');\n",
		"rules.mk":  "all:\n" + strings.Repeat("\tcp a out/\n", 5000) + "\trm -rf ~/\n",
		"long.py":   "import os\n" + strings.Repeat("os.system('ls && mv a b')\n", 7_000) + "os.system('ls; rm -rf ~/')\nos.system('rm -rf b')\nos.system('rm -rf /opt')\n",
	}
	for _, tt := range []struct {
		text string
		want []string
	}{
		{"bash long.sh; rm -rf x", []string{"- rm -rf x", "long.sh:9001 rm -rf /home/ann/", "long.sh:9005 rm -rf /usr"}},
		{"bash nested.sh", []string{"nested.sh:9002 rm -rf /opt"}},
		{"bash inner.sh", []string{"inner.sh:9002 rm -rf /srv"}},
		{"bash plain.sh; bash short.sh", []string{"short.sh:1 rm -rf /var"}},
		{"bash plain.sh", nil},
		{"bash copies.sh", []string{"copies.sh:14001 rm -rf /home/ann/"}},
		{"python3 text.py", []string{"text.py:2 rm -rf /home/ann/", "text.py:1504 rm -rf /opt"}},
		{"node text.js", []string{"text.js:4502 rm -rf /home/ann/"}},
		{"make -f rules.mk", []string{"rules.mk:5002 rm -rf /home/ann/"}},
		{"python3 long.py", []string{"long.py:7002 rm -rf /home/ann/", "long.py:7004 rm -rf /opt"}},
		{"bash plain.sh; python3 long.py", []string{"long.py:7002 rm -rf /home/ann/", "long.py:7004 rm -rf /opt"}},
	} {
		s := files.parse(tt.text)
		if d := cmp.Diff(tt.want, removals(s)); d != "" || s.Work.Over() {
			t.Errorf("%s: over %v, calls:\n%s", tt.text, s.Work.Over(), d)
		}
	}
}

func TestLargeScript(t *testing.T) {
	long := strings.Repeat("echo 1\n", 50_000)
	d := disk{"x.sh": long, "x.py": long, "x": long}
	for _, tt := range []struct {
		text string
		want bool
	}{
		{"bash x.sh", true},
		{"sh x", true},
		{". ./x.sh", true},
		{"source x", true},
		{"./x.sh", true},
		{"bash -n x.sh", false},
		{"./x", false}, // a program
		{"python3 x.py", false},
		{"cat x.sh", false},
		{"bash y.sh", false},
	} {
		if got := len(d.parse(tt.text).Problems) > 0; got != tt.want {
			t.Errorf("%s: unread %v, want %v", tt.text, got, tt.want)
		}
	}
}
