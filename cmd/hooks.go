package cmd

import (
	"os"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"

	"github.com/ctxhook/ctxhook/pkg/agents/hook"
	"github.com/ctxhook/ctxhook/pkg/base/protocol"
)

// runHook runs the hook that the arguments name, if they name one. Without
// arguments ctxhook is a hook too, unless a user sits at the keyboard:
// several agents run hooks that were installed for another, and drop the
// arguments.
func runHook(env *Env) (code int, ok bool) {
	if len(env.Args) == 0 {
		if isTerminal(env.Stdin) || isDevice(env.Stdin) {
			return 0, false
		}
		return serveHook(env, "", nil), true
	}
	event, ok := hookNamed(env.Args[0])
	if !ok {
		return 0, false
	}
	agent, ok := agentFlag(env.Args[1:])
	if !ok {
		return 0, false // --help, or a mistake: for people
	}
	return serveHook(env, agent, event), true
}

// isDevice reports whether a stream is a device such as /dev/null: an agent pipes what it
// asks into a hook.
func isDevice(stream any) bool {
	f, ok := stream.(*os.File)
	if !ok || f == nil {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

// serveHook runs a hook. In a process of its own it collects garbage only where it must
// to stay within 64 MB in all: most end before. In a test process, where other data lives
// as well, that limit would make the collector run all the time. A recursion that does not
// end takes seconds to fill the stack that Go allows by itself; that it is full ends the
// process with exit code 2, which blocks.
func serveHook(env *Env, agent string, event *hook.Handler) int {
	if env.Exit != nil {
		debug.SetGCPercent(-1)
		debug.SetMemoryLimit(44 << 20)
		debug.SetMaxStack(64 << 20)
	}
	return hook.Run(hookEnv(env, agent), event)
}

// hookNamed finds a hook by its subcommand. "hook" is every hook, told by
// the payload.
func hookNamed(name string) (*hook.Handler, bool) {
	if name == "hook" {
		return nil, true
	}
	event := hook.Named(name)
	return event, event != nil
}

// agentFlag reads the one flag that hooks have.
func agentFlag(args []string) (agent string, ok bool) {
	for i := 0; i < len(args); i++ {
		value, given := strings.CutPrefix(args[i], "--agent=")
		if !given {
			if i++; args[i-1] != "--agent" || i == len(args) {
				return "", false
			}
			value = args[i]
		}
		agent = value
	}
	return agent, true
}

func hookEnv(e *Env, agent string) hook.Env {
	return hook.Env{
		Stdin: e.Stdin, Stdout: e.Stdout, Stderr: e.Stderr, Getenv: e.Getenv, Schema: e.Schema, Agent: agent, Exit: e.Exit, FromClient: e.fromClient, Registrations: e.registrations, Astray: e.astray,
	}
}

// listHooks prints what an agent calls. The help page leaves it out, because users do not type these commands.
func listHooks(env *Env) {
	env.printf("Agents call these with a JSON payload on standard input:\n")
	for _, c := range hookCommands(env) {
		env.printf("  %-13s %s\n", c.Name(), c.Short)
	}
	env.printf("\nUse \"ctxhook help COMMAND\" for more information about a command.\n")
}

// hookCommands are the hooks as commands, which help hooks lists.
func hookCommands(env *Env) []*cobra.Command {
	list := []*cobra.Command{newHook(env, "hook", "Act as the hook that the payload asks for")}
	for i := range hook.Events {
		list = append(list, newHook(env, hook.Events[i].Name, hook.Events[i].Short))
	}
	return list
}

func newHook(env *Env, name, short string) *cobra.Command {
	var agent string
	exits, example := "Exits 0.", "ctxhook "+name+" < payload.json"
	switch name {
	case "hook", "pre-bash":
		exits = "Exits 0, or 2 to block."
		example = `echo '{"command":"git status","working_dir":"."}' | ctxhook ` + name
	case "post-bash":
		example = `echo '{"command":"make","exit_code":2,"stderr":"a.c:1: error"}' | ctxhook ` + name
	}
	c := &cobra.Command{
		Use:   name,
		Short: short,
		Long: short + `.

Reads a JSON payload from standard input and answers in the format of the
agent that sent it. ` + exits,
		Example: "  " + example,
		Hidden:  true,
		Args:    noArgs,
		RunE: func(*cobra.Command, []string) error {
			event, _ := hookNamed(name)
			if code := hook.Run(hookEnv(env, agent), event); code != exitOK {
				return codeError(code)
			}
			return nil
		},
	}
	c.Flags().StringVar(&agent, "agent", "", "the calling agent, if its payload does not tell")
	if err := c.RegisterFlagCompletionFunc("agent", cobra.FixedCompletions(protocol.Names(), cobra.ShellCompDirectiveNoFileComp)); err != nil {
		env.warnf("no completion for --agent: %v", err)
	}
	return c
}
