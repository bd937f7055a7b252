package cmd

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/spf13/cobra"

	"github.com/ctxhook/ctxhook/pkg/agents/install"
	"github.com/ctxhook/ctxhook/pkg/base/display"
	"github.com/ctxhook/ctxhook/pkg/guard/config"
	"github.com/ctxhook/ctxhook/pkg/guard/facts"
	"github.com/ctxhook/ctxhook/pkg/guard/judge"
	"github.com/ctxhook/ctxhook/pkg/memory/journal"
)

// initCommand registers ctxhook in the settings of the agent.
type initCommand struct {
	*Env
	settingsFlags
	statusLine bool
}

func newInit(env *Env) *cobra.Command {
	cmd := &initCommand{Env: env}
	c := &cobra.Command{
		Use:   "init",
		Short: "Register ctxhook in the agent's settings",
		Long: `Register ctxhook in the settings of Claude Code, or of the agent that you name,
and test that it is called. In a terminal, if other agents are found on this
machine, init asks which of them you mean. The rest of the file stays unchanged,
to the byte; an entry of an older ctxhook is updated. If Claude Code would ignore
the file, init changes nothing and says why.

Shared project settings start ctxhook from PATH; local and user settings start
the program that you run now. With --agent all, ctxhook is registered in each
agent that it finds on this machine.`,
		Example: `  ctxhook init                         in this project, shared with colleagues
  ctxhook init --local                 in this project, on this machine only
  ctxhook init --user                  in all your projects
  ctxhook init --agent codex --user    in Codex CLI, for all your projects
  ctxhook init --user --statusline     and show in the status line what is stopped
  ctxhook init --dry-run               show what would be written`,
		GroupID: groupSetup,
		Args:    noArgs,
	}
	cmd.register(c, cmd.run)
	c.Flags().BoolVar(&cmd.statusLine, "statusline", false, "let Claude Code show the status line of ctxhook, too; one that is set stays")
	return c
}

func (cmd *initCommand) run(scope install.Scope) error {
	s, err := cmd.agentSettings()
	if err != nil {
		return err
	}
	clients, err := cmd.chosen(s, scope)
	if err != nil {
		return err
	}
	if s.StatusLine = cmd.statusLine; cmd.statusLine && !slices.Contains(clients, &install.Claude) {
		return errors.New("--statusline is for Claude Code alone")
	}
	for _, client := range clients {
		if len(clients) > 1 {
			cmd.printf("%s\n", cmd.paint(bold, client.Title))
		}
		if err := cmd.into(s.of(client), scope); err != nil {
			return err
		}
	}
	if !cmd.named && !cmd.atTerminal() {
		cmd.others(s, clients)
	}
	return nil
}

// chosen returns the agents that are meant: the one that is named, or those found on
// this machine that the user wants. Where no user is there, or no other agent is
// found, that is Claude Code.
func (cmd *initCommand) chosen(s *agentSettings, scope install.Scope) ([]*install.Client, error) {
	if cmd.named && cmd.agent != allAgents {
		client, err := clientNamed(cmd.agent)
		return []*install.Client{client}, err
	}
	var found []*install.Client
	for _, client := range install.Clients() {
		if client.Present(s.Setup) && slices.Contains(client.Scopes(), scope) {
			found = append(found, client)
		}
	}
	switch {
	case cmd.agent == allAgents && len(found) == 0:
		return nil, withHint(errors.New("no agent was found on this machine"), "name one, for example: ctxhook init --agent claude")
	case cmd.agent == allAgents:
		return found, nil
	case !cmd.atTerminal(), len(found) == 0, len(found) == 1 && found[0] == &install.Claude:
		return []*install.Client{&install.Claude}, nil
	}
	return cmd.choose(found)
}

