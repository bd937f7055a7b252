// Package order sorts slices. It does what slices.SortStableFunc does with one sort for
// all types: each type that is sorted by package slices adds some 20 KB to the program,
// and a hook is a program that is started for every command.
package order

import "sort"

// By sorts a slice as compare says: negative where a comes before b. Equal elements
// keep their order.
func By[S ~[]E, E any](list S, compare func(a, b E) int) {
	sort.Stable(by[E]{list, compare})
}

type by[E any] struct {
	list    []E
	compare func(a, b E) int
}

func (s by[E]) Len() int           { return len(s.list) }
func (s by[E]) Less(i, j int) bool { return s.compare(s.list[i], s.list[j]) < 0 }
func (s by[E]) Swap(i, j int)      { s.list[i], s.list[j] = s.list[j], s.list[i] }
