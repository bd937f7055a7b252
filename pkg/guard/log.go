package guard

import (
	"os"
	"strings"
	"time"

	"github.com/ctxhook/ctxhook/pkg/paths"
	"github.com/ctxhook/ctxhook/pkg/redact"
)

// maxLog is the size at which the log is set aside. One older log is kept, so
// it never takes more than twice as much.
const maxLog = 256 << 10

// Log is a file for what went wrong in a hook, where nobody is to be
// bothered. A zero Log keeps nothing.
type Log struct{ Path string }

// Line appends one line. That it could not is not worth a word either.
func (l Log) Line(text redact.Text) {
	if l.Path == "" {
		return
	}
	if info, err := os.Lstat(l.Path); err == nil && (info.Size() > maxLog || !info.Mode().IsRegular()) {
		if os.Rename(l.Path, l.Path+".1") != nil {
			return
		}
	}
	f, err := paths.OpenAppend(l.Path)
	if err != nil {
		return
	}
	line := strings.Join(strings.Fields(text.Cut(1000).String()), " ")
	f.WriteString(time.Now().UTC().Format(time.RFC3339) + " " + line + "\n")
	f.Close()
}
