package preferences

import (
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// A rule may name by what a tool of a class is run: "run the tests with uv run pytest" is
// about pytest under uv run.

// wrapped parts a command that runs a tool through another: "uv run" and "pytest". by is ""
// for others.
func wrapped(words string) (by, tool string) {
	fields := strings.Fields(words)
	for n := 2; n < len(fields); n++ {
		if (token{low: fields[n-1]}).is("run|exec|dlx|x") && !strings.HasPrefix(fields[n], "-") {
			return strings.Join(fields[:n], " "), strings.Join(fields[n:], " ")
		}
	}
	return "", ""
}

// runsThrough reports whether call i is the tool of a rule, run as it says with other words
// between: uv run python -m pytest.
func (f *finder) runsThrough(i int, words string) bool {
	by, tool := wrapped(words)
	return by != "" && fits(tool, &f.Calls[i]) && f.under(i, by)
}

// through writes call i, which is the tool of a rule, as the rule has it run. What stands in
// front of the tool stays, but for an interpreter that only starts it. A copy in another
// environment, or one that another tool runs, is for the model to write.
func (f *finder) through(i int, words string) Hit {
	by, tool := wrapped(words)
	c := &f.Calls[i]
	if by == "" || !beginsWith(c, tool) {
		return Hit{}
	}
	from, to, text := c.Argv[0].Span.From, c.Argv[0].Span.From, by+" "
	for via, at := c.Via, i; via >= 0; via, at = f.Calls[via].Via, via {
		p := &f.Calls[via]
		if p.Span.To <= c.Argv[0].Span.From || p.Code != "" {
			break // it writes the script that this call is of
		}
		k := slices.IndexFunc(p.Argv, func(w shell.Word) bool { return w.Span == f.Calls[at].Argv[0].Span })
		switch {
		case k == 2 && p.Argv[1].Is("-m") && f.stands(p.Argv[0]) && !strings.Contains(p.Argv[0].String(), "/"):
			from, to, text = p.Argv[0].Span.From, c.Argv[0].Span.From, by+" "
		case k >= 0 && RunsTools(f.known, p):
			return Hit{}
		}
	}
	return Hit{Edits: []shell.Edit{{From: from, To: to, Text: text}}}
}

// RunsTools reports whether a call is one of a tool that runs others in an environment of
// its own, as npx and poetry do.
func RunsTools(known rule.Knowledge, c *shell.Call) bool {
	t, _ := family(known, c.Program)
	return t != nil
}
