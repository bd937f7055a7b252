package store

import (
	"slices"
	"strings"
)

// Conditions are what a filter says in SQL.
type Conditions struct {
	parts []string
	Args  []any
}

// And adds a condition with its arguments. It leaves copies of w as they are.
func (w *Conditions) And(part string, args ...any) {
	w.parts = append(slices.Clip(w.parts), part)
	w.Args = append(slices.Clip(w.Args), args...)
}

// In adds the condition that a column has one of some values.
func (w *Conditions) In(column string, values ...any) {
	w.And(column+" IN ("+marks(len(values))+")", values...)
}

// SQL returns the conditions as a clause to put behind the name of a table.
func (w *Conditions) SQL() string {
	if len(w.parts) == 0 {
		return ""
	}
	return " WHERE " + strings.Join(w.parts, " AND ")
}

// marks returns the places for so many arguments.
func marks(n int) string { return strings.TrimSuffix(strings.Repeat("?, ", n), ", ") }
