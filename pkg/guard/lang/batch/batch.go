// Package batch reads commands of cmd.exe, as batch files hold them. It
// follows no jump and expands no variable.
package batch

import (
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/lang"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
)

var syntax = lang.Syntax{
	Lang:    "cmd",
	Quotes:  []lang.Quote{{Open: `"`, Close: `"`, Interp: '%'}},
	Sigils:  "%",
	Newline: true,
	Signs:   "\"%^&|()<>,; \t\r\n",
	Escape:  '^',
}

// Read lists what commands of cmd.exe do.
func Read(src string, functions rule.Functions) []lang.Step {
	r := &reader{lang.NewReader(&syntax, src, functions)}
	r.Inner = func() lang.Value {
		v := variable(r.Token().Text)
		r.Next()
		return v
	}
	for !r.Done() {
		r.command()
	}
	return r.Steps()
}

type reader struct{ *lang.Reader }

// any reports whether the next token is one of these signs.
func (r *reader) any(signs ...string) bool { return slices.ContainsFunc(signs, r.Is) }

// ends reports whether a command ends here.
func (r *reader) ends() bool {
	return r.Token().Kind == lang.LineToken || r.any("&", "|", "(", ")")
}

// command reads words up to a separator.
func (r *reader) command() {
	for r.ends() && !r.Done() {
		r.Next()
	}
	from := r.Token().From
	var words []lang.Word
	for !r.Done() && !r.ends() && len(words) < lang.MaxWords {
		if r.redirect() || r.Accept(",") || r.Accept(";") || r.Accept("<") {
			continue
		}
		w, _ := r.Word(r.sign)
		if len(words) == 0 { // @ keeps a command from being shown
			w.Arg = lang.CutFront(w.Arg, len(w.Arg.Text)-len(strings.TrimLeft(w.Arg.Text, "@")))
			if w.Arg.Text == "" && len(w.Arg.Holes) == 0 {
				continue
			}
		}
		words = append(words, w)
		if len(words) == 1 && r.prefix(w) {
			words, from = nil, r.Token().From
		}
	}
	if len(words) > 0 {
		r.judge(words, &lang.Call{From: from, To: r.End()})
	}
}

// sign adds a variable or a sign that means nothing to a word.
func (r *reader) sign(w *lang.Word) bool {
	t := r.Token()
	if r.ends() || r.any("<", ">", ",", ";") {
		return false
	}
	bare := w.Bare
	v := lang.Lit(t.Text)
	if t.Kind == lang.NameToken {
		v = variable(t.Text)
	}
	r.Next()
	w.Value = r.Both(w.Value, v, lang.Join)
	w.Bare = bare
	return true
}

// variable returns the value of %NAME%, %1 or %%v.
func variable(text string) lang.Value {
	name, named := strings.CutSuffix(text[1:], "%")
	if !named || name == "" {
		return hole(lang.Hole{Name: text})
	}
	name, _, _ = strings.Cut(strings.ToUpper(name), ":")
	switch name {
	case "USERPROFILE", "HOMEPATH", "HOME":
		return hole(lang.Hole{Name: "$" + name, Home: true})
	case "HOMEDRIVE": // always in front of HOMEPATH
		return hole(lang.Hole{Name: "~drive"})
	case "TEMP", "TMP":
		return hole(lang.Hole{Name: "$" + name, Temp: true})
	}
	if v, ok := lang.Profile(name); ok {
		return v
	}
	if v, ok := lang.System(name); ok {
		return v
	}
	return hole(lang.Hole{Name: "$" + name})
}

func hole(h lang.Hole) lang.Value {
	return lang.Value{Shape: lang.TextShape, Arg: lang.Arg{Holes: []lang.Hole{h}}}
}

// prefix reports whether another command follows the word, and moves over
// what belongs to it.
func (r *reader) prefix(w lang.Word) bool {
	switch lang.Lower(w.Arg.Text) {
	case "call", "do", "else":
	case "rem", "::":
		for !r.Done() && r.Token().Kind != lang.LineToken {
			r.Next()
		}
	case "if":
		for range 5 {
			if w, ok := r.Word(r.sign); !ok || !condition(lang.Lower(w.Arg.Text)) {
				break
			}
		}
	case "for":
		for n := range 200 {
			if t := r.Peek(n); strings.EqualFold(t.Text, "do") && t.Space {
				r.Skip(n + 1)
				break
			}
		}
	default:
		return false
	}
	return true
}

