package cmd

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/ctxhook/ctxhook/pkg/base/display"
	"github.com/ctxhook/ctxhook/pkg/base/policy"
	"github.com/ctxhook/ctxhook/pkg/base/redact"
	"github.com/ctxhook/ctxhook/pkg/guard/config"
	"github.com/ctxhook/ctxhook/pkg/guard/safety"
	"github.com/ctxhook/ctxhook/pkg/memory/store/report"
)

// onceLasts is how long an entry for one time waits for its command. What is
// forgotten should not let through something else next month.
const onceLasts = day

// allowCommand lets a command through that a rule stops.
type allowCommand struct {
	*Env
	once, always, everywhere, list, json bool
	lasts, reason, revoke                string
}

func newAllow(env *Env) *cobra.Command {
	cmd := &allowCommand{Env: env}
	c := &cobra.Command{
		Use:   "allow [RULE | DECISION]",
		Short: "Allow a command that a rule stops",
		Long: `Allow a command that a rule stops. A DECISION is an id from a block or from
"ctxhook log": exactly that command is allowed, as long as the files that it runs stay as
they are now. A RULE is silenced in this project. Without either, choose from the latest
commands that were stopped.

It holds once, within a day, unless you say otherwise. blocked_patterns cannot
be allowed. Only the user may do this, not an agent.`,
		Example: `  ctxhook allow
  ctxhook allow d-4k2m9x7c
  ctxhook allow d-4k2m9x7c --always --reason 'the script cleans its own output'
  ctxhook allow git/reset-hard --for 1h
  ctxhook allow --list
  ctxhook allow --revoke a-7c1m3k9x`,
		GroupID: groupDay,
		Args:    atMostOne,
		RunE: func(c *cobra.Command, args []string) error {
			if err := exclusive(c, "once", "for", "always", "list", "revoke"); err != nil {
				return err
			}
			switch {
			case len(args) > 0 && (cmd.list || cmd.revoke != ""):
				return withHint(fmt.Errorf("%s cannot be combined with --list or --revoke", quote(args[0])), "ctxhook allow --revoke ID")
			case cmd.list:
				return cmd.printList()
			case cmd.json:
				return withHint(errors.New("--json needs --list"), "ctxhook allow --list --json")
			case cmd.revoke != "":
				return cmd.takeBack(cmd.revoke)
			case len(args) == 0:
				return cmd.offer()
			}
			return cmd.run(args[0])
		},
		ValidArgsFunction: func(c *cobra.Command, args []string, begun string) ([]string, cobra.ShellCompDirective) {
			if strings.HasPrefix(begun, "d-") {
				return completer{env}.ids("d", 1)(c, args, begun)
			}
			return completer{env}.rules(c, args, begun)
		},
	}
	flags := c.Flags()
	flags.BoolVar(&cmd.once, "once", false, "once, within a day (the default)")
	flags.StringVar(&cmd.lasts, "for", "", "for a time: 30m, 12h, 7d")
	flags.BoolVar(&cmd.always, "always", false, "until you revoke it")
	flags.BoolVar(&cmd.everywhere, "everywhere", false, "in all projects, not only this one")
	flags.StringVar(&cmd.reason, "reason", "", "the reason, for later readers")
	flags.BoolVar(&cmd.list, "list", false, "list the entries")
	flags.BoolVar(&cmd.json, "json", false, "print the list as JSON")
	flags.StringVar(&cmd.revoke, "revoke", "", "the id of an entry to remove")
	return c
}

// run lets a rule or the command of a decision through.
func (cmd *allowCommand) run(what string) error {
	if err := requireUser(cmd.Env); err != nil {
		return err
	}
	ws, err := cmd.workspace()
	if err != nil {
		return err
	}
	now := time.Now()
	entry := config.Allow{Reason: redact.Clean(cmd.reason)}
	if err := cmd.period(&entry, now); err != nil {
		return err
	}
	risk := policy.Safe
	if strings.HasPrefix(what, "d-") {
		err = cmd.entryForDecision(&entry, ws, what)
	} else {
		risk, err = cmd.entryForRule(&entry, ws, what)
	}
	if err != nil {
		return err
	}
	if entry, err = config.AddAllow(ws.places, entry, now); err != nil {
		return err
	}
	cmd.printf("allowed: %s\n", newAllowView(&entry).words(ws.places.Home, now))
	if risk == policy.Critical && !entry.Once {
		cmd.warnf("this rule guards against damage that cannot be undone; it is off there now")
	}
	cmd.printf("to undo: ctxhook allow --revoke %s\n", entry.ID)
	return nil
}

// period says how long an entry holds.
func (cmd *allowCommand) period(a *config.Allow, now time.Time) error {
	switch {
	case cmd.always:
	case cmd.lasts != "":
		d, err := parseDuration(cmd.lasts)
		if err != nil {
			return withHint(err, "for example: --for 1h, --for 7d")
		}
		a.Until = now.Add(d)
	default:
		a.Once, a.Until = true, now.Add(onceLasts)
	}
	return nil
}

