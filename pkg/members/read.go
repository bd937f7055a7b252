package members

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/tidwall/gjson"

	"github.com/ctxhook/ctxhook/pkg/redact"
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
	case *uint32:
		return number(p, v, func(s string) (uint32, error) {
			n, err := strconv.ParseUint(s, 10, 32)
			return uint32(n), err
		})
	case *time.Duration:
		return number(p, v, func(s string) (time.Duration, error) {
			n, err := strconv.ParseInt(s, 10, 64)
			return time.Duration(n), err
		})
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
	case part:
		return p.read(v)
	case named:
		return v.Type == gjson.String && p.UnmarshalText([]byte(v.Str)) == nil
	}
	panic(unknown(field))
}

// text returns a string. Like encoding/json it replaces invalid UTF-8.
func text(v gjson.Result) string { return strings.ToValidUTF8(v.Str, "\ufffd") }

func number[T any](p *T, v gjson.Result, parse func(string) (T, error)) (ok bool) {
	n, err := parse(v.Raw)
	*p = n
	return err == nil
}
