package cmd

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"runtime"
	"runtime/debug"
	"strconv"

	"github.com/ctxhook/ctxhook/pkg/base/display"
)

// This file is --jsonl: rows in, one line each out, in order, in constant
// memory. A reader cuts the input into batches, workers answer them side by
// side, a writer puts them out in the order they were read. What the reader is
// ahead of the writer is bounded by the queue between them.

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
	out   []byte
	done  chan struct{}
}

// line is a row, or why it could not be read.
type line struct {
	text []byte
	err  error
}

// answerer answers one row. It is called by one worker only.
type answerer func(row []byte) (any, error)

// answerRows answers the rows of in. newAnswerer makes the answerer of a
// worker.
func answerRows(in io.Reader, out io.Writer, newAnswerer func() (answerer, error)) error {
	// The heap stays small, so collecting it less often is cheap: with 400 it takes
	// a twentieth of the time more, and 68 MB in place of 93.
	defer debug.SetGCPercent(debug.SetGCPercent(800))
	workers := runtime.GOMAXPROCS(0)
	jobs, ordered := make(chan *batch), make(chan *batch, 2*workers)
	quit := make(chan struct{})
	defer close(quit)
	for range workers {
		answer, err := newAnswerer()
		if err != nil {
			return err
		}
		go answerBatches(answer, jobs)
	}
	var readErr error
	go func() {
		defer close(ordered)
		defer close(jobs)
		readErr = readBatches(in, func(b *batch) bool {
			select {
			case ordered <- b:
				jobs <- b // a worker is always coming back
				return true
			case <-quit:
				return false
			}
		})
	}()
	if err := writeBatches(out, ordered); err != nil {
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

// writeBatches writes the answers, in order, and leaves nothing behind
// when there is nothing more to write for now.
func writeBatches(w io.Writer, ordered <-chan *batch) error {
	out := bufio.NewWriterSize(w, 64<<10)
	for b := range ordered {
		<-b.done
		if _, err := out.Write(b.out); err != nil {
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

// encoded is an answer that is JSON already.
type encoded []byte

func answerBatches(answer answerer, jobs <-chan *batch) {
	for b := range jobs {
		out := bytes.NewBuffer(make([]byte, 0, 128*len(b.lines)))
		enc := json.NewEncoder(out)
		enc.SetEscapeHTML(false)
		for i := range b.lines {
			l := &b.lines[i]
			if l.err == nil && len(bytes.TrimSpace(l.text)) == 0 {
				continue
			}
			v, err := answer.line(l)
			if data, ok := v.(encoded); ok && err == nil {
				out.Write(append(data, '\n'))
			} else if err == nil {
				err = enc.Encode(v)
			}
			if err != nil {
				n := strconv.Itoa(b.first + i)
				enc.Encode(map[string]string{"error": "line " + n + ": " + err.Error()}) // a buffer takes all
			}
			l.text = nil
		}
		b.out = display.JSON(out.Bytes())
		close(b.done)
	}
}

// line answers one line. A panic is the error of its line, and the run goes on.
func (answer answerer) line(l *line) (v any, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("internal error: %v", p)
		}
	}()
	if l.err != nil {
		return nil, l.err
	}
	return answer(l.text)
}
