package paths

import (
	"os"
	"strings"
	"time"

	"github.com/ctxhook/ctxhook/pkg/base/redact"
)

// maxLog is the size at which a log is renamed. One older log is kept, so both
// never take more than twice as much.
const maxLog = 256 << 10

// Log is a file for failures that the user need not be told about. A zero Log
// keeps nothing.
type Log struct{ Path string }

// UnreadLine begins a line about something that was left unread.
const UnreadLine = "unread: "

// Line appends one line. A failure to do so is ignored, too.
func (l Log) Line(text redact.Text) {
	if l.Path == "" {
		return
	}
	if info, err := os.Lstat(l.Path); err == nil && (info.Size() > maxLog || !info.Mode().IsRegular()) {
		if os.Rename(l.Path, l.Path+".1") != nil {
			return
		}
	}
	f, err := OpenAppend(l.Path)
	if err != nil {
		return
	}
	line := strings.Join(strings.Fields(text.Cut(1000).String()), " ")
	f.WriteString(time.Now().UTC().Format(time.RFC3339) + " " + line + "\n")
	f.Close()
}

// Unread returns the lines that were left since a moment about what was unread, the
// newest last, without their times.
func (l Log) Unread(since time.Time) (lines []string) {
	data, err := ReadFile(l.Path, 2*maxLog)
	if err != nil {
		return nil
	}
	for line := range strings.Lines(string(data)) {
		at, what, _ := strings.Cut(strings.TrimSpace(line), " ")
		if t, err := time.Parse(time.RFC3339, at); err == nil && !t.Before(since) && strings.HasPrefix(what, UnreadLine) {
			lines = append(lines, strings.TrimPrefix(what, UnreadLine))
		}
	}
	return lines
}
