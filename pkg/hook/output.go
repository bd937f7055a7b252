package hook

import (
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/protocol"
)

// output is what a command printed. Of a long output the client tells the
// beginning, and where all of it lies: its end is read there. Only a file of
// the client's own is read: what a payload names may be no output at all.
func output(j *Judge, r *protocol.Result) string {
	own := filepath.Join(j.Places.AgentDir(), "projects")
	if r.Persisted == "" || j.Places.AgentDir() == "" || !strings.HasPrefix(filepath.Clean(r.Persisted), own+string(filepath.Separator)) {
		return r.Output
	}
	tail, err := tailOf(r.Persisted, maxEnd)
	if err != nil || tail == "" {
		return r.Output // what was told is better than nothing
	}
	return ends(r.Output, maxFront, 0) + leftOut + tail
}

// tailOf reads the end of a regular file.
func tailOf(path string, most int64) (string, error) {
	if info, err := os.Lstat(path); err != nil || !info.Mode().IsRegular() {
		return "", err // a link or a device is nothing that the client wrote
	}
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil || !info.Mode().IsRegular() {
		return "", err
	}
	at := max(0, info.Size()-most)
	data, err := io.ReadAll(io.NewSectionReader(f, at, most))
	return string(data), err
}
