package protocol

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"
)

// sift puts a text through the sieve in pieces of a size.
func sift(text string, size int) string {
	var s sieve
	for b := []byte(text); len(b) > 0; {
		n := min(size, len(b))
		s.write(b[:n])
		b = b[n:]
	}
	return string(s.out)
}

// TestSieveKeeps: what is short, and what is no text of a file, passes as it
// is.
func TestSieveKeeps(t *testing.T) {
	for _, file := range append(payloads(t, "testdata/agents/*.json"), payloads(t, "testdata/after/*.json")...) {
		text := string(read(t, file))
		if strings.Contains(text, "structuredPatch") {
			text = strings.Replace(text, `{"lines": ["-a", "+b"]}`, "", 1)
		}
		for _, size := range []int{1, 2, 7, 1 << 20} {
			if diff := cmp.Diff(text, sift(text, size)); diff != "" {
				t.Errorf("%s in pieces of %d (-want +got)\n%s", file, size, diff)
			}
		}
	}
}

func TestSieve(t *testing.T) {
	long := strings.Repeat(`a \"b\" c:\\\\ \n é \u00e9`, 60_000)
	tests := []struct {
		name, text string
		want       map[string]int // how long each string may be at most; 0: all of it
	}{
		{"a command", `{"command":"` + long + `"}`, map[string]int{"command": 0}},
		{"a file", `{"content":"` + long + `","command":"ls"}`, map[string]int{"content": maxWritten, "command": 0}},
		{"an output", `{"stdout" : "` + long + `","command":"ls"}`, map[string]int{"stdout": 193 << 10, "command": 0}},
		{"a value that reads like a key", `{"a":"content","b":"` + long + `"}`, map[string]int{"a": 0, "b": 0}},
		{"a key that hides", `{"cont\u0065nt":"` + long + `"}`, map[string]int{"content": 0}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var whole map[string]string
			if err := json.Unmarshal([]byte(tt.text), &whole); err != nil {
				t.Fatal(err)
			}
			for _, size := range []int{1, 13, chunk} {
				var got map[string]string
				if err := json.Unmarshal([]byte(sift(tt.text, size)), &got); err != nil {
					t.Fatalf("in pieces of %d: %v", size, err)
				}
				for key, most := range tt.want {
					if most == 0 && got[key] != whole[key] || most > 0 && (len(got[key]) > most || got[key][:1000] != whole[key][:1000]) {
						t.Errorf("in pieces of %d %s has %d bytes of %d", size, key, len(got[key]), len(whole[key]))
					}
				}
			}
		})
	}
	out := sift(`{"stdout":"`+long+`the end","x":1}`, chunk)
	if !strings.HasSuffix(out, `the end","x":1}`) || !strings.Contains(out, ` characters truncated] ...\n\n`) {
		t.Errorf("an output ends %q", out[len(out)-100:])
	}
	patch := `{"structuredPatch":[{"lines":["]","\"]}"]},{"a":{}}],"structuredPatch" : {"a":[1]},"command":"ls"}`
	if got, want := sift(patch, 1), `{"structuredPatch":[],"structuredPatch" : {},"command":"ls"}`; got != want {
		t.Errorf("a patch leaves %s, want %s", got, want)
	}
}

