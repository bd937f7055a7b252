package paths

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"
)

// A file is read to its end, whatever it says of its length; one that is exactly
// so long takes one read.
func TestReadAll(t *testing.T) {
	for _, tt := range []struct {
		name, text string
		size       int64
		want       string
	}{
		{"as it says", "abc", 3, "abc"},
		{"longer", "abcdef", 3, "abcdef"},
		{"shorter", "ab", 3, "ab"},
		{"of unknown length", strings.Repeat("x", 5000), 0, strings.Repeat("x", 5000)},
		{"empty", "", 0, ""},
	} {
		got, err := readAll(strings.NewReader(tt.text), tt.size, "f", 1<<20)
		if err != nil || string(got) != tt.want {
			t.Errorf("%s: %q, %v", tt.name, got, err)
		}
	}
	if got, err := readAll(iotest.OneByteReader(strings.NewReader("abc")), 3, "f", 10); err != nil || string(got) != "abc" {
		t.Errorf("byte by byte: %q, %v", got, err)
	}
	if _, err := readAll(strings.NewReader("abcdef"), 2, "f", 3); !errors.Is(err, ErrTooLarge) {
		t.Errorf("grown past the limit: %v", err)
	}
	if _, err := readAll(iotest.ErrReader(os.ErrPermission), 2, "f", 3); !errors.Is(err, os.ErrPermission) {
		t.Errorf("unreadable: %v", err)
	}
}

// What was put in the place of the file that was found is not read.
func TestReadReplaced(t *testing.T) {
	file := filepath.Join(t.TempDir(), "f")
	for i := range 2 {
		if err := os.WriteFile(file+string(rune('0'+i)), []byte("abc"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	found, err := os.Stat(file + "0")
	if err != nil {
		t.Fatal(err)
	}
	if got, err := readFound(file+"0", "f", found, 10); err != nil || string(got) != "abc" {
		t.Errorf("%q, %v", got, err)
	}
	if got, err := readFound(file+"1", "f", found, 10); !errors.Is(err, ErrChanged) {
		t.Errorf("another file: %q, %v", got, err)
	}
}
