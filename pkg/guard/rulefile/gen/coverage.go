package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/rule"
)

// subcommand is a row of the list of subcommands that take something away: what is
// done about it ("ask", "warn", "none"), and the program.
type subcommand struct{ done, program string }

// readSubcommands reads the list, which a test of package rules keeps true.
func readSubcommands(dir string) ([]subcommand, error) { return readRows(dir, "subcommands.txt") }

// readRows reads a list of words and commands, with a tab between them.
func readRows(dir, name string) ([]subcommand, error) {
	data, err := os.ReadFile(filepath.Join(dir, "testdata", name))
	if err != nil {
		return nil, err
	}
	var out []subcommand
	for line := range strings.Lines(string(data)) {
		if done, command, ok := strings.Cut(line, "\t"); ok {
			program, _, _ := strings.Cut(strings.TrimSpace(command), " ")
			out = append(out, subcommand{done, program})
		}
	}
	return out, nil
}

// coverage writes how many of the subcommands are asked about, by type of program.
func (k knowledge) coverage(out io.Writer) {
	if len(k.subcommands) == 0 {
		return
	}
	fmt.Fprintf(out, `
## Subcommands that take something away

Of %d subcommands and cmdlets with such a verb, from completions of shells and documents
of modules (`+"`testdata/subcommands.txt`"+`), those of no concern are mostly of the user's
own things: caches, settings, local packages and branches.

| type | number | asked about | warned of |
| --- | --- | --- | --- |
`, len(k.subcommands))
	for _, typ := range slices.Concat(rule.Types[:], []string{byWords}) {
		all, ask, warn := 0, 0, 0
		for _, s := range k.subcommands {
			if k.typeOf(s.program) != typ {
				continue
			}
			all++
			switch s.done {
			case "ask":
				ask++
			case "warn":
				warn++
			}
		}
		if all > 0 {
			fmt.Fprintf(out, "| %s | %d | %d | %d |\n", typ, all, ask, warn)
		}
	}
}

// byWords stands for the type of programs that are read by their words alone.
const byWords = "read by its words"

func (k knowledge) typeOf(program string) string {
	for i := range k.commands {
		if c := &k.commands[i]; slices.Contains(c.Names, program) && c.Type != "" {
			return c.Type
		}
	}
	return byWords
}

// wanted writes how many of the programs that may harm are described, by what they are
// about, and the most used of those that are not.
func (k knowledge) wanted(out io.Writer) {
	if len(k.wantedRows) == 0 {
		return
	}
	const shown = 150
	all, known := map[string]int{}, map[string]int{}
	var kinds, open []string
	for _, w := range k.wantedRows {
		if all[w.done]++; all[w.done] == 1 {
			kinds = append(kinds, w.done)
		}
		if k.described(w.program) {
			known[w.done]++
		} else if len(open) < shown {
			open = append(open, "`"+w.program+"`")
		}
	}
	slices.Sort(kinds)
	fmt.Fprintf(out, `
## Programs that may harm

%d programs of tldr-pages may harm (`+"`testdata/programs.txt`"+`). A model describes:

| about | number | described |
| --- | --- | --- |
`, len(k.wantedRows))
	for _, kind := range kinds {
		fmt.Fprintf(out, "| %s | %d | %d |\n", kind, all[kind], known[kind])
	}
	if len(open) > 0 {
		fmt.Fprintf(out, "\nWorth a model next, the most used first: %s.\n", strings.Join(open, ", "))
	}
}

// described reports whether a model says what a program does, or that its words are
// believed.
func (k knowledge) described(program string) bool {
	return slices.ContainsFunc(k.commands, func(c rule.Command) bool {
		return slices.Contains(c.Names, program) && (len(c.Verbs) > 0 || len(c.Nested) > 0 || c.TraitsOf(program)&rule.Manages != 0)
	})
}
