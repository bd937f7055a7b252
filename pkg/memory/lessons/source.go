package lessons

import (
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// source returns the text of a word as it stands in the command.
func source(s *shell.Script, w shell.Word) string {
	if w.Span.From < 0 || w.Span.To > len(s.Text) || w.Span.From >= w.Span.To {
		return ""
	}
	return s.Text[w.Span.From:w.Span.To]
}

// argvSource returns the text of a call from its program to its last word.
func argvSource(s *shell.Script, c *shell.Call) string {
	if len(c.Argv) == 0 {
		return ""
	}
	from, to := c.Argv[0].Span.From, c.Argv[len(c.Argv)-1].Span.To
	if from < 0 || to > len(s.Text) || from >= to {
		return ""
	}
	return s.Text[from:to]
}

// headSource returns the text of a call up to its subcommand.
func headSource(s *shell.Script, c *shell.Call) string {
	n := 1 + len(c.Args.Sub)
	if n > len(c.Argv) {
		return ""
	}
	from, to := c.Argv[0].Span.From, c.Argv[n-1].Span.To
	text := argvSource(s, c)
	if text == "" || to-from > len(text) || strings.Join(words(c)[:n], " ") != text[:to-from] {
		return "" // options stand before the subcommand, or it is quoted
	}
	return text[:to-from]
}

// words returns the words of a call as strings.
func words(c *shell.Call) []string {
	list := make([]string, len(c.Argv))
	for i, w := range c.Argv {
		list[i] = w.String()
	}
	return list
}
