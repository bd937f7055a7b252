// Package programs writes programs of ten languages for tests: whatever stands in them
// must not keep ctxhook from reading what follows. A grammar is a text file: "name =
// alternative | alternative", an alternative names others and holds quoted text. The
// first alternative of each name ends soonest.
package programs

import (
	"embed"
	"fmt"
	"strconv"
	"strings"
)

//go:embed *.txt
var files embed.FS

// A Language is one that programs are written in.
type Language struct {
	Name  string
	Run   string   // a shell command; @ is the program, quoted
	Call  string   // a line that runs "rm -rf /home/ann"
	Calls []string // lines that do so in roundabout ways: own functions, classes, links
}

// All lists the languages.
var All = []Language{
	{"awk", "awk @ x.txt", "BEGIN { system(\"rm -rf /home/ann\") }\n", []string{
		"function zap(d) { system(\"rm -rf \" d) }\nEND { zap(\"/home/ann\") }\n",
		"BEGIN { c = \"rm -rf /home/ann\"; e = c; while ((e | getline l) > 0) print l }\n",
		"END { print \"rm -rf /home/ann\" | \"sh\" }\n",
	}},
	{"bash", "bash -c @", "rm -rf /home/ann\n", []string{
		"zap() { rm -rf \"$1\"; }\nzap /home/ann\n",
		"zap() { if [ $# -gt 1 ]; then shift; zap \"$@\"; else rm -rf \"$1\"; fi; }\nzap a b /home/ann\n",
		"d=/home; e=$d/ann; f=e; rm -rf \"${!f}\"\n",
		"eval \"$(printf 'rm -rf %s' '/home/ann')\"\n",
		"bash -c \"bash -c 'rm -rf /home/ann'\"\n",
	}},
	{"javascript", "node -e @", ";require('child_process').execSync('rm -rf /home/ann');\n", []string{
		";function zap(d) { require('child_process').execSync(`rm -rf ${d}`); }\nzap('/home/ann');\n",
		";class Zap { run(d) { require('fs').rmSync(d, { recursive: true }); } }\nnew Zap().run('/home/ann');\n",
		";const zc = require('child_process'), zd = '/home/ann', ze = zd;\n['a'].map(() => zc.execSync(`rm -rf ${`${ze}`}`));\n",
	}},
	{"lua", "lua -e @", "os.execute('rm -rf /home/ann')\n", []string{
		"local function zap(d) os.execute('rm -rf ' .. d) end\nzap('/home/ann')\n",
		"local zd = '/home/ann'\nlocal ze = zd\nfor _, d in ipairs({ ze }) do os.execute('rm -rf ' .. d) end\n",
	}},
	{"perl", "perl -e @", "system('rm -rf /home/ann');\n", []string{
		"sub zap { my ($d) = @_; system(\"rm -rf $d\"); }\nzap('/home/ann');\n",
		"my $zd = '/home/ann'; my $ze = $zd; system('rm', '-rf', $_) for ($ze);\n",
	}},
	{"php", "php <<< @", "system('rm -rf /home/ann');\n", []string{
		"function zap($d) { system(\"rm -rf $d\"); }\nzap('/home/ann');\n",
		"class Zap { public function run($d) { exec('rm -rf ' . $d); } }\n(new Zap())->run('/home/ann');\n",
	}},
	{"powershell", "pwsh -Command @", "Remove-Item -Recurse -Force /home/ann\n", []string{
		"function Zap($d) { Remove-Item -Recurse -Force $d }\nZap /home/ann\n",
		"$zd = '/home/ann'; $ze = $zd; @($ze) | ForEach-Object { Remove-Item -Recurse -Force $_ }\n",
	}},
	{"python", "python3 -c @", "import os\nos.system('rm -rf /home/ann')\n", []string{
		"import os\ndef zap(d):\n    os.system(f'rm -rf {d}')\nzap('/home/ann')\n",
		"import os\ndef zap(l):\n    if len(l) > 1:\n        zap(l[1:])\n    os.system('rm -rf ' + l[0])\nzap(['/home/ann'])\n",
		"import shutil\nclass Zap:\n    def run(self, d):\n        shutil.rmtree(d)\nZap().run('/home/ann')\n",
		"import subprocess\nzd = '/home/ann'\nze = zd\n[subprocess.run(['rm', '-rf', d]) for d in [ze]]\n",
	}},
	{"r", "Rscript -e @", "system('rm -rf /home/ann')\n", []string{
		"zap <- function(d) system(paste('rm -rf', d))\nzap('/home/ann')\n",
		"zd <- '/home/ann'\nze <- zd\nunlink(ze, recursive = TRUE)\n",
	}},
	{"ruby", "ruby -e @", "system('rm -rf /home/ann')\n", []string{
		"def zap(d)\n  system(\"rm -rf #{d}\")\nend\nzap('/home/ann')\n",
		"class Zap\n  def run(d)\n    `rm -rf #{d}`\n  end\nend\nZap.new.run('/home/ann')\n",
		"require 'fileutils'\nzd = '/home/ann'\nze = zd\n[ze].each { |d| FileUtils.rm_rf(d) }\n",
	}},
}

