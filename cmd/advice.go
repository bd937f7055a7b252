package cmd

import (
	"time"

	"github.com/ctxhook/ctxhook/pkg/memory"
)

// adviceView shows what an agent was told after a command, and what came of it.
type adviceView struct {
	ID       string    `json:"id"`
	Time     time.Time `json:"time"`
	Fix      fixView   `json:"fix"`
	Run      string    `json:"run,omitempty"`
	Followed string    `json:"followed,omitempty"`
	Worked   *bool     `json:"worked"`
	Session  string    `json:"session,omitempty"`
	Project  string    `json:"project,omitempty"`
}

func newAdviceView(a *memory.Advice) *adviceView {
	return &adviceView{
		ID: a.ID, Time: a.Time.UTC(), Fix: newFixView(&a.Fix), Run: a.Run, Followed: a.Followed,
		Worked: a.Worked, Session: a.Session, Project: a.Project,
	}
}

func (v *adviceView) print(e *Env) {
	v.Fix.print(e)
	e.printField("id", v.ID)
	e.printField("told", minute(v.Time))
	e.printField("result", v.outcomeWords())
	e.printField("session", v.Session)
}

// outcomeWords says what came of an advice.
func (v *adviceView) outcomeWords() string {
	switch {
	case v.Worked != nil && *v.Worked:
		return "followed, and it helped"
	case v.Worked != nil && v.Followed == "":
		return "wrong: the command succeeded as it was"
	case v.Worked != nil:
		return "followed, and it did not help"
	case v.Followed != "":
		return "followed; the result is not known yet"
	}
	return "not followed so far"
}
