package interpret

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// opened gives a descriptor something to read from, and returns standard input
// after that.
func (st *State) opened(fd string, source, in *shell.Source) *shell.Source {
	if fd == "" || fd == "0" {
		return source
	}
	if st.fds == nil {
		st.fds = map[string]*shell.Source{}
	}
	st.fds[fd] = source
	if name := strings.Trim(fd, "{}"); name != fd { // {name}< FILE chooses a number
		st.SetWord(name, shell.LitWord(fd))
	}
	return in
}

// fd returns what a descriptor reads from, where the text has opened it.
func (st *State) fd(name string) (*shell.Source, bool) {
	name = strings.TrimSuffix(name, "-") // <&3- moves it
	for s := st; s != nil; s = s.parent {
		if in, ok := s.fds[name]; ok {
			return in, true
		}
	}
	return shell.OwnInput, false
}

// coproc lets what a coprocess prints be read from ${NAME[0]}.
func (st *State) coproc(c *syntax.CoprocClause, o Output) {
	name := "COPROC"
	if c.Name != nil && c.Name.Lit() != "" {
		name = c.Name.Lit()
	}
	st.opened("{"+name+"}", &shell.Source{Kind: shell.SourcePipe, Text: o.Word, Known: o.Known, From: o.From}, shell.OwnInput)
	st.set(name, value{elems: []shell.Word{shell.LitWord("{" + name + "}"), shell.UnknownWord("${" + name + "[1]}")}, array: true})
}
