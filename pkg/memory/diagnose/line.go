package diagnose

import (
	"iter"
	"strings"
)

// span is a part of an output.
type span struct{ from, to int }

// line returns the line that contains an offset, without its line ending.
func line(text string, at int) (from, to int) {
	from = strings.LastIndexByte(text[:at], '\n') + 1
	return from, chomp(text, from, lineEnd(text, at))
}

// lineEnd returns where the line of an offset ends.
func lineEnd(text string, at int) int {
	if n := strings.IndexByte(text[at:], '\n'); n >= 0 {
		return at + n
	}
	return len(text)
}

// chomp drops the carriage return of a line from Windows.
func chomp(text string, from, to int) int {
	if to > from && text[to-1] == '\r' {
		to--
	}
	return to
}

// lines yields the lines that start in a part of a text, without their line
// endings.
func lines(text string, part span) iter.Seq[span] {
	return func(yield func(span) bool) {
		for from := part.from; from < part.to; {
			end := lineEnd(text, from)
			if !yield(span{from, chomp(text, from, end)}) {
				return
			}
			from = end + 1
		}
	}
}

// The parts of a long output that are read: errors stand at its end, and their
// causes at its beginning.
const (
	headBytes = 8 << 10
	tailBytes = 24 << 10
	mostLines = 2000
)

// skim yields the lines of a text, of a long one those of its head and its
// tail. Long lines are cut.
func skim(text string) iter.Seq[span] {
	head, tail := span{0, len(text)}, span{len(text), len(text)}
	if len(text) > headBytes+tailBytes {
		head.to = headBytes
		tail.from = lineEnd(text, max(len(text)-tailBytes-1, lineEnd(text, headBytes-1))) + 1
	}
	return func(yield func(span) bool) {
		n := 0
		for _, part := range [...]span{head, tail} {
			for at := range lines(text, part) {
				if n == mostLines || !yield(span{at.from, min(at.to, at.from+maxLine)}) {
					return
				}
				n++
			}
		}
	}
}
