package store

import (
	"slices"
	"strings"
	"time"

	"github.com/ctxhook/ctxhook/pkg/memory"
)

// Ignored is the advice that could be followed and was not, in a session that is
// over or was told before a time. What was told beside an advice that was
// followed is not ignored.
const Ignored = `advice.followed IS NULL AND advice.worked IS NULL AND coalesce(advice.lesson, advice.command) IS NOT NULL
	AND (advice.at < ? OR EXISTS (SELECT 1 FROM sessions WHERE id = advice.session AND ended IS NOT NULL))
	AND NOT EXISTS (SELECT 1 FROM advice AS beside WHERE beside.session IS advice.session AND beside.run IS advice.run AND beside.followed IS NOT NULL)`

// MayFollow is how long advice may still be followed in a session that has not
// reported its end.
const MayFollow = 24 * time.Hour

// CountIgnored counts, by the id of a lesson, the sessions that were told it
// since it last helped and did something else. A session that is still open
// counts only if it was told before a time, because it may yet follow the
// advice.
func (t *Tx) CountIgnored(before time.Time) (map[string]int, error) {
	const vain = "SELECT advice.lesson, count(DISTINCT advice.session) FROM advice JOIN lessons ON lessons.id = advice.lesson" +
		" WHERE advice.at > lessons.last AND " + Ignored + " GROUP BY advice.lesson"
	counts := make(map[string]int)
	err := t.db.each(vain, []any{before.UnixMicro()}, func(r Row) error {
		counts[r.Text(0)] = r.Int(1)
		return nil
	})
	return counts, err
}

// SharedFixes returns the fixes of errors that several projects have met, and
// those that are offered everywhere, latest first.
func (t *Tx) SharedFixes() ([]memory.Lesson, error) {
	return SelectLessons(t, ` WHERE kind = 'fix' AND key IN (
		SELECT key FROM lessons WHERE kind = 'fix' GROUP BY key HAVING count(DISTINCT project) > 1 OR max(everywhere) = 1)`)
}

// GlobalFixes returns the open fixes that are offered in all projects, latest
// first: those with the keys, or all when keys is nil.
func (t *Tx) GlobalFixes(keys []string) ([]memory.Lesson, error) {
	if keys == nil {
		const all = -1
		return openLessons(t, nil, memory.LessonFix, true, 0, all)
	}
	return lessonsOf(t, nil, memory.LessonFix, keys, func(l *memory.Lesson) bool { return l.Everywhere && l.State == memory.Open })
}

// Origins returns the remote of every project, by its root: clones of one
// repository have the same. Without a remote it is the root.
func (t *Tx) Origins() (map[string]string, error) {
	origins := make(map[string]string)
	err := t.db.each("SELECT root, remote FROM projects", nil, func(r Row) error {
		origin := r.Text(1)
		if origin == "" {
			origin = r.Text(0)
		}
		origins[r.Text(0)] = origin
		return nil
	})
	return origins, err
}

// MoveLessons removes lessons and replaces their ids wherever they are
// referred to. into maps their ids to the lessons that they were merged into,
// or to "".
func (t *Tx) MoveLessons(into map[string]string) error {
	if len(into) == 0 {
		return nil
	}
	for _, list := range [...]struct{ read, write string }{
		{"SELECT at, lesson FROM advice WHERE lesson IS NOT NULL", "UPDATE advice SET lesson = ? WHERE at = ?"},
		{"SELECT at, lessons FROM episodes WHERE lessons IS NOT NULL", "UPDATE episodes SET lessons = ? WHERE at = ?"},
		{"SELECT id, told FROM sessions WHERE told IS NOT NULL", "UPDATE sessions SET told = ? WHERE id = ?"},
	} {
		named := make(map[int64]string)
		if err := t.db.each(list.read, nil, func(r Row) error {
			if was := r.Text(1); was != "" {
				if now := renamed(was, into); now != was {
					named[r.Int64(0)] = now
				}
			}
			return nil
		}); err != nil {
			return err
		}
		for number, now := range named {
			if _, err := t.db.run(list.write, now, number); err != nil {
				return err
			}
		}
	}
	for id := range into {
		if _, err := t.db.run("DELETE FROM lessons WHERE id = ?", id); err != nil {
			return err
		}
	}
	return nil
}

// renamed returns a list of ids, one a line, with some replaced by others.
func renamed(lines string, into map[string]string) string {
	var list []string
	for id := range strings.SplitSeq(lines, "\n") {
		if now, moved := into[id]; moved {
			id = now
		}
		if id != "" && !slices.Contains(list, id) {
			list = append(list, id)
		}
	}
	return strings.Join(list, "\n")
}

// lessonID returns the id under which a lesson is kept now.
func lessonID(t *Tx, id string) (string, error) {
	if id == "" {
		return "", nil
	}
	l, ok, err := t.Lesson(id)
	if !ok {
		return id, err
	}
	return l.ID, nil
}

// unshare removes the fixes offered everywhere that no two projects teach any
// more, because they were forgotten there.
func unshare(t *Tx) error {
	_, err := t.db.run(`DELETE FROM lessons WHERE everywhere = 1 AND
		(SELECT count(DISTINCT own.project) FROM lessons AS own WHERE own.kind = 'fix' AND own.key = lessons.key
			AND own.remedy = lessons.remedy AND own.wrong IS lessons.wrong AND own.earlier IS lessons.earlier) < 2`)
	return err
}

// tidiedProject is the counter that holds the project whose lessons were
// tidied last out of turn.
const tidiedProject = "tidied_project"

// NextProject returns the root of another project with lessons at each call,
// so that projects without activity are tidied too. ok is false at the end of
// a round.
func (t *Tx) NextProject() (root string, ok bool, err error) {
	const next = `SELECT id, root FROM projects WHERE id = same AND id > coalesce((SELECT n FROM counters WHERE name = ?), 0)
		AND EXISTS (SELECT 1 FROM lessons WHERE project = projects.id) ORDER BY id LIMIT 1`
	var number int64
	ok, err = t.db.one(next, []any{tidiedProject}, func(r Row) { number, root = r.Int64(0), r.Text(1) })
	if err != nil {
		return "", false, err
	}
	_, err = t.db.run("INSERT INTO counters (name, n) VALUES (?, ?) ON CONFLICT DO UPDATE SET n = excluded.n", tidiedProject, number)
	return root, ok, err
}
