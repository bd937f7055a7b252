package cmd

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/ctxhook/ctxhook/pkg/agents/hook"
	"github.com/ctxhook/ctxhook/pkg/agents/install"
	"github.com/ctxhook/ctxhook/pkg/base/display"
	"github.com/ctxhook/ctxhook/pkg/base/paths"
	"github.com/ctxhook/ctxhook/pkg/guard/config"
	"github.com/ctxhook/ctxhook/pkg/guard/facts"
)

// settingsFlags are the options of the commands that write settings.
type settingsFlags struct {
	project, local, user, dry, verbose bool
	agent                              string
	named                              bool // by --agent
}

// register adds the options to c, and has it run for the settings they mean.
func (f *settingsFlags) register(c *cobra.Command, run func(install.Scope) error) {
	c.Flags().BoolVar(&f.project, "project", false, "the project's settings, shared with colleagues (default)")
	c.Flags().BoolVar(&f.local, "local", false, "the project's settings on this machine only")
	c.Flags().BoolVar(&f.user, "user", false, "your settings, for all projects")
	agentFlagOf(c, &f.agent, install.Claude.Name, allAgents)
	c.Flags().BoolVar(&f.dry, "dry-run", false, "show the changes without writing them")
	c.Flags().BoolVarP(&f.verbose, "verbose", "v", false, "show the changes line by line")
	c.RunE = func(c *cobra.Command, _ []string) error {
		f.named = c.Flags().Changed("agent")
		scope, err := f.scope(c)
		if err != nil {
			return err
		}
		return run(scope)
	}
}

// scope returns the settings that are meant.
func (f *settingsFlags) scope(c *cobra.Command) (install.Scope, error) {
	switch err := exclusive(c, "project", "local", "user"); {
	case err != nil:
		return install.Project, err
	case f.local:
		return install.Local, nil
	case f.user:
		return install.User, nil
	}
	return install.Project, nil
}

// allAgents is the name by which the agents on this machine are meant.
const allAgents = "all"

// agentFlagOf adds the option that names an agent.
func agentFlagOf(c *cobra.Command, agent *string, otherwise string, more ...string) {
	var names []string
	for _, client := range install.Clients() {
		names = append(names, client.Name)
	}
	names = append(names, more...)
	*agent = otherwise
	c.Flags().Var(&agentOption{name: agent}, "agent", "the agent: "+strings.Join(names, ", "))
	// It fails only for a flag that does not exist.
	_ = c.RegisterFlagCompletionFunc("agent", cobra.FixedCompletions(names, cobra.ShellCompDirectiveNoFileComp))
}

// agentOption is the value of an option that names one agent.
type agentOption struct {
	name  *string
	given bool
}

func (o *agentOption) String() string {
	if o.name == nil {
		return ""
	}
	return *o.name
}

func (*agentOption) Type() string { return "string" }

// Set refuses a second agent: the first would be left out without a word.
func (o *agentOption) Set(name string) error {
	if o.given && name != *o.name {
		return fmt.Errorf("it names %s already: type the command once for each agent", *o.name)
	}
	*o.name, o.given = name, true
	return nil
}

// clientNamed returns the agent that an option names.
func clientNamed(name string) (*install.Client, error) {
	if c := install.ClientNamed(name); c != nil {
		return c, nil
	}
	var names []string
	for _, c := range install.Clients() {
		names = append(names, c.Name)
	}
	return nil, withHint(fmt.Errorf("there is no agent %q", name), "one of: "+strings.Join(names, ", "))
}

// agentSettings are the settings files of the agent, and what is to be
// registered in them.
type agentSettings struct {
	*install.Setup
	env *Env
	cwd string
}

// of returns the settings of another agent in the same place.
func (s *agentSettings) of(c *install.Client) *agentSettings {
	return &agentSettings{s.For(c), s.env, s.cwd}
}

