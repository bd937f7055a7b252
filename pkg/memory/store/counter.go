package store

import "maps"

// count adds to a counter of health.
func (t *Tx) count(name string, n int) error {
	_, err := t.db.run("INSERT INTO counters (name, n) VALUES (?, ?) ON CONFLICT DO UPDATE SET n = n + excluded.n", name, n)
	return err
}

// Counts returns all counters: of health, of how long hooks took, and of how
// far our own work has come.
func (t *Tx) Counts() (map[string]int, error) {
	counts := make(map[string]int)
	err := t.db.each("SELECT name, n FROM counters", nil, func(r Row) error {
		counts[r.Text(0)] = r.Int(1)
		return nil
	})
	return counts, err
}

// HealthCounts returns the counters of health alone.
func HealthCounts(t *Tx) (map[string]int, error) {
	counts, err := t.Counts()
	maps.DeleteFunc(counts, func(name string, _ int) bool {
		return name == foundUntil || name == talliedUntil || name == tidiedProject || isTiming(name) || isForgotten(name)
	})
	return counts, err
}
