// Package cmd is the command line: it reads arguments, calls the packages that
// do the work and prints the result. It decides nothing about commands, and it
// knows no rule.
//
// A command is a type over Env, in the file that has its name. What it prints
// is a view, a struct that is its own JSON and prints itself for a user.
package cmd

import (
	"io"

	"github.com/spf13/cobra"

	"github.com/ctxhook/ctxhook/pkg/agents/ancestry"
)

// Env is everything a run of ctxhook gets from outside, so that a test can
// run the whole program without a process.
type Env struct {
	Args    []string // without the program's name
	Stdin   io.Reader
	Stdout  io.Writer
	Stderr  io.Writer
	Getenv  func(string) string
	Schema  string         // of a new database
	Version string         // "": the build info tells
	Exit    func(code int) // ends the process when a hook takes too long; nil: neither its time nor its memory is limited

	// AtTerminal reports whether a user sits at a terminal. nil, which it
	// is in the program, looks at the streams; tests have none to look at.
	AtTerminal func() bool
	// Ancestors returns this process and those that started it, the nearest
	// first. nil asks the system; tests are often run by an agent.
	Ancestors func() []ancestry.Process

	coloring coloring // the flag --color
	lost     error    // the first result that could not be written
}

// The exit codes, all of them. A hook's caller reads 2 as "block", so a
// mistake in how ctxhook was called is never 2.
//
//	hooks          0, or 2 to block
//	check          0, or 2 when the command would be blocked
//	check --jsonl  0 whatever the rows say
//	lint           0, 1 when there are findings, 2 bad usage, 3 when it could not be done
//	any other      0, or 1 when it could not be done
//	bad usage      1
const (
	exitOK    = 0
	exitError = 1
	exitBlock = 2

	exitFindings  = 1
	exitLintUsage = 2
	exitLintError = 3
)

// Main runs ctxhook and returns its exit code. Hooks are recognised before the
// command line for users is built, because they run on every command of the
// agent.
func Main(env Env) int {
	if code, ok := runHook(&env); ok {
		return code
	}
	root := newRoot(&env)
	root.SetArgs(env.Args)
	ended := env.ownChange()
	err := root.Execute()
	ended()
	return env.report(err)
}

// The groups of the help page.
const (
	groupDay   = "day"
	groupSetup = "setup"
	groupMore  = "more"
)

// commands returns every command for users, in the order of the help page. A
// new one is a file of its own and a row here.
func commands(env *Env) []*cobra.Command {
	return []*cobra.Command{
		newCheck(env),
		newExplain(env),
		newLint(env),
		newAudit(env),
		newRedact(env),
		newRules(env),
		newPacks(env),
		newDiagnose(env),
		newHistory(env),
		newSessions(env),
		newLessons(env),
		newRemember(env),
		newPreferences(env),
		newWhy(env),
		newUndo(env),
		newPublish(env),
		newForget(env),
		newStats(env),
		newReport(env),
		newReplay(env),
		newDB(env),
		newFleet(env),
		newInit(env),
		newUninstall(env),
		newDoctor(env),
		newStatusLine(env),
		newConfig(env),
		newTrust(env),
		newAllow(env),
		newLog(env),
		newPause(env),
		newResume(env),
		newVersion(env),
		newCompletion(env),
	}
}

func newRoot(env *Env) *cobra.Command {
	var version bool
	root := &cobra.Command{
		Use:   "ctxhook",
		Short: "A guard between an AI coding agent and the shell",
		Long: `ctxhook checks the shell commands of an AI coding agent before they run, and
blocks or asks about those that destroy work. It remembers what failed and what
fixed it, and tells the agent when the same error comes back. The agent calls
it as a hook; the commands below are for you ("ctxhook help hooks" lists those that
the agent calls).

CTXHOOK_INJECT_CONTEXT=false in the environment of a session silences ctxhook
there: it still checks and records, but tells the agent nothing from memory.`,
		Example: `  ctxhook                              show what is guarded, and what happened today
  ctxhook init                         guard the agent in this project
  ctxhook check 'rm -rf ~/'            check a command without running it
  ctxhook lint                         check the shell code in this project
  ctxhook explain git/reset-hard       show a rule and its reasons
  ctxhook log                          list what was stopped, and how it ended`,
		SilenceErrors:         true,
		SilenceUsage:          true,
		DisableFlagsInUseLine: true,
		Args:                  knownCommand,
		RunE: func(c *cobra.Command, _ []string) error {
			if version {
				return (&versionCommand{Env: env}).run()
			}
			return env.frontPage()
		},
	}
	root.Flags().BoolVarP(&version, "version", "v", false, "print the version")
	root.PersistentFlags().Var(&env.coloring, "color", "colour the output: "+or(colorings)+"; auto does on a terminal without NO_COLOR")
	completer{env}.flag(root, "color", colorings)
	root.SetIn(env.Stdin)
	root.SetOut(env.Stdout)
	root.SetErr(env.Stderr)
	root.SetFlagErrorFunc(flagError)
	root.AddGroup(
		&cobra.Group{ID: groupDay, Title: "Every day:"},
		&cobra.Group{ID: groupSetup, Title: "Setup:"},
		&cobra.Group{ID: groupMore, Title: "More:"},
	)
	root.CompletionOptions.DisableDefaultCmd = true
	root.SetHelpCommand(newHelp(env))
	root.AddCommand(commands(env)...)
	root.AddCommand(hookCommands(env)...)
	return root
}
