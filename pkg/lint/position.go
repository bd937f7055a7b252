package lint

import (
	"bytes"
	"sort"
	"strings"
	"unicode/utf8"

	"github.com/ctxhook/ctxhook/pkg/base/redact"
)

// maxSource bounds what is shown of the lines of a finding.
const maxSource = 16 << 10

// locate turns the offsets of a finding into lines and columns.
func (t *text) locate(f *offsetFinding) {
	f.Start = t.position(f.from)
	f.End = t.position(f.to)
}

// position returns the position of an offset.
func (t *text) position(off int) Position {
	off = min(max(off, 0), len(t.data))
	n := t.line(off)
	begin := t.lines[n]
	return Position{Line: n + 1, Column: utf8.RuneCount(t.data[begin:off]) + 1, Byte: off - begin + 1}
}

// line returns the number, from 0, of the line an offset is on.
func (t *text) line(off int) int {
	if t.lines == nil {
		t.lines = []int{0}
		for at := 0; ; {
			n := bytes.IndexByte(t.data[at:], '\n')
			if n < 0 {
				break
			}
			at += n + 1
			t.lines = append(t.lines, at)
		}
	}
	return sort.SearchInts(t.lines, off+1) - 1
}

// lineText returns a line by its number, from 0, without its end.
func (t *text) lineText(n int) []byte {
	end := len(t.data)
	if n+1 < len(t.lines) {
		end = t.lines[n+1]
	}
	return bytes.TrimRight(t.data[t.lines[n]:end], "\r\n")
}

// source cuts out the lines of a finding.
func (t *text) source(f *offsetFinding) Source {
	begin := t.lines[f.Start.Line-1]
	last := f.End.Line - 1
	if f.End.Byte == 1 && last > f.Start.Line-1 {
		last-- // it ends with the line end before
	}
	end := t.lines[last] + len(t.lineText(last))
	if f.from-begin > maxSource/2 { // one very long line
		begin = f.from - maxSource/4
	}
	end = min(end, begin+maxSource)
	for begin < end && !utf8.RuneStart(t.data[begin]) {
		begin++
	}
	raw := strings.ReplaceAll(string(t.data[begin:end]), "\r\n", " \n")
	s := Source{Text: redact.Clean(raw)}
	if s.Text.String() == raw {
		s.From, s.To = f.from-begin, min(f.to, end)-begin
	}
	return s
}
