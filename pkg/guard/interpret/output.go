package interpret

import (
	"encoding/base64"
	"encoding/hex"
	"path"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/lang/sed"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// printer works out what calls print.
type printer struct {
	w  *Walker
	st *State
}

func (w *Walker) printer(st *State) printer { return printer{w, st} }

// only returns the list of one call.
func (w *Walker) only(i int) []int {
	list := w.numbers.take(1)
	list[0] = i
	return list
}

// maxOutput bounds a worked-out text, in bytes.
const maxOutput = 64 << 10

// output returns what a call prints, as far as it can be worked out.
func (p printer) output(i int) Output {
	c := &p.w.script.Calls[i]
	o := Output{From: p.w.only(i)}
	ops := c.Args.Operands
	switch prints := c.Prints(); prints {
	case rule.PrintsNothing:
		if c.About.Names[0] == "mkdir" {
			p.noteDirs(ops)
		}
		o.Known = true
	case rule.PrintsArguments:
		o.Word, o.Known = echo(c.Argv[1:]), true
	case rule.PrintsFormat:
		o.Word, o.Known = format(c.Argv[1:]), true
	case rule.PrintsRepeated:
		o.Word, o.Known = echo(c.Argv[1:]), len(ops) > 0
	case rule.PrintsDirectory:
		o.Word, o.Known = p.w.expander(p.st).pwd(), true
	case rule.PrintsFiles, rule.PrintsCopy, rule.PrintsLines, rule.PrintsSelected, rule.PrintsSubstituted:
		p.filter(i, prints, &o)
		if c.Args.Has("-r", "-R") && c.Args.Has("-l", "-L") && c.Model.Names[0] == "grep" && !c.Args.Has("--exclude-dir") {
			o.items = foundBy(i, searched(c))
		}
	case rule.PrintsBase64, rule.PrintsUnbase64, rule.PrintsUnhex, rule.PrintsReversed, rule.PrintsTranslated:
		p.decode(c, prints, &o)
	case rule.PrintsTemp:
		o.Word, o.Known = shell.Word{Parts: []shell.Part{{Kind: shell.Unknown, Text: "$(mktemp)", Temp: true, Set: true}}}, true
	case rule.PrintsBase, rule.PrintsParent, rule.PrintsPath, rule.PrintsProgram:
		if len(ops) > 0 {
			o.Word, o.Known = ofPath(prints, ops), true
			if c.About != nil && c.About.Names[0] == "readlink" && !c.Args.Has("-f", "-e", "-m") {
				o.Known = false // where a link leads is not its own path
			}
		}
	case rule.PrintsSearched:
		o.items = foundBy(i, searched(c))
	case rule.PrintsFound:
		o.items = foundBy(i, c.Items)
	case rule.PrintsListed:
		o.items = listed(c)
	case rule.PrintsWord:
		o.Word, o.Known = set("$("+c.Program+")"), true
	case rule.PrintsWorkTree:
		o.Word = shell.Word{Parts: []shell.Part{{Kind: shell.Unknown, Text: "$(git rev-parse --show-toplevel)", Path: true, Set: true}}}
		o.Known = true
	case "":
		if row := c.Output(); row != nil && row.Path != "" {
			o.Word, o.Known = p.w.expander(p.st).variable("HOME")[0].Clone(), true
			o.Word.AddWord(shell.LitWord(strings.TrimPrefix(row.Path, "~")))
		}
	}
	if len(c.Wrappers) > 0 && c.Where != "" {
		o.Known = false
	}
	return o
}

// foundBy returns words that stand for what call i found.
func foundBy(i int, words []shell.Word) []shell.Word {
	out := make([]shell.Word, len(words))
	for k, w := range words {
		out[k] = w.Clone()
		if n := len(out[k].Parts); n > 0 && out[k].Parts[n-1].Kind != shell.Unknown {
			out[k].Parts[n-1].From = []int{i}
		}
	}
	return out
}

// searched returns some of the files below the directories that a call searches
// for a text, .git among them.
func searched(c *shell.Call) []shell.Word {
	dirs := c.Args.Operands
	if len(dirs) > 0 && !c.Args.Has("-e", "-f", "--files") {
		dirs = dirs[1:] // behind the text
	}
	if len(dirs) == 0 {
		dirs = []shell.Word{shell.LitWord(".")}
	}
	var out []shell.Word
	for k := range c.Args.Flags {
		f := &c.Args.Flags[k]
		if f.Name != "--include" || f.Value == nil {
			continue
		}
		name, ok := f.Value.Literal()
		if !ok {
			return nil
		}
		out = append(out, under(dirs, name)...)
	}
	if out != nil {
		return out
	}
	return under(dirs, "*/*")
}

// ofPath returns what is printed of the paths or names that a call is given.
func ofPath(prints string, ops []shell.Word) shell.Word {
	switch prints {
	case rule.PrintsBase:
		t, ok := ops[0].Literal()
		switch {
		case !ok:
			return derived(ops[0], "$(basename ..)")
		case len(ops) > 1:
			return shell.LitWord(strings.TrimSuffix(path.Base(t), ops[1].String()))
		}
		return shell.LitWord(path.Base(t))
	case rule.PrintsParent:
		return dirname(ops[0])
	case rule.PrintsProgram:
		return onPath(ops[0])
	}
	return ops[len(ops)-1]
}

// noteDirs remembers directories the text makes, so that a cd there is sure.
func (p printer) noteDirs(ops []shell.Word) {
	for _, d := range ops {
		if dir, ok := p.st.Cwd.Resolve(d); ok {
			p.w.files.put(dir+"/", &noOutput)
		}
	}
}

// filter works out the output of programs that pass on their input, whole or
// in part.
func (p printer) filter(i int, prints string, o *Output) {
	c := &p.w.script.Calls[i]
	in := c.Stdin
	if len(c.Args.Operands) > 0 && prints == rule.PrintsFiles && !c.Args.Operands[0].Is("-") {
		var all Output
		all.Known = true
		for _, f := range c.Args.Operands {
			t, ok := p.w.files.Read(f, p.st)
			all = p.w.then(all, t)
			all.Known = all.Known && ok
		}
		o.Word, o.Known = all.Word, all.Known
		o.program = p.w.programFile(c.Args.Operands[0], p.st)
		return
	}
	if in.Kind == shell.SourceFile && prints == rule.PrintsFiles {
		o.program = p.w.programFile(in.Text, p.st)
	}
	switch prints {
	case rule.PrintsFiles, rule.PrintsCopy:
		o.Word, o.Known, o.items, o.maybe = in.Text, in.Known && in.Kind != shell.Inherited, in.Items, in.Maybe
		if prints == rule.PrintsCopy {
			for _, f := range c.Args.Operands {
				if name, ok := p.st.Cwd.Resolve(f); ok {
					p.w.wrote(i, name, Output{Word: in.Text, Known: in.Known && in.Kind != shell.Inherited, From: o.From}, c.Args.Has("-a", "--append"), p.st)
				}
				p.w.feedInto(f, *o)
			}
		}
	case rule.PrintsLines:
		o.Word, o.Known, o.items = in.Text, in.Known && in.Kind != shell.Inherited && len(c.Args.Operands) == 0, in.Items
		o.maybe = in.Maybe
	case rule.PrintsSubstituted:
		if text, ok := in.Text.Literal(); ok && in.Known && in.Kind != shell.Inherited && len(c.Args.Operands) == 1 && len(c.Args.Flags) == 0 {
			text, ok = sed.Edit(c.Args.Operands[0].String(), text, false)
			o.Word, o.Known = shell.LitWord(text), ok
		}
	case rule.PrintsSelected:
		o.items = filtered(in.Items)
	}
}

// listed returns the paths that ls prints as they were given.
func listed(c *shell.Call) []shell.Word {
	var out []shell.Word
	for _, v := range c.Args.Operands {
		n := len(v.Parts)
		if !c.Args.Has("-d", "--directory") && (n == 0 || v.Parts[n-1].Kind != shell.Glob && !strings.HasPrefix(v.Parts[n-1].Text, ".")) {
			return nil
		}
		out = append(out, v)
	}
	return out
}

// filtered marks items as a subset of what they were.
func filtered(items []shell.Word) []shell.Word {
	var out []shell.Word
	for _, v := range items {
		v = v.Clone()
		for i := range v.Parts {
			switch p := &v.Parts[i]; {
			case p.Kind == shell.Glob && p.Text == "**":
				p.Text = "*"
			case p.Kind == shell.Glob && p.Text == "*":
				p.Kind, p.Set = shell.Unknown, true
			}
		}
		out = append(out, v)
	}
	return out
}

// decode works out the output of programs that turn one text into another.
func (p printer) decode(c *shell.Call, prints string, o *Output) {
	in := c.Stdin
	if n := len(c.Args.Operands); n > 0 && prints != rule.PrintsTranslated && !c.Args.Operands[n-1].Is("-") {
		f, ok := p.w.files.Read(c.Args.Operands[n-1], p.st)
		if !ok {
			return
		}
		in = &shell.Source{Kind: shell.SourcePipe, Text: f.Word, Known: f.Known}
	}
	text, ok := in.Text.Literal()
	if !ok || !in.Known || in.Kind == shell.Inherited || len(text) > maxOutput {
		return
	}
	switch prints {
	case rule.PrintsBase64:
		text = base64.StdEncoding.EncodeToString([]byte(text))
	case rule.PrintsUnbase64:
		text, ok = Unbase64(text)
	case rule.PrintsUnhex:
		var b []byte
		var err error
		b, err = hex.DecodeString(strings.Join(strings.Fields(text), ""))
		text, ok = string(b), err == nil
	case rule.PrintsReversed:
		text = ReverseLines(text)
	case rule.PrintsTranslated:
		text, ok = Translate(c.Args, text)
	}
	if ok {
		o.Word, o.Known = shell.LitWord(text), true
	}
}

func dirname(v shell.Word) shell.Word {
	t, ok := v.Literal()
	if ok {
		return shell.LitWord(path.Dir(t))
	}
	n := len(v.Parts) - 1
	if v.Parts[n].Kind == shell.Lit && n > 0 {
		if i := strings.LastIndexByte(v.Parts[n].Text, '/'); i >= 0 {
			v = v.Clone()
			v.Parts[n].Text = v.Parts[n].Text[:i]
			return v
		}
	}
	d := derived(v, "$(dirname ..)")
	d.Parts[0].Path, d.Parts[0].Set = true, true
	return d
}

// looksUp reports whether an output is the path of a program that a call
// looked up.
func looksUp(s *shell.Script, o Output) bool {
	if !o.Known || len(o.From) != 1 {
		return false
	}
	return s.Calls[o.From[0]].Prints() == rule.PrintsProgram && len(o.Word.Parts) > 0
}

// onPath returns the path of a program that is looked up by its name.
func onPath(name shell.Word) shell.Word {
	t, ok := name.Literal()
	if !ok || t == "" || strings.ContainsAny(t, "/~") {
		return name
	}
	v := shell.LitWord("/usr/local/bin/")
	v.AddWord(name)
	return v
}
