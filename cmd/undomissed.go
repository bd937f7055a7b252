package cmd

import (
	"fmt"
	"path/filepath"
	"slices"

	"github.com/ctxhook/ctxhook/pkg/guard/config"
	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/memory/journal"
	"github.com/ctxhook/ctxhook/pkg/memory/ledger"
	"github.com/ctxhook/ctxhook/pkg/memory/rescue"
)

// errMissed says that there is no snapshot from before the last command. To undo an older
// command in its place would change files that the user did not ask about.
func errMissed(c *ledger.Call, older *rescue.Moment) error {
	return withHint(fmt.Errorf("there is no snapshot of before %s, which ran last and may have changed files here", quote(firstLine(c.Command.String()))),
		"to undo the command before that, type: ctxhook undo "+older.ID)
}

// missed returns the latest command of a session that may have changed files here after a
// snapshot was taken, and before which none was; nil where each has one. Where the settings
// do not want one before each, nothing is known.
func (st *storage) missed(trees undoTrees, of *rescue.Moment) (*ledger.Call, error) {
	if st.Config.Rescue != config.RescueAuto || of.Before != rescue.BeforeCommand || st.Project == "" {
		return nil, nil
	}
	kept := make(map[string]bool)
	for _, t := range trees {
		list, err := t.store.Moments()
		if err != nil {
			return nil, err
		}
		for i := range list {
			kept[list[i].Call] = true
		}
	}
	calls := journal.AccountOf(&st.Places, of.Session).Calls
	for i := range slices.Backward(calls) {
		c := &calls[i]
		if !c.Begun.After(of.Time) {
			continue
		}
		rel, err := filepath.Rel(st.Project, filepath.FromSlash(c.Cwd))
		here := err == nil && filepath.IsLocal(rel)
		if here && c.Path == "" && c.ID != "" && c.Heard && c.Outcome == memory.OK && !kept[c.ID] {
			return c, nil
		}
	}
	return nil, nil
}
