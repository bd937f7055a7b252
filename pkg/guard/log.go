package guard

import (
	"os"
	"path/filepath"
	"strings"
	"time"

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
	f, err := l.open()
	if err != nil {
		return
	}
	line := strings.Join(strings.Fields(text.Cut(1000).String()), " ")
	f.WriteString(time.Now().UTC().Format(time.RFC3339) + " " + line + "\n")
	f.Close()
}

func (l Log) open() (*os.File, error) {
	const flags = os.O_WRONLY | os.O_CREATE | os.O_APPEND
	f, err := os.OpenFile(l.Path, flags, 0o600)
	if !os.IsNotExist(err) {
		return f, err
	}
	if err := os.MkdirAll(filepath.Dir(l.Path), 0o700); err != nil {
		return nil, err
	}
	return os.OpenFile(l.Path, flags, 0o600)
}