// entryForDecision makes an entry for exactly the command that was stopped.
func (cmd *allowCommand) entryForDecision(a *config.Allow, ws workspace, id string) error {
	d, ok, err := report.FindDecision(ws.storeOptions(), ws.places.SpoolDir(), id)
	if err != nil && !ok {
		return err
	}
	if !ok {
		return withHint(fmt.Errorf("there is no decision %s", quote(id)), "to see the latest: ctxhook log")
	}
	if slices.Contains(d.Rules, safety.BlockedPattern) {
		return withHint(fmt.Errorf("%s was stopped by blocked_patterns, which cannot be allowed", id),
			"to find the setting: ctxhook config blocked_patterns")
	}
	if slices.ContainsFunc(d.Rules, safety.Fixed) {
		return withHint(fmt.Errorf("%s was stopped by a rule of yours in the settings of Claude Code", id), ownRuleHint)
	}
	if d.Hash == "" {
		return withHint(fmt.Errorf("the command of %s is not in the log", id), "to allow the rule for a while: ctxhook allow RULE --for 10m")
	}
	if err := cmd.refuseHeld(d.Rules...); err != nil {
		return err
	}
	a.Decision, a.Hash, a.Command = d.ID, d.Hash, d.Command
	if err := cmd.bind(a, &d); err != nil {
		return err
	}
	if !cmd.everywhere {
		a.Project = d.Project
	}
	return nil
}

// ownRuleHint says where rules of the user's for Claude Code are changed.
const ownRuleHint = "change permissions.deny or permissions.ask in its settings, or type /permissions in Claude Code"

// entryForRule makes an entry that silences a rule in this project.
func (cmd *allowCommand) entryForRule(a *config.Allow, ws workspace, name string) (policy.Risk, error) {
	set, err := cmd.allRules()
	if err != nil {
		return policy.Safe, err
	}
	r, err := findRule(set, name)
	if err != nil {
		return policy.Safe, err
	}
	if r.ID == safety.BlockedPattern {
		return r.Risk, withHint(errors.New("blocked_patterns cannot be allowed"), "to find the setting: ctxhook config blocked_patterns")
	}
	if safety.Fixed(r.ID) {
		return r.Risk, withHint(errors.New("what you deny in the settings of Claude Code cannot be allowed here"), ownRuleHint)
	}
	if err := cmd.refuseHeld(r.ID); err != nil {
		return r.Risk, err
	}
	a.Rule = r.ID
	switch {
	case cmd.everywhere:
	case ws.project == "":
		return r.Risk, withHint(errNoProject, "go to the project, or allow it everywhere: ctxhook allow "+r.ID+" --everywhere")
	default:
		a.Project = ws.project
	}
	return r.Risk, nil
}

// refuseHeld refuses to allow what a rule of the machine stops.
func (cmd *allowCommand) refuseHeld(ids ...string) error {
	made, err := cmd.judgeOf(&judgeFlags{})
	if err != nil {
		return err
	}
	if by := made.Config.Machine.Allows; by != "" {
		return withHint(errors.New("only an administrator of this machine allows commands"), "allowed_patterns is set in "+by)
	}
	for _, id := range ids {
		if by := made.HeldBy(id); by != "" {
			return withHint(fmt.Errorf("%s holds for all users of this machine and cannot be allowed", id), "an administrator can change it: "+by)
		}
	}
	return nil
}

func (cmd *allowCommand) printList() error {
	ws, err := cmd.workspace()
	if err != nil {
		return err
	}
	now := time.Now()
	entries, problems := config.AllowEntries(ws.places, now)
	for _, p := range problems {
		cmd.problem(p)
	}
	views := make([]*allowView, len(entries))
	for i := range entries {
		views[i] = newAllowView(&entries[i])
	}
	if cmd.json {
		return cmd.printJSON(views)
	}
	if len(views) == 0 {
		cmd.printf("nothing is allowed\n")
	}
	for _, v := range views {
		cmd.printf("%s  %s\n", v.ID, display.Plain(v.words(ws.places.Home, now)))
		if v.Reason != "" {
			cmd.printf("            %s\n", display.Plain(v.Reason))
		}
	}
	return nil
}

func (cmd *allowCommand) takeBack(id string) error {
	ws, err := cmd.workspace()
	if err != nil {
		return err
	}
	err = config.RevokeAllow(ws.places, id, time.Now())
	if errors.Is(err, config.ErrNoEntry) {
		return withHint(fmt.Errorf("there is no entry %s", quote(id)), "to see them: ctxhook allow --list")
	}
	if err != nil {
		return err
	}
	cmd.printf("no longer allowed: %s\n", id)
	return nil
}
