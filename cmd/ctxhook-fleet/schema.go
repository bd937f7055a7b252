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

func (p *program) initSchema() *cobra.Command {
	return &cobra.Command{
		Use:   "init-schema",
		Short: "Create the tables and roles of a team, or bring them up to date",
		Long: `Create the tables and roles of a team in an empty database, or bring those of an
older version up to date. Machines with an older ctxhook-fleet keep working. It
needs a role that may create roles; run it as the owner of the database.`,
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			return p.withServer(c, func(ctx context.Context, s *server.Server, _ account.Account) error {
				from, err := s.Migrate(ctx, server.Latest)
				if err != nil {
					return err
				}
				v := struct {
					From int `json:"from"`
					To   int `json:"to"`
				}{from, max(from, server.Latest)}
				return p.print(v, func(w io.Writer) {
					if v.From == v.To {
						fmt.Fprintf(w, "The schema is up to date (version %d).\n", v.To)
						return
					}
					fmt.Fprintf(w, "The schema is at version %d now (it was %d).\nnext: ctxhook-fleet enrol NAME --team TEAM --out FILE\n", v.To, v.From)
				})
			})
		},
	}
}

func (p *program) enrol() *cobra.Command {
	var team, duty, out string
	c := &cobra.Command{
		Use:   "enrol NAME --team TEAM --out FILE",
		Short: "Make a member of a team, and the account file for it",
		Long: `Make a member of a team, and the account file by which it connects. Copy that file
to the machine as ~/.config/ctxhook/fleet.conf, with mode 0600.

A machine may add rows and can read no table. A reader may read the rows of its
team; a lead may confirm lessons and preferences as well, and an admin may do
everything with the schema.`,
		Example: `  ctxhook-fleet enrol laptop-7 --team core --out laptop-7.conf
  ctxhook-fleet enrol dana --team core --as lead --out dana.conf`,
		Args: cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			return p.withServer(c, func(ctx context.Context, s *server.Server, a account.Account) error {
				if err := fleet.Enrol(ctx, s, &a, args[0], team, duty, out); err != nil {
					return err
				}
				v := map[string]string{"role": args[0], "team": team, "as": duty, "file": out}
				return p.print(v, func(w io.Writer) {
					fmt.Fprintf(w, "%s is a %s of %s. Its account: %s\nnext: move that file to the machine as ~/.config/ctxhook/fleet.conf (mode 0600), and delete it here\n", args[0], duty, team, out)
				})
			})
		},
	}
	c.Flags().StringVar(&team, "team", "", "the `TEAM`; it is created when it is new")
	c.Flags().StringVar(&duty, "as", "machine", "machine, reader, lead or admin")
	c.Flags().StringVar(&out, "out", "", "the account `FILE` to write")
	_, _ = c.MarkFlagRequired("team"), c.MarkFlagRequired("out")
	return c
}

func (p *program) revoke() *cobra.Command {
	return &cobra.Command{
		Use:   "revoke NAME",
		Short: "End the account of a member; what it sent stays",
		Args:  cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			return p.withServer(c, func(ctx context.Context, s *server.Server, _ account.Account) error {
				if err := s.Revoke(ctx, args[0]); err != nil {
					return err
				}
				return p.print(map[string]string{"revoked": args[0]}, func(w io.Writer) { fmt.Fprintf(w, "%s can no longer connect.\n", args[0]) })
			})
		},
	}
}
