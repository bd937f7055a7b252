package store

// Count adds to a counter of health.
func (t *Tx) Count(name string, n int) error {
	_, err := t.db.run("INSERT INTO counters (name, n) VALUES (?, ?) ON CONFLICT DO UPDATE SET n = n + excluded.n", name, n)
	return err
}

// Counts returns all counters.
func (t *Tx) Counts() (map[string]int, error) {
	counts := make(map[string]int)
	err := t.db.each("SELECT name, n FROM counters", nil, func(r row) error {
		counts[r.string(0)] = r.int(1)
		return nil
	})
	return counts, err
}