func TestReadPayload(t *testing.T) {
	long := strings.Repeat("x", 1<<20)
	data, cut, err := ReadPayload(iotest.OneByteReader(strings.NewReader(`{"command":"ls"}`)))
	if string(data) != `{"command":"ls"}` || cut || err != nil {
		t.Errorf("byte by byte: %s, %v, %v", data, cut, err)
	}
	file := func(n int) io.Reader {
		return io.MultiReader(strings.NewReader(`{"content":"`), strings.NewReader(strings.Repeat(long, n)), strings.NewReader(`","command":"ls"}`))
	}
	if data, cut, err = ReadPayload(file(40)); len(data) > maxWritten+1<<10 || cut || !bytes.HasSuffix(data, []byte(`"ls"}`)) || err != nil {
		t.Errorf("a file of 40 MB: %d bytes are left, %v, %v", len(data), cut, err)
	}
	if data, cut, err = ReadPayload(file(70)); len(data) > maxWritten+1<<10 || !cut || err != nil {
		t.Errorf("a file of 70 MB: %d bytes are left, %v, %v", len(data), cut, err)
	}
	other := io.MultiReader(strings.NewReader(`{"a":"`), strings.NewReader(strings.Repeat(long, 20)))
	if data, cut, err = ReadPayload(other); len(data) > maxPayload+chunk || !cut || err != nil {
		t.Errorf("20 MB that are no file: %d bytes are left, %v, %v", len(data), cut, err)
	}
	open, w := io.Pipe() // that is never closed
	go io.WriteString(w, "\n"+`{"command":"ls \"}\" [","a":[{}]}`+" rubbish")
	if data, cut, err = ReadPayload(open); !bytes.Contains(data, []byte(`"a":[{}]}`)) || cut || err != nil {
		t.Errorf("a pipe that stays open: %s, %v, %v", data, cut, err)
	}
	if data, cut, err = ReadPayload(io.MultiReader(file(1), strings.NewReader("\x00}}"), iotest.ErrReader(io.ErrClosedPipe))); !bytes.Contains(data, []byte(`"ls"}`)) || cut || err != nil {
		t.Errorf("a long one with rubbish behind it: %d bytes, %v, %v", len(data), cut, err)
	}
	if _, _, err = ReadPayload(iotest.ErrReader(io.ErrClosedPipe)); !errors.Is(err, io.ErrClosedPipe) {
		t.Errorf("err = %v", err)
	}
	if _, _, err = ReadPayload(nil); !errors.Is(err, ErrEmpty) {
		t.Errorf("without input: %v", err)
	}
}

// FuzzExtent states its laws: the pieces make no difference, and an object that
// is JSON ends where its reader says.
func FuzzExtent(f *testing.F) {
	f.Add([]byte(`{"a":"}\\\"","b":[{}]} rest`), 1)
	f.Add([]byte("\x00\xef\xbb\xbf {\"a\":[\xff"), 3)
	f.Add([]byte("[]"), 2)
	f.Fuzz(func(t *testing.T, text []byte, size int) {
		size = max(1, size)
		var once, pieces extent
		n, ok := once.end(text)
		at, done := 0, false
		for at < len(text) && !done {
			var m int
			m, done = pieces.end(text[at:min(at+size, len(text))])
			at += m
		}
		if at != n || done != ok && len(text) > 0 {
			t.Fatalf("in pieces of %d it ends at %d, %v, at once at %d, %v", size, at, done, n, ok)
		}
		var object map[string]any
		d := json.NewDecoder(bytes.NewReader(text))
		if d.Decode(&object) == nil && object != nil && (!once.whole() || d.InputOffset() != int64(n)) {
			t.Fatalf("%q ends at %d, whole: %v; a reader ends at %d", text, n, once.whole(), d.InputOffset())
		}
	})
}

// FuzzSieve states its laws: what was valid stays valid, what was not does
// not become it, the pieces it comes in make no difference, and nothing but
// what may be left out is.
func FuzzSieve(f *testing.F) {
	f.Add([]byte(`{"tool_name":"Bash","stdout":"a\\\"b"}`), `a\"é`, 3)
	f.Add([]byte(`{"content":"x"`), "\x00\xff", 1)
	f.Add([]byte(`[{"structuredPatch":[[]],"error":"\ud83d\ude00"}]`), "😀", 100)
	f.Fuzz(func(t *testing.T, text []byte, unit string, size int) {
		size = max(1, size)
		got := sift(string(text), size)
		if again := sift(string(text), 1<<20); again != got {
			t.Fatalf("in pieces of %d %q, at once %q", size, got, again)
		}
		// A member with an escaped name is not skipped, and one that is cannot
		// be told from broken text.
		if !bytes.Contains(text, []byte("structuredPatch")) && got != string(text) && len(text) < 4<<10 {
			t.Fatalf("%q became %q", text, got)
		}
		if unit == "" {
			return
		}
		var whole, part struct{ Stdout, Content, Command string }
		value := strings.Repeat(unit, 300<<10/len(unit)+1)
		whole.Stdout, whole.Content, whole.Command = value, value, value
		data, err := json.Marshal(map[string]string{"stdout": value, "content": value, "command": value})
		if err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal([]byte(sift(string(data), max(size, 1000))), &part); err != nil {
			t.Fatalf("%q many times: %v", unit, err)
		}
		if err := json.Unmarshal(data, &whole); err != nil {
			t.Fatal(err)
		}
		if part.Command != whole.Command {
			t.Errorf("a command of %q many times lost something", unit)
		}
		if len(part.Content) > maxWritten || !strings.HasPrefix(whole.Content, part.Content) {
			t.Errorf("a file of %q many times: %d bytes", unit, len(part.Content))
		}
	})
}