// condition reports whether another word of a condition follows this one.
func condition(word string) bool {
	switch word {
	case "not", "/i", "exist", "defined", "errorlevel":
		return true
	}
	return strings.HasSuffix(word, "==")
}

// redirect reads > file.
func (r *reader) redirect() bool {
	from := r.Token().From
	if t := r.Token().Text; len(t) == 1 && lang.IsDigit(t[0]) && r.Peek(1).Text == ">" && !r.Peek(1).Space {
		r.Next()
	}
	if !r.Accept(">") {
		return false
	}
	words := []lang.Arg{{Text: "tee"}}
	if r.Accept(">") {
		words = append(words, lang.Arg{Text: "-a"})
	}
	if r.Is("&") && r.Adjacent() { // 2>&1
		r.Skip(2)
		return true
	}
	if w, ok := r.Word(r.sign); ok && w.Arg.Text != "" && !strings.EqualFold(w.Arg.Text, "nul") {
		r.Argv(&lang.Call{Name: ">", From: from, To: r.End()}, append(words, w.Arg))
	}
	return true
}

// judge adds the steps of one command.
func (r *reader) judge(words []lang.Word, c *lang.Call) {
	text := words[0].Arg.Text
	if i := strings.IndexByte(text, '/'); i > 0 && len(words[0].Arg.Holes) == 0 { // rd/s/q
		text, words = lang.Lower(text), append([]lang.Word{{Value: lang.Lit(lang.Lower(text[:i]))}, {Value: lang.Lit(text[i:]), Bare: true}}, words[1:]...)
		text = text[:i]
	}
	c.Name = strings.TrimSuffix(lang.Lower(text), ".exe")
	switch c.Name {
	case "echo", "set", "cd", "chdir", "dir", "title", "cls", "pause", "exit", "goto", "setlocal", "endlocal", "pushd", "popd", "ver", "vol", "prompt", "color", "mkdir", "md":
		return
	case "cmd":
		r.nested(words[1:], c)
		return
	case "start":
		r.start(words[1:], c)
		return
	}
	for _, w := range words[1:] {
		if w.Bare && strings.HasPrefix(w.Arg.Text, "/") && len(w.Arg.Text) > 1 {
			for flag := range strings.SplitSeq(lang.Lower(w.Arg.Text[1:]), "/") {
				c.SetOption(flag, lang.Lit("true"))
			}
			continue
		}
		w.Arg.Glob = strings.ContainsAny(w.Arg.Text, "*?")
		c.Args = append(c.Args, w.Value)
	}
	if _, ok := r.Run(c.Name, c); !ok {
		r.Argv(c, args(words))
	}
}

func args(words []lang.Word) []lang.Arg {
	var out []lang.Arg
	for _, w := range words {
		out = append(out, w.Arg)
	}
	return out
}

// start runs a program; a quoted word in front of it is the title of a window.
func (r *reader) start(words []lang.Word, c *lang.Call) {
	if len(words) > 0 && !words[0].Bare {
		words = words[1:]
	}
	for len(words) > 0 && strings.HasPrefix(words[0].Arg.Text, "/") {
		words = words[1:]
	}
	r.Argv(c, args(words))
}

// nested reads the command behind cmd /c.
func (r *reader) nested(words []lang.Word, c *lang.Call) {
	i := slices.IndexFunc(words, func(w lang.Word) bool {
		return strings.EqualFold(w.Arg.Text, "/c") || strings.EqualFold(w.Arg.Text, "/k")
	})
	if i < 0 || i+1 == len(words) {
		return
	}
	text := words[i+1].Arg
	for _, w := range words[i+2:] {
		text = lang.Join(lang.Join(text, lang.Arg{Text: " "}), w.Arg)
	}
	c.Name = "cmd /c"
	r.Text(c, "cmd", text)
}
