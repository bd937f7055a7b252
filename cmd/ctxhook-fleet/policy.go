package main

import (
	"context"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/ctxhook/ctxhook/pkg/team/fleet"
	"github.com/ctxhook/ctxhook/pkg/team/fleet/account"
	"github.com/ctxhook/ctxhook/pkg/team/fleet/server"
)

func (p *program) policy() *cobra.Command {
	c := &cobra.Command{
		Use:   "policy COMMAND",
		Short: "Publish the policy of a team",
	}
	var team string
	publish := &cobra.Command{
		Use:   "publish DIR --team TEAM",
		Short: "Make a directory the next version of the policy of a team",
		Long: `Make a directory the next version of the policy of a team: config.yaml, rules/ and
packs/, as /etc/ctxhook holds them. Machines fetch it with pull --policy. It needs
the account of an admin.`,
		Example: "  ctxhook-fleet policy publish ./policy --team core",
		Args:    cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			return p.withServer(c, func(ctx context.Context, s *server.Server, _ account.Account) error {
				version, err := fleet.Publish(ctx, s, team, args[0])
				if err != nil {
					return err
				}
				return p.print(map[string]int{"version": version}, func(w io.Writer) { fmt.Fprintf(w, "The policy of %s is at version %d.\n", team, version) })
			})
		},
	}
	publish.Flags().StringVar(&team, "team", "", "the `TEAM`")
	_ = publish.MarkFlagRequired("team")
	c.AddCommand(publish)
	return c
}

// pullPolicy writes the policy of the team to a directory.
func (p *program) pullPolicy(c *cobra.Command, dir string) error {
	return p.withServer(c, func(ctx context.Context, s *server.Server, _ account.Account) error {
		done, err := fleet.PullPolicy(ctx, s, dir)
		if err != nil {
			return err
		}
		return p.print(done, func(w io.Writer) {
			switch {
			case done.Version == 0:
				fmt.Fprintln(w, "The team has published no policy.")
			case done.Changed:
				fmt.Fprintf(w, "%s holds version %d of the policy now.\n", dir, done.Version)
			default:
				fmt.Fprintf(w, "%s is up to date (version %d).\n", dir, done.Version)
			}
		})
	})
}
