package transcript

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/ctxhook/ctxhook/pkg/base/paths"
	"github.com/ctxhook/ctxhook/pkg/base/protocol"
	"github.com/ctxhook/ctxhook/pkg/memory"
)

// Entry is a call in a transcript, with its result.
type Entry struct {
	Time    time.Time // when the model asked for it
	Ended   time.Time
	Outcome memory.Outcome // as in Call: the result tells OK from Failed
	// Call is what a hook after the call gets, or would have got.
	Call protocol.Call
}

// The bounds of what is kept of a transcript while it is read.
const (
	maxLine    = 16 << 20
	maxCommand = 1 << 20
	maxPending = 64       // calls without a result; few run at a time
	readAhead  = 32 << 10 // bytes; a long line is put together from several
)

// Sum counts what a transcript held.
type Sum struct {
	Bytes  int64
	Lines  int
	Broken int // lines that are cut off, too long or nested too deeply
	Open   int // calls without a result
}

func (s *Sum) add(o Sum) {
	s.Bytes += o.Bytes
	s.Lines += o.Lines
	s.Broken += o.Broken
	s.Open += o.Open
}

// reader reads one transcript from its beginning to its end.
type reader struct {
	name    string
	session string // for lines that do not name one
	file    *os.File
	in      *bufio.Reader
	line    []byte    // of the current line, what did not fit into in
	pending []request // calls that wait for their results
	ready   []Entry
	next    Entry
	sum     Sum
}

// open opens a transcript that is a regular file, and no link to one.
func open(path string) (*reader, error) {
	before, err := os.Lstat(path)
	if err != nil {
		return nil, err
	}
	if !before.Mode().IsRegular() {
		return nil, fmt.Errorf("%s: %w", path, paths.ErrNotRegular)
	}
	f, err := paths.Open(path)
	if err != nil {
		return nil, err
	}
	after, err := f.Stat()
	if err != nil || !os.SameFile(before, after) {
		return nil, errors.Join(fmt.Errorf("%s: %w", path, paths.ErrNotRegular), f.Close())
	}
	return &reader{
		name: path, session: strings.TrimSuffix(filepath.Base(path), ".jsonl"), file: f, in: bufio.NewReaderSize(f, readAhead),
	}, nil
}

// skipTo leaves out all but the last bytes, and the line that is cut by that.
func (r *reader) skipTo(most int64) error {
	info, err := r.file.Stat()
	if err != nil || info.Size() <= most {
		return err
	}
	if _, err := r.file.Seek(-most, io.SeekEnd); err != nil {
		return err
	}
	_, _, err = r.raw()
	if err == io.EOF {
		return nil
	}
	return err
}

// advance reads the next event into next. At the end it closes the file and
// returns io.EOF.
func (r *reader) advance() error {
	for len(r.ready) == 0 {
		line, err := r.readLine()
		if err != nil {
			r.sum.Open += len(r.pending)
			r.pending = nil
			if closeErr := r.file.Close(); err == io.EOF && closeErr != nil {
				err = closeErr
			}
			return err
		}
		parse(line, r.asked, r.ended)
	}
	r.next, r.ready = r.ready[0], r.ready[1:]
	return nil
}

// readLine returns the next line that is whole and may hold a call.
func (r *reader) readLine() ([]byte, error) {
	for {
		line, long, err := r.raw()
		r.sum.Bytes += int64(len(line))
		line = bytes.TrimSpace(line)
		worth := worthOf(line)
		if long {
			worth = broken
		}
		if worth != blank {
			r.sum.Lines++
		}
		switch worth {
		case broken:
			r.sum.Broken++
		case telling:
			return line, nil
		}
		if err != nil {
			return nil, err
		}
	}
}

// raw reads a line, and drops one that is too long. The error comes with the
// last line.
func (r *reader) raw() (line []byte, long bool, err error) {
	r.line = r.line[:0]
	for {
		part, err := r.in.ReadSlice('\n')
		if err != bufio.ErrBufferFull && len(r.line) == 0 && !long {
			return part, false, err
		}
		if long = long || len(r.line)+len(part) > maxLine; long {
			r.sum.Bytes += int64(len(part) + len(r.line))
			r.line = r.line[:0]
		} else {
			r.line = append(r.line, part...)
		}
		if err != bufio.ErrBufferFull {
			return r.line, long, err
		}
	}
}

func (r *reader) asked(a request) {
	switch {
	case a.at.IsZero(), len(a.command) > maxCommand, r.find(a.id) >= 0:
		return
	case len(r.pending) == maxPending:
		r.sum.Open++
		r.pending = append(r.pending[:0], r.pending[1:]...)
	}
	if a.session == "" {
		a.session = r.session
	}
	r.pending = append(r.pending, a)
}

func (r *reader) find(id string) int {
	for i := range r.pending {
		if r.pending[i].id == id {
			return i
		}
	}
	return -1
}

func (r *reader) ended(result callResult) {
	i := r.find(result.id)
	if i < 0 {
		return
	}
	a := r.pending[i]
	r.pending = append(r.pending[:i], r.pending[i+1:]...)
	e := Entry{Time: a.at, Ended: result.at, Outcome: outcome(result.entry, result.block)}
	if e.Outcome == memory.Failed && strings.HasPrefix(text(result.block.Get("content")), "<tool_use_error>") {
		return // not a valid call of the tool, so it did not run
	}
	if e.Ended.Before(e.Time) {
		e.Ended = e.Time
	}
	var err error
	if e.Call, err = a.call(e, result.entry.Get("toolUseResult"), result.block, filepath.Dir(r.name)); err == nil {
		r.ready = append(r.ready, e)
	}
}
