package rules

import "sync/atomic"

// cache holds entries that were decoded, by name. It is ready without being
// made, and safe for concurrent use.
type cache[T any] struct {
	buckets [128]atomic.Pointer[cached[T]]
}

// cached is an entry of a bucket, and the others of it.
type cached[T any] struct {
	name  string
	value *T
	next  *cached[T]
}

// get returns the entry of a name and decodes it the first time; nil when
// there is none. Of two that are decoded at the same time one is kept, so that
// a name has one entry.
func (c *cache[T]) get(name string, decode func(string) *T) *T {
	hash := uint32(len(name))
	for i := range len(name) {
		hash = hash*31 + uint32(name[i])
	}
	bucket := &c.buckets[hash%uint32(len(c.buckets))]
	for e := bucket.Load(); e != nil; e = e.next {
		if e.name == name {
			return e.value
		}
	}
	value := decode(name)
	if value == nil {
		return nil
	}
	for {
		first := bucket.Load()
		for e := first; e != nil; e = e.next {
			if e.name == name {
				return e.value
			}
		}
		if bucket.CompareAndSwap(first, &cached[T]{name, value, first}) {
			return value
		}
	}
}
