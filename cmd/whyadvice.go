package cmd

import (
	"time"

	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/store"
)

// adviceRow is an advice as JSON.
type adviceRow struct {
	ID       string    `json:"id"`
	Time     time.Time `json:"time"`
	Fix      fixRow    `json:"fix"`
	Run      string    `json:"run,omitempty"`
	Followed string    `json:"followed,omitempty"`
	Worked   *bool     `json:"worked"`
	Session  string    `json:"session,omitempty"`
	Project  string    `json:"project,omitempty"`
}

func newAdviceRow(a *memory.Advice) adviceRow {
	return adviceRow{
		ID: a.ID, Time: a.Time.UTC(), Fix: fixesJSON([]memory.Fix{a.Fix}, true)[0], Run: a.Run, Followed: a.Followed,
		Worked: a.Worked, Session: a.Session, Project: a.Project,
	}
}

func (e *Env) whyAdvice(tx *store.Tx, o *origin, id string) (bool, error) {
	a, ok, err := store.Advice.ByID(tx, id)
	if err != nil || !ok {
		return false, err
	}
	row := newAdviceRow(&a)
	o.Kind, o.Advice = "advice", &row
	o.print = func() {
		e.printFix(&a.Fix)
		e.printField("id", []string{a.ID})
		e.printField("told", []string{minute(a.Time)})
		e.printField("came of", []string{adviceOutcome(&a)})
		e.printField("session", nonEmpty(a.Session))
	}
	if a.Fix.Lesson != "" {
		o.from(a.Fix.Lesson, "the lesson that it is from")
	}
	if err := o.fromRun(tx, a.Run, "told after it"); err != nil || a.Followed == "" {
		return true, err
	}
	r, found, err := tx.Run(a.Followed)
	if found {
		o.rests(r.ID, "did as it says: "+outcomeWords(&r, true)+", "+firstLine(r.Command.String()))
	}
	return true, err
}

// adviceOutcome says what came of an advice.
func adviceOutcome(a *memory.Advice) string {
	switch {
	case a.Worked != nil && *a.Worked:
		return "it was followed, and it helped"
	case a.Worked != nil:
		return "it was followed, and it did not help"
	case a.Followed != "":
		return "it was followed; whether it helped is not known yet"
	}
	return "nobody followed it so far"
}
