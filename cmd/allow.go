package cmd

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/ctxhook/ctxhook/pkg/config"
	"github.com/ctxhook/ctxhook/pkg/display"
	"github.com/ctxhook/ctxhook/pkg/policy"
	"github.com/ctxhook/ctxhook/pkg/redact"
	"github.com/ctxhook/ctxhook/pkg/safety"
	"github.com/ctxhook/ctxhook/pkg/store"
)

// onceLasts is how long an entry for one time waits for its command. What is
// forgotten should not let through something else next month.
const onceLasts = day

// allowFlags are the options of allow.
type allowFlags struct {
	once, always, everywhere, list, json bool
	lasts, reason, revoke                string
}

func newAllow(env *Env) *cobra.Command {
	var f allowFlags
	c := &cobra.Command{
		Use:   "allow RULE | DECISION",
		Short: "Let something through that a rule stops",
		Long: `Let something through that a rule stops. A DECISION is the id that a block or
"ctxhook log" names: it lets exactly that command through. A RULE is silenced
in this project.

It holds once, within a day, unless you say otherwise. What blocked_patterns
stops is not let through. Only a person may do this.`,
		Example: `  ctxhook allow d-4k2m9x7c
  ctxhook allow d-4k2m9x7c --always --reason 'the script cleans its own output'
  ctxhook allow git/reset-hard --for 1h
  ctxhook allow --list
  ctxhook allow --revoke a-7c1m3k9x`,
		GroupID: groupWayOut,
		Args:    atMostOne,
		RunE: func(c *cobra.Command, args []string) error {
			if err := exclusive(c, "once", "for", "always", "list", "revoke"); err != nil {
				return err
			}
			switch {
			case len(args) > 0 && (f.list || f.revoke != ""):
				return withHint(fmt.Errorf("%s is one too many beside --list or --revoke", quote(args[0])), "ctxhook allow --revoke ID")
			case f.list:
				return env.listAllowed(f.json)
			case f.json:
				return withHint(errors.New("--json is for the list"), "ctxhook allow --list --json")
			case f.revoke != "":
				return env.revokeAllowed(f.revoke)
			case len(args) == 0:
				return withHint(errors.New("there is nothing to allow"), "what was stopped, and its id: ctxhook log")
			}
			return env.allow(args[0], &f)
		},
		ValidArgsFunction: func(c *cobra.Command, args []string, begun string) ([]string, cobra.ShellCompDirective) {
			if strings.HasPrefix(begun, "d-") {
				return env.completeIDs("d", 1)(c, args, begun)
			}
			return env.completeRules(c, args, begun)
		},
	}
	flags := c.Flags()
	flags.BoolVar(&f.once, "once", false, "for one time, within a day (the default)")
	flags.StringVar(&f.lasts, "for", "", "for so long: 30m, 12h, 7d")
	flags.BoolVar(&f.always, "always", false, "until you revoke it")
	flags.BoolVar(&f.everywhere, "everywhere", false, "in every project, not in this one alone")
	flags.StringVar(&f.reason, "reason", "", "why, for those who read it later")
	flags.BoolVar(&f.list, "list", false, "list what is let through")
	flags.BoolVar(&f.json, "json", false, "print the list as JSON")
	flags.StringVar(&f.revoke, "revoke", "", "take the entry with this id back")
	return c
}

func (e *Env) allow(what string, f *allowFlags) error {
	if err := person(e); err != nil {
		return err
	}
	h, err := e.here()
	if err != nil {
		return err
	}
	now := time.Now()
	entry := config.Allow{Reason: redact.Clean(f.reason)}
	if err := f.period(&entry, now); err != nil {
		return err
	}
	risk := policy.Safe
	if strings.HasPrefix(what, "d-") {
		err = e.entryForDecision(&entry, h, what, f)
	} else {
		risk, err = e.entryForRule(&entry, h, what, f)
	}
	if err != nil {
		return err
	}
	if entry, err = config.AddAllow(h.places, entry, now); err != nil {
		return err
	}
	e.printf("allowed: %s\n", describeAllow(&entry, now))
	if risk == policy.Critical && !entry.Once {
		e.warnf("the rule is about what cannot be undone, and it stops nothing there now")
	}
	e.printf("to take it back: ctxhook allow --revoke %s\n", entry.ID)
	return nil
}