// choose asks the user in which of some agents to register ctxhook.
func (cmd *initCommand) choose(found []*install.Client) ([]*install.Client, error) {
	there := make([]string, len(found))
	for i, client := range found {
		there[i] = client.Name
	}
	cmd.hint("found on this machine: %s", strings.Join(there, ", "))
	cmd.hint("to register ctxhook in all of them, press Enter; in some, type their names")
	line, err := bufio.NewReader(cmd.Stdin).ReadString('\n')
	if err != nil {
		return nil, fmt.Errorf("nothing was written: %w", err)
	}
	names := strings.FieldsFunc(line, func(r rune) bool { return r == ',' || unicode.IsSpace(r) })
	if len(names) == 0 {
		return found, nil
	}
	var chosen []*install.Client
	for _, name := range names {
		client, err := clientNamed(name)
		if err != nil {
			return nil, err
		}
		chosen = append(chosen, client)
	}
	return chosen, nil
}

// others names agents on this machine that could be guarded, too.
func (cmd *initCommand) others(s *agentSettings, but []*install.Client) {
	if cmd.dry {
		return
	}
	var names []string
	for _, client := range install.Clients() {
		if slices.Contains(but, client) || !client.Present(s.Setup) {
			continue
		}
		of := s.of(client)
		if !slices.ContainsFunc(client.Scopes(), func(scope install.Scope) bool { _, err := of.Unregister(scope); return err == nil }) {
			names = append(names, client.Name)
		}
	}
	if len(names) > 0 {
		cmd.hint("found on this machine, too: %s; to guard one: ctxhook init --agent %s --user", strings.Join(names, ", "), names[0])
	}
}

// into registers ctxhook in the settings of one agent.
func (cmd *initCommand) into(s *agentSettings, scope install.Scope) error {
	changes, err := s.Register(scope)
	if err != nil {
		return s.explain(err)
	}
	if err := cmd.sharedProgram(s, scope); err != nil && !cmd.dry {
		return err
	} else if err != nil {
		cmd.warnf("%v", err)
	}
	if before := s.Registered(); s.Client == &install.Claude && !cmd.dry && len(before) > 0 && !slices.Contains(before, scope) {
		cmd.hint("the %s settings call ctxhook already; with these as well, each command starts it more than once", before[0])
	}
	for _, change := range changes {
		if err := cmd.write(s, change); err != nil {
			return err
		}
		if s.StatusLine && s.Client == &install.Claude && change.OtherLine == "" && !cmd.dry {
			cmd.printf("its status line shows what is stopped\n")
		}
		if change.OtherLine != "" {
			cmd.hint("the status line stays as it is: %s", display.Plain(change.OtherLine))
			cmd.hint("for that of ctxhook, call in it: ctxhook statusline")
		}
	}
	if cmd.dry {
		return nil
	}
	if err := cmd.prove(s, scope); err != nil {
		return err
	}
	if c := s.Client; c != &install.Claude {
		if c.Trust != "" {
			cmd.printf("now: %s\n", c.Trust)
		}
		if limits := c.Limits(); limits != "" {
			cmd.printf("in %s: %s\n", c.Title, limits)
		}
		if c.Note != "" {
			cmd.printf("note: %s\n", c.Note)
		}
	}
	cmd.printf("next: use the agent as usual; to see what was stopped: ctxhook log\n")
	cmd.printf("to undo: %s\n", s.typed("uninstall", scope))
	if found, _ := s.OnPath(); !found {
		dir := display.Plain(filepath.Dir(s.Binary))
		cmd.hint("ctxhook is not on PATH; to type it, add %s to PATH where your shell starts", dir)
		cmd.hint(`for example: export PATH="$PATH:%s"`, dir)
	}
	cmd.aboutPlace(s, scope, changes[0].Path)
	if s.Client == &install.Claude {
		cmd.aboutTwice(s)
	}
	return nil
}

