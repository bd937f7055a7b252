package rule

import "sync"

// Lazy is a list of structs that is decoded when it is first needed. The zero
// value is an empty list.
type Lazy[T any] struct {
	list  []T
	later *later[T] // instead of list where it was decoded
}

// later is a list that is still encoded.
type later[T any] struct {
	packed string
	once   sync.Once
	list   []T
}

// LazyOf returns a list of elements.
func LazyOf[T any](list ...T) Lazy[T] { return Lazy[T]{list: list} }

// Add adds an element to a list that was not decoded.
func (l *Lazy[T]) Add(e T) { l.list = append(l.list, e) }

// Any reports whether the list has elements. It decodes nothing.
func (l *Lazy[T]) Any() bool { return l.later != nil && l.later.packed != "" || len(l.list) > 0 }

// All returns the elements.
func (l *Lazy[T]) All() []T {
	d := l.later
	if d == nil {
		return l.list
	}
	d.once.Do(func() {
		if d.packed == "" {
			return
		}
		c := codec{in: d.packed}
		c.makeRoom()
		list := make([]T, c.length())
		for i := range list {
			any(&list[i]).(Entry).fields(&c)
		}
		if c.done() {
			d.list = list
		}
	})
	return d.list
}

// settle decodes what was left to be decoded later.
func (l *Lazy[T]) settle() { l.list, l.later = l.All(), nil }

// field is a field of a struct that holds the list.
func (l *Lazy[T]) field(c *codec, letter byte) {
	var list []T
	if c.writing {
		list = l.All()
	}
	if !c.key(letter, len(list) > 0) {
		return
	}
	if !c.writing {
		if l.later == nil {
			l.later = new(later[T])
		}
		l.later.packed = c.getText()
		return
	}
	inner := codec{writing: true}
	inner.putNumber(len(list))
	for i := range list {
		any(&list[i]).(Entry).fields(&inner)
	}
	c.putText(inner.sealed())
}
