package store

import (
	"errors"
	"slices"
	"strings"
	"time"

	sqlite3 "modernc.org/sqlite/lib"

	"github.com/ctxhook/ctxhook/pkg/memory"
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
func (t *Tx) Runs(f RunFilter) ([]memory.Run, error) {
	w, err := t.whereRuns(&f)
	if err != nil || w == nil {
		return nil, err
	}
	words := words(f.Text)
	if len(words) == 0 {
		return t.runs(&f, " FROM runs", w, "", nil)
	}
	// The latest runs are not in the index yet. They are few: maintenance
	// sees to that.
	until, err := t.foundUntil()
	if err != nil {
		return nil, err
	}
	late := *w
	late.and("runs.at > ?", until)
	runs, err := t.runs(&f, " FROM runs", &late, "", func(r *memory.Run) bool { return has(findable(r), words) })
	if err != nil || f.Limit > 0 && len(runs) >= f.Limit {
		return runs, err
	}
	if f.Limit > 0 {
		f.Limit -= len(runs)
	}
	w.and("runs.at <= ?", until)
	indexed := *w
	indexed.and("found MATCH ?", match(words))
	rest, err := t.runs(&f, " FROM found CROSS JOIN runs ON runs.at = found.rowid", &indexed, "found.rowid", nil)
	if damagedIndex(err) { // maintenance makes a new one; until then it takes longer
		rest, err = t.runs(&f, " FROM runs", w, "", func(r *memory.Run) bool { return has(findable(r), words) })
	}
	return append(runs, rest...), err
}

func damagedIndex(err error) bool {
	var f *fault
	return errors.As(err, &f) && f.code == sqlite3.SQLITE_CORRUPT_VTAB
}

// whereRuns says a filter in SQL. It is nil when nothing can be selected.
func (t *Tx) whereRuns(f *RunFilter) (*where, error) {
	w := new(where)
	if f.Project != "" {
		number, err := t.lookProject(f.Project)
		if err != nil || number == nil {
			return nil, err
		}
		w.and("runs.project = ?", number)
	}
	if f.Session != "" {
		w.and("runs.session IN (SELECT id FROM sessions WHERE key >= ? AND key < ?)", f.Session, f.Session+"\U0010ffff")
	}
	if len(f.Outcomes) > 0 {
		names := make([]any, len(f.Outcomes))
		for i, o := range f.Outcomes {
			names[i] = o.String()
		}
		w.and("runs.outcome IN ("+marks(len(names))+")", names...)
	}
	if !f.Since.IsZero() {
		w.and("runs.at >= ?", f.Since.UnixMicro())
	}
	if !f.Before.IsZero() {
		w.and("runs.at < ?", f.Before.UnixMicro())
	}
	return w, nil
}

// runs reads the runs of a query that take takes, which is all without it.
func (t *Tx) runs(f *RunFilter, from string, w *where, order string, take func(*memory.Run) bool) ([]memory.Run, error) {
	columns := runColumns
	if f.Output {
		columns += runOutput
	}
	if order == "" {
		order = "runs.at"
	}
	var list []memory.Run
	err := t.db.each("SELECT "+columns+from+w.text()+" ORDER BY "+order+" DESC", w.args, func(r row) error {
		if run := t.readRun(r, f.Output); take == nil || take(&run) {
			list = append(list, run)
		}
		if f.Limit > 0 && len(list) >= f.Limit {
			return errEnough
		}
		return nil
	})
	return list, err
}

// words are the words of a query as the index splits text.
func words(query string) []string { return strings.Fields(strings.ToLower(query)) }

// match says words in the language of the index: each of them, at the
// beginning of a word.
func match(words []string) string {
	quoted := make([]string, len(words))
	for i, w := range words {
		quoted[i] = `"` + strings.ReplaceAll(w, `"`, `""`) + `"*`
	}
	return strings.Join(quoted, " ")
}

// has tells whether all words are in a text.
func has(text string, words []string) bool {
	text = strings.ToLower(text)
	return !slices.ContainsFunc(words, func(w string) bool { return !strings.Contains(text, w) })
}

// findable is the text by which a run is found: what was typed, and what went
// wrong.
func findable(r *memory.Run) string {
	var b strings.Builder
	b.WriteString(r.Command.String())
	for _, e := range r.Errors {
		b.WriteString("\n" + e.Line.String())
	}
	if c := r.Check; c != nil {
		b.WriteString("\n" + c.Tool + "\n" + c.Lines.String())
		for _, name := range slices.Concat(c.Tests, c.Files) {
			b.WriteString("\n" + name.String())
		}
	}
	const most = 8 << 10
	s := b.String()
	if len(s) > most {
		s = strings.ToValidUTF8(s[:most], "")
	}
	return s
}

// The counter that says how far the index has come.
const foundUntil = "found_until"

func (t *Tx) foundUntil() (until int64, err error) {
	_, err = t.db.one("SELECT n FROM counters WHERE name = ?", []any{foundUntil}, func(r row) { until = r.integer(0) })
	return until, err
}

// lateRun is the age from which a new run may be older than what the index
// has: it waited in the spool, or was imported. What is younger and comes
// late is caught by looking back so far.
const lateRun = 24 * time.Hour

// unfind lets the index look again from a run that came late.
func (t *Tx) unfind(at int64) error {
	if time.Since(moment(at)) < lateRun {
		return nil
	}
	_, err := t.db.run("UPDATE counters SET n = min(n, ?) WHERE name = ?", at-1, foundUntil)
	return err
}

// index adds at most so many runs that are not in the index yet, and returns
// how many it added. What is in it is asked of the table behind it, which
// costs a tenth of asking the index itself.
func (t *Tx) index(after int64, most int) (last int64, added int, err error) {
	last = after
	var texts []string
	var at []int64
	const todo = "SELECT " + runColumns + " FROM runs WHERE at > ? AND NOT EXISTS (SELECT 1 FROM found_docsize WHERE id = runs.at) ORDER BY at LIMIT ?"
	err = t.db.each(todo, []any{after, most}, func(r row) error {
		run := t.readRun(r, false)
		last = run.Start.UnixMicro()
		at, texts = append(at, last), append(texts, findable(&run))
		return nil
	})
	if err != nil {
		return last, 0, err
	}
	for i := range at {
		if _, err := t.db.run("INSERT INTO found (rowid, text) VALUES (?, ?)", at[i], texts[i]); err != nil {
			return last, added, err
		}
		added++
	}
	_, err = t.db.run("INSERT INTO counters (name, n) VALUES (?1, ?2) ON CONFLICT DO UPDATE SET n = max(n, excluded.n)", foundUntil, last)
	return last, added, err
}
