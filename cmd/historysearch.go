package cmd

import (
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/ctxhook/ctxhook/pkg/base/order"
	"github.com/ctxhook/ctxhook/pkg/memory"
)

// foundCommands is how many commands a search lists at first.
const foundCommands = 10

// foundView shows a command that a search has found, by its latest run: what an
// agent needs to run it again, and no more.
type foundView struct {
	ID      string    `json:"id"`
	Time    time.Time `json:"time"`
	Outcome string    `json:"outcome"`
	Exit    int       `json:"exit_code,omitempty"`
	Command string    `json:"command"`
	Dir     string    `json:"dir,omitempty"`     // below the project, or the whole path; "": the project
	Failure string    `json:"failure,omitempty"` // in a line
	Times   int       `json:"times"`             // it was run
}

// search lists the commands whose runs have all words, each once: first those
// that succeeded, and of each kind the latest first.
func (cmd *historyCommand) search(c *cobra.Command, words []string) error {
	if !c.Flags().Changed("limit") {
		cmd.limit = foundCommands
	}
	at, filter, err := cmd.filter(words)
	if err != nil {
		return err
	}
	if filter.Limit > 0 {
		filter.Limit = max(filter.Limit, pageOfRuns)
	}
	list := []*foundView{}
	known := make(map[string]*foundView)
	if err := at.storage.eachRun(filter, func(item listItem) error {
		r := item.(*runView)
		key := r.Cwd + "\x00" + r.Command
		if f := known[key]; f != nil {
			f.Times++
			return nil
		}
		f := &foundView{r.ID, r.Time.Truncate(time.Second), r.Outcome, 0, r.Command, dirBelow(r.Cwd, r.Project), r.failure(), 1}
		if r.Exit != nil {
			f.Exit = *r.Exit
		}
		known[key] = f
		list = append(list, f)
		return nil
	}); err != nil {
		return err
	}
	failed := func(f *foundView) int {
		if f.Outcome == memory.OK.String() {
			return 0
		}
		return 1
	}
	order.By(list, func(a, b *foundView) int { return failed(a) - failed(b) })
	if at.limit > 0 {
		list = list[:min(at.limit, len(list))]
	}
	rows := jsonList{env: cmd.Env}
	for _, f := range list {
		if err := rows.addLine(f); err != nil {
			return err
		}
	}
	rows.end()
	return nil
}

// dirBelow names a directory from the root of a project, which itself is "".
func dirBelow(dir, project string) string {
	below, ok := strings.CutPrefix(dir, project)
	if !ok || project == "" || below != "" && below[0] != '/' {
		return dir
	}
	return strings.TrimPrefix(below, "/")
}
