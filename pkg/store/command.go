package store

import (
	"strings"
	"time"

	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/redact"
)

// PutCommand writes what is known of a command, in place of what was known.
// Outside of projects nothing is.
func (t *Tx) PutCommand(c *memory.Command) error {
	project, err := t.project(c.Project)
	if project == nil || err != nil {
		return err
	}
	session, err := t.session(c.Session, "", project, c.Last.UnixMicro())
	if err != nil {
		return err
	}
	const put = `INSERT OR REPLACE INTO commands (id, project, key, command, template, good, bad, streak, signature, class, line, first, last, worked, run, failed, session, misfire)
		VALUES ((SELECT id FROM commands WHERE project = ?1 AND key = ?2), ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17)`
	var worked any
	if !c.Worked.IsZero() {
		worked = c.Worked.UnixMicro()
	}
	_, err = t.db.run(put, project, c.Key, c.Text, c.Template, c.Good, c.Bad, c.Streak, c.Signature, c.Class, c.Line,
		c.First.UnixMicro(), c.Last.UnixMicro(), worked, c.Run, c.Failed, session, c.Misfire)
	if err == nil && c.Good+c.Bad == 1 && strings.HasSuffix(c.Key, "0") { // it is new, and one of sixteen
		err = t.makeRoom(project)
	}
	return err
}

// maxCommands is how many commands of a project are kept at least, those that
// were run last; the oldest go some at a time, since to count them takes long.
const maxCommands, tooManyCommands = 2000, 2200

func (t *Tx) makeRoom(project any) error {
	n := 0
	if _, err := t.db.one("SELECT count(*) FROM commands WHERE project = ?", []any{project}, func(r row) { n = r.int(0) }); err != nil || n <= tooManyCommands {
		return err
	}
	const beyond = "DELETE FROM commands WHERE id IN (SELECT id FROM commands WHERE project = ? ORDER BY last DESC LIMIT -1 OFFSET ?)"
	_, err := t.db.run(beyond, project, maxCommands)
	return err
}

const commandColumns = `SELECT project, key, command, template, good, bad, streak, signature, class, line, first, last, worked, run, failed, session, misfire FROM commands`

func (t *Tx) readCommand(r row) memory.Command {
	c := memory.Command{
		Project: t.projectRoot(r, 0), Key: r.string(1), Text: redact.Clean(r.string(2)), Template: redact.Clean(r.string(3)),
		Good: r.int(4), Bad: r.int(5), Streak: r.int(6), Signature: r.string(7), Class: r.string(8), Line: redact.Clean(r.string(9)),
		First: moment(r.integer(10)), Last: moment(r.integer(11)), Run: r.string(13), Failed: r.string(14), Session: t.sessionKey(r, 15), Misfire: r.int(16),
	}
	if !r.null(12) {
		c.Worked = moment(r.integer(12))
	}
	return c
}

// Command returns what is known of a command in a project.
func (t *Tx) Command(project, key string) (c memory.Command, ok bool, err error) {
	number, err := t.lookProject(project)
	if number == nil || err != nil {
		return c, false, err
	}
	ok, err = t.db.one(commandColumns+" WHERE project = ? AND key = ?", []any{number, key}, func(r row) { c = t.readCommand(r) })
	return c, ok, err
}

// removeCommands removes the commands that were not run since a time.
func (t *Tx) removeCommands(limit int64) error {
	_, err := t.db.run("DELETE FROM commands WHERE last < ?", limit)
	return err
}

type wireCommand struct {
	Project   string    `json:"project"`
	Key       string    `json:"key"`
	Text      text      `json:"command"`
	Template  text      `json:"template,omitzero"`
	Good      int       `json:"good,omitempty"`
	Bad       int       `json:"bad,omitempty"`
	Streak    int       `json:"streak,omitempty"`
	Signature string    `json:"signature,omitempty"`
	Class     string    `json:"class,omitempty"`
	Line      text      `json:"line,omitzero"`
	First     time.Time `json:"first"`
	Last      time.Time `json:"last"`
	Worked    time.Time `json:"worked,omitzero"`
	Run       string    `json:"run,omitempty"`
	Failed    string    `json:"failed,omitempty"`
	Session   string    `json:"session,omitempty"`
	Misfire   int       `json:"misfire,omitempty"`
}

func toCommand(c *memory.Command) *wireCommand {
	return &wireCommand{
		c.Project, c.Key, text{c.Text}, text{c.Template}, c.Good, c.Bad, c.Streak, c.Signature, c.Class, text{c.Line},
		c.First, c.Last, c.Worked, c.Run, c.Failed, c.Session, c.Misfire,
	}
}

func (w *wireCommand) command() *memory.Command {
	return &memory.Command{
		Project: w.Project, Key: w.Key, Text: w.Text.Text, Template: w.Template.Text, Good: w.Good, Bad: w.Bad, Streak: w.Streak,
		Signature: w.Signature, Class: w.Class, Line: w.Line.Text, First: w.First, Last: w.Last, Worked: w.Worked,
		Run: w.Run, Failed: w.Failed, Session: w.Session, Misfire: w.Misfire,
	}
}

// eachCommand reads the commands; what cannot be counted anew is exported.
func (t *Tx) eachCommand(rest string, args []any, do func(record) error) error {
	return t.db.each(commandColumns+rest, args, func(r row) error {
		c := t.readCommand(r)
		return do(record{Command: toCommand(&c)})
	})
}
