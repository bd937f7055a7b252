package shell

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// opened gives a descriptor something to read from, and returns standard input
// after that.
func (st *state) opened(fd string, source, in *Source) *Source {
	if fd == "" || fd == "0" {
		return source
	}
	if st.fds == nil {
		st.fds = map[string]*Source{}
	}
	st.fds[fd] = source
	if name := strings.Trim(fd, "{}"); name != fd { // {name}< FILE chooses a number
		st.setWord(name, lit(fd))
	}
	return in
}

// fd returns what a descriptor reads from, where the text has opened it.
func (st *state) fd(name string) (*Source, bool) {
	name = strings.TrimSuffix(name, "-") // <&3- moves it
	for s := st; s != nil; s = s.parent {
		if in, ok := s.fds[name]; ok {
			return in, true
		}
	}
	return inherited, false
}

// coproc lets what a coprocess prints be read from ${NAME[0]}.
func (st *state) coproc(c *syntax.CoprocClause, o output) {
	name := "COPROC"
	if c.Name != nil && c.Name.Lit() != "" {
		name = c.Name.Lit()
	}
	st.opened("{"+name+"}", &Source{Kind: SourcePipe, Text: o.word, Known: o.known, From: o.from}, inherited)
	st.set(name, value{elems: []Word{lit("{" + name + "}"), unknown("${" + name + "[1]}")}, array: true})
}
