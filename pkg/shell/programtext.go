package shell

import "strings"

// stdin follows a program whose text is standard input.
func (r *runner) stdin(lang string) {
	switch r.x.in.Kind {
	case SourcePipe, SourceText:
		if !r.x.in.Known {
			r.record(Run{Lang: lang, From: r.x.in.From})
			if r.bare(r.x.span, r.st).passed(r.x.in.From, lang) {
				return
			}
			if lang == "" {
				r.printed()
			}
			for _, t := range r.x.in.maybe {
				if text := r.w.textOf(t); lang == "" && !r.w.parses(text) {
					continue // part of an output need not be a complete command
				}
				in := r.st.fork()
				r.w.conditional(in)
				r.bare(r.x.span, in).text(t, lang, nil)
			}
			return
		}
		r.text(r.x.in.Text, lang, r.x.in.From)
	case SourceFile:
		f := r.x.in.Text
		r.record(Run{Lang: lang, File: &f, From: f.From()})
		r.f.listMissing(r.i, f, r.st)
		if f := r.f.onDisk(r.i, f, r.st); f != nil {
			r.bare(r.x.span, r.st).runsOnDisk(f, lang)
		}
	}
}

// printed follows what programs of other languages may print into a shell:
// each string in them.
func (r *runner) printed() {
	for _, k := range r.x.in.From {
		if k >= r.i {
			continue
		}
		for _, run := range r.f.script.Calls[k].Runs {
			if !run.Known || run.File != nil || run.Lang == "" || run.Lang == "sql" {
				continue
			}
			for _, s := range quoted(run.Text.String()) {
				r.w.attempt(s, r.x.span, r.st)
			}
		}
	}
}

// file follows a program file, if the text itself wrote it.
func (r *runner) file(file *Word, lang string) {
	if r.harmless() {
		return
	}
	o, ok := r.w.written().read(*file, r.st)
	if (!ok || o.tail && !o.known) && r.call().Model != nil && r.fileOnDisk(file, lang) {
		return
	}
	if !ok {
		if lang != "" || strings.Contains(file.String(), "/") || r.call().Model != nil {
			r.record(Run{Lang: lang, File: file, From: file.From()})
		}
		return
	}
	if r.call().Model == nil {
		r = r.inside("")
		r.st.pass(r.call().Argv[1:])
	}
	if !o.known {
		r.record(Run{Lang: lang, File: file, From: o.from})
		if o.tail {
			r.text(o.word, lang, nil)
		} else {
			r.st.zero = file
			r.passed(o.from, lang)
		}
		return
	}
	if lang == "" {
		lang = shebang(o.word)
	}
	if lang == "" && !strings.HasPrefix(o.word.Prefix(), "#!") {
		lang = scriptLanguage(file.String())
	}
	r.record(Run{Lang: lang, File: file, Text: o.word, Known: true, From: o.from})
	if r.f.reading[file.String()] {
		if r.st.multiplies() {
			r.w.problem(ForkBomb, "a script that keeps starting itself in the background", r.x.span)
		}
		return
	}
	defer r.f.follows(file.String())()
	r.st.zero = file
	r.text(o.word, lang, nil)
}

// shebang returns the language a script's first line names; "" is shell.
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

// record adds to what the call runs.
func (r *runner) record(run Run) {
	own := r.call().own()
	own.Runs = append(own.Runs, run)
}
