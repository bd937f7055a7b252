package shell

import (
	"path"
	"strings"
)

// link is a path that leads to another: a symbolic link that the text made, or
// what a container sees of this machine. Lists share their tails.
type link struct {
	before *link
	from   string
	to     Word
}

// addLink remembers a symbolic link that a call of ln makes, or the program
// that it gives another name.
func (w *walker) addLink(c *Call, st *state) {
	if c.Args.Has("-t", "--target-directory") || len(c.Args.Operands) != 2 {
		return
	}
	to, name := c.Args.Operands[0], c.Args.Operands[1]
	if !c.Args.Has("-s", "--symbolic") {
		if p, ok := st.cwd.resolve(name); ok {
			if program := w.programFile(to, st); program != "" {
				w.files.write(p, output{program: program}, false)
			}
		}
		return
	}
	t := name.String()
	if t == "." || strings.HasSuffix(t, "/") {
		name = joinPath(name, lit(path.Base(to.String())))
	}
	from, ok := st.cwd.resolve(name)
	if !ok {
		return
	}
	if p := to.Prefix(); !strings.HasPrefix(p, "/") && !startsUnknownPath(to) {
		dir, ok := name.Literal()
		if !ok {
			return
		}
		to = st.cwd.Join(joinPath(lit(path.Dir(dir)), to))
	}
	st.links = &link{before: st.links, from: from, to: to}
}

// followed returns a path with the links in it followed. It follows the last
// segment only with whole, or when a slash comes after it: rm removes the
// link.
func (st *state) followed(v Word, whole bool) Word {
	if st.links == nil || len(v.Parts) == 0 || v.Parts[0].Kind != Lit {
		return v
	}
	p, ok := st.cwd.resolve(lit(v.Parts[0].Text))
	if !ok {
		return v
	}
	if strings.HasSuffix(v.Parts[0].Text, "/") && p != "/" {
		p += "/"
	}
	for l := st.links; l != nil; l = l.before {
		rest, ok := strings.CutPrefix(p, l.from)
		if !ok || rest == "" && (!whole || len(v.Parts) > 1) || rest != "" && rest[0] != '/' && l.from != "/" {
			continue
		}
		out := l.to.clone()
		out.Span = v.Span
		if rest != "" && rest != "/" || len(v.Parts) > 1 {
			rest = strings.TrimPrefix(rest, "/")
			if !strings.HasSuffix(out.String(), "/") {
				rest = "/" + rest
			}
			out.add(Part{Kind: Lit, Text: rest})
		}
		for _, part := range v.Parts[1:] {
			out.add(part)
		}
		return out
	}
	return v
}

// follow replaces operands of a call that lead through links.
func (c *Call) follow(st *state) {
	if st.links == nil {
		return
	}
	var out []Word
	for i, v := range c.Args.Operands {
		f := st.followed(v, st.where != "")
		if f.equal(v) {
			continue
		}
		if out == nil {
			out = append(out, c.Args.Operands...)
		}
		out[i] = f
	}
	if out != nil {
		c.Args.Operands = out
	}
}

// mount remembers what a container sees of the root, a home or a system
// directory of this machine: -v /:/host.
func (st *state) mount(c *Call, home string) {
	for _, f := range c.Args.Flags {
		if f.Value == nil || f.Name != "-v" && f.Name != "--volume" {
			continue
		}
		t, ok := f.Value.Literal()
		if !ok {
			continue
		}
		part := strings.Split(t, ":")
		if len(part) < 2 || len(part) > 2 && strings.HasPrefix(part[2], "ro") || !strings.HasPrefix(part[1], "/") {
			continue
		}
		if part[0] == home || strings.HasPrefix(part[0], "/") && strings.Count(path.Clean(part[0]), "/") == 1 {
			st.links = &link{before: st.links, from: path.Clean(part[1]), to: lit(part[0])}
		}
	}
}
