package interpret

import (
	"slices"
	"strconv"

	"mvdan.cc/sh/v3/syntax"

	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// spareRoom is what lies behind the elements of an array. Values share elements: one
// of them may append in place, as long as no other has.
type spareRoom struct {
	used int            // elements, of all values that share them
	at   map[string]int // where an element with a name for a key stands
}

// key returns the key of the i-th element: its place, unless the text names one.
func (v *value) key(i int) string {
	if i < len(v.keys) && v.keys[i] != "" {
		return v.keys[i]
	}
	return strconv.Itoa(i)
}

// find returns where the element of a key stands, or -1.
func (v *value) find(key string) int {
	if n, ok := decimal(key); ok && n >= 0 && n < len(v.elems) && (n >= len(v.keys) || v.keys[n] == "") {
		return n
	}
	if key == "" || len(v.keys) == 0 {
		return -1
	}
	if v.spare != nil {
		if i, ok := v.spare.at[key]; ok && i < len(v.elems) {
			return i
		}
		return -1
	}
	for i := len(v.keys) - 1; i >= 0; i-- {
		if v.keys[i] == key && i < len(v.elems) {
			return i
		}
	}
	return -1
}

// element returns the element of a key.
func (v *value) element(key string) (shell.Word, bool) {
	if i := v.find(key); i >= 0 {
		return v.elems[i], true
	}
	return shell.Word{}, false
}

// named reports whether every element has a key that is a name, as those of an
// associative array mostly do.
func (v *value) named() bool {
	return len(v.keys) == len(v.elems) && !slices.ContainsFunc(v.keys, func(key string) bool { return !syntax.ValidName(key) })
}

// with returns the array with a value for a key, "" for one that is not known.
func (v value) with(key string, w shell.Word) value {
	if !v.array {
		v.array, v.elems, v.alts = true, v.alts[:min(len(v.alts), 1)], nil
	}
	if i := v.find(key); i >= 0 {
		v.elems, v.spare = slices.Clone(v.elems), nil
		v.elems[i] = w
		return v
	}
	v.vague = v.vague || key == ""
	return v.push(key, w)
}

// plus returns the array with one more element, whose key follows the last one.
func (v value) plus(w shell.Word) value {
	key := ""
	if n := len(v.elems); n > 0 && n <= len(v.keys) && v.keys[n-1] != "" {
		last, err := strconv.Atoi(v.keys[n-1])
		if key = strconv.Itoa(last + 1); err != nil {
			key, v.vague = "", true
		}
	}
	return v.push(key, w)
}

// push returns the array with one more element, of a key that it does not have.
func (v value) push(key string, w shell.Word) value {
	n := len(v.elems)
	if v.spare == nil || v.spare.used != n {
		v.elems = append(make([]shell.Word, 0, n+n/2+4), v.elems...)
		v.keys = append(make([]string, 0, cap(v.elems)), v.keys...)
		v.keys = append(v.keys, make([]string, n-len(v.keys))...)
		v.spare = &spareRoom{}
		for i, k := range v.keys {
			v.spare.put(k, i)
		}
	}
	if key == strconv.Itoa(n) {
		key = ""
	}
	v.elems, v.keys = append(v.elems, w), append(v.keys, key)
	v.spare.put(key, n)
	v.spare.used = n + 1
	return v
}

func (s *spareRoom) put(key string, i int) {
	if key == "" {
		return
	}
	if s.at == nil {
		s.at = map[string]int{}
	}
	s.at[key] = i
}

// without returns the array without the element of a key.
func (v value) without(key string) value {
	out := value{array: true, vague: v.vague}
	for i := range v.elems {
		if v.key(i) != key {
			out.elems = append(out.elems, v.elems[i])
			out.keys = append(out.keys, v.key(i))
		}
	}
	return out
}
