package publish

import (
	"fmt"
	"hash/fnv"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/wishes/manifests"
)

// mark stands in every file that is ours as a whole. Its sum is that of the
// rest of the file, so that an edit of it is seen.
const (
	markBegin = manifests.Ours + " ("
	markEnd   = "). To change it: ctxhook preferences. To take it back: ctxhook publish undo. -->\n"
	noSum     = "00000000"

	mark = markBegin + noSum + markEnd
)

// sealed returns the text of a file that is ours, with mark in it, as it is
// written.
func sealed(text string) []byte {
	h := fnv.New32a()
	h.Write([]byte(text))
	return []byte(strings.Replace(text, mark, markBegin+fmt.Sprintf("%08x", h.Sum32())+markEnd, 1))
}

// isOurs reports whether a file is ours as a whole, and as we wrote it. Another
// way to end lines, as git has, is no edit.
func isOurs(data []byte) bool {
	text := strings.ReplaceAll(string(data), "\r\n", "\n")
	head, rest, ok := strings.Cut(text, markBegin)
	if !ok || len(rest) < len(noSum) || !strings.HasPrefix(rest[len(noSum):], markEnd) {
		return false
	}
	return string(sealed(head+markBegin+noSum+rest[len(noSum):])) == text
}

// editedByHand reports whether a file is ours as a whole, and no longer as we wrote it.
func (c *Change) editedByHand() bool {
	return c.Before != nil && strings.Contains(string(c.Before), markBegin) && !isOurs(c.Before)
}

// owned returns an error unless the file is missing or ours.
func (c *Change) owned() error {
	if c.Before != nil && !isOurs(c.Before) {
		return fmt.Errorf("%s %w", c.Path, ErrNotOurs)
	}
	return nil
}
