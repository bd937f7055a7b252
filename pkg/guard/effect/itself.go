package effect

import (
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// maxUpstream bounds how many calls of a pipeline are looked at.
const maxUpstream = 32

// reads reports whether a call, or one that it reads from through a pipe,
// reads a file that the call's output goes to. The shell empties that file
// before any of them starts.
func (x *Reader) reads(c *shell.Call, file shell.Word) bool {
	name, ok := Literal(file, c.Cwd, x.at)
	if !ok {
		name = file.String()
	}
	if x.first(&x.firsts.namesPipe, func(c *shell.Call) bool { return c.Program == "mkfifo" || c.Program == "mknod" }) < len(x.script.Calls) {
		return false // a pipe with a name holds nothing
	}
	todo := []*shell.Call{c}
	for n := 0; n < len(todo) && n < maxUpstream; n++ {
		c := todo[n]
		if !x.script.Work.Spend(1 + len(c.Argv)) {
			return false
		}
		if c.Stdin.Kind == shell.SourceFile && x.same(c.Stdin.Text, c, name, file) {
			return true
		}
		if c.Model != nil && !c.Args.Has(c.Model.Harmless...) {
			for _, v := range c.Args.Verbs {
				for _, row := range v.Effects {
					if row.Do != rule.Read || !c.Args.Holds(v) {
						continue
					}
					for _, w := range c.On(row.On) {
						if x.same(w, c, name, file) {
							return true
						}
					}
				}
			}
		}
		if c.Model == nil && c.About == nil && c.Program != "" && len(c.Argv) > 1 {
			for _, w := range c.Argv[1:] {
				if strings.ContainsAny(name, "./") && x.same(w, c, name, file) {
					return true // what an unknown program is given it reads
				}
			}
		}
		if slices.ContainsFunc(c.Redirs, func(r shell.Redir) bool { return r.Op == "<" && !x.same(r.Word, c, name, file) }) {
			continue // what an earlier command wrote into another file is there
		}
		for _, k := range c.Stdin.From {
			if k >= 0 && k < len(x.script.Calls) {
				todo = append(todo, &x.script.Calls[k])
			}
		}
	}
	return false
}

// same reports whether a word of a call is the path of that name, which stands
// for file. What two commands print, as mktemp twice, is not the same.
func (x *Reader) same(w shell.Word, c *shell.Call, name string, file shell.Word) bool {
	if a, b := x.variable(w), x.variable(file); a != b && a != "" && b != "" {
		return false // two variables, of which one may hold what the other does
	}
	if p, ok := Literal(w, c.Cwd, x.at); ok {
		return p == name
	}
	if !slices.Equal(w.From(), file.From()) {
		return false
	}
	t := strings.TrimPrefix(w.String(), "./")
	return t != "" && t == strings.TrimPrefix(name, "./")
}

// variable returns the expansion that a word is written as: "$FILE"; else "".
func (x *Reader) variable(w shell.Word) string {
	if w.Span.From >= w.Span.To || w.Span.To > len(x.script.Text) {
		return ""
	}
	s := strings.Map(func(r rune) rune {
		if r == '"' || r == '{' || r == '}' {
			return -1
		}
		return r
	}, x.script.Text[w.Span.From:w.Span.To])
	if !strings.HasPrefix(s, "$") || strings.HasPrefix(s, "$(") {
		return ""
	}
	return s
}
