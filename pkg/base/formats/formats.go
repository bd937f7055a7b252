// Package formats reads files of which more than one package asks something: their
// statements in order, each with its place. It does not say which of them run, expands no
// variable and opens no file.
package formats

import (
	"bytes"

	"github.com/ctxhook/ctxhook/pkg/base/tree"
)

// maxUnclosed bounds the searches for an end that is missing: each reads the rest of the
// file.
const maxUnclosed = 8

// RowAt returns the line at an offset. Its end is not part of it.
func RowAt(data []byte, at int) tree.Row {
	r := tree.Row{From: at, EOL: len(data)}
	if i := bytes.IndexByte(data[at:], '\n'); i >= 0 {
		r.EOL = at + i
	}
	r.To = r.EOL
	if r.To > at && data[r.To-1] == '\r' {
		r.To--
	}
	return r
}
