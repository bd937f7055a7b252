package interpret

import (
	"path"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// link is a path that leads to another: a symbolic link that the text made. Lists share
// their tails.
type link struct {
	before *link
	from   string
	to     shell.Word
	count  int             // length of the list
	names  map[string]bool // where links lie, in this list and in those that share its tail
}

// leads reports whether a link may lie on the way to a path, or with whole at it.
func (l *link) leads(p string, whole bool) bool {
	for i := 1; i < len(p); i++ {
		if p[i] == '/' && l.names[p[:i]] {
			return true
		}
	}
	return whole && l.names[p] || l.names["/"]
}

// addLink remembers a symbolic link that a call of ln makes, or the program
// that it gives another name.
func (w *Walker) addLink(c *shell.Call, st *State) {
	if c.Args.Has("-t", "--target-directory") || len(c.Args.Operands) != 2 {
		return
	}
	to, name := c.Args.Operands[0], c.Args.Operands[1]
	if !c.Args.Has("-s", "--symbolic") {
		if p, ok := st.Cwd.Resolve(name); ok {
			if program := w.programFile(to, st); program != "" {
				w.files.write(p, &Output{program: program}, false)
			}
		}
		return
	}
	t := name.String()
	if t == "." || strings.HasSuffix(t, "/") {
		name = shell.JoinPath(name, shell.LitWord(path.Base(to.String())))
	}
	from, ok := st.Cwd.Resolve(name)
	if !ok {
		return
	}
	if p := to.Prefix(); !strings.HasPrefix(p, "/") && !shell.StartsUnknownPath(to) {
		dir, ok := name.Literal()
		if !ok {
			return
		}
		to = st.Cwd.Join(shell.JoinPath(shell.LitWord(path.Dir(dir)), to))
	}
	st.link(from, to)
}

func (st *State) link(from string, to shell.Word) {
	l := &link{before: st.links, from: from, to: to, count: 1}
	if st.links == nil {
		l.names = map[string]bool{}
	} else {
		l.count, l.names = st.links.count+1, st.links.names
	}
	l.names[from] = true
	st.links = l
}

// Followed returns a path with the links in it followed. It follows the last
// segment only with whole, or when a slash comes after it: rm removes the
// link.
func (st *State) Followed(v shell.Word, whole bool) shell.Word {
	if st.links == nil || len(v.Parts) == 0 || v.Parts[0].Kind != shell.Lit {
		return v
	}
	p, ok := st.Cwd.Resolve(shell.LitWord(v.Parts[0].Text))
	if !ok {
		return v
	}
	if strings.HasSuffix(v.Parts[0].Text, "/") && p != "/" {
		p += "/"
	}
	if !st.links.leads(p, whole && len(v.Parts) == 1) {
		return v
	}
	for l := st.links; l != nil; l = l.before {
		rest, ok := strings.CutPrefix(p, l.from)
		if !ok || rest == "" && (!whole || len(v.Parts) > 1) || rest != "" && rest[0] != '/' && l.from != "/" {
			continue
		}
		out := l.to.Clone()
		out.Span = v.Span
		if rest != "" && rest != "/" || len(v.Parts) > 1 {
			rest = strings.TrimPrefix(rest, "/")
			if !strings.HasSuffix(out.String(), "/") {
				rest = "/" + rest
			}
			out.Add(shell.Part{Kind: shell.Lit, Text: rest})
		}
		for _, part := range v.Parts[1:] {
			out.Add(part)
		}
		return out
	}
	return v
}

// followOperands replaces operands of a call that lead through links, and returns how many.
func followOperands(c *shell.Call, st *State) (n int) {
	if st.links == nil {
		return 0
	}
	var out []shell.Word
	for i, v := range c.Args.Operands {
		f := st.Followed(v, false)
		if f.Equal(v) {
			continue
		}
		if out == nil {
			out = append(out, c.Args.Operands...)
		}
		out[i] = f
		n++
	}
	if out != nil {
		c.Args.Operands = out
	}
	return n
}
