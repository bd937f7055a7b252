package cmd

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/rule"
)

// This file is check --jsonl: rows in, one line each out, in order, in
// constant memory. A reader cuts the input into batches, workers judge them
// side by side, a writer puts them out in the order they were read. What the
// reader is ahead of the writer is bounded by the queue between them.

const (
	maxRow    = 16 << 20 // bytes of a line
	batchRows = 256
	batchSize = 256 << 10 // bytes of a batch, unless one line is longer
)

// errTooLong is the error of a row.
var errTooLong = errors.New("longer than 16 MiB")

// batch is some lines on their way through.
type batch struct {
	first int // number of the first line
	lines []line
	out   bytes.Buffer
	done  chan struct{}
}

// line is a row, or why it could not be read.
type line struct {
	text []byte
	err  error
}

// checkLines judges the rows on standard input.
func (e *Env) checkLines(f *checkFlags) error {
	if f.facts || f.cwd != "" {
		return withHint(errors.New("--jsonl takes neither --facts nor --cwd"), `give each row its own: {"command":"..","cwd":".."}`)
	}
	workers := runtime.GOMAXPROCS(0)
	jobs, ordered := make(chan *batch), make(chan *batch, 2*workers)
	quit := make(chan struct{})
	defer close(quit)
	for range workers {
		j, err := builtinJudge(&f.judging)
		if err != nil {
			return err
		}
		go judgeBatches(j, jobs)
	}
	var readErr error
	go func() {
		defer close(ordered)
		defer close(jobs)
		readErr = readBatches(e.Stdin, func(b *batch) bool {
			select {
			case ordered <- b:
				jobs <- b // a worker is always coming back
				return true
			case <-quit:
				return false
			}
		})
	}()
	if err := writeBatches(e.Stdout, ordered); err != nil {
		return fmt.Errorf("standard output: %w", err)
	}
	if readErr != nil {
		return fmt.Errorf("standard input: %w", readErr)
	}
	return nil
}

// readBatches cuts the input into batches. A batch is full at its bounds, or
// as soon as the next line would have to be waited for.
func readBatches(r io.Reader, send func(*batch) bool) error {
	in := bufio.NewReaderSize(r, batchSize)
	b, size := &batch{first: 1, done: make(chan struct{})}, 0
	for {
		text, err := readLine(in)
		if err != nil && !errors.Is(err, errTooLong) {
			if len(b.lines) > 0 {
				send(b)
			}
			if err == io.EOF {
				err = nil
			}
			return err
		}
		b.lines = append(b.lines, line{text, err})
		size += len(text)
		if size < batchSize && len(b.lines) < batchRows && lineWaits(in) {
			continue
		}
		next := &batch{first: b.first + len(b.lines), done: make(chan struct{})}
		if !send(b) {
			return nil
		}
		b, size = next, 0
	}
}

// lineWaits reports whether a whole line has been read ahead.
func lineWaits(in *bufio.Reader) bool {
	ahead, _ := in.Peek(in.Buffered())
	return bytes.IndexByte(ahead, '\n') >= 0
}

// readLine reads a line without its end. The rest of one that is too long is
// passed over. The last line may lack its end.
func readLine(in *bufio.Reader) (text []byte, err error) {
	for {
		part, err := in.ReadSlice('\n')
		if len(text)+len(part) > maxRow+1 {
			for err == bufio.ErrBufferFull {
				_, err = in.ReadSlice('\n')
			}
			if err != nil && err != io.EOF {
				return nil, err
			}
			return nil, errTooLong
		}
		text = append(text, part...)
		switch {
		case err == nil:
			return text[:len(text)-1], nil
		case err == io.EOF && len(text) > 0:
			return text, nil
		case err != bufio.ErrBufferFull:
			return nil, err
		}
	}
}

// writeBatches writes what was judged, in order, and leaves nothing behind
// when there is nothing more to write for now.
func writeBatches(w io.Writer, ordered <-chan *batch) error {
	out := bufio.NewWriterSize(w, 64<<10)
	for b := range ordered {
		<-b.done
		if _, err := out.Write(b.out.Bytes()); err != nil {
			return err
		}
		if len(ordered) > 0 {
			continue
		}
		if err := out.Flush(); err != nil {
			return err
		}
	}
	return out.Flush()
}

// row is a command to judge.
type row struct {
	Command *string `json:"command"`
	Cwd     string  `json:"cwd"`
	Home    string  `json:"home"`
	Surface string  `json:"surface"` // where the text stands: one of rule.Surfaces
}

// surface is where a row's text was found. A text that names its interpreter
// is a script in a file, not a command that an agent is about to run.
func (r *row) surface() (string, error) {
	switch {
	case r.Surface != "" && !slices.Contains(rule.Surfaces[:], r.Surface):
		return "", fmt.Errorf("not a row: unknown surface %q: one of %s", r.Surface, strings.Join(rule.Surfaces[:], ", "))
	case r.Surface == "" && strings.HasPrefix(*r.Command, "#!"):
		return "script", nil
	}
	return r.Surface, nil
}

func judgeBatches(j *judge, jobs <-chan *batch) {
	for b := range jobs {
		enc := json.NewEncoder(&b.out)
		enc.SetEscapeHTML(false)
		for i := range b.lines {
			l := &b.lines[i]
			if l.err == nil && len(bytes.TrimSpace(l.text)) == 0 {
				continue
			}
			v, err := j.row(l)
			if err == nil {
				err = enc.Encode(v)
			}
			if err != nil {
				n := strconv.Itoa(b.first + i)
				enc.Encode(map[string]string{"error": "line " + n + ": " + err.Error()}) // a buffer takes all
			}
			l.text = nil
		}
		close(b.done)
	}
}

// row judges one row. One that a mistake of ours panics over is an error
// like any other, and the run goes on.
func (j *judge) row(l *line) (v verdictRow, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("internal error: %v", p)
		}
	}()
	if l.err != nil {
		return v, l.err
	}
	var r row
	if err := json.Unmarshal(l.text, &r); err != nil {
		return v, fmt.Errorf("not a row: %w", err)
	}
	if r.Command == nil {
		return v, errors.New(`not a row: "command" is missing`)
	}
	j.at.Home, j.at.Cwd = r.Home, r.Cwd
	if r.Home == "" {
		j.at.Home = "/home/user"
	}
	if j.engine.Surface, err = r.surface(); err != nil {
		return v, err
	}
	got := j.judge(*r.Command)
	return verdictJSON(&got.Verdict, got.action, false), nil
}
