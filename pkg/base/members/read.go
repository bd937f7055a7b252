package members

import (
	"fmt"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/tidwall/gjson"

	"github.com/ctxhook/ctxhook/pkg/base/redact"
)

// named is a value that is one of some names.
type named interface {
	String() string
	UnmarshalText([]byte) error
}

func unknown(field any) string { return fmt.Sprintf("members: nothing is kept in a %T", field) }

// readField reads a value into a field, and reports whether it is of its type.
// null leaves it as it is.
func readField(field any, v gjson.Result) bool {
	if v.Type == gjson.Null {
		return true
	}
	switch p := field.(type) {
	case *string:
		*p = text(v)
		return v.Type == gjson.String
	case *redact.Text:
		*p = redact.Clean(text(v))
		return v.Type == gjson.String
	case *bool:
		*p = v.Type == gjson.True
		return v.IsBool()
	case *int:
		return number(p, v, strconv.Atoi)
	case *int64:
		return number(p, v, signed)
	case *time.Duration:
		return number((*int64)(p), v, signed)
	case *uint8:
		return number(p, v, unsigned[uint8](8))
	case *uint32:
		return number(p, v, unsigned[uint32](32))
	case **int:
		*p = new(int)
		return readField(*p, v)
	case **bool:
		*p = new(bool)
		return readField(*p, v)
	case *time.Time:
		err := p.UnmarshalJSON([]byte(v.Raw))
		*p = p.UTC()
		return err == nil && p.Year() >= 0 && p.Year() <= 9999 // in UTC, as it is written again
	case *Sometime:
		return readField((*time.Time)(p), v)
	case *[]string:
		return readList(p, v, func(at *string, v gjson.Result) bool { return readField(at, v) })
	case *[]redact.Text:
		return readList(p, v, func(at *redact.Text, v gjson.Result) bool { return readField(at, v) })
	case *map[string]int64:
		return readNumbers(p, v)
	case part:
		return p.read(v)
	case named:
		return v.Type == gjson.String && p.UnmarshalText([]byte(v.Str)) == nil
	}
	panic(unknown(field))
}

// text returns a string. Like encoding/json it replaces invalid UTF-8.
func text(v gjson.Result) string {
	if utf8.ValidString(v.Str) { // which is seen sooner
		return v.Str
	}
	return strings.ToValidUTF8(v.Str, "\ufffd")
}

func signed(s string) (int64, error) { return strconv.ParseInt(s, 10, 64) }

func unsigned[T uint8 | uint32](bits int) func(string) (T, error) {
	return func(s string) (T, error) {
		n, err := strconv.ParseUint(s, 10, bits)
		return T(n), err
	}
}

func readNumbers(p *map[string]int64, v gjson.Result) bool {
	if !v.IsObject() {
		return false
	}
	numbers, ok := make(map[string]int64), true
	v.ForEach(func(key, v gjson.Result) bool {
		var n int64
		ok = readField(&n, v)
		numbers[text(key)] = n
		return ok
	})
	*p = numbers
	return ok
}

func number[T any](p *T, v gjson.Result, parse func(string) (T, error)) (ok bool) {
	n, err := parse(v.Raw)
	*p = n
	return err == nil
}
