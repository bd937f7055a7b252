package follow

import (
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/interpret"
	"github.com/ctxhook/ctxhook/pkg/guard/lang/sql"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// stdin follows a program whose text is standard input.
func (r *runner) stdin(lang string) {
	switch r.x.In.Kind {
	case shell.SourcePipe, shell.SourceText:
		if !r.x.In.Known {
			r.record(shell.Run{Lang: lang, From: r.x.In.From})
			if r.bare(r.x.Span, r.st).passed(r.x.In.From, lang) {
				return
			}
			if lang == "" {
				r.printed()
			} else if lang == "sql" {
				r.printedSQL()
			}
			for _, t := range r.x.In.Maybe {
				if text := r.w.TextOf(t); lang == "" && !r.w.Parses(text) {
					continue // part of an output need not be a complete command
				}
				in := r.st.Fork()
				r.w.Conditional(in)
				r.bare(r.x.Span, in).text(t, lang, nil)
			}
			return
		}
		r.text(r.x.In.Text, lang, r.x.In.From)
	case shell.SourceFile:
		name := r.x.In.Text
		r.record(shell.Run{Lang: lang, File: &name, From: name.From()})
		here := r.here()
		r.f.listMissing(r.i, name, here)
		if f := r.f.onDisk(r.i, name, here); f != nil {
			r.bare(r.x.Span, r.st).runsOnDisk(f, lang)
		} else {
			r.bare(r.x.Span, here).leaveUnread(name, lang, false)
		}
	}
}

// here returns the state in which a redirect of the call is opened. The shell of this
// machine opens it, even if the call runs elsewhere: ssh web1 bash -s < x.sh.
func (r *runner) here() *interpret.State {
	if r.st.Where != "remote" && r.st.Where != "container" {
		return r.st
	}
	c := r.call()
	for c.Where != "" && c.Via >= 0 {
		c = &r.f.script.Calls[c.Via]
	}
	if c.Where != "" {
		return r.st
	}
	st := interpret.NewState()
	st.Cwd = c.Cwd
	return st
}

// printedSQL follows the statements that a query makes for another client: psql | psql.
func (r *runner) printedSQL() {
	for _, k := range r.x.In.From {
		if k >= r.i {
			continue
		}
		for _, run := range r.f.script.Calls[k].Runs {
			if run.Known && run.Lang == "sql" {
				for _, text := range sql.Generated(run.Text.String()) {
					r.bare(r.x.Span, r.st.Fork()).text(shell.LitWord(text), "sql", nil)
				}
			}
		}
	}
}

// printed follows what programs of other languages may print into a shell:
// each string in them.
func (r *runner) printed() {
	for _, k := range r.x.In.From {
		if k >= r.i {
			continue
		}
		for _, run := range r.f.script.Calls[k].Runs {
			if !run.Known || run.File != nil || run.Lang == "" || run.Lang == "sql" {
				continue
			}
			for _, s := range shell.Quoted(run.Text.String()) {
				r.w.Attempt(s, r.x.Span, r.st)
			}
		}
	}
}

// file follows a program file, if the text itself wrote it.
func (r *runner) file(file *shell.Word, lang string) {
	if r.harmless() {
		return
	}
	o, ok := r.w.Written().Read(*file, r.st)
	if (!ok || o.Tail && !o.Known) && r.call().Model != nil && r.fileOnDisk(file, lang) {
		return
	}
	if !ok {
		if r.call().Model != nil {
			r.leaveUnread(*file, lang, false)
		}
		if lang != "" || strings.Contains(file.String(), "/") || r.call().Model != nil {
			r.record(shell.Run{Lang: lang, File: file, From: file.From()})
		}
		return
	}
	if r.call().Model == nil {
		r = r.inside("")
		r.st.Pass(r.call().Argv[1:])
	}
	if !o.Known {
		r.record(shell.Run{Lang: lang, File: file, From: o.From})
		if o.Tail {
			r.text(o.Word, lang, nil)
		} else {
			r.st.Zero = file
			r.passed(o.From, lang)
		}
		return
	}
	if lang == "" {
		lang = shebang(o.Word)
	}
	if first := o.Word.Prefix(); lang == "" && (!strings.HasPrefix(first, "#!") || !strings.Contains(first, "\n")) { // #!$AWK -f
		lang = scriptLanguage(file.String())
	}
	r.record(shell.Run{Lang: lang, File: file, Text: o.Word, Known: true, From: o.From})
	if r.f.reading[file.String()] {
		if r.st.Multiplies() {
			r.w.Problem(shell.ForkBomb, "a script that keeps starting itself in the background", r.x.Span)
		}
		return
	}
	defer r.f.follows(file.String())()
	r.st.Zero = file
	r.text(o.Word, lang, nil)
}

// shebang returns the language a script's first line names; "" is shell.
func shebang(text shell.Word) string {
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
func (r *runner) record(run shell.Run) {
	own := r.call().Own()
	own.Runs = append(own.Runs, run)
}