// period says how long an entry holds.
func (f *allowFlags) period(a *config.Allow, now time.Time) error {
	switch {
	case f.always:
	case f.lasts != "":
		d, err := parseDuration(f.lasts)
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
func (e *Env) entryForDecision(a *config.Allow, h here, id string, f *allowFlags) error {
	d, ok, err := store.FindDecision(e.storeOf(h), h.places.SpoolDir(), id)
	if err != nil && !ok {
		return err
	}
	if !ok {
		return withHint(fmt.Errorf("there is no decision %s", quote(id)), "to see the latest: ctxhook log")
	}
	if slices.Contains(d.Rules, safety.BlockedPattern) {
		return withHint(fmt.Errorf("%s was stopped by blocked_patterns, which nothing outvotes", id),
			"the file to change: ctxhook config blocked_patterns")
	}
	if d.Hash == "" {
		return withHint(fmt.Errorf("the log does not say which command %s was about", id), "allow the rule for a while: ctxhook allow RULE --for 10m")
	}
	a.Decision, a.Hash, a.Command = d.ID, d.Hash, d.Command
	if !f.everywhere {
		a.Project = d.Project
	}
	return nil
}

// entryForRule makes an entry that silences a rule in this project.
func (e *Env) entryForRule(a *config.Allow, h here, name string, f *allowFlags) (policy.Risk, error) {
	set, err := e.allRules()
	if err != nil {
		return policy.Safe, err
	}
	r, err := findRule(set, name)
	if err != nil {
		return policy.Safe, err
	}
	if r.ID == safety.BlockedPattern {
		return r.Risk, withHint(errors.New("nothing outvotes blocked_patterns"), "the file to change: ctxhook config blocked_patterns")
	}
	a.Rule = r.ID
	switch {
	case f.everywhere:
	case h.project == "":
		return r.Risk, withHint(errNoProject, "go to the project, or let it through everywhere: ctxhook allow "+r.ID+" --everywhere")
	default:
		a.Project = h.project
	}
	return r.Risk, nil
}

// allowRow is what is let through, as JSON.
type allowRow struct {
	ID       string     `json:"id"`
	Rule     string     `json:"rule,omitempty"`
	Decision string     `json:"decision,omitempty"`
	Command  string     `json:"command,omitempty"`
	Project  string     `json:"project,omitempty"` // none: everywhere
	Once     bool       `json:"once"`
	Until    *time.Time `json:"until,omitempty"` // none: until revoked
	Reason   string     `json:"reason,omitempty"`
	Created  time.Time  `json:"created"`
}

func newAllowRow(a *config.Allow) allowRow {
	row := allowRow{
		ID: a.ID, Rule: a.Rule, Decision: a.Decision, Command: a.Command.String(), Project: a.Project,
		Once: a.Once, Reason: a.Reason.String(), Created: a.Created,
	}
	if !a.Until.IsZero() {
		row.Until = &a.Until
	}
	return row
}

func (e *Env) listAllowed(asJSON bool) error {
	h, err := e.here()
	if err != nil {
		return err
	}
	now := time.Now()
	entries, problems := config.AllowEntries(h.places, now)
	for _, p := range problems {
		e.problem(p)
	}
	if asJSON {
		rows := make([]allowRow, len(entries))
		for i := range entries {
			rows[i] = newAllowRow(&entries[i])
		}
		return e.printJSON(rows)
	}
	if len(entries) == 0 {
		e.printf("nothing is let through\n")
	}
	for i := range entries {
		a := &entries[i]
		e.printf("%s  %s\n", a.ID, display.Plain(describeAllow(a, now)))
		if r := a.Reason.String(); r != "" {
			e.printf("            %s\n", display.Plain(r))
		}
	}
	return nil
}

func (e *Env) revokeAllowed(id string) error {
	h, err := e.here()
	if err != nil {
		return err
	}
	err = config.RevokeAllow(h.places, id, time.Now())
	if errors.Is(err, config.ErrNoEntry) {
		return withHint(fmt.Errorf("there is no entry %s", quote(id)), "to see them: ctxhook allow --list")
	}
	if err != nil {
		return err
	}
	e.printf("no longer allowed: %s\n", id)
	return nil
}

// describeAllow says what an entry lets through, where and how long.
func describeAllow(a *config.Allow, now time.Time) string {
	what := a.Rule
	switch {
	case a.Decision != "":
		what = "the command of " + a.Decision + " (" + firstLine(a.Command.String()) + ")"
	case what == "":
		what = firstLine(a.Command.String())
	}
	where := "everywhere"
	if a.Project != "" {
		where = "in " + a.Project
	}
	how := "always"
	switch {
	case a.Once:
		how = "once, until " + clock(now, a.Until)
	case !a.Until.IsZero():
		how = "until " + clock(now, a.Until)
	}
	return what + " " + where + ", " + how
}
