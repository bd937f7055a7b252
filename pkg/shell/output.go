package shell

import (
	"encoding/base64"
	"encoding/hex"
	"path"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/lang/sed"
	"github.com/ctxhook/ctxhook/pkg/rule"
)

// printer works out what calls print.
type printer struct {
	w  *walker
	st *state
}

func (w *walker) printer(st *state) printer { return printer{w, st} }

// only returns the list of one call.
func (w *walker) only(i int) []int {
	list := w.numbers.take(1)
	list[0] = i
	return list
}

// maxOutput bounds a worked-out text, in bytes.
const maxOutput = 64 << 10

// output returns what a call prints, as far as it can be worked out.
func (p printer) output(i int) output {
	c := &p.w.script.Calls[i]
	o := output{from: p.w.only(i)}
	ops := c.Args.Operands
	switch prints := c.Prints(); prints {
	case rule.PrintsNothing:
		if c.About.Names[0] == "mkdir" {
			p.noteDirs(ops)
		}
		o.known = true
	case rule.PrintsArguments:
		o.word, o.known = echo(c.Argv[1:]), true
	case rule.PrintsFormat:
		o.word, o.known = format(c.Argv[1:]), true
	case rule.PrintsRepeated:
		o.word, o.known = echo(c.Argv[1:]), len(ops) > 0
	case rule.PrintsDirectory:
		o.word, o.known = p.w.expander(p.st).pwd(), true
	case rule.PrintsFiles, rule.PrintsCopy, rule.PrintsLines, rule.PrintsSelected, rule.PrintsSubstituted:
		p.filter(i, prints, &o)
		if c.Args.Has("-r", "-R") && c.Args.Has("-l", "-L") && c.Model.Names[0] == "grep" && !c.Args.Has("--include", "--exclude-dir") {
			o.items = foundBy(i, searched(c))
		}
	case rule.PrintsBase64, rule.PrintsUnbase64, rule.PrintsUnhex, rule.PrintsReversed, rule.PrintsTranslated:
		p.decode(c, prints, &o)
	case rule.PrintsTemp:
		o.word, o.known = Word{Parts: []Part{{Kind: Unknown, Text: "$(mktemp)", Temp: true, Set: true}}}, true
	case rule.PrintsBase, rule.PrintsParent, rule.PrintsPath, rule.PrintsProgram:
		if len(ops) > 0 {
			o.word, o.known = ofPath(prints, ops), true
			if c.About != nil && c.About.Names[0] == "readlink" && !c.Args.Has("-f", "-e", "-m") {
				o.known = false // where a link leads is not its own path
			}
		}
	case rule.PrintsSearched:
		o.items = foundBy(i, searched(c))
	case rule.PrintsFound:
		o.items = foundBy(i, c.Items)
	case rule.PrintsListed:
		o.items = listed(c)
	case rule.PrintsWord:
		o.word, o.known = set("$("+c.Program+")"), true
	case rule.PrintsWorkTree:
		o.word = Word{Parts: []Part{{Kind: Unknown, Text: "$(git rev-parse --show-toplevel)", Path: true, Set: true}}}
		o.known = true
	}
	if len(c.Wrappers) > 0 && c.Where != "" {
		o.known = false
	}
	return o
}

// foundBy returns words that stand for what call i found.
func foundBy(i int, words []Word) []Word {
	out := make([]Word, len(words))
	for k, w := range words {
		out[k] = w.clone()
		if n := len(out[k].Parts); n > 0 && out[k].Parts[n-1].Kind == Glob {
			out[k].Parts[n-1].From = []int{i}
		}
	}
	return out
}

// searched returns some of the files below the directories that a call searches
// for a text, .git among them.
func searched(c *Call) []Word {
	dirs := c.Args.Operands
	if len(dirs) > 0 && !c.Args.Has("-e", "-f", "--files") {
		dirs = dirs[1:] // behind the text
	}
	if len(dirs) == 0 {
		dirs = []Word{lit(".")}
	}
	return under(dirs, "*/*")
}

// ofPath returns what is printed of the paths or names that a call is given.
func ofPath(prints string, ops []Word) Word {
	switch prints {
	case rule.PrintsBase:
		t, ok := ops[0].Literal()
		switch {
		case !ok:
			return derived(ops[0], "$(basename ..)")
		case len(ops) > 1:
			return lit(strings.TrimSuffix(path.Base(t), ops[1].String()))
		}
		return lit(path.Base(t))
	case rule.PrintsParent:
		return dirname(ops[0])
	case rule.PrintsProgram:
		return onPath(ops[0])
	}
	return ops[len(ops)-1]
}

// noteDirs remembers directories the text makes, so that a cd there is sure.
func (p printer) noteDirs(ops []Word) {
	for _, d := range ops {
		if dir, ok := p.st.cwd.resolve(d); ok {
			p.w.files.put(dir+"/", &noOutput)
		}
	}
}

