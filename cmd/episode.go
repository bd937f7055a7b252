package cmd

import (
	"time"

	"github.com/ctxhook/ctxhook/pkg/base/display"
	"github.com/ctxhook/ctxhook/pkg/memory"
)

// episodeView shows how a check that failed was made to pass.
type episodeView struct {
	ID      string     `json:"id"`
	Time    time.Time  `json:"time"`
	Tool    string     `json:"tool"`
	Key     string     `json:"key"`
	Red     string     `json:"red"`
	Green   string     `json:"green"`
	Steps   []stepView `json:"steps"`
	Lessons []string   `json:"lessons"`
	Session string     `json:"session,omitempty"`
	Project string     `json:"project,omitempty"`
}

func newEpisodeView(p *memory.Episode) *episodeView {
	return &episodeView{
		ID: p.ID, Time: p.Time.UTC(), Tool: p.Tool, Key: p.Key, Red: p.Red, Green: p.Green,
		Steps: newStepViews(p.Steps), Lessons: append([]string{}, p.Lessons...), Session: p.Session, Project: p.Project,
	}
}

func (v *episodeView) print(e *Env) {
	e.printf("%s: %s\n", e.paint(green, "from red to green"), display.Plain(v.Tool))
	e.printIndented(commandLines(stepWords(v.Steps, e.tilde)...)...)
	e.printField("id", v.ID)
	e.printField("time", minute(v.Time))
	e.printField("project", e.tilde(v.Project))
	e.printField("session", v.Session)
}

// words says in a line what an episode is, with the runs at its ends.
func (v *episodeView) words() string {
	return v.Tool + " from red (" + v.Red + ") to green (" + v.Green + ") on " + minute(v.Time)
}
