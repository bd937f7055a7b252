package cmd

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/ctxhook/ctxhook/pkg/display"
	"github.com/ctxhook/ctxhook/pkg/store"
	"github.com/ctxhook/ctxhook/pkg/store/report"
)

// dbStatsCommand counts what is remembered, and reports whether all is well.
type dbStatsCommand struct {
	*Env
	json bool
}

func newDBStats(env *Env) *cobra.Command {
	cmd := &dbStatsCommand{Env: env}
	c := &cobra.Command{
		Use:   "stats",
		Short: "Say how much is remembered, since when, and whether all is well",
		Example: `  ctxhook db stats
  ctxhook db stats --json`,
		Args: noArgs,
		RunE: func(*cobra.Command, []string) error { return cmd.run() },
	}
	c.Flags().BoolVar(&cmd.json, "json", false, "print it as JSON")
	return c
}

// statsRow is what there is, as JSON.
type statsRow struct {
	Path      string         `json:"path"`
	Rows      map[string]int `json:"rows"`
	Bytes     int64          `json:"bytes"` // of all files of the database
	Used      int64          `json:"used_bytes"`
	Free      int64          `json:"free_bytes"`
	Log       int64          `json:"log_bytes"`
	Oldest    *time.Time     `json:"oldest,omitempty"`
	Newest    *time.Time     `json:"newest,omitempty"`
	Unindexed int            `json:"unindexed"` // runs that searches look through one by one
	Spool     spoolRow       `json:"spool"`
	Damaged   []string       `json:"damaged"` // databases that were moved aside
	Counters  map[string]int `json:"counters"`
}

type spoolRow struct {
	Path    string `json:"path"`
	Waiting int    `json:"waiting"`
	Bytes   int64  `json:"bytes"`
	Bad     int    `json:"unreadable"`
}

// dbStats tells what is there as it is: it takes nothing over from the spool.
func (cmd *dbStatsCommand) run() error {
	st, err := cmd.storageAsIs()
	if err != nil {
		return err
	}
	path, spool := st.files()
	files, err := store.StatFiles(path, spool)
	if err != nil {
		return err
	}
	var sum report.Database
	if err := st.look(func(tx *store.Tx) (err error) {
		sum, err = report.DescribeDatabase(tx)
		return err
	}); err != nil {
		return err
	}
	row := statsRow{
		Path: path, Rows: make(map[string]int), Bytes: files.Database, Used: sum.Used, Free: sum.Free, Log: files.Log, Unindexed: sum.Unfound,
		Spool: spoolRow{spool, files.Waiting, files.Spool, files.Bad}, Damaged: append([]string{}, files.Damaged...), Counters: sum.Counts,
	}
	for _, t := range sum.Rows {
		row.Rows[t.Table] = t.Rows
	}
	if !sum.Oldest.IsZero() {
		row.Oldest, row.Newest = &sum.Oldest, &sum.Newest
	}
	if cmd.json {
		return cmd.printJSON(row)
	}
	cmd.printStats(&row, sum.Rows)
	return nil
}

func (e *Env) printStats(row *statsRow, tables []report.TableRows) {
	if row.Bytes == 0 {
		e.printField("database", display.Plain(row.Path), "not there yet")
	} else {
		size := bytesWords(row.Bytes)
		if row.Free > row.Bytes/10 {
			size += ", of which " + bytesWords(row.Free) + " are free"
		}
		e.printField("database", display.Plain(row.Path), size)
	}
	var rows []string
	for _, t := range tables {
		rows = append(rows, fmt.Sprintf("%9d  %s", t.Rows, t.Table))
	}
	e.printField("holds", rows...)
	if row.Oldest != nil {
		e.printField("since", minute(*row.Oldest)+" until "+minute(*row.Newest))
	}
	spool := fmt.Sprintf("%d events wait, %s", row.Spool.Waiting, bytesWords(row.Spool.Bytes))
	if row.Spool.Waiting == 0 {
		spool = "nothing waits"
	}
	e.printField("spool", display.Plain(row.Spool.Path), spool)
	var counters []string
	for _, name := range slices.Sorted(maps.Keys(row.Counters)) {
		counters = append(counters, fmt.Sprintf("%9d  %s", row.Counters[name], display.Plain(name)))
	}
	e.printField("health", counters...)
	if row.Spool.Bad > 0 {
		e.warnf("%d events of the spool could not be read", row.Spool.Bad)
	}
	for _, path := range row.Damaged {
		what := "what can be read of it is taken over by: ctxhook db vacuum"
		if strings.HasSuffix(path, store.SalvagedEnd) {
			what = "what could be read of it has been taken over"
		}
		e.warnf("a damaged database was moved to %s; %s", display.Plain(path), what)
	}
}