// filter works out the output of programs that pass on their input, whole or
// in part.
func (p printer) filter(i int, prints string, o *output) {
	c := &p.w.script.Calls[i]
	in := c.Stdin
	if len(c.Args.Operands) > 0 && prints == rule.PrintsFiles && !c.Args.Operands[0].Is("-") {
		var all output
		all.known = true
		for _, f := range c.Args.Operands {
			t, ok := p.w.files.read(f, p.st)
			all = p.w.then(all, t)
			all.known = all.known && ok
		}
		o.word, o.known = all.word, all.known
		o.program = p.w.programFile(c.Args.Operands[0], p.st)
		return
	}
	if in.Kind == SourceFile && prints == rule.PrintsFiles {
		o.program = p.w.programFile(in.Text, p.st)
	}
	switch prints {
	case rule.PrintsFiles, rule.PrintsCopy:
		o.word, o.known, o.items, o.maybe = in.Text, in.Known && in.Kind != Inherited, in.items, in.maybe
		if prints == rule.PrintsCopy {
			for _, f := range c.Args.Operands {
				if name, ok := p.st.cwd.resolve(f); ok {
					p.w.wrote(i, name, output{word: in.Text, known: in.Known && in.Kind != Inherited, from: o.from}, c.Args.Has("-a", "--append"), p.st)
				}
				p.w.feedInto(f, *o)
			}
		}
	case rule.PrintsLines:
		o.word, o.known, o.items = in.Text, in.Known && in.Kind != Inherited && len(c.Args.Operands) == 0, in.items
		o.maybe = in.maybe
	case rule.PrintsSubstituted:
		if text, ok := in.Text.Literal(); ok && in.Known && in.Kind != Inherited && len(c.Args.Operands) == 1 && len(c.Args.Flags) == 0 {
			text, ok = sed.Edit(c.Args.Operands[0].String(), text, false)
			o.word, o.known = lit(text), ok
		}
	case rule.PrintsSelected:
		o.items = filtered(in.items)
	}
}

// listed returns the paths that ls prints as they were given.
func listed(c *Call) []Word {
	var out []Word
	for _, v := range c.Args.Operands {
		n := len(v.Parts)
		if !c.Args.Has("-d", "--directory") && (n == 0 || v.Parts[n-1].Kind != Glob && !strings.HasPrefix(v.Parts[n-1].Text, ".")) {
			return nil
		}
		out = append(out, v)
	}
	return out
}

// filtered marks items as a subset of what they were.
func filtered(items []Word) []Word {
	var out []Word
	for _, v := range items {
		v = v.clone()
		for i := range v.Parts {
			switch p := &v.Parts[i]; {
			case p.Kind == Glob && p.Text == "**":
				p.Text = "*"
			case p.Kind == Glob && p.Text == "*":
				p.Kind, p.Set = Unknown, true
			}
		}
		out = append(out, v)
	}
	return out
}

// decode works out the output of programs that turn one text into another.
func (p printer) decode(c *Call, prints string, o *output) {
	in := c.Stdin
	if n := len(c.Args.Operands); n > 0 && prints != rule.PrintsTranslated && !c.Args.Operands[n-1].Is("-") {
		f, ok := p.w.files.read(c.Args.Operands[n-1], p.st)
		if !ok {
			return
		}
		in = &Source{Kind: SourcePipe, Text: f.word, Known: f.known}
	}
	text, ok := in.Text.Literal()
	if !ok || !in.Known || in.Kind == Inherited || len(text) > maxOutput {
		return
	}
	switch prints {
	case rule.PrintsBase64:
		text = base64.StdEncoding.EncodeToString([]byte(text))
	case rule.PrintsUnbase64:
		text, ok = unbase64(text)
	case rule.PrintsUnhex:
		var b []byte
		var err error
		b, err = hex.DecodeString(strings.Join(strings.Fields(text), ""))
		text, ok = string(b), err == nil
	case rule.PrintsReversed:
		text = reverseLines(text)
	case rule.PrintsTranslated:
		text, ok = translate(c.Args, text)
	}
	if ok {
		o.word, o.known = lit(text), true
	}
}

func dirname(v Word) Word {
	t, ok := v.Literal()
	if ok {
		return lit(path.Dir(t))
	}
	n := len(v.Parts) - 1
	if v.Parts[n].Kind == Lit && n > 0 {
		if i := strings.LastIndexByte(v.Parts[n].Text, '/'); i >= 0 {
			v = v.clone()
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
func looksUp(s *Script, o output) bool {
	if !o.known || len(o.from) != 1 {
		return false
	}
	return s.Calls[o.from[0]].Prints() == rule.PrintsProgram && len(o.word.Parts) > 0
}

// onPath returns the path of a program that is looked up by its name.
func onPath(name Word) Word {
	t, ok := name.Literal()
	if !ok || t == "" || strings.ContainsAny(t, "/~") {
		return name
	}
	v := lit("/usr/local/bin/")
	v.addWord(name)
	return v
}
