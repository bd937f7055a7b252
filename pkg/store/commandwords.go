package store

// CommandWords are the words of a command, which others are compared with.
// They are for reading only: who tells a command reads it by its key.
type CommandWords struct {
	Key      string
	Text     string
	Template string
	Well     bool // it went well at least once
}

// CommandWords returns the commands of a project that were run last, the
// latest first, as many as can be read until it is told that it is late.
func (t *Tx) CommandWords(project string, most int, late func() bool) ([]CommandWords, error) {
	number, err := t.ProjectNumber(project)
	if number == nil || err != nil {
		return nil, err
	}
	var list []CommandWords
	const latest = "SELECT key, command, template, good FROM commands WHERE project = ? ORDER BY last DESC LIMIT ?"
	err = t.db.each(latest, []any{number, most}, func(r Row) error {
		list = append(list, CommandWords{Key: r.Text(0), Text: r.Text(1), Template: r.Text(2), Well: r.Int(3) > 0})
		const some = 64 // to ask for the time takes time
		if len(list)%some == 0 && late != nil && late() {
			return ErrEnough
		}
		return nil
	})
	return list, err
}
