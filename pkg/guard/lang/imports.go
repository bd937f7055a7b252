package lang

import "strings"

// imports reads an import statement and binds its names.
func (r *Reader) imports() bool {
	switch r.syn.Lang {
	case "python":
		if r.IsName("from") {
			return r.pythonFrom()
		}
		return r.pythonImport()
	case "javascript":
		return r.IsName("import") && r.scriptImport()
	}
	return false
}

// dotted reads a.b.c.
func (r *Reader) dotted() string {
	var b strings.Builder
	for r.Token().Kind == NameToken || r.Is(".") {
		if r.Token().Kind == NameToken && r.pos > 0 && b.Len() > 0 && r.toks[r.pos-1].Text != "." {
			break
		}
		b.WriteString(r.Token().Text)
		r.pos++
	}
	return b.String()
}

// alias reads "as NAME"; without it the name is itself.
func (r *Reader) alias(name string) string {
	if r.IsName("as") && r.Peek(1).Kind == NameToken {
		name = r.Peek(1).Text
		r.pos += 2
	}
	return name
}

func (r *Reader) pythonImport() bool {
	r.pos++
	for !r.Done() {
		module := r.dotted()
		if module == "" {
			break
		}
		first, _, _ := strings.Cut(module, ".")
		name := r.alias(first)
		if name == first {
			module = first
		}
		r.Bind(name, Value{Shape: NameShape, Name: module})
		if !r.Accept(",") {
			break
		}
	}
	return true
}

func (r *Reader) pythonFrom() bool {
	start := r.pos
	r.pos++
	module := r.dotted()
	if !r.IsName("import") {
		r.pos = start
		return false
	}
	r.pos++
	r.Accept("(")
	for !r.Done() {
		if r.Accept("*") {
			r.stars = append(r.stars, module+".")
			break
		}
		for r.Token().Kind == LineToken && r.toks[r.pos-1].Text == "," {
			r.pos++
		}
		t := r.Token()
		if t.Kind != NameToken {
			break
		}
		r.pos++
		r.Bind(r.alias(t.Text), Value{Shape: NameShape, Name: module + "." + t.Text})
		if !r.Accept(",") {
			break
		}
	}
	r.Accept(")")
	return true
}

// scriptImport reads import X, {a as b}, * as ns from "m".
func (r *Reader) scriptImport() bool {
	if next := r.Peek(1); next.Text == "(" || next.Text == "." {
		return false
	}
	start := r.pos
	type name struct{ member, local string }
	var names []name
	for r.pos++; !r.Done() && r.pos < start+200; r.pos++ {
		t := r.Token()
		switch {
		case t.Kind == StringToken && len(t.parts) == 1:
			module := moduleName(t.parts[0].text)
			for _, n := range names {
				v := Value{Shape: NameShape, Name: module}
				if n.member != "" {
					v.Name += "." + n.member
				}
				r.Bind(n.local, v)
			}
			r.pos++
			return true
		case t.Kind == NameToken && t.Text == "as" && len(names) > 0:
			r.pos++
			names[len(names)-1].local = r.Token().Text
		case t.Kind == NameToken && t.Text != "from":
			n := name{local: t.Text, member: t.Text}
			if r.toks[r.pos-1].Text == "import" || n.member == "default" {
				n.member = ""
			}
			names = append(names, n)
		case t.Text == "*":
			names = append(names, name{})
		case t.Text == ";" || t.Text == "=" || t.Text == "(":
			return true
		}
	}
	return true
}

// moduleName returns a module of node under the name that rows have.
func moduleName(m string) string {
	m = strings.TrimPrefix(m, "node:")
	switch m {
	case "fs-extra", "graceful-fs", "fs/promises", "fs.promises", "original-fs":
		return "fs"
	case "shelljs/global":
		return "shelljs"
	}
	return m
}
