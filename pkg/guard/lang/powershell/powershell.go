// Package powershell reads PowerShell for what its commands and the methods of
// .NET do. It runs no script block and knows no objects: what goes through a
// pipe is a path or unknown.
package powershell

import (
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/lang"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
)

var syntax = lang.Syntax{
	Lang:  "powershell",
	Line:  []string{"#"},
	Block: [][2]string{{"<#", "#>"}},
	Quotes: []lang.Quote{
		{Open: `@'`, Close: "\n'@", Lines: true},
		{Open: `@"`, Close: "\n\"@", Lines: true},
		{Open: `"`, Close: `"`, Escape: '`', Interp: 'p', Lines: true},
		{Open: `'`, Close: `'`, Escape: 'd', Lines: true},
	},
	Sigils:  "$",
	Newline: true,
	Signs:   "'\"`$(){}[];|,<>& \t\r\n",
	Escape:  '`',
}

// Read lists what commands and pipelines of PowerShell do.
func Read(src string, functions rule.Functions) []lang.Step {
	p := &reader{Reader: lang.NewReader(&syntax, src, functions), src: src}
	p.Inner = p.statements
	for !p.Done() {
		p.statements()
		p.Next() // a bracket that closes nothing we know of
	}
	return p.Steps()
}

type reader struct {
	*lang.Reader
	src string
}

// any reports whether the next token is one of these signs.
func (p *reader) any(signs ...string) bool {
	for _, s := range signs {
		if p.Is(s) {
			return true
		}
	}
	return false
}

// cut returns the source since a place, for messages.
func (p *reader) cut(from int) string {
	return p.src[from:min(max(from, p.End()), from+60)]
}

// statements reads up to the end or a closing bracket, and returns what the
// last pipeline gives.
func (p *reader) statements() lang.Value {
	last := lang.Unknown("")
	for !p.Done() {
		start := p.Pos()
		switch {
		case p.any(")", "}", "]"):
			return last
		case p.Is("&") && p.Peek(1).Text != "&":
			last = p.pipeline()
		case p.any(";", "|", "&", ",") || p.Token().Kind == lang.LineToken:
			p.Next()
		default:
			last = p.pipeline()
		}
		if p.Pos() == start {
			p.Next()
		}
	}
	return last
}

// pipeline reads commands with | between them.
func (p *reader) pipeline() lang.Value {
	var input *lang.Value
	for !p.Done() {
		v := p.command(input)
		if !p.Is("|") || p.Peek(1).Text == "|" {
			return v
		}
		p.Next()
		for p.Token().Kind == lang.LineToken {
			p.Next()
		}
		input = &v
	}
	return lang.Unknown("")
}

// group reads ( .. ) or { .. } as statements.
func (p *reader) group() lang.Value {
	from := p.Token().From
	p.Next()
	p.MustEnter()
	defer p.Leave()
	var items []lang.Value
	for !p.Done() {
		items = append(items, p.statements())
		if p.any(")", "}") {
			break
		}
		p.Next()
	}
	p.Next()
	if len(items) == 1 {
		return items[0]
	}
	return lang.Unknown(p.cut(from)).Tainted(items...)
}

// arguments reads ( .. ) with commas between values.
func (p *reader) arguments() []lang.Value {
	p.Next()
	p.MustEnter()
	defer p.Leave()
	var out []lang.Value
	for !p.Done() && !p.Is(")") {
		start := p.Pos()
		for p.Is(",") || p.Token().Kind == lang.LineToken {
			p.Next()
		}
		if w, ok := p.word(); ok {
			out = append(out, w.Value)
		}
		if p.Pos() == start {
			p.Next()
		}
	}
	p.Next()
	return out
}

// command reads one command with its words, to be fed with input.
func (p *reader) command(input *lang.Value) lang.Value {
	c := &command{from: p.Token().From, input: input}
	for !p.Done() && len(c.words) < lang.MaxWords {
		if len(c.words) == 0 && (p.Is("&") || p.IsName(".") && p.Peek(1).Space) {
			p.Next()
			c.invoked = true
			continue
		}
		if p.redirect() {
			continue
		}
		if len(c.words) == 1 && c.words[0].Var != "" && strings.HasPrefix(p.Token().Text, "=") {
			return p.assign(c.words[0].Var)
		}
		w, ok := p.word()
		if !ok {
			break
		}
		c.words = append(c.words, w)
		if len(c.words) == 1 && w.Bare && control(w.Arg.Text) {
			return lang.Unknown("")
		}
	}
	c.to = p.End()
	if len(c.words) == 0 {
		return lang.Unknown("")
	}
	return p.run(c)
}

// assign reads = and what a variable is set to.
func (p *reader) assign(name string) lang.Value {
	p.Next()
	v := p.pipeline()
	p.Bind(name, v)
	return v
}

// control reports whether a word is of the language, so that what follows is
// not its arguments.
func control(word string) bool {
	switch lang.Lower(word) {
	case "if", "else", "elseif", "foreach", "for", "while", "do", "try", "catch", "finally", "return", "function", "switch", "in", "param", "begin", "process", "end", "throw":
		return true
	}
	return false
}

// redirect reads > file.
func (p *reader) redirect() bool {
	if n := p.Token().Text; (n == "1" || n == "2" || n == "*") && p.Peek(1).Text == ">" && !p.Peek(1).Space {
		p.Next()
	}
	if !p.Accept(">") {
		return false
	}
	words := []lang.Arg{{Text: "tee"}}
	if p.Accept(">") {
		words = append(words, lang.Arg{Text: "-a"})
	}
	if p.Is("&") && p.Adjacent() { // 2>&1
		p.Skip(2)
		return true
	}
	from := p.Token().From
	if w, ok := p.word(); ok && !strings.EqualFold(w.Name, "null") {
		p.Argv(&lang.Call{Name: ">", From: from, To: w.To}, append(words, lang.ExpandHome(p.Arg(w.Value))))
	}
	return true
}
