package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"slices"
	"strings"
)

const turnUsage = `bench turn measures whole turns of an agent: a prompt, 20 tool calls with each
hook that "ctxhook init" registers for them, and the end of the turn.

	go run ./e2e/bench turn [flags]

Each world is a repository with a scratch home. In it the lines below run in
shuffled rounds, and the median of each counts, in milliseconds: CPU time (user
and system, of all processes) and wall time.

	reading        a turn of 12 Bash, 6 Read and 2 Grep calls that change nothing
	writing        a turn of 15 reading calls, npm test, go build, a script,
	               sed -i and a formatter; the files change as they would
	user-prompt    the hook of the prompt alone
	session-start  the hook of a new session
	edit           the hook before an edit of a tracked file
	reset, clean   the hook before "git reset --hard" and "git clean -fd", with
	               the snapshot that it takes
	git status     what git needs to look at the same tree
	empty          as many empty Go programs as the reading turn has processes

ctxhook cannot slow a disk down by itself. For the world "slow", mount a slow
directory and name it with -slow, for example:

	sshfs -o attr_timeout=0,entry_timeout=0,dir_cache=no localhost:/var/tmp /mnt/slow
	go run ./e2e/bench turn -worlds slow -slow /mnt/slow

Examples:
	go run ./e2e/bench turn                          all worlds but 1m and slow
	go run ./e2e/bench turn -worlds 100,5000         two of them
	go run ./e2e/bench turn -against /tmp/older      before and after, in the same rounds
	go run ./e2e/bench turn -binary ./ctxhook        a binary instead of this checkout
	go run ./e2e/bench turn -u                       write the table of docs/PERFORMANCE.md

Worlds:
`

// turnOptions are the flags of turn.
type turnOptions struct {
	build  options
	worlds []terrain
	rounds int
	slow   string
}

// runTurn is the subcommand turn.
func runTurn(args []string, stdout, stderr io.Writer) error {
	flags := flag.NewFlagSet("bench turn", flag.ContinueOnError)
	flags.SetOutput(stderr)
	flags.Usage = func() {
		fmt.Fprint(flags.Output(), turnUsage)
		for _, t := range terrains() {
			fmt.Fprintf(flags.Output(), "\t%-14s %s\n", t.name, t.what)
		}
		fmt.Fprint(flags.Output(), "\nFlags:\n")
		flags.PrintDefaults()
	}
	var o turnOptions
	flags.StringVar(&o.build.binary, "binary", "", "measure this `binary` and not this checkout")
	flags.StringVar(&o.build.against, "against", "", "measure this older `binary` as well")
	flags.StringVar(&o.build.dir, "dir", "", "keep scratch files in this `directory`, which should be on a disk and not in memory")
	flags.IntVar(&o.rounds, "rounds", 7, "how often each line runs")
	flags.StringVar(&o.slow, "slow", "", "make the project and the home of the world slow in this `directory`")
	worlds := flags.String("worlds", "", "measure these `worlds`, separated by commas")
	asJSON := flags.Bool("json", false, "print JSON")
	update := flags.Bool("u", false, "write the table into "+document)
	if err := flags.Parse(args); err != nil {
		return err
	}
	if flags.NArg() > 0 || o.rounds < 1 {
		return fmt.Errorf("wrong arguments %q; turn -h explains them", args)
	}
	var err error
	if o.worlds, err = chosen(*worlds, o.slow); err != nil {
		return err
	}
	programs, remove, err := build(o.build, stderr)
	if err != nil {
		return err
	}
	defer remove()
	figures, err := measureTurns(o, programs, stderr)
	if err != nil {
		return err
	}
	switch {
	case *update:
		return writeDocument(document, turnBegins, turnTable(figures))
	case *asJSON:
		out := json.NewEncoder(stdout)
		out.SetIndent("", "\t")
		return out.Encode(figures)
	}
	_, err = io.WriteString(stdout, turnTable(figures))
	return err
}

// chosen returns the worlds of a list of names, or those that are measured where
// none is named.
func chosen(list, slow string) ([]terrain, error) {
	all := terrains()
	var names, found []string
	if list != "" {
		names = strings.Split(list, ",")
	}
	var out []terrain
	for _, t := range all {
		if t.slow && slow == "" {
			if slices.Contains(names, t.name) {
				return nil, fmt.Errorf("the world %s needs a directory on a slow disk; add -slow DIR", t.name)
			}
			continue
		}
		if list == "" && t.asked && !t.slow || list != "" && !slices.Contains(names, t.name) {
			continue
		}
		out, found = append(out, t), append(found, t.name)
	}
	for _, name := range names {
		if !slices.Contains(found, name) {
			return nil, fmt.Errorf("no world %q; turn -h lists them", name)
		}
	}
	return out, nil
}
