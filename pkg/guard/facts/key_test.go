package facts

import (
	"reflect"
	"testing"

	"github.com/ctxhook/ctxhook/pkg/guard/rule"
)

// Each field of a query is a part of its key, and no text runs into the next.
func TestKeys(t *testing.T) {
	var loss rule.LossQuery
	var registration rule.RegistrationQuery
	seen := make(map[string]string)
	add := func(key, what string) {
		t.Helper()
		if other, ok := seen[key]; ok {
			t.Errorf("%s has the key of %s: %q", what, other, key)
		}
		seen[key] = what
	}
	each := func(query reflect.Value, of func() string) {
		clear(seen)
		add(of(), "none")
		for i := range query.NumField() {
			f := query.Field(i)
			switch f.Kind() {
			case reflect.Bool:
				f.SetBool(true)
			case reflect.String:
				f.SetString("x")
			case reflect.Slice:
				f.Set(reflect.MakeSlice(f.Type(), 1, 1))
			default:
				t.Fatalf("%s is of another kind", query.Type().Field(i).Name)
			}
			add(of(), query.Type().Field(i).Name)
			f.SetZero()
		}
	}
	each(reflect.ValueOf(&loss).Elem(), func() string { return keyOfLoss(&loss) })
	each(reflect.ValueOf(&registration).Elem(), func() string { return keyOfRegistration(&registration) })
	clear(seen)
	for _, list := range [][]string{{}, {""}, {"", ""}, {"a", "b"}, {"ab"}, {"a1 b"}, {"a", "1 b"}, {"1 a"}} {
		add(key(list), "a list")
	}
}
