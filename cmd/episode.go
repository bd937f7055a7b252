package cmd

import (
	"strings"
	"time"

	"github.com/ctxhook/ctxhook/pkg/display"
	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/store"
	"github.com/ctxhook/ctxhook/pkg/store/report"
)

// deedRow is one thing that was done, as JSON: a command, or an edit of a
// file.
type deedRow struct {
	Command string `json:"command,omitempty"`
	File    string `json:"file,omitempty"`
}

func deedRows(deeds []memory.Step) []deedRow {
	rows := make([]deedRow, len(deeds))
	for i, d := range deeds {
		if d.Edit {
			rows[i].File = d.Text.String()
		} else {
			rows[i].Command = d.Text.String()
		}
	}
	return rows
}

// deedWords says what was done, one thing a line.
func (e *Env) deedWords(deeds []memory.Step) []string {
	words := make([]string, len(deeds))
	for i, d := range deeds {
		words[i] = d.Text.String()
		if d.Edit {
			words[i] = "an edit of " + e.tilde(words[i])
		}
	}
	return words
}

// episodeRow is an episode as JSON.
type episodeRow struct {
	ID      string    `json:"id"`
	Time    time.Time `json:"time"`
	Tool    string    `json:"tool"`
	Key     string    `json:"key"`
	Red     string    `json:"red"`
	Green   string    `json:"green"`
	Steps   []deedRow `json:"steps"`
	Lessons []string  `json:"lessons"`
	Session string    `json:"session,omitempty"`
	Project string    `json:"project,omitempty"`
}

// episodeWords says in a line what an episode is, with the runs at its ends.
func episodeWords(p *memory.Episode) string {
	return p.Tool + " from red (" + p.Red + ") to green (" + p.Green + ") on " + minute(p.Time)
}

func (e *Env) whyEpisode(tx *store.Tx, o *origin, id string) (bool, error) {
	p, ok, err := store.Episodes.ByID(tx, id)
	if err != nil || !ok {
		return false, err
	}
	o.Kind, o.next = "episode", "to see what the failure printed: ctxhook history "+p.Red
	o.Episode = &episodeRow{
		ID: p.ID, Time: p.Time.UTC(), Tool: p.Tool, Key: p.Key, Red: p.Red, Green: p.Green,
		Steps: deedRows(p.Steps), Lessons: append([]string{}, p.Lessons...), Session: p.Session, Project: p.Project,
	}
	o.print = func() {
		e.printf("%s: %s\n", e.paint(e.Stdout, green, "from red to green"), display.Plain(p.Tool))
		for _, s := range commandLines(e.deedWords(p.Steps)) {
			e.printf("    %s\n", display.Plain(s))
		}
		e.printField("id", []string{p.ID})
		e.printField("time", []string{minute(p.Time)})
		e.printField("project", nonEmpty(e.tilde(p.Project)))
		e.printField("session", nonEmpty(p.Session))
	}
	if err := o.fromRun(tx, p.Red, "it failed first"); err != nil {
		return true, err
	}
	if err := o.fromRun(tx, p.Green, "it passed"); err != nil {
		return true, err
	}
	for _, id := range p.Lessons {
		l, known, err := tx.Lesson(id)
		if err != nil {
			return true, err
		}
		if known {
			o.rests(id, lessonWords(&l))
		}
	}
	return true, nil
}

// maxEpisodes is how many episodes of a lesson are named: the latest.
const maxEpisodes = 5

// fromEpisodes says from which episodes a lesson came.
func (o *origin) fromEpisodes(tx *store.Tx, lesson string) error {
	list, err := report.EpisodesOf(tx, lesson)
	for i := range list[:min(len(list), maxEpisodes)] {
		o.from(list[i].ID, episodeWords(&list[i]))
	}
	return err
}

// restEpisodes says which episodes a run begins or ends.
func (o *origin) restEpisodes(tx *store.Tx, run string) error {
	list, err := report.EpisodesOf(tx, run)
	for i := range list {
		o.rests(list[i].ID, episodeWords(&list[i]))
	}
	return err
}

// remedyWords says what helped.
func remedyWords(l *memory.Lesson) string {
	if l.From.Len() > 0 {
		return l.Remedy.String() + " in place of " + l.From.String()
	}
	var parts []string
	for _, d := range l.Recipe() {
		if d.Edit {
			parts = append(parts, "an edit of "+d.Text.String())
		} else {
			parts = append(parts, d.Text.String())
		}
	}
	return strings.Join(parts, ", then ")
}
