package store

import (
	"bytes"
	"flag"
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var rewrite = flag.Bool("u", false, "write the golden files anew")

// TestRecords: the lines of an export and of the spool stay as they are, to
// the byte: other versions read them. And nothing is lost on the way.
func TestRecords(t *testing.T) {
	const golden = "testdata/records.jsonl"
	values := fullValues()
	known := kinds()
	var lines []byte
	for _, k := range known {
		data, err := k.line(values[k.name])
		if err != nil || bytes.Contains(data, []byte("\n")) {
			t.Fatalf("%s: %q, %v", k.name, data, err)
		}
		lines = append(append(lines, data...), '\n')
		back, err := decodeRecord(known, data)
		if err != nil || back.kind.name != k.name {
			t.Fatalf("%s: %v", k.name, err)
		}
		if diff := cmp.Diff(values[k.name], back.value, texts); diff != "" {
			t.Errorf("%s as JSON (-want +got):\n%s", k.name, diff)
		}
	}
	if *rewrite {
		if err := os.WriteFile(golden, lines, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(lines)); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

func FuzzDecodeRecord(f *testing.F) {
	f.Add([]byte(`{"decision":{"id":"d-1","action":"warn","time":"2026-03-01T12:00:00Z","command":"x"}}`))
	f.Add([]byte(`{"run":{"id":"r-1","start":"2026-03-01T12:00:00Z","outcome":"failed","check":{"tests":["a"]},"errors":[{}]}}`))
	f.Add([]byte(`{"lesson":{"id":"l-1"},"edit":{"id":"e-1"}}`))
	known := kinds()
	f.Fuzz(func(t *testing.T, data []byte) {
		r, err := decodeRecord(known, data)
		if err != nil {
			return
		}
		again, err := r.kind.line(r.value)
		if err != nil {
			return // a time that no JSON can say
		}
		if _, err := decodeRecord(known, again); err != nil {
			t.Errorf("written and not read again: %q", again)
		}
	})
}
