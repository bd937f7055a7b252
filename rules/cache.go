package rules

import (
	"strings"
	"sync/atomic"
)

// cache holds decoded entries by name. Its zero value is ready to use, and it is
// safe for concurrent use.
type cache[T any] struct {
	buckets [256]struct {
		first   atomic.Pointer[cached[T]]
		missing atomic.Pointer[string] // the last of the names without an entry that found no room
	}
}

// fullBucket is how many entries a bucket may have that a name without one still gets
// room: of such names there is no end.
const fullBucket = 8

// cached is an entry in the linked list of a bucket.
type cached[T any] struct {
	name  string
	value *T // nil: the name has none
	next  *cached[T]
}

// get returns the entry with a name, or nil. It decodes the entry the first time.
// If two goroutines do so at once, both get the same one.
func (c *cache[T]) get(name string, decode func(string) *T) *T {
	bucket := &c.buckets[hashOf(0, name)%uint32(len(c.buckets))]
	n := 0
	for e := bucket.first.Load(); e != nil; e = e.next {
		if e.name == name {
			return e.value
		}
		n++
	}
	if m := bucket.missing.Load(); m != nil && *m == name {
		return nil
	}
	value := decode(name)
	if value == nil && n >= fullBucket {
		absent := strings.Clone(name)
		bucket.missing.Store(&absent)
		return nil
	}
	for {
		first := bucket.first.Load()
		for e := first; e != nil; e = e.next {
			if e.name == name {
				return e.value
			}
		}
		if bucket.first.CompareAndSwap(first, &cached[T]{strings.Clone(name), value, first}) {
			return value
		}
	}
}
