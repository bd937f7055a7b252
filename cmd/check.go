package cmd

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/ctxhook/ctxhook/pkg/base/policy"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// checkCommand judges a command without running it.
type checkCommand struct {
	*Env
	judgeFlags
	jsonl bool
	json  bool
}

func newCheck(env *Env) *cobra.Command {
	cmd := &checkCommand{Env: env}
	c := &cobra.Command{
		Use:   "check [flags] COMMAND | -",
		Short: "Check a command without running it",
		Long: `Check a command as the hook does, without running it. Like the hook it inspects
git and the files the command names; with --no-facts it does not. Whose work those
files are it answers as the session sees it that goes on in this project, or the
one that --session names; without one, as a session that begins now. The first line
says which.

One argument is shell code; several arguments are the words of one command,
its flags included. "-" reads the code from standard input.

With --jsonl, each line of standard input is a JSON object {"command":..,
"cwd":..,"home":..,"surface":..} and gives one line of output, in order. Only
the input counts: not the environment, the configuration or this machine.
Without cwd the directory is unknown; home defaults to /home/user. The surface
is where lint would find the code: script, image, ci, make, package, doc, test
or unattended. Without one, code that begins with #! is a script, and any other
code is a command about to run. An unreadable line gives {"error":"line 3: .."};
empty lines are skipped.

The action assumes that a user can be asked; with --unattended, that no user
can.

Exits 0; 2 if the command would be blocked; 1 if it could not be checked.
With --jsonl it exits 0 whatever the verdicts are.`,
		Example: `  ctxhook check 'rm -rf ~/'
  ctxhook check git push --force origin main
  ctxhook check --no-facts 'git reset --hard'  leave this machine out of it
  ctxhook check --json - < script.sh
  ctxhook check --jsonl < commands.jsonl > verdicts.jsonl`,
		GroupID: groupDay,
		RunE: func(c *cobra.Command, args []string) error {
			return cmd.run(c.Flags(), args)
		},
	}
	flags := c.Flags()
	flags.SetInterspersed(false) // rm -rf is not an option of ours
	cmd.register(flags)
	flags.BoolVar(&cmd.jsonl, "jsonl", false, "check the commands on standard input, one JSON object a line")
	flags.BoolVar(&cmd.json, "json", false, "print the verdict as JSON")
	completer{env}.flag(c, "level", levelNames())
	return c
}

func (cmd *checkCommand) run(flags *pflag.FlagSet, args []string) error {
	text, given, err := cmd.commandText(flags, args)
	if err != nil {
		return err
	}
	if cmd.jsonl {
		if given {
			return withHint(errors.New("--jsonl reads its commands from standard input"), "ctxhook check --jsonl < commands.jsonl")
		}
		cmd.waits("one JSON object a line")
		return cmd.rows()
	}
	if !given {
		return withHint(errors.New("there is no command to check"), "for example: ctxhook check 'rm -rf ~/', or ctxhook check - to read it")
	}
	j, v, err := cmd.judge(&cmd.judgeFlags, text)
	if err != nil {
		return err
	}
	view := newVerdictView(&v, !cmd.noFacts)
	view.Session = j.session()
	view.setPacks(j.user)
	if view.late = j.late; cmd.json {
		err = cmd.printJSON(view)
	} else {
		view.print(cmd.Env, text)
	}
	if err == nil && v.Action == policy.Block {
		err = codeError(exitBlock)
	}
	return err
}

// waits tells a user who typed no input why nothing happens.
func (e *Env) waits(what string) {
	if isTerminal(e.Stdin) {
		e.hint("reading %s from the terminal; ctrl-d ends it", what)
	}
}

// maxText bounds a command that is read from standard input. Package shell finds
// a longer one too large.
const maxText = 16 << 20

// commandText returns the shell text that the arguments give. Text with a blank
// is a whole command and not a program, so the arguments behind it are options.
func (e *Env) commandText(flags *pflag.FlagSet, args []string) (text string, given bool, err error) {
	if len(args) == 0 {
		return "", false, nil
	}
	first, rest := args[0], args[1:]
	if flags.ArgsLenAtDash() < 0 && (first == "-" || strings.ContainsAny(first, " \t\n;|&")) {
		if err := flags.Parse(rest); err != nil {
			return "", false, err
		}
		if rest = flags.Args(); len(rest) > 0 {
			return "", false, withHint(fmt.Errorf("%s follows a complete command", quote(rest[0])),
				"quote a command as one argument, or give all of its words")
		}
	}
	if first == "-" {
		e.waits("a command")
		data, err := io.ReadAll(io.LimitReader(e.Stdin, maxText+1))
		if err != nil {
			return "", false, fmt.Errorf("standard input: %w", err)
		}
		return string(data), true, nil
	}
	if len(rest) == 0 {
		return first, true, nil
	}
	words := make([]string, len(args))
	for i, a := range args {
		words[i] = shell.Quote(a)
	}
	return strings.Join(words, " "), true, nil
}
