package report

import (
	"slices"
	"strings"
	"time"

	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/memory/store"
)

// RunFilter selects runs. A zero field selects all.
type RunFilter struct {
	Text     string // words, all of which are in the command, an error or a check of the run
	Project  string // its root; work trees of one repository are one project
	Session  string // or how it begins
	Outcomes []memory.Outcome
	Since    time.Time
	Before   time.Time // for the next page: Start of the last run of this one
	Limit    int       // the latest so many; 0 is all
	Output   bool      // with their outputs
}

// Runs returns the runs that a filter selects, the latest first.
func Runs(t *store.Tx, f RunFilter) ([]memory.Run, error) {
	w, err := whereRuns(t, &f)
	if err != nil || w == nil {
		return nil, err
	}
	words := words(f.Text)
	if len(words) == 0 {
		return runs(t, &f, "runs", w, "", nil)
	}
	// The latest runs are not in the index yet. Maintenance keeps them few.
	until, err := store.IndexedUntil(t)
	if err != nil {
		return nil, err
	}
	late := *w
	late.And("runs.at > ?", until)
	list, err := runs(t, &f, "runs", &late, "", func(r *memory.Run) bool { return has(store.IndexText(r), words) })
	if err != nil || f.Limit > 0 && len(list) >= f.Limit {
		return list, err
	}
	if f.Limit > 0 {
		f.Limit -= len(list)
	}
	w.And("runs.at <= ?", until)
	indexed := *w
	indexed.And("found MATCH ?", match(words))
	rest, err := runs(t, &f, "found CROSS JOIN runs ON runs.at = found.rowid", &indexed, "found.rowid", nil)
	if store.IndexDamaged(err) { // maintenance makes a new one; until then it takes longer
		rest, err = runs(t, &f, "runs", w, "", func(r *memory.Run) bool { return has(store.IndexText(r), words) })
	}
	return append(list, rest...), err
}

// whereRuns returns a filter as SQL; nil when it cannot select anything.
func whereRuns(t *store.Tx, f *RunFilter) (*store.Conditions, error) {
	w := new(store.Conditions)
	if f.Project != "" {
		number, err := t.ProjectNumber(f.Project)
		if err != nil || number == nil {
			return nil, err
		}
		w.And("runs.project = ?", number)
	}
	if f.Session != "" {
		w.And("runs.session IN (SELECT id FROM sessions WHERE key >= ? AND key < ?)", f.Session, f.Session+"\U0010ffff")
	}
	if len(f.Outcomes) > 0 {
		names := make([]any, len(f.Outcomes))
		for i, o := range f.Outcomes {
			names[i] = o.String()
		}
		w.In("runs.outcome", names...)
	}
	if !f.Since.IsZero() {
		w.And("runs.at >= ?", f.Since.UnixMicro())
	}
	if !f.Before.IsZero() {
		w.And("runs.at < ?", f.Before.UnixMicro())
	}
	return w, nil
}

// runs reads the runs of a query for which take is true; nil takes all.
func runs(t *store.Tx, f *RunFilter, from string, w *store.Conditions, order string, take func(*memory.Run) bool) ([]memory.Run, error) {
	table := &store.Runs
	if f.Output {
		table = &store.RunsWithOutput
	}
	if order == "" {
		order = "runs.at"
	}
	var list []memory.Run
	err := table.EachFrom(t, from+w.SQL()+" ORDER BY "+order+" DESC", w.Args, func(run *memory.Run) error {
		if take == nil || take(run) {
			list = append(list, *run)
		}
		if f.Limit > 0 && len(list) >= f.Limit {
			return store.ErrEnough
		}
		return nil
	})
	return list, err
}

// words splits a query as the index splits text.
func words(query string) []string { return strings.Fields(strings.ToLower(query)) }

// match returns a query of the index for texts with all words, or with longer
// words that begin with them.
func match(words []string) string {
	quoted := make([]string, len(words))
	for i, w := range words {
		quoted[i] = `"` + strings.ReplaceAll(w, `"`, `""`) + `"*`
	}
	return strings.Join(quoted, " ")
}

// has reports whether a text contains all words.
func has(text string, words []string) bool {
	text = strings.ToLower(text)
	return !slices.ContainsFunc(words, func(w string) bool { return !strings.Contains(text, w) })
}
