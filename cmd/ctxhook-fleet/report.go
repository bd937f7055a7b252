package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/ctxhook/ctxhook/pkg/base/display"
	"github.com/ctxhook/ctxhook/pkg/base/paths"
	"github.com/ctxhook/ctxhook/pkg/team/fleet/account"
	"github.com/ctxhook/ctxhook/pkg/team/fleet/server"
	"github.com/ctxhook/ctxhook/pkg/team/webpage"
)

func (p *program) report() *cobra.Command {
	var since, html string
	c := &cobra.Command{
		Use:   "report",
		Short: "Report what the agents of a team did",
		Long: `Report what waits for a lead to confirm, what was stopped where, which rules people overrule, which checks fail most,
which lessons help whom, and which machines fell silent. It needs the account of a
reader or a lead, who see their own teams. With --html it writes a page for a
browser, which loads nothing from elsewhere.`,
		Example: `  ctxhook-fleet report
  ctxhook-fleet report --html monday.html --since 7d
  ctxhook-fleet report --since 90d --json`,
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			days, err := parseDays(since)
			if err != nil {
				return err
			}
			if html != "" && p.json {
				return errors.New("--html and --json exclude each other")
			}
			return p.withServer(c, func(ctx context.Context, s *server.Server, _ account.Account) error {
				if html != "" {
					return p.writePage(ctx, s, days, html)
				}
				r, err := s.Report(ctx, time.Now().AddDate(0, 0, -days))
				if err != nil {
					return err
				}
				return p.print(r, func(w io.Writer) { printReport(w, r) })
			})
		},
	}
	c.Flags().StringVar(&since, "since", "30d", "the last `DAYS`: 7d, 12w")
	c.Flags().StringVar(&html, "html", "", "write a page to `FILE`, - for standard output")
	return c
}

// writePage writes the report as a page, which only this user may read.
func (p *program) writePage(ctx context.Context, s *server.Server, days int, file string) error {
	now := time.Now()
	page, err := s.Page(ctx, now.AddDate(0, 0, -days), now)
	if err != nil {
		return err
	}
	page.Version = programVersion()
	if file == "-" {
		_, err := p.stdout.Write(webpage.HTML(page))
		return err
	}
	path, err := filepath.Abs(file)
	if err != nil {
		return err
	}
	return paths.WriteFile(path, webpage.HTML(page))
}

func (p *program) retain() *cobra.Command {
	var older string
	c := &cobra.Command{
		Use:     "retain --older-than DAYS",
		Short:   "Drop months that ended so long ago, for all teams",
		Example: "  ctxhook-fleet retain --older-than 365d",
		Args:    cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			days, err := parseDays(older)
			if err != nil {
				return err
			}
			return p.withServer(c, func(ctx context.Context, s *server.Server, _ account.Account) error {
				dropped, err := s.Retain(ctx, time.Now().AddDate(0, 0, -days))
				if err != nil {
					return err
				}
				return p.print(map[string][]string{"dropped": append([]string{}, dropped...)}, func(w io.Writer) {
					fmt.Fprintf(w, "%s\n", strings.TrimSpace(fmt.Sprintf("dropped: %s %s", display.Counted(len(dropped), "partition"), strings.Join(dropped, " "))))
				})
			})
		},
	}
	c.Flags().StringVar(&older, "older-than", "", "how long ago a month has to have ended: 365d, 52w")
	_ = c.MarkFlagRequired("older-than")
	return c
}

// parseDays reads a number of days or weeks: 30d, 12w.
func parseDays(s string) (int, error) {
	unit := map[string]int{"d": 1, "w": 7}[s[max(len(s)-1, 0):]]
	n, err := strconv.Atoi(s[:max(len(s)-1, 0)])
	if unit == 0 || err != nil || n < 1 || n > 10*365 {
		return 0, errors.New(strconv.Quote(s) + " is not a number of days, such as 30d or 12w")
	}
	return n * unit, nil
}

func printReport(w io.Writer, r *server.Report) {
	var runs, failed int64
	for _, d := range r.Days {
		runs, failed = runs+d.Runs, failed+d.Failed
	}
	fmt.Fprintf(w, "since %s: %d runs, %d failed\n", r.Since.Local().Format(time.DateOnly), runs, failed)
	section := func(title string, n int, line func(i int) string) {
		fmt.Fprintf(w, "\n%s:\n", title)
		if n == 0 {
			fmt.Fprintln(w, "  none")
		}
		for i := range n {
			fmt.Fprintln(w, "  "+line(i))
		}
	}
	show := display.Plain
	section("What waits for a lead to confirm", len(r.Waiting), func(i int) string {
		c := r.Waiting[i]
		return fmt.Sprintf("%s  ctxhook-fleet confirm %s/%s", show(c.Text), show(c.Machine), show(c.ID))
	})
	section("What was stopped where", len(r.Blocked), func(i int) string {
		b := r.Blocked[i]
		return fmt.Sprintf("%6d  %-8s %s  in %s on %s", b.Times, show(b.Action), show(b.Rule), show(b.Project), display.Counted(int(b.Machines), "machine"))
	})
	section("Rules that people overrule", len(r.Rules), func(i int) string {
		o := r.Rules[i]
		return fmt.Sprintf("%3.0f %%  %s  (%d of %d)", 100*o.Share, show(o.Rule), o.Overruled, o.Fired)
	})
	section("Checks that fail most", len(r.Checks), func(i int) string {
		c := r.Checks[i]
		return fmt.Sprintf("%6d  %s  in %s (%.0f %% of %d) on %s", c.Failed, show(c.Tool), show(c.Project), 100*c.Share, c.Runs, display.Counted(int(c.Machines), "machine"))
	})
	section("Lessons that help", len(r.Lessons), func(i int) string {
		l := r.Lessons[i]
		return fmt.Sprintf("%s  %s  told %d, followed %d, helped %d", show(l.Remedy), show(l.Machine), l.Told, l.Followed, l.Helped)
	})
	section("Machines that fell silent", len(r.Silent), func(i int) string {
		m, last := r.Silent[i], "never pushed"
		if m.Pushed != nil {
			last = "pushed last on " + m.Pushed.Local().Format(time.DateOnly)
		}
		return fmt.Sprintf("%s  %s, %d runs", show(m.Machine), last, m.Runs)
	})
}
