package cmd

import (
	"time"

	"github.com/ctxhook/ctxhook/pkg/base/display"
	"github.com/ctxhook/ctxhook/pkg/memory"
)

// editView shows an edit of a file.
type editView struct {
	ID      string    `json:"id"`
	Time    time.Time `json:"time"`
	Path    string    `json:"path"`
	Session string    `json:"session,omitempty"`
	Project string    `json:"project,omitempty"`
}

func newEditView(d *memory.Edit) *editView {
	return &editView{ID: d.ID, Time: d.Time.UTC(), Path: d.Path.String(), Session: d.Session, Project: d.Project}
}

func (v *editView) print(e *Env) {
	e.printf("edited: %s\n", display.Plain(e.tilde(v.Path)))
	e.printField("id", v.ID)
	e.printField("time", minute(v.Time))
	e.printField("project", e.tilde(v.Project))
	e.printField("session", v.Session)
}
