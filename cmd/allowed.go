package cmd

import (
	"time"

	"github.com/ctxhook/ctxhook/pkg/base/display"
	"github.com/ctxhook/ctxhook/pkg/guard/config"
)

// allowView shows an entry of allow: what is let through, where and how long.
type allowView struct {
	ID       string     `json:"id"`
	Rule     string     `json:"rule,omitempty"`
	Decision string     `json:"decision,omitempty"`
	Command  string     `json:"command,omitempty"`
	Project  string     `json:"project,omitempty"` // none: everywhere
	Bound    bool       `json:"bound,omitempty"`   // until what the command runs changes
	Once     bool       `json:"once"`
	Until    *time.Time `json:"until,omitempty"` // none: until revoked
	Reason   string     `json:"reason,omitempty"`
	Created  time.Time  `json:"created"`
}

func newAllowView(a *config.Allow) *allowView {
	v := &allowView{
		ID: a.ID, Rule: a.Rule, Decision: a.Decision, Command: a.Command.String(), Project: a.Project,
		Bound: a.Files != "", Once: a.Once, Reason: a.Reason.String(), Created: a.Created,
	}
	if !a.Until.IsZero() {
		v.Until = &a.Until
	}
	return v
}

func (v *allowView) print(e *Env) {
	e.printf("%s: %s\n", e.paint(green, "allowed"), display.Plain(v.words(e.home(), time.Now())))
	e.printField("id", v.ID)
	e.printField("reason", wrap(v.Reason)...)
	e.printField("since", minute(v.Created))
}

// words says in a line what an entry lets through, where and how long.
func (v *allowView) words(home string, now time.Time) string {
	what := v.Rule
	switch {
	case v.Decision != "":
		what = "the command of " + v.Decision + " (" + firstLine(v.Command) + ")"
	case what == "":
		what = firstLine(v.Command)
	}
	where := "everywhere"
	if v.Project != "" {
		where = "in " + tilde(home, v.Project)
	}
	how := "always"
	switch {
	case v.Once:
		how = "once, until " + clock(now, *v.Until)
	case v.Until != nil:
		how = "until " + clock(now, *v.Until)
	}
	if v.Bound {
		how += ", while the files that it runs stay the same"
	}
	return what + " " + where + ", " + how
}
