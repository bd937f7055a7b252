// Package vim reads ex commands and expressions of vim for what they run and
// write. Mappings and normal mode are not looked at.
package vim

import (
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/lang"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
)

// syntax is the grammar of expressions.
var syntax = lang.Syntax{
	Lang: "vim",
	Quotes: []lang.Quote{
		{Open: `"`, Close: `"`, Escape: 'c'},
		{Open: `'`, Close: `'`, Escape: 'd'},
	},
	Sigils:   "&",
	Member:   []string{"->"},
	Concat:   ".",
	Keywords: []string{"call", "echo", "let", "return", "if", "eval", "echom", "silent", "else"},
}

// Read lists what ex commands do, one on a line or several with | between them.
func Read(src string, functions rule.Functions) []lang.Step {
	v := &reader{src: src, functions: functions}
	for at := 0; at < len(src) && len(v.steps) < lang.MaxSteps; {
		end := strings.IndexByte(src[at:], '\n')
		if end < 0 {
			end = len(src) - at
		}
		v.line(at, at+end)
		at += end + 1
	}
	return v.steps
}

type reader struct {
	functions rule.Functions
	src       string
	steps     []lang.Step
}

// line reads the commands of one line.
func (v *reader) line(from, to int) {
	for from < to && len(v.steps) < lang.MaxSteps {
		from = v.command(from, to)
	}
}

// command reads one command and answers where the next one starts.
func (v *reader) command(from, to int) int {
	from = v.skipRange(from, to)
	if from >= to || v.src[from] == '"' {
		return to
	}
	if v.src[from] == '!' {
		v.shell(from, from+1, to)
		return to
	}
	end := from
	for end < to && (lang.IsWord(v.src[end]) && !lang.IsDigit(v.src[end])) {
		end++
	}
	name := v.src[from:end]
	if strings.HasPrefix(v.src[end:to], "3") || strings.HasPrefix(v.src[end:to], "x") { // py3
		end++
	}
	rest := end
	if rest < to && v.src[rest] == '!' && name != "r" && name != "read" {
		rest++
	}
	for rest < to && v.src[rest] == ' ' {
		rest++
	}
	stop := v.bar(rest, to)
	return v.judge(name, from, rest, stop, to)
}

// judge adds the steps of a command whose argument is src[rest:stop]; the
// line ends at to.
func (v *reader) judge(name string, from, rest, stop, to int) int {
	switch name {
	case "silent", "sil", "noautocmd", "noau", "keepjumps", "verbose", "vert", "vertical", "sandbox":
		return max(rest, from+1)
	case "w", "write", "sav", "saveas", "up", "update", "wq", "x", "r", "read", "e", "edit", "sp", "split", "vs", "new":
		return v.file(name, from, rest, stop, to)
	case "redir":
		if arg := strings.TrimLeft(v.src[rest:stop], "! >"); strings.HasPrefix(strings.TrimLeft(v.src[rest:stop], "! "), ">") {
			v.add(lang.Step{Argv: []lang.Arg{{Text: "tee"}, path(arg)}, Note: ":redir"}, from, stop)
		}
	case "py", "python", "pyx", "pythonx":
		return v.program("python", from, rest, to)
	case "lua", "luado":
		return v.program("lua", from, rest, to)
	case "perl", "perldo":
		return v.program("perl", from, rest, to)
	case "ruby", "rubydo":
		return v.program("ruby", from, rest, to)
	case "term", "terminal", "te":
		v.shell(from, rest, to)
		return to
	case "g", "global", "v", "bufdo", "windo", "argdo", "tabdo", "autocmd", "au":
		if i := strings.LastIndexByte(v.src[rest:to], '!'); i >= 0 && (name == "g" || name == "v" || strings.HasSuffix(name, "do")) {
			v.shell(from, rest+i+1, to)
		}
		return to
	case "call", "cal", "echo", "ec", "let", "echom", "return", "eval", "if", "put", "execute", "exe", "exec", "norm", "normal":
		v.expression(name, from, rest, stop)
	}
	return stop + 1
}

// expression reads the expression of a command; execute runs its value.
func (v *reader) expression(name string, from, rest, stop int) {
	if strings.HasPrefix(name, "norm") {
		return
	}
	r := lang.NewReader(&syntax, v.src[rest:stop], v.functions)
	var last lang.Value
	for !r.Done() {
		start := r.Pos()
		last = r.Expr()
		if r.Pos() == start {
			r.Next()
		}
	}
	for _, s := range r.Steps() {
		v.add(s, rest+s.From, rest+s.To)
	}
	if strings.HasPrefix(name, "exe") {
		if a := r.Arg(last); a.Text != "" || len(a.Holes) > 0 {
			v.add(lang.Step{Text: a.Text, Holes: a.Holes, Lang: "vim", Known: len(a.Holes) == 0, Note: ":execute"}, from, stop)
		}
	}
}

// file reads :w, :r and the like, whose argument is a file or !command.
func (v *reader) file(name string, from, rest, stop, to int) int {
	arg := v.src[rest:stop]
	if strings.HasPrefix(arg, "!") {
		v.shell(from, rest+1, to)
		return to
	}
	arg = strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(arg), ">>"))
	if arg == "" || arg == "%" {
		return stop + 1
	}
	verb := "tee"
	switch name[0] {
	case 'r', 'e', 's', 'v', 'n':
		verb = "cat"
		if strings.HasPrefix(name, "sa") {
			verb = "tee"
		}
	}
	v.add(lang.Step{Argv: []lang.Arg{{Text: verb}, path(arg)}, Note: ":" + name}, from, stop)
	return stop + 1
}

// path returns a file name as vim expands it.
func path(s string) lang.Arg { return lang.ExpandHome(lang.Arg{Text: strings.TrimSpace(s)}) }

func (v *reader) program(language string, from, rest, to int) int {
	if rest < to {
		v.add(lang.Step{Text: v.src[rest:to], Lang: language, Known: true, Note: ":" + language}, from, to)
	}
	return to
}

// shell reads the text of a shell, which goes to the end of the line.
func (v *reader) shell(from, rest, to int) {
	if text := strings.TrimSpace(v.src[min(rest, to):to]); text != "" {
		v.add(lang.Step{Text: text, Known: true, Note: ":!"}, from, to)
	}
}

func (v *reader) add(s lang.Step, from, to int) {
	s.From, s.To = from, min(to, len(v.src))
	v.steps = append(v.steps, s)
}

// skipRange moves over blanks, colons and a range: %, 1,$ '<,'>
func (v *reader) skipRange(from, to int) int {
	for from < to {
		c := v.src[from]
		if c == '\'' && from+1 < to {
			from += 2
			continue
		}
		if !lang.IsDigit(c) && strings.IndexByte(" \t:%.,$+-|", c) < 0 {
			return from
		}
		from++
	}
	return from
}

// bar finds the | that ends a command, outside of quotes.
func (v *reader) bar(from, to int) int {
	quote := byte(0)
	for i := from; i < to; i++ {
		switch c := v.src[i]; {
		case c == '\\':
			i++
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '"' || c == '\'':
			if strings.IndexByte(v.src[i+1:to], c) >= 0 {
				quote = c
			}
		case c == '|':
			return i
		}
	}
	return to
}
