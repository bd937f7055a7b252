package main

import (
	"context"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/ctxhook/ctxhook/pkg/base/display"
	"github.com/ctxhook/ctxhook/pkg/team/fleet"
	"github.com/ctxhook/ctxhook/pkg/team/fleet/account"
	"github.com/ctxhook/ctxhook/pkg/team/fleet/server"
)

func (p *program) confirm() *cobra.Command {
	return &cobra.Command{
		Use:   "confirm [MACHINE/ID..]",
		Short: "Confirm lessons and preferences for the team; without arguments, list them",
		Long: `Confirm fixes and preferences that one machine learned, so that the others of the
team are offered them. What names files, users or hosts of one machine cannot be
confirmed. Without arguments it lists what can be.

What is confirmed is kept as it is now: the machine that learned it cannot change
it afterwards.`,
		Example: `  ctxhook-fleet confirm
  ctxhook-fleet confirm laptop-7/l-7c1m3k9x`,
		RunE: func(c *cobra.Command, args []string) error {
			return p.withServer(c, func(ctx context.Context, s *server.Server, _ account.Account) error {
				if len(args) == 0 {
					return p.candidates(ctx, s)
				}
				shared := make(map[string]string)
				for _, arg := range args {
					machine, id, err := fleet.SplitCandidate(arg)
					if err != nil {
						return err
					}
					if shared[arg], err = s.Confirm(ctx, machine, id); err != nil {
						return err
					}
				}
				return p.print(shared, func(w io.Writer) {
					for _, arg := range args {
						fmt.Fprintf(w, "confirmed: %s (machines know it as %s)\n", arg, shared[arg])
					}
				})
			})
		},
	}
}

func (p *program) candidates(ctx context.Context, s *server.Server) error {
	list, err := s.Candidates(ctx)
	if err != nil {
		return err
	}
	return p.print(append([]server.Candidate{}, list...), func(w io.Writer) {
		if len(list) == 0 {
			fmt.Fprintln(w, "Nothing waits to be confirmed.")
		}
		for _, c := range list {
			fmt.Fprintf(w, "%s/%s  %s\n", display.Plain(c.Machine), display.Plain(c.ID), display.Plain(c.Text))
			if c.What != "" {
				fmt.Fprintf(w, "      fixed %s (%d of %d times)\n", display.Plain(c.What), c.Worked, c.Tried)
			}
		}
	})
}

func (p *program) withdraw() *cobra.Command {
	return &cobra.Command{
		Use:   "withdraw ID..",
		Short: "Take back what was confirmed; machines that accepted it keep it",
		Args:  cobra.MinimumNArgs(1),
		RunE: func(c *cobra.Command, ids []string) error {
			return p.withServer(c, func(ctx context.Context, s *server.Server, _ account.Account) error {
				for _, id := range ids {
					if err := s.Withdraw(ctx, id); err != nil {
						return fmt.Errorf("%s: %w", display.Plain(id), err)
					}
				}
				return p.print(map[string][]string{"withdrawn": ids}, func(w io.Writer) { fmt.Fprintf(w, "withdrawn: %d\n", len(ids)) })
			})
		},
	}
}

func (p *program) pull() *cobra.Command {
	var policy string
	c := &cobra.Command{
		Use:   "pull",
		Short: "Fetch what the team confirmed, as proposals, or its policy",
		Long: `Fetch the fixes and preferences that the team confirmed, as proposals. Agents are
told of one once you accept it: ctxhook lessons accept, ctxhook preferences accept.

With --policy it fetches the policy of the team into a directory instead, which it
replaces as a whole. Directories that hold anything else are left alone.`,
		Example: `  ctxhook-fleet pull
  sudo ctxhook-fleet pull --policy /etc/ctxhook`,
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			if policy != "" {
				return p.pullPolicy(c, policy)
			}
			return p.withMachine(c, func(ctx context.Context, m *fleet.Machine, s *server.Server) error {
				done, err := m.Pull(ctx, s)
				if err != nil {
					return err
				}
				return p.print(done, func(w io.Writer) { printPulled(w, done) })
			})
		},
	}
	c.Flags().StringVar(&policy, "policy", "", "fetch the policy into `DIR` instead")
	return c
}

func printPulled(w io.Writer, done *fleet.Pulled) {
	if len(done.Lessons)+len(done.Preferences) == 0 {
		fmt.Fprintln(w, "Nothing new was confirmed for this machine.")
	}
	for _, id := range done.Lessons {
		fmt.Fprintf(w, "proposed: %s  to tell it to agents: ctxhook lessons accept %s\n", id, id)
	}
	for _, id := range done.Preferences {
		fmt.Fprintf(w, "proposed: %s  to keep it: ctxhook preferences accept %s\n", id, id)
	}
	if done.Elsewhere > 0 {
		fmt.Fprintf(w, "%d are about projects that are not on this machine.\n", done.Elsewhere)
	}
	if done.Refused > 0 {
		fmt.Fprintf(w, "%d were refused: they are not what a machine can learn.\n", done.Refused)
	}
}
