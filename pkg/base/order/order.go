// Package order sorts slices. It does what slices.SortStableFunc does with one sort for
// all types: each type that is sorted by package slices adds some 20 KB to the program,
// and a hook is a program that is started for every command.
package order

import "sort"

// By sorts a slice as compare says: negative where a comes before b. Equal elements
// keep their order.
func By[S ~[]E, E any](list S, compare func(a, b E) int) {
	sort.Stable(&rows{
		count: len(list),
		less:  func(i, j int) bool { return compare(list[i], list[j]) < 0 },
		swap:  func(i, j int) { list[i], list[j] = list[j], list[i] },
	})
}

// rows is a slice of any type: a type of its own for each would have a method set, its
// wrappers and its names.
type rows struct {
	count int
	less  func(i, j int) bool
	swap  func(i, j int)
}

func (r *rows) Len() int           { return r.count }
func (r *rows) Less(i, j int) bool { return r.less(i, j) }
func (r *rows) Swap(i, j int)      { r.swap(i, j) }
