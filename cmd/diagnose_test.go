package cmd

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
)

// TestDiagnoseLinesAreOnTheirOwn: rows are read side by side, and none sees
// what is in another.
func TestDiagnoseLinesAreOnTheirOwn(t *testing.T) {
	const rows = 2000
	var in, out, errs bytes.Buffer
	for i := range rows {
		output := fmt.Sprintf("ModuleNotFoundError: No module named 'mod%d'\n", i)
		if i%3 == 0 {
			output = strings.Repeat("all is well\n", i%50)
		}
		data, err := json.Marshal(map[string]any{"command": "python3 app.py", "output": output, "exit_code": 1})
		if err != nil {
			t.Fatal(err)
		}
		in.Write(append(data, '\n'))
	}
	code := Main(Env{
		Args: []string{"diagnose", "--jsonl"}, Stdin: &in, Stdout: &out, Stderr: &errs, Getenv: func(string) string { return "" },
	})
	if code != 0 || errs.Len() > 0 {
		t.Fatalf("exit code %d, %s", code, errs.String())
	}
	n := 0
	for line := range bytes.Lines(out.Bytes()) {
		var got diagnosisView
		if err := json.Unmarshal(line, &got); err != nil {
			t.Fatal(err)
		}
		want := fmt.Sprintf("`mod%d`", n)
		has := len(got.Fixes) > 0 && strings.Contains(got.Fixes[0].Text, want)
		if has == (n%3 == 0) {
			t.Fatalf("row %d: got %s", n, line)
		}
		n++
	}
	if n != rows {
		t.Errorf("%d rows came out, want %d", n, rows)
	}
}

// TestReadTail: of a long output the end is read.
func TestReadTail(t *testing.T) {
	tests := []struct {
		name string
		size int
		cut  bool
	}{
		{"nothing", 0, false},
		{"what fits", 1000, false},
		{"one more", 1001, true},
		{"much more", 500_000, true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			whole := strings.Repeat("0123456789", tt.size/10+1)[:tt.size]
			got, cut, err := readTail(strings.NewReader(whole), 1000)
			if err != nil || cut != tt.cut {
				t.Errorf("cut %v and %v, want %v", cut, err, tt.cut)
			}
			if want := whole[max(0, len(whole)-1000):]; got != want {
				t.Errorf("%d bytes, want the last %d", len(got), len(want))
			}
		})
	}
}
