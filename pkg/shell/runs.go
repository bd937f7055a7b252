package shell

import "strings"

// runStdin follows a program whose text is standard input.
func (w *walker) runStdin(i int, lang string, x invocation, st *state) {
	switch x.in.Kind {
	case SourcePipe, SourceText:
		if !x.in.Known {
			w.run(i, Run{Lang: lang, From: x.in.From})
			if lang == "" {
				w.printed(i, x, st)
			}
			for _, t := range x.in.maybe {
				if _, err := parseStmts(w.holes.text(t), w.opt.Dialect); err != nil && lang == "" {
					continue // a part of what is printed need not be whole
				}
				in := st.fork()
				in.cond = true
				w.nestedText(i, t, lang, nil, invocation{span: x.span}, in)
			}
			return
		}
		w.nestedText(i, x.in.Text, lang, x.in.From, x, st)
	case SourceFile:
		f := x.in.Text
		w.run(i, Run{Lang: lang, File: &f, From: f.From()})
	}
}

// printed follows what programs of other languages may print into a shell:
// any of the strings in them.
func (w *walker) printed(i int, x invocation, st *state) {
	for _, k := range x.in.From {
		if k >= i {
			continue
		}
		for _, r := range w.script.Calls[k].Runs {
			if !r.Known || r.File != nil || r.Lang == "" || r.Lang == "sql" {
				continue
			}
			for _, s := range quoted(r.Text.String()) {
				if stmts, err := parseStmts(s, w.opt.Dialect); err == nil {
					in := st.fork()
					in.cond = true
					spans := w.spans
					w.spans = spanMap{whole: x.span}
					w.stmts(stmts, in, Source{})
					w.spans = spans
				}
			}
		}
	}
}

// quoted are the strings of a program, as most languages write them. Those
// without a blank are no commands with arguments.
func quoted(program string) []string {
	var out []string
	for i := 0; i < len(program) && len(out) < maxAlts; i++ {
		if c := program[i]; c != '"' && c != '\'' && c != '`' {
			continue
		}
		end := closing(program, i)
		if end == 0 {
			continue
		}
		if s := program[i+1 : end]; strings.Contains(s, " ") {
			out = append(out, ansiC(s))
		}
		i = end
	}
	return out
}

// runFile follows a program file, if the text itself wrote it.
func (w *walker) runFile(i int, file Word, lang string, x invocation, st *state) {
	o, ok := w.files.read(file, st)
	if !ok {
		if lang != "" || strings.Contains(file.String(), "/") || w.script.Calls[i].Model != nil {
			w.run(i, Run{Lang: lang, File: &file, From: file.From()})
		}
		return
	}
	if !o.known {
		w.run(i, Run{Lang: lang, File: &file, From: o.from})
		if o.tail {
			w.nestedText(i, o.word, lang, nil, x, st)
		}
		return
	}
	if lang == "" {
		lang = shebang(o.word)
	}
	if w.script.Calls[i].Model == nil {
		st = st.inside(w.script.Calls[i].Program, i, "")
		st.params, st.anyArgs = w.script.Calls[i].Argv[1:], false
	}
	w.run(i, Run{Lang: lang, File: &file, Text: o.word, Known: true, From: o.from})
	w.nestedText(i, o.word, lang, nil, x, st)
}

// shebang is the language a script's first line names; "" is shell.
func shebang(text Word) string {
	line, _, _ := strings.Cut(text.Prefix(), "\n")
	if !strings.HasPrefix(line, "#!") {
		return ""
	}
	for _, l := range [...][2]string{{"python", "python"}, {"node", "javascript"}, {"deno", "javascript"}, {"bun", "javascript"},
		{"ruby", "ruby"}, {"perl", "perl"}, {"php", "php"}, {"awk", "awk"}, {"lua", "lua"}, {"osascript", "applescript"}, {"pwsh", "powershell"}} {
		if strings.Contains(line, l[0]) {
			return l[1]
		}
	}
	return ""
}

func (w *walker) run(i int, r Run) {
	w.script.Calls[i].Runs = append(w.script.Calls[i].Runs, r)
}
