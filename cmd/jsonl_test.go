package cmd

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"
	"time"
)

// jsonl runs check --jsonl over an input.
func jsonl(in io.Reader, out io.Writer) (code int, stderr string) {
	var errs bytes.Buffer
	code = Main(Env{
		Args: []string{"check", "--jsonl"}, Stdin: in, Stdout: out, Stderr: &errs, Getenv: func(string) string { return "" },
	})
	return code, errs.String()
}

func TestLinesKeepTheirOrder(t *testing.T) {
	const rows = 3000
	var in, out bytes.Buffer
	for i := range rows {
		// The work is uneven, so that workers overtake each other.
		fmt.Fprintf(&in, `{"command":"%secho %d; git reset --hard HEAD~%d"}`+"\n", strings.Repeat("true; ", i%50), i, i)
	}
	if code, stderr := jsonl(&in, &out); code != 0 || stderr != "" {
		t.Fatalf("exit code %d, %s", code, stderr)
	}
	n := 0
	for line := range bytes.Lines(out.Bytes()) {
		var got verdictView
		if err := json.Unmarshal(line, &got); err != nil {
			t.Fatal(err)
		}
		want := len(strings.Repeat("true; ", n%50)) + len(fmt.Sprintf("echo %d; ", n))
		if len(got.Findings) != 1 || got.Findings[0].Span[0] != want {
			t.Fatalf("row %d: got %s, want a finding from byte %d on", n, line, want)
		}
		n++
	}
	if n != rows {
		t.Errorf("%d rows came out, want %d", n, rows)
	}
}

func TestLinesOfAnySize(t *testing.T) {
	row := func(size int) string {
		const frame = `{"command":"echo "}`
		return `{"command":"echo ` + strings.Repeat("x", size-len(frame)) + `"}`
	}
	tests := []struct {
		name string
		in   string
		want []string // what each line of output holds
	}{
		{name: "nothing"},
		{name: "empty lines", in: "\n \n\t\r\n"},
		{name: "no end of the last line", in: `{"command":"ls"}`, want: []string{`"silent"`}},
		{name: "longer than the buffer", in: row(batchSize+100) + "\n" + row(20) + "\n", want: []string{`"action"`, `"silent"`}},
		{name: "as long as may be", in: row(maxRow) + "\n", want: []string{`"action"`}},
		{
			name: "too long, and the run goes on", in: row(20) + "\n" + row(maxRow+1) + "\n" + row(20),
			want: []string{`"silent"`, `{"error":"line 2: longer than 16 MiB"}`, `"silent"`},
		},
		{name: "not a row", in: "[1]\n", want: []string{`{"error":"line 1: not a row: `}},
		{name: "not text", in: `{"command":7}` + "\n", want: []string{`{"error":"line 1: not a row: `}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var out bytes.Buffer
			if code, stderr := jsonl(strings.NewReader(tt.in), &out); code != 0 || stderr != "" {
				t.Errorf("exit code %d, %s", code, stderr)
			}
			got := strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n")
			if out.Len() == 0 {
				got = nil
			}
			if len(got) != len(tt.want) {
				t.Fatalf("%d lines came out, want %d", len(got), len(tt.want))
			}
			for i, want := range tt.want {
				if !strings.Contains(got[i], want) {
					t.Errorf("line %d is %.200s, want %s in it", i+1, got[i], want)
				}
			}
		})
	}
}

// TestLinesAreNotHeldBack: who writes a row and waits gets its verdict,
// whether or not the next one has begun.
func TestLinesAreNotHeldBack(t *testing.T) {
	in, rows := io.Pipe()
	verdicts, out := io.Pipe()
	done := make(chan int, 1)
	go func() {
		code, _ := jsonl(in, out)
		out.Close()
		done <- code
	}()
	answers := make(chan string)
	go func() {
		for s := bufio.NewScanner(verdicts); s.Scan(); {
			answers <- s.Text()
		}
		close(answers)
	}()
	for _, write := range []string{
		"{\"command\":\"ls\"}\n",
		"{\"command\":\"ls\"}\n{\"comm",
		"and\":\"ls\"}\n",
	} {
		if _, err := io.WriteString(rows, write); err != nil {
			t.Fatal(err)
		}
		select {
		case got := <-answers:
			if !strings.Contains(got, `"silent"`) {
				t.Errorf("got %s", got)
			}
		case <-time.After(10 * time.Second):
			t.Fatalf("no verdict after %q", write)
		}
	}
	rows.Close()
	if more, ok := <-answers; ok {
		t.Errorf("got %s beyond the end", more)
	}
	if code := <-done; code != 0 {
		t.Errorf("exit code %d", code)
	}
}

func TestLinesThatBreakOff(t *testing.T) {
	broken := errors.New("broken")
	row := "{\"command\":\"ls\"}\n"
	t.Run("input", func(t *testing.T) {
		var out bytes.Buffer
		code, stderr := jsonl(io.MultiReader(strings.NewReader(row), iotest.ErrReader(broken)), &out)
		if code != exitError || !strings.Contains(stderr, "standard input: broken") {
			t.Errorf("exit code %d, %s", code, stderr)
		}
		if !strings.Contains(out.String(), `"silent"`) {
			t.Errorf("what was read before is lost: %q", out.String())
		}
	})
	t.Run("output", func(t *testing.T) {
		in, rows := io.Pipe()
		go func() {
			for range 100_000 {
				if _, err := io.WriteString(rows, row); err != nil {
					return
				}
			}
		}()
		defer in.Close()
		code, stderr := jsonl(in, failingWriter{broken})
		if code != exitError || !strings.Contains(stderr, "standard output: broken") {
			t.Errorf("exit code %d, %s", code, stderr)
		}
	})
}

type failingWriter struct{ err error }

func (w failingWriter) Write([]byte) (int, error) { return 0, w.err }

// BenchmarkLines judges what agents often run, a row each. On two cores of a
// shared 2.x GHz machine: 40,000 rows/s.
func BenchmarkLines(b *testing.B) {
	var in bytes.Buffer
	commands := []string{
		"git status", "ls -la src", "cd app && npm test -- --watch=false 2>&1 | tail -20", "rm -rf node_modules",
		"git add -A && git commit -m 'fix: keep order'", `for f in *.go; do gofmt -l "$f"; done`, "git push --force origin main",
	}
	rows := 0
	for ; rows < b.N; rows++ {
		data, err := json.Marshal(map[string]string{"command": commands[rows%len(commands)], "cwd": "/home/user/app"})
		if err != nil {
			b.Fatal(err)
		}
		in.Write(append(data, '\n'))
	}
	b.ReportAllocs()
	b.ResetTimer()
	if code, stderr := jsonl(&in, io.Discard); code != 0 {
		b.Fatal(stderr)
	}
	b.ReportMetric(float64(rows)/b.Elapsed().Seconds(), "rows/s")
}
