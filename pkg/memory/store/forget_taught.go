package store

import "strings"

// forgetTaught removes what a run that is forgotten taught: fixes whose words no other
// remembered run of its project has, the episodes that tell of it, and the advice that
// repeats it.
func forgetTaught(t *Tx, run string) error {
	var project any
	command := ""
	found, err := t.db.one("SELECT project, command FROM runs WHERE id = ?", []any{run}, func(r Row) {
		if n := r.Int(0); n != 0 {
			project = n
		}
		command = r.Text(1)
	})
	if err != nil || !found || command == "" {
		return err
	}
	// A text is still known where another run has it.
	const gone = `instr(?2, %) > 0 AND NOT EXISTS (SELECT 1 FROM runs WHERE project IS ?1 AND id != ?3 AND instr(command, %) > 0)`
	within := func(column string) string {
		return "EXISTS (SELECT 1 FROM json_each(" + column + ") WHERE " + named(gone, "json_extract(value, '$.text')") + ")"
	}
	for _, statement := range []string{
		"DELETE FROM advice WHERE project IS ?1 AND (command != '' AND " + named(gone, "command") + " OR lesson IN (SELECT id FROM lessons WHERE project IS ?1 AND kind = 'fix' AND edit = 0 AND " + named(gone, "remedy") + "))",
		"DELETE FROM lessons WHERE project IS ?1 AND kind = 'fix' AND (edit = 0 AND " + named(gone, "remedy") + " OR " + within("earlier") + ")",
		"DELETE FROM episodes WHERE project IS ?1 AND (?3 IN (red, green) OR " + within("steps") + ")",
	} {
		if _, err := t.db.run(statement, project, command, run); err != nil {
			return err
		}
	}
	return unshare(t)
}

// named puts the name of a text into a condition.
func named(condition, text string) string { return strings.ReplaceAll(condition, "%", text) }
