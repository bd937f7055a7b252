// Package members writes and reads JSON objects by lists of their members, for
// what hooks keep: encoding/json would first have to learn each type, which takes
// a million instructions and more. The tags of a type are the model of its list.
package members

import (
	"maps"
	"slices"
	"strconv"
	"time"

	"github.com/tidwall/gjson"

	"github.com/ctxhook/ctxhook/pkg/base/protocol"
	"github.com/ctxhook/ctxhook/pkg/base/redact"
)

// Member is a member of an object: its name, and a pointer to the field that it
// holds, or what Object and List make of one. Zero values are left out, except
// times and what has a text of its own for it. It has no name of its own, so that
// other packages can write its fields without theirs.
type Member = struct {
	Name  string
	Field any
}

// Sometime is a time that is left out when it is zero.
type Sometime time.Time

// Append appends an object.
func Append(b []byte, list []Member) []byte {
	b = append(b, '{')
	for _, m := range list {
		if !isZero(m.Field) {
			b = appendField(protocol.AppendKey(b, m.Name), m.Field)
		}
	}
	return append(b, '}')
}

// Read reads an object into the fields of a list, and reports whether all that
// it has of them is of their types. Members that are in no list are left out.
func Read(text string, list []Member) bool {
	return gjson.Valid(text) && readObject(gjson.Parse(text), list)
}

// part is a field with members of its own.
type part interface {
	isZero() bool
	append(b []byte) []byte
	read(v gjson.Result) bool
}

// Object makes a field of a pointer to a value with members.
func Object[T any](p **T, of func(*T) []Member) any { return object[T]{p, of} }

type object[T any] struct {
	p  **T
	of func(*T) []Member
}

func (o object[T]) isZero() bool { return *o.p == nil }

func (o object[T]) append(b []byte) []byte { return Append(b, o.of(*o.p)) }

func (o object[T]) read(v gjson.Result) bool {
	*o.p = new(T)
	return readObject(v, o.of(*o.p))
}

// List makes a field of a list of values with members.
func List[T any](p *[]T, of func(*T) []Member) any { return list[T]{p, of} }

type list[T any] struct {
	p  *[]T
	of func(*T) []Member
}

func (l list[T]) isZero() bool { return len(*l.p) == 0 }

func (l list[T]) append(b []byte) []byte { return AppendList(b, *l.p, l.of) }

func (l list[T]) read(v gjson.Result) bool {
	return readList(l.p, v, func(at *T, v gjson.Result) bool { return readObject(v, l.of(at)) })
}

// AppendList appends an array of objects.
func AppendList[T any](b []byte, values []T, of func(*T) []Member) []byte {
	return protocol.AppendList(b, values, func(b []byte, v T) []byte { return Append(b, of(&v)) })
}

// ReadList reads an array of objects, and reports whether it is one.
func ReadList[T any](text string, of func(*T) []Member) (values []T, ok bool) {
	if !gjson.Valid(text) {
		return nil, false
	}
	ok = readField(List(&values, of), gjson.Parse(text))
	return values, ok
}

func readList[T any](p *[]T, v gjson.Result, read func(*T, gjson.Result) bool) bool {
	if !v.IsArray() {
		return false
	}
	values, ok := []T{}, true
	v.ForEach(func(_, v gjson.Result) bool {
		values = append(values, *new(T))
		ok = v.Type == gjson.Null || read(&values[len(values)-1], v)
		return ok
	})
	*p = values
	return ok
}

// readObject reads the members that a list names.
func readObject(v gjson.Result, list []Member) bool {
	if v.Type == gjson.Null {
		return true
	}
	if !v.IsObject() {
		return false
	}
	ok, next := true, 0 // members mostly come in the order of the list
	v.ForEach(func(key, v gjson.Result) bool {
		for n := range list {
			i := (next + n) % len(list)
			if list[i].Name == key.Str {
				ok, next = readField(list[i].Field, v), i+1
				break
			}
		}
		return ok
	})
	return ok
}

func isZero(field any) bool {
	switch p := field.(type) {
	case *string:
		return *p == ""
	case *redact.Text:
		return p.Len() == 0
	case *bool:
		return !*p
	case *int:
		return *p == 0
	case *int64:
		return *p == 0
	case *uint8:
		return *p == 0
	case *uint32:
		return *p == 0
	case *time.Duration:
		return *p == 0
	case **int:
		return *p == nil
	case **bool:
		return *p == nil
	case *Sometime:
		return time.Time(*p).IsZero()
	case *[]string:
		return len(*p) == 0
	case *[]redact.Text:
		return len(*p) == 0
	case *map[string]int64:
		return len(*p) == 0
	case part:
		return p.isZero()
	}
	return false
}

func appendField(b []byte, field any) []byte {
	switch p := field.(type) {
	case *string:
		return protocol.AppendString(b, *p)
	case *redact.Text:
		return protocol.AppendString(b, p.String())
	case *bool:
		return strconv.AppendBool(b, *p)
	case *int:
		return strconv.AppendInt(b, int64(*p), 10)
	case *int64:
		return strconv.AppendInt(b, *p, 10)
	case *uint8:
		return strconv.AppendUint(b, uint64(*p), 10)
	case *uint32:
		return strconv.AppendUint(b, uint64(*p), 10)
	case *time.Duration:
		return strconv.AppendInt(b, int64(*p), 10)
	case **int:
		return strconv.AppendInt(b, int64(**p), 10)
	case **bool:
		return strconv.AppendBool(b, **p)
	case *time.Time:
		return append(p.UTC().AppendFormat(append(b, '"'), time.RFC3339Nano), '"')
	case *Sometime:
		return appendField(b, (*time.Time)(p))
	case *[]string:
		return protocol.AppendList(b, *p, protocol.AppendString)
	case *[]redact.Text:
		return protocol.AppendList(b, *p, func(b []byte, t redact.Text) []byte { return protocol.AppendString(b, t.String()) })
	case *map[string]int64:
		return appendNumbers(b, *p)
	case part:
		return p.append(b)
	case named:
		return protocol.AppendString(b, p.String())
	}
	panic(unknown(field))
}

func appendNumbers(b []byte, numbers map[string]int64) []byte {
	b = append(b, '{')
	for i, name := range slices.Sorted(maps.Keys(numbers)) {
		if i > 0 {
			b = append(b, ',')
		}
		b = strconv.AppendInt(append(protocol.AppendString(b, name), ':'), numbers[name], 10)
	}
	return append(b, '}')
}
