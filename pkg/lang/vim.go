package lang

import "strings"

var vimscript = Syntax{
	Lang: "vim",
	rows: vimRows,
	Quotes: []Quote{
		{Open: `"`, Close: `"`, Escape: 'c'},
		{Open: `'`, Close: `'`, Escape: 'd'},
	},
	Sigils:   "&",
	Member:   []string{"->"},
	Concat:   ".",
	Keywords: []string{"call", "echo", "let", "return", "if", "eval", "echom", "silent", "else"},
	qlike:    false,
}

// vimRows are what functions of vim do, sorted by name.
var vimRows = []row{
	{name: "delete", fold: foldVimDelete},
	{name: "expand", fold: foldExpand},
	{name: "job_start", do: "& %1"},
	{name: "jobstart", do: "& %1"},
	{name: "luaeval", do: "=lua %1"},
	{name: "mkdir"},
	{name: "py3eval", do: "=python %1"},
	{name: "pyeval", do: "=python %1"},
	{name: "pyxeval", do: "=python %1"},
	{name: "readfile", do: "cat %1", gives: "file"},
	{name: "rename", do: "mv %1 %2"},
	{name: "shellescape", fold: foldSame},
	{name: "system", do: "$ %1"},
	{name: "systemlist", do: "$ %1"},
	{name: "term_start", do: "& %1"},
	{name: "termopen", do: "& %1"},
	{name: "writefile", do: "tee %2"},
}

// foldVimDelete is delete(path, "rf").
func foldVimDelete(r *Reader, c *Call) Value {
	do := "rm %1"
	if len(c.Args) > 1 && strings.Contains(r.Arg(c.Args[1]).Text, "r") {
		do = "rm -r -f %1"
	}
	r.apply(do, c)
	return r.Result(c, "")
}

// readVim reads ex commands, one on a line or several with | between them.
func readVim(src string) []Step {
	v := &vimReader{src: src}
	for at := 0; at < len(src) && len(v.steps) < MaxSteps; {
		end := strings.IndexByte(src[at:], '\n')
		if end < 0 {
			end = len(src) - at
		}
		v.line(at, at+end)
		at += end + 1
	}
	return v.steps
}

type vimReader struct {
	src   string
	steps []Step
}

// line reads the commands of one line.
func (v *vimReader) line(from, to int) {
	for from < to && len(v.steps) < MaxSteps {
		from = v.command(from, to)
	}
}

// command reads one command and answers where the next one starts.
func (v *vimReader) command(from, to int) int {
	from = v.skipRange(from, to)
	if from >= to || v.src[from] == '"' {
		return to
	}
	if v.src[from] == '!' {
		v.shell(from, from+1, to)
		return to
	}
	end := from
	for end < to && (IsWord(v.src[end]) && !IsDigit(v.src[end])) {
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
func (v *vimReader) judge(name string, from, rest, stop, to int) int {
	switch name {
	case "silent", "sil", "noautocmd", "noau", "keepjumps", "verbose", "vert", "vertical", "sandbox":
		return max(rest, from+1)
	case "w", "write", "sav", "saveas", "up", "update", "wq", "x", "r", "read", "e", "edit", "sp", "split", "vs", "new":
		return v.file(name, from, rest, stop, to)
	case "redir":
		if arg := strings.TrimLeft(v.src[rest:stop], "! >"); strings.HasPrefix(strings.TrimLeft(v.src[rest:stop], "! "), ">") {
			v.add(Step{Argv: []Arg{{Text: "tee"}, vimPath(arg)}, Note: ":redir"}, from, stop)
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
func (v *vimReader) expression(name string, from, rest, stop int) {
	if strings.HasPrefix(name, "norm") {
		return
	}
	r := NewReader(&vimscript, v.src[rest:stop])
	var last Value
	for !r.Done() {
		start := r.pos
		last = r.Expr()
		if r.pos == start {
			r.pos++
		}
	}
	for _, s := range r.Found {
		v.add(s, rest+s.From, rest+s.To)
	}
	if strings.HasPrefix(name, "exe") {
		if a := r.Arg(last); a.Text != "" || len(a.Holes) > 0 {
			v.add(Step{Text: a.Text, Holes: a.Holes, Lang: "vim", Known: len(a.Holes) == 0, Note: ":execute"}, from, stop)
		}
	}
}

// file reads :w, :r and the like, whose argument is a file or !command.
func (v *vimReader) file(name string, from, rest, stop, to int) int {
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
	v.add(Step{Argv: []Arg{{Text: verb}, vimPath(arg)}, Note: ":" + name}, from, stop)
	return stop + 1
}

// vimPath is a file name as vim expands it.
func vimPath(s string) Arg { return ExpandHome(Arg{Text: strings.TrimSpace(s)}) }

func (v *vimReader) program(lang string, from, rest, to int) int {
	if rest < to {
		v.add(Step{Text: v.src[rest:to], Lang: lang, Known: true, Note: ":" + lang}, from, to)
	}
	return to
}

// shell reads the text of a shell, which goes to the end of the line.
func (v *vimReader) shell(from, rest, to int) {
	if text := strings.TrimSpace(v.src[min(rest, to):to]); text != "" {
		v.add(Step{Text: text, Known: true, Note: ":!"}, from, to)
	}
}

func (v *vimReader) add(s Step, from, to int) {
	s.From, s.To = from, min(to, len(v.src))
	v.steps = append(v.steps, s)
}

// skipRange moves over blanks, colons and a range: %, 1,$ '<,'>
func (v *vimReader) skipRange(from, to int) int {
	for from < to {
		c := v.src[from]
		if c == '\'' && from+1 < to {
			from += 2
			continue
		}
		if !IsDigit(c) && strings.IndexByte(" \t:%.,$+-|", c) < 0 {
			return from
		}
		from++
	}
	return from
}

// bar finds the | that ends a command, outside of quotes.
func (v *vimReader) bar(from, to int) int {
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
