package powershell

import (
	"encoding/base64"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/wide"
	"github.com/ctxhook/ctxhook/pkg/guard/lang"
)

// word reads one word, and whether a comma stands behind it.
func (p *reader) word() (lang.Word, bool) {
	w, ok := p.Word(p.sign)
	if ok {
		w.List = p.Accept(",")
	}
	return w, ok
}

// sign adds a variable, a group or a type to a word.
func (p *reader) sign(w *lang.Word) bool {
	t := p.Token()
	switch {
	case strings.HasPrefix(t.Text, "$") && t.Kind == lang.NameToken:
		p.Next()
		w.Add(p.Reader, p.methods(variable(p.Reader, t.Text)))
	case p.Is("$") && p.Peek(1).Text == "(":
		p.Next()
		w.Add(p.Reader, p.methods(p.group()))
	case p.any("(", "{"):
		w.Add(p.Reader, p.methods(p.group()))
	case p.Is("["):
		w.Add(p.Reader, p.methods(p.bracket()))
	case p.any(")", "}", "]", ";", "|", ",", "<", ">") || p.Is("&") && p.Pos() > 0 && p.Adjacent() && p.Token().From > w.From:
		return false
	default:
		p.Next()
		w.Value = p.Both(w.Value, lang.Lit(t.Text), lang.Join)
	}
	return true
}

// variable returns the value of $name, $env:NAME or ${name}.
func variable(r *lang.Reader, text string) lang.Value {
	name := lang.Lower(strings.Trim(text[1:], "{}"))
	if v, bound := r.Lookup(name); bound {
		v.Var = name
		return v
	}
	switch name {
	case "home", "env:userprofile", "env:home", "env:homepath":
		return lang.Home()
	case "env:temp", "env:tmp":
		return lang.Temp("$" + name)
	case "pwd", "psscriptroot":
		return lang.Lit(".")
	case "true", "false", "null":
		return lang.Value{Shape: lang.NameShape, Name: name}
	}
	if env, ok := strings.CutPrefix(name, "env:"); ok {
		if v, ok := lang.System(env); ok {
			return v
		}
		return lang.Environ(strings.ToUpper(env))
	}
	v := lang.Unknown("$" + name)
	v.Var = name
	return v
}

// maxType is how long the name of a type may be.
const maxType = 200

// bracket reads [Type] or [Type]::Method(..).
func (p *reader) bracket() lang.Value {
	from, end := p.Token(), p.Closing()-p.Pos()
	if t := p.Peek(end); t.Text != "]" || t.To-from.From > maxType {
		p.Next()
		return lang.Lit("[")
	}
	p.Skip(end)
	name := strings.TrimPrefix(lang.Lower(p.src[from.To:max(from.To, p.Token().From)]), "system.")
	p.Next()
	method, ok := strings.CutPrefix(p.Token().Text, "::")
	if !ok || !p.Adjacent() {
		return lang.Lit(p.src[from.From:p.End()])
	}
	p.Next()
	method, members, more := strings.Cut(method, ".")
	name += "." + lang.Lower(method)
	if more {
		return p.members(lang.Value{Shape: lang.NameShape, Name: name}, "."+members)
	}
	if p.Is("(") {
		args := p.arguments()
		return p.static(name, &lang.Call{Name: name, From: from.From, To: p.End(), Args: args})
	}
	return lang.Value{Shape: lang.NameShape, Name: name}
}

// methods reads .Name(..) behind a value.
func (p *reader) methods(v lang.Value) lang.Value {
	for !p.Done() && p.Adjacent() && p.Token().Kind == lang.NameToken && isMember(p.Token().Text) {
		text := p.Token().Text
		p.Next()
		v = p.members(v, text)
	}
	return v
}

// isMember reports whether a text begins like .Name.
func isMember(s string) bool { return len(s) > 1 && s[0] == '.' && lang.IsWord(s[1]) }

// members follows .A.B behind a value; the last one may be called.
func (p *reader) members(v lang.Value, text string) lang.Value {
	for isMember(text) {
		n := 1
		for n < len(text) && lang.IsWord(text[n]) {
			n++
		}
		name := lang.Lower(text[1:n])
		text = text[n:]
		if text == "" && p.Is("(") {
			from := p.Token().From - n
			v = p.method(v, &lang.Call{Name: name, From: from, Self: &v, Args: p.arguments()})
			continue
		}
		v = lang.Unknown("." + name).Tainted(v)
	}
	if text != "" {
		v = p.Both(v, lang.Lit(text), lang.Join).Tainted(v)
	}
	return v
}

// method calls a method of an object.
func (p *reader) method(v lang.Value, c *lang.Call) lang.Value {
	c.To = p.End()
	first := lang.Unknown("nothing")
	if len(c.Args) > 0 {
		first = c.Args[0]
	}
	switch c.Name {
	case "delete":
		if v.Type == "item" {
			p.Argv(c, []lang.Arg{{Text: "rm"}, {Text: "-r"}, p.Arg(v)})
		}
		return v
	case "getstring":
		if strings.HasSuffix(v.Name, ".unicode") {
			return p.OnText(first, func(s string) (string, bool) { return wide.String(s), true })
		}
		return p.OnText(first, func(s string) (string, bool) { return s, true })
	case "replace":
		v, _ = p.StringMethod(v, "replace", c)
		return v
	}
	if v, ok := p.Run("*."+c.Name, c); ok {
		return v
	}
	return p.Result(c, "")
}

// static calls a method of a type of .NET.
func (p *reader) static(name string, c *lang.Call) lang.Value {
	switch {
	case name == "io.directory.delete" && len(c.Args) > 1:
		return p.Do("rm -r %1", c)
	case name == "convert.frombase64string" && len(c.Args) > 0:
		return p.OnText(c.Args[0], func(s string) (string, bool) {
			b, err := base64.StdEncoding.DecodeString(s)
			return string(b), err == nil
		})
	}
	if v, ok := p.Run(name, c); ok {
		return v
	}
	return p.Result(c, "")
}