// write makes one change, and says so.
func (cmd *initCommand) write(s *agentSettings, change *install.Change) error {
	for _, p := range change.Odd {
		cmd.warnf("%s: %s", display.Plain(change.Path), display.Plain(p.String()))
		cmd.hint("%s", p.Cure)
	}
	path := display.Plain(cmd.tilde(change.Path))
	if cmd.dry && change.Same() {
		cmd.printf("%s already calls ctxhook\n", path)
	} else if cmd.dry || cmd.verbose {
		cmd.printDiff(change.Path, change.Before, change.After)
	}
	if cmd.dry {
		return nil
	}
	if err := s.Apply(change); err != nil {
		return s.explain(err)
	}
	if _, err := journal.TakeStart(judge.New(judge.Options{Getenv: cmd.Getenv, Cwd: s.cwd})); err != nil { // our own change is no news
		cmd.warnf("the next session will tell that %s changed: %v", display.Plain(cmd.tilde(change.Path)), err)
	}
	switch {
	case change.Same():
		cmd.printf("%s already calls ctxhook\n", path)
	case len(s.Hooks) == 1:
		cmd.printf("%s calls ctxhook now, before each shell command\n", path)
	case len(s.Hooks) > 0:
		cmd.printf("%s calls ctxhook now, before each shell command and at %s\n", path, display.Counted(otherEvents(s.Hooks), "other event"))
	default:
		cmd.printf("%s is written\n", path)
	}
	if !change.Same() && change.Before != nil {
		cmd.printf("backup: %s\n", display.Plain(cmd.tilde(s.Backup(change))))
	}
	return nil
}

// otherEvents counts what hooks are called for besides shell commands: the subcommands
// that doctor names or, where one serves all, the client's events.
func otherEvents(hooks []install.Hook) int {
	of := func(h install.Hook) string {
		if h.Command == "hook" {
			return h.Event
		}
		return h.Command
	}
	var events []string
	for _, h := range hooks[1:] {
		if event := of(h); event != of(hooks[0]) && !slices.Contains(events, event) {
			events = append(events, event)
		}
	}
	return len(events)
}

// aboutTwice says that other settings call ctxhook, too.
func (cmd *initCommand) aboutTwice(s *agentSettings) {
	scopes := s.Registered()
	if _, ok := s.Redundant(scopes); !ok {
		return
	}
	words := make([]string, len(scopes))
	for i, scope := range scopes {
		words[i] = scope.String()
	}
	cmd.hint("%s settings call ctxhook: each command is decided once, but starts ctxhook more than once", and(words))
	cmd.hint("to keep one: ctxhook doctor --fix")
}

// aboutPlace says what is odd about where settings were written.
func (cmd *initCommand) aboutPlace(s *agentSettings, scope install.Scope, path string) {
	if scope == install.User {
		return
	}
	if _, ok := s.Places.Project(s.Root); !ok {
		cmd.hint("%s is in no git repository: the agent is guarded only if started there", display.Plain(s.Root))
		cmd.hint("to guard it everywhere: ctxhook init --user")
	} else if filepath.Clean(s.cwd) != filepath.Clean(s.Root) {
		cmd.hint("%s reads these settings only if started in %s", s.Client.Title, display.Plain(s.Root))
	}
	if scope != install.Local {
		return
	}
	if p := facts.New(facts.Options{Cwd: s.Root, Wall: 2 * time.Second}).Path(path); p.Repo && !p.Ignored {
		cmd.hint("git does not ignore %s, which is for this machine only", display.Plain(path))
		cmd.hint("to ignore it: echo .claude/%s >> .gitignore", filepath.Base(path))
	}
}

// sharedProgram fails where shared settings would name a program that is not
// to be found.
func (cmd *initCommand) sharedProgram(s *agentSettings, scope install.Scope) error {
	if !s.Shared(scope) {
		return nil
	}
	found, same := s.OnPath()
	switch {
	case !found:
		return withHint(errors.New("ctxhook is not on PATH, where shared settings look for it"),
			fmt.Sprintf("put %s on PATH, or type: %s", display.Plain(filepath.Dir(s.Binary)), s.typed("init", install.Local)))
	case !same:
		cmd.warnf("shared settings start the ctxhook on PATH, which is not the one you run now")
	}
	return nil
}

// prove calls the registered hooks with a dangerous command, and says whether they stop it.
func (cmd *initCommand) prove(s *agentSettings, scope install.Scope) error {
	if _, paused := config.Paused(s.Places, time.Now()); paused {
		cmd.hint("not tested: ctxhook is paused; to end the pause: ctxhook resume")
		return nil
	}
	proofs, err := s.Prove(scope, os.Environ())
	if err != nil {
		return withHint(fmt.Errorf("registered, but not working: %w", err), "to see why: ctxhook doctor")
	}
	for _, p := range proofs {
		cmd.printf("%s %s\n", cmd.paint(green, "proof:"), display.Plain(p.String()))
	}
	return nil
}
