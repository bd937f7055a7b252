package store

import (
	"strings"
	"time"

	"github.com/ctxhook/ctxhook/pkg/memory"
)

// PutCommand writes what is known of a command over what was known. Commands
// outside of projects are not kept.
func (t *Tx) PutCommand(c *memory.Command) error {
	project, err := t.numbers.project(c.Project)
	if project == nil || err != nil {
		return err
	}
	session, err := t.numbers.session(c.Session, "", project, c.Last.UnixMicro())
	if err != nil {
		return err
	}
	columns := Commands.columns(c)
	put := "INSERT OR REPLACE INTO commands (id, " + names(columns) + `)
		VALUES ((SELECT id FROM commands WHERE project = ?1 AND key = ?2), ?1, ?2, ` + marks(len(columns)-2) + ")"
	_, err = t.db.run(put, Commands.values(c, owner{project, session})...)
	if err == nil && c.Good+c.Bad == 1 && strings.HasSuffix(c.Key, "0") { // it is new, and one of sixteen
		err = makeRoom(t, project)
	}
	return err
}

// maxCommands is how many commands of a project are kept at least, those that
// ran last. They are removed some at a time, because counting them takes long.
const maxCommands, tooManyCommands = 2000, 2200

func makeRoom(t *Tx, project any) error {
	n := 0
	if _, err := t.db.one("SELECT count(*) FROM commands WHERE project = ?", []any{project}, func(r Row) { n = r.Int(0) }); err != nil || n <= tooManyCommands {
		return err
	}
	const beyond = "DELETE FROM commands WHERE id IN (SELECT id FROM commands WHERE project = ? ORDER BY last DESC LIMIT -1 OFFSET ?)"
	_, err := t.db.run(beyond, project, maxCommands)
	return err
}

// Commands are what is known of the commands of projects.
var Commands = Table[memory.Command]{name: "commands", columns: func(c *memory.Command) []column {
	return []column{
		{"project", (*projectRoot)(&c.Project)},
		{"key", &c.Key},
		{"command", &c.Text},
		{"template", &c.Template},
		{"good", &c.Good},
		{"bad", &c.Bad},
		{"streak", &c.Streak},
		{"signature", &c.Signature},
		{"class", &c.Class},
		{"line", &c.Line},
		{"first", &c.First},
		{"last", &c.Last},
		{"worked", (*sometime)(&c.Worked)},
		{"run", &c.Run},
		{"failed", &c.Failed},
		{"session", (*sessionKey)(&c.Session)},
		{"misfire", &c.Misfire},
	}
}}

// Command returns what is known of a command in a project.
func (t *Tx) Command(project, key string) (c memory.Command, ok bool, err error) {
	number, err := t.ProjectNumber(project)
	if number == nil || err != nil {
		return c, false, err
	}
	return Commands.One(t, " WHERE project = ? AND key = ?", number, key)
}

// PassedSince lists the commands of a project that went well since a time, the latest first.
func (t *Tx) PassedSince(project string, since time.Time, most int) ([]memory.Command, error) {
	number, err := t.ProjectNumber(project)
	if number == nil || err != nil {
		return nil, err
	}
	return Commands.Select(t, " WHERE project = ? AND worked > ? AND streak = 0 ORDER BY worked DESC LIMIT ?", number, since.UnixMicro(), most)
}

// removeCommands removes the commands that were not run since a time.
func removeCommands(t *Tx, limit int64) error {
	_, err := t.db.run("DELETE FROM commands WHERE last < ?", limit)
	return err
}

// HasCommands reports whether at least so many commands of a project are known.
func (t *Tx) HasCommands(project string, least int) (bool, error) {
	number, err := t.ProjectNumber(project)
	if number == nil || err != nil {
		return false, err
	}
	n := 0
	err = t.db.each("SELECT count(*) FROM (SELECT 1 FROM commands WHERE project = ? LIMIT ?)", []any{number, least}, func(r Row) error { n = r.Int(0); return nil })
	return n >= least, err
}
