package shell

// FileTool returns the script of a tool that an agent has for files: one call,
// which does to the file what a redirection with that operator does.
func FileTool(tool, op, path string) *Script {
	s := &Script{Text: tool + " " + path, Branches: []int{0}, Work: NewWork(Steps)}
	file := LitWord(path)
	file.Span = Span{len(tool) + 1, len(s.Text)}
	s.Calls = []Call{{Program: tool, Stdin: OwnInput, Rare: NoRare, Argv: []Word{LitWord(tool)}, Redirs: []Redir{{Op: op, Word: file}}, Via: -1, Span: Span{0, len(s.Text)}}}
	return s
}

// Write notes what the tool writes.
func (s *Script) Write(text string) {
	c := &s.Calls[0]
	if at, ok := c.PathOf(c.Redirs[0].Word); ok {
		s.Written = []Written{{Path: at, Text: LitWord(text), Known: true}}
	}
}
