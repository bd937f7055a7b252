package rules

import "sync/atomic"

// cache holds decoded entries by name. Its zero value is ready to use, and it is
// safe for concurrent use.
type cache[T any] struct {
	buckets [256]struct {
		first   atomic.Pointer[cached[T]]
		missing atomic.Pointer[string] // a name that has no entry: of those there is no end
	}
}

// cached is an entry in the linked list of a bucket.
type cached[T any] struct {
	name  string
	value *T
	next  *cached[T]
}

// get returns the entry with a name, or nil. It decodes the entry the first time.
// If two goroutines do so at once, both get the same one.
func (c *cache[T]) get(name string, decode func(string) *T) *T {
	bucket := &c.buckets[hashOf(0, name)%uint32(len(c.buckets))]
	for e := bucket.first.Load(); e != nil; e = e.next {
		if e.name == name {
			return e.value
		}
	}
	if m := bucket.missing.Load(); m != nil && *m == name {
		return nil
	}
	value := decode(name)
	if value == nil {
		absent := name
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
		if bucket.first.CompareAndSwap(first, &cached[T]{name, value, first}) {
			return value
		}
	}
}
