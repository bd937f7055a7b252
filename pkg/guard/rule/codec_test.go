package rule

import (
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// fill sets every field of a value that a file can set, each to something of
// its own, so that what the codec forgets is missed.
func fill(v reflect.Value, next *int) {
	*next++
	switch v.Kind() {
	case reflect.Pointer:
		if v.Type() != reflect.TypeFor[*bool]() {
			return // it is decoded into
		}
		v.Set(reflect.New(v.Type().Elem()))
		fill(v.Elem(), next)
	case reflect.String:
		v.SetString(strings.Repeat("x", *next%70) + "\tü\n")
	case reflect.Int:
		v.SetInt(int64(*next * *next))
	case reflect.Uint8:
		v.SetUint(uint64(*next%3 + 1))
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Slice:
		if deep := v.Type() == reflect.TypeFor[[]When](); deep && *next > 100 {
			return // conditions nest in conditions
		}
		v.Set(reflect.MakeSlice(v.Type(), 2, 2))
		for i := range v.Len() {
			fill(v.Index(i), next)
		}
	case reflect.Struct:
		if add := v.Addr().MethodByName("Add"); add.IsValid() { // a Lazy list
			for range 2 {
				e := reflect.New(add.Type().In(0)).Elem()
				fill(e, next)
				add.Call([]reflect.Value{e})
			}
			return
		}
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				fill(v.Field(i), next)
			}
		}
	}
}

// examplesAside are the entries whose examples are not kept: they prove, and
// nobody is shown them.
func examplesAside(e Entry) Entry {
	switch e := e.(type) {
	case *Check:
		e.Examples = nil
	case *Fix:
		e.Examples = nil
	case *Tools:
		e.Examples = nil
	case *CommandClass:
		e.Hit, e.Miss = nil, nil
	case *Pinned:
		e.Hit, e.Miss = nil, nil
	}
	return e
}

// kinds are an empty entry of each kind.
func kinds() map[string]Entry {
	return map[string]Entry{"rule": new(Rule), "program": new(Command), "check": new(Check), "fix": new(Fix), "tools": new(Tools), "class": new(CommandClass), "pinned": new(Pinned)}
}

func TestCodec(t *testing.T) {
	for name, want := range kinds() {
		for _, filled := range []bool{false, true} {
			if filled {
				n := 0
				fill(reflect.ValueOf(want).Elem(), &n)
				want = examplesAside(want)
			}
			t.Run(name, func(t *testing.T) {
				text := Encode(want)
				if strings.ContainsAny(text, "\t\n") {
					t.Errorf("more than a line: %q", text)
				}
				got := kinds()[name]
				if !Decode(text, got) {
					t.Fatalf("refused %q", text)
				}
				if again := Encode(got); again != text {
					t.Errorf("encoded again it is\n%q, want\n%q", again, text)
				}
				if e, ok := got.(interface{ Settle() }); ok {
					e.Settle()
				}
				if diff := cmp.Diff(want, got, cmp.Exporter(func(reflect.Type) bool { return true })); diff != "" {
					t.Errorf("a field is missing in a function fields (-want +got):\n%s", diff)
				}
			})
		}
	}
}

// What was cut off, and what has something behind it, is refused.
func TestDecodeRefuses(t *testing.T) {
	for name, e := range kinds() {
		n := 0
		fill(reflect.ValueOf(e).Elem(), &n)
		text := Encode(e)
		for i := range text {
			if Decode(text[:i], kinds()[name]) {
				t.Errorf("%s: took the first %d of %d bytes", name, i, len(text))
			}
		}
		for what, text := range map[string]string{
			"something behind":    text + ".",
			"room for more texts": "~oooo" + text[5:],
			"a wrong letter":      "000?.",
		} {
			if Decode(text, kinds()[name]) {
				t.Errorf("%s: took %s", name, what)
			}
		}
	}
}

func TestNumbers(t *testing.T) {
	for _, want := range []int{0, 1, 63, 64, 65, 895, 896, 897, 4096, 1 << 20, 1<<24 - 1} {
		w := codec{writing: true}
		w.putNumber(want)
		r := codec{in: string(w.out)}
		if got := r.number(); got != want || r.bad || r.at != len(w.out) {
			t.Errorf("got %d from %q, want %d", got, w.out, want)
		}
	}
}

// FuzzDecode states that no text breaks Decode, and that what it takes comes
// back the same from being encoded.
func FuzzDecode(f *testing.F) {
	for _, e := range kinds() {
		f.Add(Encode(e))
		n := 0
		fill(reflect.ValueOf(e).Elem(), &n)
		f.Add(Encode(e))
	}
	f.Fuzz(func(t *testing.T, text string) {
		for name, e := range kinds() {
			if !Decode(text, e) {
				continue
			}
			want, again := Encode(e), kinds()[name]
			if !Decode(want, again) {
				t.Fatal("refused what it took before")
			}
			if got := Encode(again); got != want {
				t.Errorf("got %q, want %q", got, want)
			}
		}
	})
}

// Texts with control characters come back, and so do symbols of them.
func TestEscape(t *testing.T) {
	for _, want := range []string{"", "a\nb", "\x00\x1f\t", "␊\n", "␦␊\n␦", "\xff\n\xe2\x90", "\n\xe2\x90\xa6"} {
		w := codec{writing: true}
		w.putText(want)
		r := codec{in: string(w.out)}
		if got := r.getText(); got != want || r.at != len(w.out) || strings.Contains(string(w.out), "\n") {
			t.Errorf("got %q from %q, want %q", got, w.out, want)
		}
	}
}
