// Command score holds ctxhook against labelled commands and prints what it
// found and how much it disturbed.
//
//	go run ./e2e/score [flags] FILE.jsonl|DIR ..
//
// A row is a JSON object with "command" and, where it has a label, "expect":
// allow, warn, ask or block. Rows without a label count as "benign". They are
// judged by "ctxhook check --jsonl", which asks no facts.
package main

import (
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "score:", err)
		os.Exit(1)
	}
}

func run() error {
	by := flag.String("by", "", "further fields to divide rows by: default,scope")
	skip := flag.String("skip", "", "leave out rows in which one of these fields is set: disputed,kind")
	show := flag.String("show", "", "list the rows of CLASS:ACTION, ACTION also flagged: allow:flagged")
	mutated := flag.Bool("mutate", false, "also wrap and quote every row and count the verdicts that change")
	flag.Parse()
	files, err := sets(flag.Args())
	if err != nil {
		return err
	}
	if len(files) == 0 {
		return fmt.Errorf("no .jsonl files; name some, or a directory of them")
	}
	var all []row
	fmt.Printf("%-24s %-16s %6s %8s %8s %8s %9s\n", "set", "class", "rows", "block", "ask", "warn", "flagged")
	for _, f := range files {
		rows, err := readRows(f, fields(*by), fields(*skip))
		if err != nil {
			return err
		}
		if err := judge(rows); err != nil {
			return fmt.Errorf("%s: %w", f, err)
		}
		set := strings.TrimSuffix(filepath.Base(f), ".jsonl")
		printTable(set, rows)
		printRows(rows, *show)
		all = append(all, rows...)
	}
	if *mutated {
		return printMutations(all)
	}
	return nil
}

func fields(list string) []string {
	return strings.FieldsFunc(list, func(r rune) bool { return r == ',' })
}

// sets lists the row files among the arguments and below the directories
// among them.
func sets(args []string) ([]string, error) {
	var out []string
	for _, a := range args {
		err := filepath.WalkDir(a, func(path string, d fs.DirEntry, err error) error {
			if err == nil && !d.IsDir() && strings.HasSuffix(path, ".jsonl") {
				out = append(out, path)
			}
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	return out, nil
}