// agentSettings finds the settings of the agent for the working directory.
func (e *Env) agentSettings() (*agentSettings, error) {
	ws, err := e.workspace()
	if err != nil {
		return nil, err
	}
	cwd, err := os.Getwd()
	if err != nil {
		return nil, err
	}
	program, err := install.Program()
	if err != nil {
		return nil, withHint(err, "for example: go install . && ctxhook init")
	}
	c, _ := ws.settings(false)
	s := &install.Setup{
		Places: ws.places, Root: install.FindRoot(ws.places, cwd), Binary: program, Hooks: registered(c.OnError, c.MaskOutputs), Committed: committed,
	}
	return &agentSettings{s, e, cwd}, nil
}

// registered is every hook there is, as settings know it, but for those that would have
// nothing to do. Where the user wants a command blocked when ctxhook fails, the agent is
// told so, too.
func registered(onError config.OnError, masks bool) []install.Hook {
	var hooks []install.Hook
	for _, event := range hook.Events {
		for _, on := range event.Client {
			if on.Masks && !masks {
				continue
			}
			h := install.Hook{Event: on.Event, Matcher: on.Tool, Command: event.Name, Timeout: timeoutOf(on.Event), Guards: event.Guards}
			h.Closed = event.Name == "pre-bash" && onError == config.OnErrorBlock
			hooks = append(hooks, h)
		}
	}
	return hooks
}

// committed reports whether git has a file.
func committed(path string) bool {
	return facts.New(facts.Options{Cwd: filepath.Dir(path), Wall: 2 * time.Second}).Path(path).Tracked > 0
}

// timeoutOf is how many seconds the agent waits. A verdict that comes too
// late is none, so it is far more than one takes on a machine that is busy.
// At the end of a session the agent does not wait unless it is told to.
func timeoutOf(event string) int {
	if event == "SessionEnd" {
		return 10
	}
	return 30
}

// typed is what to type for a command and a scope: ctxhook is named by its path
// where the shell would not find it.
func (s *agentSettings) typed(command string, scope install.Scope) string {
	if c := s.Client; c != nil && c != &install.Claude {
		command += " --agent " + c.Name
	}
	if scope != install.Project {
		command += " " + scope.Flag()
	}
	name := "ctxhook"
	if found, _ := s.OnPath(); !found {
		name = s.env.tilde(s.Binary)
	}
	return display.Plain(name + " " + command)
}

// printDiff shows what would change in a file.
func (e *Env) printDiff(path string, before, after []byte) {
	e.printLines(path, display.Diff(before, after))
}

// printLines shows the lines of a difference.
func (e *Env) printLines(path string, lines []string) {
	e.printf("%s\n", e.paint(bold, display.Plain(path)))
	for _, line := range lines {
		color := color("")
		switch line[0] {
		case '+':
			color = green
		case '-':
			color = red
		case '@':
			color = dim
		}
		e.printf("%s\n", e.paint(color, display.Plain(strings.ReplaceAll(line, "\t", "    "))))
	}
}

// explain adds to an error about settings what to do about it.
func (s *agentSettings) explain(err error) error {
	if invalid, ok := errors.AsType[*install.SettingsError](err); ok {
		for _, p := range invalid.Problems[1:] {
			s.env.errorf("%s: %s", display.Plain(invalid.Path), display.Plain(p.String()))
			s.env.hint("%s", p.Cure)
		}
		return withHint(err, invalid.Problems[0].Cure)
	}
	switch {
	case errors.Is(err, paths.ErrReadOnly), errors.Is(err, fs.ErrPermission):
		return withHint(err, "nothing was written; make it writable, then try again")
	case errors.Is(err, install.ErrName):
		return withHint(err, "nothing was written; rename the program to ctxhook, then try again")
	case errors.Is(err, paths.ErrChanged):
		return withHint(err, "nothing was written; try again")
	}
	return withHint(err, "nothing was written")
}
