package shell

import "github.com/ctxhook/ctxhook/pkg/guard/rule"

// ServerTool is the use of a tool that is no shell, as a call of a program of that name:
// its verb, what that is done to, and its arguments as options, as the model reads them.
func ServerTool(m *rule.Command, text, tool, verb string, options []string, names []string) *Script {
	argv := []Word{LitWord(tool), LitWord(verb)}
	for _, o := range options {
		argv = append(argv, LitWord(o))
	}
	argv = append(argv, LitWord("--"))
	for _, n := range names {
		argv = append(argv, LitWord(n))
	}
	s := &Script{Text: text, Branches: []int{0}, Work: NewWork(Steps)}
	s.Calls = []Call{{
		Program: tool, Model: m, About: m, Argv: argv, Args: ReadArgs(m, tool, argv[1:]), Stdin: OwnInput, Rare: NoRare, Via: -1, Span: Span{0, len(text)},
	}}
	return s
}
