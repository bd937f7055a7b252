package cmd

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/ctxhook/ctxhook/pkg/base/display"
	"github.com/ctxhook/ctxhook/pkg/memory/store"
	"github.com/ctxhook/ctxhook/pkg/memory/store/report"
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
		Short: "Show the size, age and health of the database and the snapshots",
		Example: `  ctxhook db stats
  ctxhook db stats --json`,
		Args: noArgs,
		RunE: func(*cobra.Command, []string) error { return cmd.run() },
	}
	c.Flags().BoolVar(&cmd.json, "json", false, "print it as JSON")
	return c
}

// databaseView shows what the database holds.
type databaseView struct {
	Path      string         `json:"path"`
	Rows      map[string]int `json:"rows"`
	Bytes     int64          `json:"bytes"` // of all files of the database
	Used      int64          `json:"used_bytes"`
	Free      int64          `json:"free_bytes"`
	Log       int64          `json:"log_bytes"`
	Oldest    *time.Time     `json:"oldest,omitempty"`
	Newest    *time.Time     `json:"newest,omitempty"`
	Unindexed int            `json:"unindexed"` // runs that searches look through one by one
	Spool     spoolView      `json:"spool"`
	Damaged   []string       `json:"damaged"` // databases that were moved aside
	Snapshots snapshotsView  `json:"snapshots"`
	Counters  map[string]int `json:"counters"`

	tables []report.TableRows // Rows in the order of the schema; not in the JSON
}

type spoolView struct {
	Path    string `json:"path"`
	Waiting int    `json:"waiting"`
	Bytes   int64  `json:"bytes"`
	Bad     int    `json:"unreadable"`
}

// run shows the database as it is. It takes nothing over from the spool.
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
	v := databaseView{
		Path: path, Rows: make(map[string]int), Bytes: files.Database, Used: sum.Used, Free: sum.Free, Log: files.Log, Unindexed: sum.Unfound,
		Spool: spoolView{spool, files.Waiting, files.Spool, files.Bad}, Damaged: append([]string{}, files.Damaged...), Counters: sum.Counts, tables: sum.Rows,
	}
	for _, t := range sum.Rows {
		v.Rows[t.Table] = t.Rows
	}
	if !sum.Oldest.IsZero() {
		v.Oldest, v.Newest = &sum.Oldest, &sum.Newest
	}
	if v.Snapshots, err = st.kept(); err != nil {
		return err
	}
	if cmd.json {
		return cmd.printJSON(v)
	}
	v.print(cmd.Env)
	return nil
}

func (v *databaseView) print(e *Env) {
	if v.Bytes == 0 {
		e.printField("database", display.Plain(v.Path), "does not exist yet")
	} else {
		size := bytesWords(v.Bytes)
		if v.Free > v.Bytes/10 {
			size += ", of which " + bytesWords(v.Free) + " are free"
		}
		e.printField("database", display.Plain(v.Path), size)
	}
	var rows []string
	for _, t := range v.tables {
		rows = append(rows, fmt.Sprintf("%9d  %s", t.Rows, t.Table))
	}
	e.printField("holds", rows...)
	if v.Oldest != nil {
		e.printField("since", minute(*v.Oldest)+" until "+minute(*v.Newest))
	}
	spool := fmt.Sprintf("%d events wait, %s", v.Spool.Waiting, bytesWords(v.Spool.Bytes))
	if v.Spool.Waiting == 0 {
		spool = "empty"
	}
	e.printField("spool", display.Plain(v.Spool.Path), spool)
	e.printField("undo", v.Snapshots.Path, v.Snapshots.words())
	var counters []string
	for _, name := range slices.Sorted(maps.Keys(v.Counters)) {
		counters = append(counters, fmt.Sprintf("%9d  %s", v.Counters[name], display.Plain(name)))
	}
	e.printField("health", counters...)
	if v.Spool.Bad > 0 {
		e.warnf("%d events in the spool are unreadable", v.Spool.Bad)
	}
	for _, path := range v.Damaged {
		what := "to recover what is readable: ctxhook db vacuum"
		if strings.HasSuffix(path, store.SalvagedEnd) {
			what = "its readable part was recovered"
		}
		e.warnf("a damaged database was moved to %s; %s", display.Plain(path), what)
	}
}
