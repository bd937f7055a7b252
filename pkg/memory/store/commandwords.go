package store

// CommandWords are the words of a command, with which others are compared. To
// show the command to a model, read it by its key.
type CommandWords struct {
	Key      string
	Text     string
	Template string
	Well     bool // it succeeded at least once
}

// CommandWords returns the commands of a project that ran last, latest first,
// until late returns true.
func (t *Tx) CommandWords(project string, most int, late func() bool) ([]CommandWords, error) {
	number, err := t.ProjectNumber(project)
	if number == nil || err != nil {
		return nil, err
	}
	var list []CommandWords
	const latest = "SELECT key, command, template, good FROM commands WHERE project = ? AND good + bad > 0 ORDER BY last DESC LIMIT ?"
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
