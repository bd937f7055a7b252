package lang

import "strings"

// imports reads an import statement and binds its names.
func (r *reader) imports() bool {
	switch r.syn.lang {
	case "python":
		if r.word("from") {
			return r.pythonFrom()
		}
		return r.pythonImport()
	case "javascript":
		return r.word("import") && r.scriptImport()
	}
	return false
}

// dotted reads a.b.c.
func (r *reader) dotted() string {
	var b strings.Builder
	for r.tok().kind == nameToken || r.is(".") {
		if r.tok().kind == nameToken && r.pos > 0 && b.Len() > 0 && r.toks[r.pos-1].text != "." {
			break
		}
		b.WriteString(r.tok().text)
		r.pos++
	}
	return b.String()
}

// alias reads "as NAME"; without it the name is itself.
func (r *reader) alias(name string) string {
	if r.word("as") && r.peek(1).kind == nameToken {
		name = r.peek(1).text
		r.pos += 2
	}
	return name
}

func (r *reader) pythonImport() bool {
	r.pos++
	for !r.done() {
		module := r.dotted()
		if module == "" {
			break
		}
		first, _, _ := strings.Cut(module, ".")
		name := r.alias(first)
		if name == first {
			module = first
		}
		r.bind(name, value{shape: ref, name: module})
		if !r.accept(",") {
			break
		}
	}
	return true
}

func (r *reader) pythonFrom() bool {
	start := r.pos
	r.pos++
	module := r.dotted()
	if !r.word("import") {
		r.pos = start
		return false
	}
	r.pos++
	r.accept("(")
	for !r.done() {
		if r.accept("*") {
			r.stars = append(r.stars, module+".")
			break
		}
		for r.tok().kind == lineToken && r.toks[r.pos-1].text == "," {
			r.pos++
		}
		t := r.tok()
		if t.kind != nameToken {
			break
		}
		r.pos++
		r.bind(r.alias(t.text), value{shape: ref, name: module + "." + t.text})
		if !r.accept(",") {
			break
		}
	}
	r.accept(")")
	return true
}

// scriptImport reads import X, {a as b}, * as ns from "m".
func (r *reader) scriptImport() bool {
	if next := r.peek(1); next.text == "(" || next.text == "." {
		return false
	}
	start := r.pos
	type name struct{ member, local string }
	var names []name
	for r.pos++; !r.done() && r.pos < start+200; r.pos++ {
		t := r.tok()
		switch {
		case t.kind == stringToken && len(t.parts) == 1:
			module := moduleName(t.parts[0].text)
			for _, n := range names {
				v := value{shape: ref, name: module}
				if n.member != "" {
					v.name += "." + n.member
				}
				r.bind(n.local, v)
			}
			r.pos++
			return true
		case t.kind == nameToken && t.text == "as" && len(names) > 0:
			r.pos++
			names[len(names)-1].local = r.tok().text
		case t.kind == nameToken && t.text != "from":
			n := name{local: t.text, member: t.text}
			if r.toks[r.pos-1].text == "import" || n.member == "default" {
				n.member = ""
			}
			names = append(names, n)
		case t.text == "*":
			names = append(names, name{})
		case t.text == ";" || t.text == "=" || t.text == "(":
			return true
		}
	}
	return true
}

// moduleName is a module of node under the name that rows have.
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
