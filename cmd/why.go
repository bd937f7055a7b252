package cmd

import (
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/ctxhook/ctxhook/pkg/display"
	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/store"
	"github.com/ctxhook/ctxhook/pkg/store/report"
)

// whyCommand shows what an id names, where it came from and what rests on it.
type whyCommand struct {
	*Env
	json bool
}

func newWhy(env *Env) *cobra.Command {
	cmd := &whyCommand{Env: env}
	c := &cobra.Command{
		Use:   "why ID",
		Short: "Say what an id names, where it came from and what rests on it",
		Long: `Say what an id names, where it came from and what rests on it. Whatever ctxhook
keeps has an id, which begins with what it is: r- a run, l- a lesson, d- a
decision, a- an entry of allow, v- an advice to an agent, e- an edit,
g- how a check got green, t- a task that was handed on.`,
		Example: `  ctxhook why l-7c1m3k9x
  ctxhook why d-4k2m9x7c
  ctxhook why r-4k2m9x7c --json`,
		GroupID:           groupRemember,
		Args:              oneArg("the id of something that is kept", "to see some: ctxhook history, ctxhook lessons, ctxhook log"),
		RunE:              func(_ *cobra.Command, args []string) error { return cmd.run(args[0]) },
		ValidArgsFunction: env.completeIDs("lrd", 1),
	}
	c.Flags().BoolVar(&cmd.json, "json", false, "print it as JSON")
	return c
}

// origin is a thing that is kept, with what it came from and what rests on
// it. One of the pointers is set.
type origin struct {
	Kind     string       `json:"kind"`
	Run      *runRow      `json:"run,omitempty"`
	Lesson   *lessonRow   `json:"lesson,omitempty"`
	Decision *decisionRow `json:"decision,omitempty"`
	Entry    *allowRow    `json:"entry,omitempty"`
	Advice   *adviceRow   `json:"advice,omitempty"`
	Edit     *editRow     `json:"edit,omitempty"`
	Task     *taskRow     `json:"task,omitempty"`
	Episode  *episodeRow  `json:"episode,omitempty"`
	From     []linkRow    `json:"from"`
	Rests    []linkRow    `json:"rests"`

	print func()
	next  string // what to type next
}

// linkRow names another thing that is kept, or a rule.
type linkRow struct {
	ID   string `json:"id"`
	What string `json:"what"`
}

func (o *origin) from(id, what string) {
	if id != "" {
		o.From = append(o.From, linkRow{id, what})
	}
}

func (o *origin) rests(id, what string) { o.Rests = append(o.Rests, linkRow{id, what}) }

func (cmd *whyCommand) run(id string) error {
	if idKind(id) == "" {
		return unknownID(id)
	}
	st, err := cmd.storage()
	if err != nil {
		return err
	}
	o := &origin{From: []linkRow{}, Rests: []linkRow{}}
	found := false
	if idKind(id) == "a" {
		found, err = cmd.whyEntry(st, o, id)
	} else {
		err = st.look(func(tx *store.Tx) (err error) {
			found, err = cmd.whyKept(tx, st, o, id)
			return err
		})
	}
	switch {
	case err != nil:
		return err
	case !found:
		return unknownID(id)
	case cmd.json:
		return cmd.printJSON(o)
	}
	cmd.printOrigin(o)
	return nil
}

func (e *Env) printOrigin(o *origin) {
	o.print()
	for _, list := range []struct {
		name string
		rows []linkRow
	}{{"from", o.From}, {"rests on it", o.Rests}} {
		if len(list.rows) == 0 {
			continue
		}
		e.printf("\n%s\n", e.paint(e.Stdout, bold, list.name+":"))
		for _, row := range list.rows {
			e.printf("  %s  %s\n", display.Plain(row.ID), display.Plain(brief(row.What)))
		}
	}
	if o.next != "" && isTerminal(e.Stdout) {
		e.hint("%s", o.next)
	}
}

// whyKept finds what the database keeps under an id.
func (e *Env) whyKept(tx *store.Tx, st *storage, o *origin, id string) (bool, error) {
	switch idKind(id) {
	case "r":
		return e.whyRun(tx, o, id)
	case "l":
		return e.whyLesson(tx, o, id)
	case "d":
		return e.whyDecision(tx, st, o, id)
	case "v":
		return e.whyAdvice(tx, o, id)
	case "g":
		return e.whyEpisode(tx, o, id)
	case "t":
		return e.whyTask(tx, o, id)
	}
	return e.whyEdit(tx, o, id)
}

func (e *Env) whyRun(tx *store.Tx, o *origin, id string) (bool, error) {
	r, ok, err := tx.Run(id)
	if err != nil || !ok {
		return false, err
	}
	row := newRunRow(&r)
	o.Kind, o.Run, o.next = "run", &row, "to see its output: ctxhook history "+id
	o.print = func() { e.printRun(&r) }

	told, err := report.AdviceAfter(tx, id)
	if err != nil {
		return true, err
	}
	for i := range told {
		o.rests(told[i].ID, "told the agent: "+told[i].Fix.Text.String())
	}
	if err := o.restEpisodes(tx, id); err != nil {
		return true, err
	}
	lessons, err := report.Lessons(tx, report.LessonFilter{Project: r.Project})
	if err != nil {
		return true, err
	}
	for i := range lessons {
		if lessons[i].Run == id {
			o.rests(lessons[i].ID, lessonWords(&lessons[i]))
		}
	}
	const most = 1000
	heard, err := tx.Advice(r.Session, most)
	for i := range heard {
		if heard[i].Followed == id {
			o.from(heard[i].ID, "did as it was told: "+heard[i].Fix.Text.String())
		}
	}
	return true, err
}

// fromRun says which run something came from, as far as it is still kept.
func (o *origin) fromRun(tx *store.Tx, id, what string) error {
	if id == "" {
		return nil
	}
	r, ok, err := tx.Run(id)
	if ok {
		o.from(id, what+": "+outcomeWords(&r, true)+", "+firstLine(r.Command.String()))
	} else {
		o.from(id, what+", which is not kept any more")
	}
	return err
}

// editRow is an edit as JSON.
type editRow struct {
	ID      string    `json:"id"`
	Time    time.Time `json:"time"`
	Path    string    `json:"path"`
	Session string    `json:"session,omitempty"`
	Project string    `json:"project,omitempty"`
}

func (e *Env) whyEdit(tx *store.Tx, o *origin, id string) (bool, error) {
	d, ok, err := store.Edits.ByID(tx, id)
	if err != nil || !ok {
		return false, err
	}
	o.Kind, o.Edit = "edit", &editRow{ID: d.ID, Time: d.Time.UTC(), Path: d.Path.String(), Session: d.Session, Project: d.Project}
	o.print = func() {
		e.printf("edited: %s\n", display.Plain(e.tilde(d.Path.String())))
		e.printField("id", []string{d.ID})
		e.printField("time", []string{minute(d.Time)})
		e.printField("project", nonEmpty(e.tilde(d.Project)))
		e.printField("session", nonEmpty(d.Session))
	}
	here, _ := strings.CutPrefix(d.Path.String(), d.Project+string(filepath.Separator))
	lessons, err := report.Lessons(tx, report.LessonFilter{Project: d.Project, Kind: memory.LessonFix})
	for i := range lessons {
		if l := &lessons[i]; l.Session == d.Session && slices.ContainsFunc(l.Recipe(), func(done memory.Step) bool {
			return done.Edit && (done.Text == d.Path || done.Text.String() == here)
		}) {
			o.rests(l.ID, lessonWords(l))
		}
	}
	return true, err
}
