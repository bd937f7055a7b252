package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/e2e/mutate"
	"github.com/ctxhook/ctxhook/pkg/base/policy"
)

// tally counts the actions of a class.
type tally struct{ rows, block, ask, warn int }

func (t *tally) add(action string) {
	t.rows++
	switch action {
	case "block":
		t.block++
	case "ask":
		t.ask++
	case "warn":
		t.warn++
	}
}

func share(n, of int) string { return fmt.Sprintf("%.2f%%", 100*float64(n)/float64(max(of, 1))) }

// printTable prints a line for each class of a set.
func printTable(set string, rows []row) {
	classes := map[string]*tally{}
	var names []string
	for _, r := range rows {
		if classes[r.class] == nil {
			classes[r.class] = &tally{}
			names = append(names, r.class)
		}
		classes[r.class].add(r.verdict.Action)
	}
	slices.Sort(names)
	for _, n := range names {
		t := classes[n]
		fmt.Printf("%-24s %-16s %6d %8s %8s %8s %9s\n", set, n, t.rows,
			share(t.block, t.rows), share(t.ask, t.rows), share(t.warn, t.rows), share(t.block+t.ask+t.warn, t.rows))
	}
}

// maxShown bounds a listed command, in bytes.
const maxShown = 240

// printRows lists the rows of CLASS:ACTION with the rules that fired.
func printRows(rows []row, show string) {
	class, action, ok := strings.Cut(show, ":")
	if !ok {
		return
	}
	for _, r := range rows {
		flagged := action == "flagged" && r.verdict.Action != "silent"
		if r.class != class || r.verdict.Action != action && !flagged {
			continue
		}
		var ids []string
		for _, f := range r.verdict.Findings {
			ids = append(ids, f.Rule+" "+f.Risk)
		}
		c := strings.ReplaceAll(r.command, "\n", `\n`)
		fmt.Printf("  %s [%s] %s\n", r.verdict.Action, strings.Join(ids, ", "), c[:min(len(c), maxShown)])
	}
}

// printMutations rewrites every flagged row and counts the verdicts that
// became milder, or did not clear.
func printMutations(rows []row) error {
	var flagged []row
	for _, r := range rows {
		if r.verdict.Action != "silent" && !strings.Contains(r.command, "<<") {
			flagged = append(flagged, r)
		}
	}
	for _, m := range mutate.All {
		changed := make([]row, len(flagged))
		for i, r := range flagged {
			changed[i] = row{command: m.Apply(r.command)}
		}
		if err := judge(changed); err != nil {
			return err
		}
		bad := 0
		for i := range changed {
			before, _ := policy.ParseRisk(flagged[i].verdict.Risk)
			after, _ := policy.ParseRisk(changed[i].verdict.Risk)
			if m.Clears && after > policy.Low || !m.Clears && after < before {
				bad++
			}
		}
		word := "milder"
		if m.Clears {
			word = "not cleared"
		}
		fmt.Printf("  %-26s %5d of %d %s\n", m.Name, bad, len(flagged), word)
	}
	return nil
}
