package main

import (
	"context"
	"fmt"
	"io"
	"maps"
	"slices"

	"github.com/spf13/cobra"

	"github.com/ctxhook/ctxhook/pkg/team/fleet"
	"github.com/ctxhook/ctxhook/pkg/team/fleet/server"
)

func (p *program) push() *cobra.Command {
	return &cobra.Command{
		Use:   "push",
		Short: "Send what is new on this machine",
		Long: `Send what is new since the last push: runs with the checks in them, decisions,
lessons and preferences. Outputs are sent only if the account says "outputs = yes".
You can stop a push at any moment: the next one goes on from there, and the server
stores nothing twice.`,
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			return p.withMachine(c, func(ctx context.Context, m *fleet.Machine, s *server.Server) error {
				done, err := m.Push(ctx, s)
				if err != nil {
					return err
				}
				return p.print(done, func(w io.Writer) {
					if len(done.Sent) == 0 {
						fmt.Fprintln(w, "Nothing is new.")
					}
					for _, kind := range slices.Sorted(maps.Keys(done.Sent)) {
						fmt.Fprintf(w, "%9d  %s (%d new to the server)\n", done.Sent[kind], kind, done.Added[kind])
					}
					for _, kind := range done.Missing {
						fmt.Fprintf(p.stderr, "ctxhook-fleet: warning: the older schema of the server takes no %s; an admin updates it with: ctxhook-fleet init-schema\n", kind)
					}
				})
			})
		},
	}
}

func (p *program) status() *cobra.Command {
	return &cobra.Command{
		Use:   "status",
		Short: "Show what was sent from this machine, and what waits",
		Args:  cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			m, err := p.machine()
			if err != nil {
				return err
			}
			st, err := m.Status()
			if err != nil {
				return err
			}
			return p.print(st, st.Print)
		},
	}
}