// Text writes a program: each byte takes one alternative. Without any it is the
// shortest, and it has about 3,000 bytes at most.
func (l Language) Text(choices []byte) string {
	w := writer{names: grammar(l.Name), choices: choices}
	w.name("start", 0)
	return indented(w.out.String())
}

type writer struct {
	names   map[string][][]string
	choices []byte
	out     strings.Builder
}

const (
	maxDepth = 25
	maxBytes = 1500
)

func (w *writer) choose(n, depth int) int {
	if len(w.choices) == 0 || depth > maxDepth || w.out.Len() > maxBytes {
		return 0
	}
	c := int(w.choices[0])
	w.choices = w.choices[1:]
	return c % n
}

func (w *writer) name(name string, depth int) {
	if plain := words[name]; plain != nil {
		w.out.WriteString(plain[w.choose(len(plain), 0)])
		return
	}
	alternatives := w.names[name]
	for _, part := range alternatives[w.choose(len(alternatives), depth)] {
		if text, ok := strings.CutPrefix(part, `"`); ok {
			w.out.WriteString(text)
		} else {
			w.name(part, depth+1)
		}
	}
}

// words lists what every grammar may name. None closes a string.
var words = map[string][]string{
	"id":    {"x", "rows", "total", "handle_row", "k", "self_test", "données"},
	"const": {"Rows", "Reader", "A", "Total2"},
	"num":   {"0", "1", "42", "3.14", "0xff", "1e9"},
	"int":   {"0", "1", "42", "0xff"},
	"word":  {"a", "rows", "--all", "x.txt", "src/app", "a-b", "%s", "ü"},
	"text":  {"", "rows", "it is 100% done", " a, b; c ", "# no comment", "// neither", "(unbalanced", "rm", "x=1 && y", "日本", "<b>"},
	"re":    {"a", "rows", "--all", "x.txt", "a|b", "^ü"},
	"plain": {"rows", "it is done", " a, b", "# none", "x=1 && y", "'", "日本"},
	"words": {"reads the rows", "isnt done (yet", "TODO: a, b", "see https://example.com/a?b=c", "x = [1"},
}

// grammar reads the grammar of a language: names to alternatives to parts, where a
// part that begins with a quote is text.
func grammar(language string) map[string][][]string {
	data, err := files.ReadFile(language + ".txt")
	if err != nil {
		panic(err)
	}
	names := map[string][][]string{}
	for line := range strings.Lines(string(data)) {
		name, rest, _ := strings.Cut(strings.TrimSpace(line), " = ")
		alternative := []string{}
		for rest = strings.TrimSpace(rest); rest != ""; rest = strings.TrimSpace(rest) {
			if rest[0] == '"' {
				quoted, err := strconv.QuotedPrefix(rest)
				if err != nil {
					panic(fmt.Sprintf("%s.txt: %s: %v", language, name, err))
				}
				text, _ := strconv.Unquote(quoted)
				alternative, rest = append(alternative, `"`+text), rest[len(quoted):]
				continue
			}
			word, more, _ := strings.Cut(rest, " ")
			if word == "|" {
				names[name] = append(names[name], alternative)
				alternative = []string{}
			} else {
				alternative = append(alternative, word)
			}
			rest = more
		}
		names[name] = append(names[name], alternative)
	}
	for name, alternatives := range names {
		for _, alternative := range alternatives {
			for _, part := range alternative {
				if part[0] != '"' && names[part] == nil && words[part] == nil {
					panic(fmt.Sprintf("%s.txt: %s names %s, which is not there", language, name, part))
				}
			}
		}
	}
	return names
}

// indented indents lines between the bytes 1 and 2.
func indented(text string) string {
	var out strings.Builder
	depth, start := 0, true
	for i := range len(text) {
		switch c := text[i]; c {
		case 1:
			depth++
		case 2:
			depth--
		default:
			if start && c != '\n' {
				out.WriteString(strings.Repeat("    ", depth))
			}
			out.WriteByte(c)
			start = c == '\n'
		}
	}
	return out.String()
}
