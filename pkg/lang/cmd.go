package lang

import "strings"

// readCmd reads commands of cmd.exe.
func readCmd(src string) []Step {
	r := &cmdReader{src: src}
	for r.at < len(src) && len(r.steps) < MaxSteps {
		r.command()
	}
	return r.steps
}

type cmdReader struct {
	src   string
	at    int
	steps []Step
	from  int // of the command
}

// cmdWord is a word with its quotes taken off.
type cmdWord struct {
	arg    Arg
	quoted bool
}

// command reads words up to a separator.
func (r *cmdReader) command() {
	for r.at < len(r.src) && strings.IndexByte(" \t\r\n&|()@", r.src[r.at]) >= 0 {
		r.at++
	}
	r.from = r.at
	var words []cmdWord
	for r.at < len(r.src) && len(words) < MaxWords {
		c := r.src[r.at]
		switch {
		case c == ' ' || c == '\t' || c == ',' || c == ';':
			r.at++
			continue
		case strings.IndexByte("\r\n&|()", c) >= 0:
			r.judge(words)
			return
		case c == '>' || IsDigit(c) && r.at+1 < len(r.src) && r.src[r.at+1] == '>':
			r.redirect()
			continue
		case c == '<':
			r.at++
			continue
		}
		w := r.word()
		words = append(words, w)
		if n := len(words); n == 1 && r.prefix(w) {
			words = nil
			r.from = r.at
		}
	}
	r.judge(words)
}

// prefix reports whether another command follows the word, and moves over
// what belongs to it.
func (r *cmdReader) prefix(w cmdWord) bool {
	switch Lower(w.arg.Text) {
	case "call", "do", "else":
		return true
	case "rem", "::":
		if i := strings.IndexByte(r.src[r.at:], '\n'); i >= 0 {
			r.at += i
		} else {
			r.at = len(r.src)
		}
		return true
	case "if":
		for i := 0; i < 5 && r.at < len(r.src); i++ {
			r.spaces()
			start := r.at
			word := Lower(r.word().arg.Text)
			if word == "not" || word == "/i" || word == "exist" || word == "defined" || word == "errorlevel" {
				continue
			}
			if r.at == start || !strings.HasSuffix(word, "==") {
				break
			}
		}
		return true
	case "for":
		if i := strings.Index(Lower(r.src[r.at:min(len(r.src), r.at+400)]), " do "); i >= 0 {
			r.at += i + 4
		}
		return true
	}
	return false
}

func (r *cmdReader) spaces() {
	for r.at < len(r.src) && (r.src[r.at] == ' ' || r.src[r.at] == '\t') {
		r.at++
	}
}

// word reads one word; %NAME% is a hole, ^ escapes.
func (r *cmdReader) word() cmdWord {
	var w cmdWord
	var b []byte
	quoted := false
	start := r.at
	for r.at < len(r.src) {
		c := r.src[r.at]
		switch {
		case c == '"':
			quoted = !quoted
			w.quoted = true
			r.at++
			continue
		case c == '^' && !quoted && r.at+1 < len(r.src):
			r.at++
			c = r.src[r.at]
		case c == '\n', !quoted && strings.IndexByte(" \t\r&|()<>,;", c) >= 0:
			w.arg.Text = string(b)
			if r.at == start {
				r.at++
			}
			return w
		case c == '%':
			if h, n, ok := r.percent(len(b)); ok {
				w.arg.Holes = append(w.arg.Holes, h)
				r.at += n
				continue
			}
		}
		b = append(b, c)
		r.at++
	}
	w.arg.Text = string(b)
	return w
}

// percent reads %NAME% or %%v.
func (r *cmdReader) percent(at int) (Hole, int, bool) {
	rest := r.src[r.at+1 : min(len(r.src), r.at+66)]
	if strings.HasPrefix(rest, "%") && len(rest) > 1 && IsWord(rest[1]) {
		return Hole{At: at, Name: "%" + rest[:2]}, 3, true
	}
	i := strings.IndexByte(rest, '%')
	if i <= 0 {
		if len(rest) > 0 && (IsWord(rest[0]) || rest[0] == '~') {
			return Hole{At: at, Name: "%" + rest[:1]}, 2, true
		}
		return Hole{}, 0, false
	}
	name, _, _ := strings.Cut(strings.ToUpper(rest[:i]), ":")
	h := Hole{At: at, Name: "$" + name}
	switch name {
	case "USERPROFILE", "HOMEPATH", "HOME":
		h.Home = true
	case "HOMEDRIVE": // always in front of HOMEPATH
		h.Name = "~drive"
	case "TEMP", "TMP":
		h.Temp = true
	}
	return h, i + 2, true
}

