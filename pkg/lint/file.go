package lint

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"

	"github.com/ctxhook/ctxhook/pkg/base/paths"
	"github.com/ctxhook/ctxhook/pkg/base/wide"
	"github.com/ctxhook/ctxhook/pkg/guard/extract"
)

const (
	maxFile     = 2 << 20  // of a file found in a directory
	maxExplicit = 64 << 20 // of a file that the user named
	binaryHead  = 8000     // where a zero byte makes a file binary, as for git
)

// file is a file that may hold shell.
type file struct {
	shown    string // as shown in reports
	key      string // its path below the project, for fingerprints and patterns
	explicit bool   // the user named it, so skipping it is worth a note
	note     string // why it is skipped
	err      error  // why it could not be reached
	added    *lines // only findings on these; nil: all
	open     func() (io.ReadCloser, int64, error)
}

// skipReason is the reason why a file was skipped.
type skipReason string

func (s skipReason) Error() string { return string(s) }

// kind returns the path from which package extract works out what a file is.
func (f *file) kind() string {
	if f.key == "" {
		return "stdin.sh"
	}
	return f.key
}

// load reads a file as far as needed. The input is nil when no reader finds
// shell in such a file.
func (f *file) load() (*extract.Input, []byte, error) {
	if f.err != nil {
		return nil, nil, f.err
	}
	r, size, err := f.open()
	switch {
	case err != nil && f.explicit:
		return nil, nil, err
	case errors.Is(err, paths.ErrNotRegular), errors.Is(err, fs.ErrNotExist): // git lists what was deleted, too
		return nil, nil, nil
	case err != nil:
		return nil, nil, err
	}
	defer r.Close()
	var b bytes.Buffer
	if _, err := io.CopyN(&b, r, extract.HeadSize); err != nil && err != io.EOF {
		return nil, nil, err
	}
	input := extract.For(f.kind(), b.Bytes())
	if input == nil {
		return nil, nil, nil
	}
	limit, over := int64(maxFile), skipReason("skipped: larger than 2 MiB; name it to check it")
	if f.explicit {
		limit, over = maxExplicit, "skipped: larger than 64 MiB"
	}
	if size > limit {
		return nil, nil, over
	}
	if size > 0 {
		b.Grow(int(size)) // one buffer, once
	}
	if _, err := io.CopyN(&b, r, limit+1-int64(b.Len())); err != nil && err != io.EOF {
		return nil, nil, err
	}
	data := b.Bytes()
	if int64(len(data)) > limit {
		return nil, nil, over
	}
	if isWide(data) {
		data = []byte(wide.Marked(string(data))) // PowerShell on Windows writes scripts so
	}
	data = bytes.TrimPrefix(data, []byte("\xef\xbb\xbf")) // editors of Windows write it, and shells skip it
	if bytes.IndexByte(data[:min(len(data), binaryHead)], 0) >= 0 {
		return nil, nil, skipReason("skipped: binary")
	}
	return input, data, nil
}

// isWide reports whether a file begins with the mark of UTF-16.
func isWide(data []byte) bool {
	return bytes.HasPrefix(data, []byte("\xff\xfe")) || bytes.HasPrefix(data, []byte("\xfe\xff"))
}

// openIn opens a regular file below a root. It follows no link out of the
// root, and none in place of the file.
func openIn(root *os.Root, name string) (io.ReadCloser, int64, error) {
	info, err := root.Lstat(name)
	if err != nil {
		return nil, 0, err
	}
	if !info.Mode().IsRegular() {
		return nil, 0, paths.ErrNotRegular
	}
	f, err := paths.OpenIn(root, name)
	if err != nil {
		return nil, 0, err
	}
	return f, info.Size(), nil
}

// openNamed opens a file that the user named, links followed.
func openNamed(path string) (io.ReadCloser, int64, error) {
	f, err := paths.Open(path)
	if err != nil {
		return nil, 0, err
	}
	info, err := f.Stat()
	if err != nil {
		return nil, 0, errors.Join(err, f.Close())
	}
	return f, info.Size(), nil
}

// openBytes returns a function that opens bytes in memory.
func openBytes(data []byte) func() (io.ReadCloser, int64, error) {
	return func() (io.ReadCloser, int64, error) {
		return io.NopCloser(bytes.NewReader(data)), int64(len(data)), nil
	}
}
