// Command bench measures what ctxhook costs, as whole processes beside an empty
// Go program. "go run ./e2e/bench -h" tells how to use it, and docs/PERFORMANCE.md
// what came out.
package main

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"regexp"
	"strings"
)

const usage = `bench measures what ctxhook costs, as whole processes beside an empty Go program.

	go run ./e2e/bench [growth] [flags]
	go run ./e2e/bench turn [flags]     whole turns in repositories of many sizes; turn -h

It builds the program as a release is built, and an empty one, writes equal
copies of both, and runs every path in shuffled rounds with a scratch home. A
path is one way to use ctxhook, such as pre-bash/silent. The figures are

	ratio      the median wall time, divided by that of the empty program
	instr M    millions of instructions, the least of several runs under
	           valgrind; "-" without it, and for lint and check
	faults     the median number of minor page faults
	RSS MB     the largest resident set
	rate       of lint and check: what one second of CPU time gets through

With growth the paths are scripts of one kind of text each, at five sizes; the
last but one column says how many times the cost of 32 KB that of 64 KB is.

Wall times differ between machines and hours, ratios by about 0.25 between two
runs of bench, instructions by 1 %. Compare two builds in one run, with
-against.

Examples:
	go run ./e2e/bench                            every path, in two minutes
	go run ./e2e/bench -only pre-bash -runs 200   paths whose name matches
	go run ./e2e/bench -against /tmp/older        another build in the same run
	go run ./e2e/bench -instr 0 -json             no valgrind, JSON
	go run ./e2e/bench -large                     also with a million runs stored
	go run ./e2e/bench -list                      name the paths
	go run ./e2e/bench growth -runs 9             scripts of many shapes, 4 to 64 KB
	go run ./e2e/bench -u                         write the table of docs/PERFORMANCE.md

Flags:
`

// options are the flags.
type options struct {
	runs, instr int
	only        *regexp.Regexp
	binary      string // "": build this checkout
	against     string
	dir         string
	large       bool
}

func main() {
	runsForPeak()
	if err := run(os.Args[1:], os.Stdout, os.Stderr); err != nil && !errors.Is(err, flag.ErrHelp) {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func run(args []string, stdout, stderr io.Writer) error {
	if len(args) > 0 && args[0] == "turn" {
		return runTurn(args[1:], stdout, stderr)
	}
	flags := flag.NewFlagSet("bench", flag.ContinueOnError)
	flags.SetOutput(stderr)
	flags.Usage = func() {
		fmt.Fprint(flags.Output(), usage)
		flags.PrintDefaults()
	}
	var o options
	flags.IntVar(&o.runs, "runs", 60, "how often each path runs; a tenth of it for lint and check")
	flags.IntVar(&o.instr, "instr", 3, "how often instructions are counted; 0 leaves them out")
	only := flags.String("only", "", "measure the paths that match this regular `expression`")
	flags.StringVar(&o.binary, "binary", "", "measure this `binary` and not this checkout")
	flags.StringVar(&o.against, "against", "", "measure this `binary` as well")
	flags.StringVar(&o.dir, "dir", "", "keep scratch files in this `directory`, which should be on a disk and not in memory")
	flags.BoolVar(&o.large, "large", false, "measure also paths with a million stored runs, which takes minutes to prepare")
	asJSON := flags.Bool("json", false, "print JSON")
	list := flags.Bool("list", false, "list the paths")
	update := flags.Bool("u", false, "write the table into "+document)
	grows := len(args) > 0 && args[0] == "growth"
	if grows {
		args = args[1:]
	}
	if err := flags.Parse(args); err != nil {
		return err
	}
	if flags.NArg() > 0 || o.runs < 1 || o.instr < 0 {
		return fmt.Errorf("wrong arguments %q; -h explains them", args)
	}
	var err error
	if o.only, err = regexp.Compile(*only); err != nil {
		return err
	}
	measured := paths()
	if grows {
		measured, o.instr = growth(), 0
	}
	if *list {
		for _, p := range measured {
			fmt.Fprintf(stdout, "%-22s %s\n", p.name, p.what)
		}
		return nil
	}
	programs, remove, err := build(o, stderr)
	if err != nil {
		return err
	}
	defer remove()
	results, err := measure(o, programs, measured, stderr)
	if err != nil {
		return err
	}
	switch {
	case *update && !grows:
		return writeDocument(document, tableBegins, table(results))
	case *asJSON:
		out := json.NewEncoder(stdout)
		out.SetIndent("", "\t")
		return out.Encode(results)
	}
	if grows {
		return curves(stdout, results)
	}
	_, err = io.WriteString(stdout, strings.TrimLeft(table(results), "\n"))
	return err
}
