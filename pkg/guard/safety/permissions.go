package safety

import (
	"path"
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/effect"
	"github.com/ctxhook/ctxhook/pkg/guard/follow"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// Permission is a rule of the user's in the settings of the agent. The agent
// compares it with words; here it holds against what a call does.
type Permission struct {
	Text          string   // as the user wrote it
	File          string   // that it stands in
	Ask           bool     // the user is asked; otherwise it is denied
	Command       string   // a call; * stands for anything, and :* at the end for further words
	Reads, Writes []string // absolute paths with * and **, of files and of directories
}

// permissions fires the user's rules in the settings of the agent. What stands in
// a file that a command runs is no breach: the agent may run that file.
func (c *checker) permissions() {
	if len(c.engine.Permissions) == 0 || c.engine.inner || c.engine.offered && c.engine.use == nil {
		return
	}
	for i := range c.script.Calls {
		call := &c.script.Calls[i]
		if call.In != nil || call.Late || call.Where != "" {
			continue
		}
		reads, writes := c.touched(i)
		words := argvText(call)
		for k := range c.engine.Permissions {
			p := &c.engine.Permissions[k]
			switch {
			case p.Command != "" && c.calls(p, i, words):
				c.breach(p, i, "runs what")
			case c.onPath(p.Reads, call, reads) || c.given(p.Reads, call):
				c.breach(p, i, "reads what")
			case c.onPath(p.Writes, call, writes):
				c.breach(p, i, "changes what")
			}
		}
	}
}

// breach adds the finding that a call breaks a rule.
func (c *checker) breach(p *Permission, i int, does string) {
	r, says := &deniedRule, "denies"
	if p.Ask {
		r, says = &askedRule, "asks about"
	}
	c.add(Finding{
		Rule: r.ID, Risk: r.Risk, Span: c.script.Calls[i].Span, Call: i, Why: r.Why, Mitigation: r.Mitigation,
		Message: does + " the rule " + shown(p.Text) + " of " + p.File + " " + says,
	})
}

// touched lists the files that a call reads, also by giving them away or another
// name, and those that it changes.
func (c *checker) touched(i int) (reads, writes []shell.Word) {
	call := &c.script.Calls[i]
	for _, e := range c.reader.Of(i) {
		if e.Target == nil {
			continue
		}
		switch w := *e.Target; e.Kind {
		case rule.Read:
			reads = append(reads, w)
		case rule.Send:
			if name := sent(w); name != "" {
				reads = append(reads, fixedWord(name))
			}
		case rule.Move:
			reads, writes = append(reads, w), append(writes, w)
		case rule.Overwrite, rule.Append, rule.Delete, rule.Link, rule.Revise:
			writes = append(writes, w)
		case rule.Edit:
			switch e.What {
			case effect.OtherName:
				reads = append(reads, w)
			case "":
				writes = append(writes, w)
			}
		}
	}
	if call.Stdin.Kind == shell.SourceFile {
		reads = append(reads, call.Stdin.Text)
	}
	switch {
	case call.Program == "." || call.Program == "source":
		for k := range call.Runs {
			if f := call.Runs[k].File; f != nil {
				reads = append(reads, *f)
			}
		}
	case call.Program == "git" && call.Args.Is([]string{"show", "cat-file"}):
		for _, w := range call.Args.Operands {
			if _, name, ok := strings.Cut(w.String(), ":"); ok {
				reads = append(reads, fixedWord(name))
			}
		}
	}
	return reads, writes
}

// given reports whether an unknown program gets a file that patterns name: it may
// well read that. What it is given may be anything, so a pattern for all that lies
// in a directory does not count.
func (c *checker) given(patterns []string, call *shell.Call) bool {
	if len(patterns) == 0 || call.Model != nil || call.About != nil || call.Program == "" || call.Code != "" || c.engine.use != nil {
		return false
	}
	var files []shell.Word
	before := ""
	for _, w := range call.Argv[min(1, len(call.Argv)):] {
		t, ok := w.Literal()
		output := before == "-o" || strings.HasPrefix(before, "--out")
		if before = t; ok && t != "" && !output && strings.ContainsAny(t, "./") && !strings.ContainsAny(t, " \n=") && t[0] != '-' && !strings.Contains(t, "://") {
			files = append(files, w)
		}
	}
	named := slices.DeleteFunc(slices.Clone(patterns), func(p string) bool { return strings.HasSuffix(p, "**") })
	return c.onPath(named, call, files)
}

// sent returns the file in a word that names what is sent: f=@x, @x; "" where it is
// a text.
func sent(w shell.Word) string {
	t, _ := w.Literal()
	i := strings.IndexAny(t, "@<")
	if i < 0 || strings.ContainsAny(t, " \n{") {
		return ""
	}
	name, _, _ := strings.Cut(t[i+1:], ";")
	return name
}

// fixedWord is a word that stands for itself.
func fixedWord(text string) shell.Word {
	return shell.Word{Parts: []shell.Part{{Kind: shell.Lit, Text: text}}}
}

// onPath reports whether one of the files of a call is one that patterns speak of.
func (c *checker) onPath(patterns []string, call *shell.Call, files []shell.Word) bool {
	if len(patterns) == 0 {
		return false
	}
	return slices.ContainsFunc(files, func(w shell.Word) bool {
		name, ok := effect.Literal(w, call.Cwd, c.at)
		if !ok {
			if name, ok = effect.Pattern(w, call.Cwd, c.at); !ok {
				return false
			}
		}
		return slices.ContainsFunc(patterns, func(p string) bool { return speaksOf(p, name) })
	})
}

// speaksOf reports whether a pattern speaks of a path, of a directory that it lies
// in, or of all that lies in it. The path may have globs in its last name: those
// of a shell, which stand for any name that fits.
func speaksOf(pattern, name string) bool {
	want, got := strings.Split(pattern, "/"), strings.Split(name, "/")
	if matchSegments(want, got) || matchSegments(want, append(got[:len(got):len(got)], "x")) {
		return true
	}
	last := path.Base(pattern)
	if !strings.ContainsAny(path.Base(name), "*?[") || last == "**" {
		return false
	}
	got[len(got)-1] = strings.ReplaceAll(last, "*", "x")
	return shell.MatchGlob(path.Base(name), got[len(got)-1]) && strings.HasPrefix(path.Base(name), got[len(got)-1][:1]) && matchSegments(want, got)
}

// matchSegments holds the names of a pattern against those of a path. ** stands for
// any number of names, and what is left of the path lies below.
func matchSegments(want, got []string) bool {
	star, mark := -1, 0
	w, g := 0, 0
	for w < len(want) {
		switch {
		case want[w] == "**":
			star, mark = w, g
			w++
		case g < len(got) && shell.MatchGlob(want[w], got[g]):
			w, g = w+1, g+1
		case star >= 0 && mark < len(got):
			mark++
			w, g = star+1, mark
		default:
			return false
		}
	}
	return star != len(want)-1 || g < len(got)
}

// calls reports whether a call is one that a rule speaks of: by its words, or in
// another spelling of the same options.
func (c *checker) calls(p *Permission, i int, words string) bool {
	call := &c.script.Calls[i]
	if call.Code != "" && takes(c.reader.Of(i)) && !containsWords(c.script.Text[call.Span.From:call.Span.To], call.Program) {
		return false // the reader of a language says it in words of a shell
	}
	text, more := strings.CutSuffix(p.Command, ":*")
	if !more {
		text, more = strings.CutSuffix(p.Command, " *")
	}
	switch {
	case strings.ContainsAny(text, "|&;<>"):
		return shell.MatchGlob(p.Command, strings.TrimSpace(c.script.Text))
	case words == text, more && strings.HasPrefix(words, text+" "), shell.MatchGlob(text, words), more && shell.MatchGlob(text+" *", words):
		return true
	}
	program, _, _ := strings.Cut(text, " ")
	if strings.ContainsAny(strings.TrimRight(text, "*"), "*") || path.Base(program) != call.Program {
		return false
	}
	text, open := strings.CutSuffix(text, "*")
	s := c.parsed[p]
	if s == nil {
		s = follow.Parse(text, shell.Options{Models: c.engine.Models, Home: c.at.Home})
		if c.parsed == nil {
			c.parsed = make(map[*Permission]*shell.Script)
		}
		c.parsed[p] = s
	}
	return len(s.Calls) == 1 && sameCall(&s.Calls[0], call, more || open)
}

// takes reports whether effects are those of a call that only reads files and
// talks to other machines.
func takes(effects []effect.Effect) bool {
	return !slices.ContainsFunc(effects, func(e effect.Effect) bool {
		return e.Kind != rule.Read && e.Kind != rule.Send && e.Kind != rule.Fetch
	})
}

// sameCall reports whether a call has the subcommand, the options and the first
// operands of another one, and with more false nothing else.
func sameCall(want, got *shell.Call, more bool) bool {
	w, g := &want.Args, &got.Args
	if want.Program != got.Program || len(w.Sub) > len(g.Sub) || len(w.Operands) > len(g.Operands) || len(w.Sub)+len(w.Flags)+len(w.Operands) == 0 && !more {
		return false
	}
	if !more && (len(w.Sub) != len(g.Sub) || len(w.Operands) != len(g.Operands) || len(w.Flags) != len(g.Flags)) {
		return false
	}
	for i := range w.Sub {
		if w.Sub[i] != g.Sub[i] {
			return false
		}
	}
	for i := range w.Operands {
		if w.Operands[i].String() != g.Operands[i].String() {
			return false
		}
	}
	for i := range w.Flags {
		f := &w.Flags[i]
		names := []string{f.Name}
		if f.Option != nil {
			names = append(names, f.Option.Names...)
		}
		if !g.Has(names...) {
			return false
		}
	}
	return true
}
