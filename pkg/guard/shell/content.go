package shell

import (
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/lang/sed"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
)

// Written is text that a call puts into a file.
type Written struct {
	Path  string // relative to the directory the script starts in, or absolute
	Text  Word   // what is written, where Known
	Known bool   // Text is all that is written
	By    int    // the call that writes
	From  []int  // the calls that print it
}

// PathOf returns the path of a word of the call, as Written has it.
func (c *Call) PathOf(v Word) (string, bool) { return c.Cwd.Resolve(v) }

// Brought reports whether a text comes from a place that is not known, rather
// than from the words and programs of calls: by cp from a file, by a download.
func (s *Script) Brought(w *Written) bool {
	c := &s.Calls[w.By]
	if w.Known || len(c.Runs) > 0 || c.Code != "" || slices.ContainsFunc(w.From, func(k int) bool { return k != w.By }) {
		return false
	}
	switch c.Prints() {
	case rule.PrintsFiles, rule.PrintsCopy:
		return true
	}
	return !Writes(c.Redirs)
}

// Material is what a text that is not known is made with.
type Material struct {
	Words string   // and programs of the calls that print and write it
	Texts []string // in those, that may be written as they are

	calls []int
	found int // where in Words a word was found last
}

// speaksOf reports whether a word stands in Words, and in how many bytes it was
// looked for: first from where the last one was found, as a program's calls come in
// the order of its text.
func (m *Material) speaksOf(word string) (found bool, looked int) {
	if i := strings.Index(m.Words[m.found:], word); i >= 0 {
		m.found += i
		return true, i
	}
	before := m.Words[:min(m.found+len(word), len(m.Words))]
	i := strings.Index(before, word)
	if i < 0 {
		return false, len(m.Words)
	}
	looked = len(m.Words) - m.found + i
	m.found = i
	return true, looked
}

// Material returns what a text that is not known is made with. It is the same for all
// files that a call writes alike.
func (s *Script) Material(w *Written) *Material {
	c := &s.Calls[w.By]
	if c.Code != "" && c.Via >= 0 {
		if m := s.made(c.Via, []int{c.Via}); s.speaksOf(m, c) {
			return m
		}
		return s.made(w.By, []int{c.Via, w.By})
	}
	calls := w.From
	if !slices.Contains(calls, w.By) {
		calls = append(calls[:len(calls):len(calls)], w.By)
	}
	return s.made(w.By, calls)
}

// made returns what some calls make a text with, for the last of them.
func (s *Script) made(by int, calls []int) *Material {
	if m := s.material[by]; m != nil && slices.Equal(m.calls, calls) {
		return m
	}
	m := s.materialOf(calls)
	if s.material == nil {
		s.material = make(map[int]*Material)
	}
	s.material[by] = m
	if !s.Work.Look(len(m.Words)) {
		m.Words, m.Texts = "", nil
	}
	return m
}

// speaksOf reports whether all that is known of the words of a call stands in what
// the program is made with that calls.
func (s *Script) speaksOf(m *Material, c *Call) bool {
	for i := range c.Argv[min(1, len(c.Argv)):] {
		for _, p := range c.Argv[1+i].Parts {
			if p.Kind == Unknown {
				continue
			}
			if found, looked := m.speaksOf(p.Text); !s.Work.Spend(1+looked/foundInStep) || !found {
				return false
			}
		}
	}
	return true
}

// foundInStep is how many bytes a word is looked for in, in a step of work.
const foundInStep = 1 << 10

// looksOfProgram is what a program that is read for the texts in it costs.
const looksOfProgram = 4

func (s *Script) materialOf(calls []int) *Material {
	m := &Material{calls: calls}
	if s.Work.Over() {
		return m
	}
	var b strings.Builder
	for _, k := range calls {
		c := &s.Calls[k]
		if len(c.Runs) == 0 {
			for _, v := range c.Args.Operands { // jq and yq
				m.Texts = append(m.Texts, Quoted(v.String())...)
			}
		}
		if around := s.around(c); around != "" && s.Work.Look(looksOfProgram*len(around)) {
			b.WriteString(around)
			b.WriteByte(' ')
			m.Texts = append(m.Texts, Quoted(around)...)
		}
		for _, v := range c.Argv[min(1, len(c.Argv)):] {
			b.WriteString(v.String())
			b.WriteByte(' ')
		}
		for _, run := range c.Runs {
			if !run.Known || run.File != nil || run.Lang == "" {
				continue
			}
			program := run.Text.String()
			if !s.Work.Look(looksOfProgram * len(program)) {
				continue
			}
			b.WriteString(program)
			b.WriteByte(' ')
			if run.Lang != "sed" {
				m.Texts = append(m.Texts, Quoted(program)...)
			}
			if run.Lang == "sed" || run.Lang == "perl" { // perl -p has its s
				m.Texts = append(m.Texts, sed.Added(program)...)
			}
		}
	}
	m.Words = b.String()
	return m
}

// linesAround is how many lines before and behind a call of a program in a file are
// looked at for the text that it writes.
const linesAround = 8

// around returns the lines of a file in which a call of its program stands: what it
// writes is mostly put together there.
func (s *Script) around(c *Call) string {
	if c.Code == "" || c.In == nil {
		return ""
	}
	for i := range s.Files {
		if f := &s.Files[i]; f.Path == c.In.Path {
			var b strings.Builder
			n := 0
			for line := range strings.Lines(f.Text) {
				if n++; n > c.In.Line+linesAround {
					break
				}
				if n >= c.In.Line-linesAround {
					b.WriteString(line)
				}
			}
			return b.String()
		}
	}
	return ""
}

// Edited returns what a call of sed prints of a line of its input; ok is false where that is
// not known.
func (c *Call) Edited(line string) (text string, ok bool) {
	if len(c.Args.Operands) != 1 || c.Args.Has("-n", "-f", "-i", "-e", "-s", "-z") {
		return "", false
	}
	text, ok = sed.Edit(c.Args.Operands[0].String(), line+"\n", c.Args.Has("-E", "-r"))
	return strings.TrimSuffix(text, "\n"), ok
}