// redirect reads > file.
func (r *cmdReader) redirect() {
	from := r.at
	for r.at < len(r.src) && (IsDigit(r.src[r.at]) || r.src[r.at] == '>') {
		r.at++
	}
	words := []Arg{{Text: "tee"}}
	if strings.HasSuffix(r.src[from:r.at], ">>") {
		words = append(words, Arg{Text: "-a"})
	}
	if r.at < len(r.src) && r.src[r.at] == '&' { // 2>&1
		r.at = min(r.at+2, len(r.src))
		return
	}
	r.spaces()
	if r.at >= len(r.src) {
		return
	}
	if w := r.word(); w.arg.Text != "" && !strings.EqualFold(w.arg.Text, "nul") {
		r.add(Step{Argv: append(words, w.arg), Note: ">"}, from)
	}
}

func (r *cmdReader) add(s Step, from int) {
	if len(r.steps) < MaxSteps {
		s.From, s.To = from, min(r.at, len(r.src))
		r.steps = append(r.steps, s)
	}
}

// judge adds the steps of one command.
func (r *cmdReader) judge(words []cmdWord) {
	if len(words) == 0 {
		return
	}
	name := strings.TrimSuffix(Lower(words[0].arg.Text), ".exe")
	if i := strings.IndexByte(name, '/'); i > 0 && len(words[0].arg.Holes) == 0 { // rd/s/q
		rest := words[0].arg.Text[i:]
		name = name[:i]
		words = append([]cmdWord{{arg: Arg{Text: name}}, {arg: Arg{Text: rest}}}, words[1:]...)
	}
	flags, ops := cmdArguments(words[1:])
	argv := func(line ...string) {
		s := Step{Note: name}
		for _, w := range line {
			if w != "" {
				s.Argv = append(s.Argv, Arg{Text: w})
			}
		}
		s.Argv = append(s.Argv, ops...)
		r.add(s, r.from)
	}
	switch name {
	case "del", "erase":
		argv("rm", cmdFlag(flags, "s", "-r"), "-f")
	case "rd", "rmdir":
		if cmdFlag(flags, "s", "-r") == "" {
			argv("rmdir")
		} else {
			argv("rm", "-r", cmdFlag(flags, "q", "-f"))
		}
	case "copy", "xcopy":
		argv("cp")
	case "move", "ren", "rename":
		argv("mv")
	case "type":
		argv("cat")
	case "format":
		r.add(Step{Effect: "format", Argv: append([]Arg{{Text: "format"}}, ops...), Note: name}, r.from)
	case "echo", "set", "cd", "chdir", "dir", "title", "cls", "pause", "exit", "goto", "setlocal", "endlocal", "pushd", "popd", "ver", "vol", "prompt", "color", "mkdir", "md":
	case "cmd":
		r.nested(words[1:])
	case "start":
		var rest []Arg
		for i, w := range words[1:] {
			if (i > 0 || !w.quoted) && (len(rest) > 0 || !strings.HasPrefix(w.arg.Text, "/")) {
				rest = append(rest, w.arg)
			}
		}
		if len(rest) > 0 {
			r.add(Step{Argv: rest, Note: name}, r.from)
		}
	default:
		s := Step{Note: name}
		for _, w := range words {
			s.Argv = append(s.Argv, w.arg)
		}
		r.add(s, r.from)
	}
}

// nested is cmd /c with a command in its words.
func (r *cmdReader) nested(words []cmdWord) {
	var text Arg
	found := false
	for _, w := range words {
		if !found {
			found = strings.EqualFold(w.arg.Text, "/c") || strings.EqualFold(w.arg.Text, "/k")
			continue
		}
		if text.Text != "" || len(text.Holes) > 0 {
			text = Join(text, Arg{Text: " "})
		}
		text = Join(text, w.arg)
	}
	if text.Text != "" {
		r.add(Step{Text: text.Text, Holes: text.Holes, Lang: "cmd", Known: len(text.Holes) == 0, Note: "cmd /c"}, r.from)
	}
}

// cmdArguments parts /flags from operands.
func cmdArguments(words []cmdWord) (flags []string, ops []Arg) {
	for _, w := range words {
		if !w.quoted && strings.HasPrefix(w.arg.Text, "/") && len(w.arg.Text) > 1 {
			flags = append(flags, strings.Split(Lower(w.arg.Text[1:]), "/")...)
			continue
		}
		a := w.arg
		a.Glob = strings.ContainsAny(a.Text, "*?")
		ops = append(ops, a)
	}
	return flags, ops
}

// cmdFlag is word if the flag is given.
func cmdFlag(flags []string, flag, word string) string {
	for _, f := range flags {
		if f == flag {
			return word
		}
	}
	return ""
}
