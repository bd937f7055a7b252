package store

import (
	"slices"
	"strings"
)

// where is what a filter says in SQL.
type where struct {
	parts []string
	args  []any
}

// and leaves copies of w as they are.
func (w *where) and(part string, args ...any) {
	w.parts = append(slices.Clip(w.parts), part)
	w.args = append(slices.Clip(w.args), args...)
}

func (w *where) text() string {
	if len(w.parts) == 0 {
		return ""
	}
	return " WHERE " + strings.Join(w.parts, " AND ")
}

// marks are so many places for arguments.
func marks(n int) string { return strings.TrimSuffix(strings.Repeat("?, ", n), ", ") }
