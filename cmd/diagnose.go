package cmd

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"github.com/ctxhook/ctxhook/pkg/guard/judge"
	"github.com/ctxhook/ctxhook/pkg/memory/journal"
	"github.com/ctxhook/ctxhook/pkg/memory/store"
)

// diagnoseCommand says what went wrong in an output, and how to fix it.
type diagnoseCommand struct {
	*Env
	command string
	exit    int
	exited  bool
	json    bool
	jsonl   bool
}

func newDiagnose(env *Env) *cobra.Command {
	cmd := &diagnoseCommand{Env: env}
	c := &cobra.Command{
		Use:   "diagnose [flags] [FILE | -]",
		Short: "Find the errors in an output, and fixes for them",
		Long: `Find what failed in an output, as the hook after a command does: the failed
check with its tests and files, the errors, and fixes. Nothing is stored. The
output is read from FILE, or from standard input.

Give the command with --command and its exit code with --exit if you know them:
the command tells which tool printed the output, and exit code 0 means no error
unless a check failed.

With --jsonl, each line of standard input is a JSON object {"command":..,
"output":..,"exit_code":..}, where exit_code may be null, and gives one line of
output, in order. Only the input counts, not what fixed errors here before. An
unreadable line gives {"error":"line 3: .."}; empty lines are skipped.`,
		Example: `  go test ./... 2>&1 | ctxhook diagnose --command 'go test ./...'
  ctxhook diagnose --command 'npm ci' --exit 1 npm.log
  ctxhook diagnose --json build.log
  ctxhook diagnose --jsonl < outputs.jsonl > diagnoses.jsonl`,
		GroupID: groupMore,
		Args:    atMostOne,
		RunE: func(c *cobra.Command, args []string) error {
			cmd.exited = c.Flags().Changed("exit")
			if cmd.jsonl {
				return cmd.rows(c, args)
			}
			return cmd.run(args)
		},
	}
	flags := c.Flags()
	flags.StringVarP(&cmd.command, "command", "c", "", "the command that printed the output")
	flags.IntVar(&cmd.exit, "exit", 0, "its exit code (default: unknown)")
	flags.BoolVar(&cmd.json, "json", false, "print the diagnosis as JSON")
	flags.BoolVar(&cmd.jsonl, "jsonl", false, "read outputs from standard input, one JSON object a line")
	return c
}

func (cmd *diagnoseCommand) run(args []string) error {
	output, err := cmd.output(args)
	if err != nil {
		return err
	}
	st, err := cmd.storage()
	if err != nil {
		return err
	}
	d := journal.Diagnose(st.Judge, cmd.command, output, cmd.exit, cmd.exited)
	if err := st.look(func(tx *store.Tx) error {
		worked, err := journal.New(st.Judge, time.Now()).KnownFixes(tx, &d)
		if err != nil {
			return err
		}
		like, err := journal.New(st.Judge, time.Now()).WorkedLike(tx, &d)
		d.Fixes = slices.Concat(worked, d.Fixes, like)
		return err
	}); err != nil {
		cmd.warnf("cannot look up earlier fixes: %v", err)
	}
	v := newDiagnosisView(&d)
	if cmd.json {
		return cmd.printJSON(v)
	}
	v.print(cmd.Env)
	return nil
}

// output reads the output to diagnose. Of one that is too long it keeps the
// end, where tools print their summary.
func (cmd *diagnoseCommand) output(args []string) (string, error) {
	in, name, err := cmd.input(args, "an output")
	if err != nil {
		return "", err
	}
	defer in.Close()
	text, cut, err := readTail(in, maxText)
	if err != nil {
		return "", fmt.Errorf("%s: %w", name, err)
	}
	if cut {
		cmd.warnf("%s is longer than 16 MiB: only its end was read", name)
	}
	return text, nil
}

// input opens the file that is named, or else standard input, and returns its
// name. A user at a terminal is told what is waited for.
func (e *Env) input(args []string, waits string) (in io.ReadCloser, name string, err error) {
	if len(args) > 0 && args[0] != "-" {
		file, err := os.Open(args[0])
		return file, args[0], err
	}
	e.waits(waits)
	return io.NopCloser(e.Stdin), "standard input", nil
}

// readTail reads all there is and returns the last bytes of it.
func readTail(r io.Reader, limit int) (text string, cut bool, err error) {
	var kept []byte
	part := make([]byte, 64<<10)
	for {
		n, err := r.Read(part)
		kept = append(kept, part[:n]...)
		if len(kept) > 2*limit { // now and then, so that the moving costs little
			kept, cut = append(kept[:0], kept[len(kept)-limit:]...), true
		}
		if err == io.EOF {
			break
		}
		if err != nil {
			return "", cut, err
		}
	}
	if len(kept) > limit {
		kept, cut = kept[len(kept)-limit:], true
	}
	return string(kept), cut, nil
}

// rows diagnoses the outputs on standard input, one JSON object a line.
func (cmd *diagnoseCommand) rows(c *cobra.Command, args []string) error {
	for _, name := range []string{"command", "exit", "json"} {
		if c.Flags().Changed(name) {
			return withHint(fmt.Errorf("--jsonl does not take --%s", name), `give each row its own: {"command":"..","output":"..","exit_code":1}`)
		}
	}
	if len(args) > 0 && args[0] != "-" {
		return withHint(errors.New("--jsonl reads its rows from standard input"), "ctxhook diagnose --jsonl < outputs.jsonl")
	}
	cmd.waits("one JSON object a line")
	return answerRows(cmd.Stdin, cmd.Stdout, func() (answerer, error) {
		j := nowhere()
		return func(text []byte) (any, error) { return diagnoseRow(j, text) }, nil
	})
}

// outputRow is an output to diagnose.
type outputRow struct {
	Command string  `json:"command"`
	Output  *string `json:"output"`
	Exit    *int    `json:"exit_code"` // nil: not known
}

// nowhere makes a judge that knows nothing of this machine, and so judges the
// same everywhere.
func nowhere() *judge.Judge {
	return judge.New(judge.Options{Getenv: func(string) string { return "" }, Cwd: "/"})
}

func diagnoseRow(j *judge.Judge, text []byte) (any, error) {
	var r outputRow
	if err := json.Unmarshal(text, &r); err != nil {
		return nil, fmt.Errorf("not a row: %w", err)
	}
	if r.Output == nil {
		return nil, errors.New(`not a row: "output" is missing`)
	}
	exit := 0
	if r.Exit != nil {
		exit = *r.Exit
	}
	d := journal.Diagnose(j, r.Command, *r.Output, exit, r.Exit != nil)
	return newDiagnosisView(&d).row(), nil
}
