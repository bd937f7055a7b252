package protocol

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
)

// A string is written as encoding/json writes it.
func TestAppendString(t *testing.T) {
	for c := range 0x110 { // each at every place of eight, and what is no UTF-8
		for at := range 9 {
			for _, plain := range []string{strings.Repeat("0", 16), strings.Repeat("~", 16)} {
				checkString(t, plain[:at]+string(rune(c))+plain)
				checkString(t, plain[:at]+string([]byte{byte(c)})+plain[:at])
			}
		}
	}
}

func FuzzAppendString(f *testing.F) {
	for _, s := range []string{"", "a\nb\t\"c\\", "gr\u00fc\u00dfe \x7f \u2028", "\xff\xc3", strings.Repeat("x", 17)} {
		f.Add(s)
	}
	f.Fuzz(checkString)
}

func checkString(t *testing.T, s string) {
	var want bytes.Buffer
	e := json.NewEncoder(&want)
	e.SetEscapeHTML(false)
	if err := e.Encode(s); err != nil {
		t.Fatal(err)
	}
	var was, is string
	got := AppendString(nil, s)
	if err := json.Unmarshal(got, &is); err != nil {
		t.Fatalf("%q is written as %s: %v", s, got, err)
	}
	if err := json.Unmarshal(want.Bytes(), &was); err != nil {
		t.Fatal(err)
	}
	if is != was {
		t.Errorf("%q is written as %s, want %s", s, got, want.Bytes())
	}
	for _, c := range got {
		if c < ' ' || c == 0x7f {
			t.Errorf("%q is written with a control character: %q", s, got)
		}
	}
}
