package facts

import (
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/ctxhook/ctxhook/pkg/paths"
)

// Head is what a work tree has checked out.
type Head struct {
	Branch string // "" when none is
	Commit string // its hash; "" when it is not known, or there is none yet
}

// The bounds on what is read of a repository to know its head.
const (
	maxRef        = 4 << 10
	maxPackedRefs = 4 << 20
	maxHeadLog    = 4 << 20
)

// HeadOf reads what a work tree has checked out, without running git: nothing
// outside of git, or where a file is not what git writes.
func HeadOf(root string) Head {
	dir, err := gitDir(root)
	if err != nil {
		return Head{}
	}
	text := firstLine(filepath.Join(dir, "HEAD"))
	ref, symbolic := strings.CutPrefix(text, "ref: ")
	switch {
	case !symbolic && isHash(text):
		return Head{Commit: text}
	case !symbolic || !strings.HasPrefix(ref, "refs/") || strings.Contains(ref, ".."):
		return Head{}
	}
	h := Head{Branch: strings.TrimPrefix(ref, "refs/heads/")}
	dir = commonDir(dir)
	if h.Commit = firstLine(filepath.Join(dir, filepath.FromSlash(ref))); !isHash(h.Commit) {
		h.Commit = packedRef(filepath.Join(dir, "packed-refs"), ref)
	}
	return h
}

// commonDir returns the directory that holds the branches of a work tree: a
// linked one has its own HEAD, and the branches of the others.
func commonDir(dir string) string {
	switch common := firstLine(filepath.Join(dir, "commondir")); {
	case filepath.IsAbs(common):
		return common
	case common != "":
		return filepath.Join(dir, common)
	}
	return dir
}

// switchTakes is how long git may take to write the files of another commit.
const switchTakes = 2 * time.Second

// Switched reports whether a file of a work tree was written by git, when it
// checked out what is checked out now. It is then as it was committed.
func Switched(root string, written time.Time) bool {
	dir, err := gitDir(root)
	if err != nil {
		return false
	}
	log := filepath.Join(dir, "logs", "HEAD")
	info, err := os.Stat(log)
	if err != nil || written.After(info.ModTime()) || written.Before(info.ModTime().Add(-switchTakes)) {
		return false
	}
	data, err := paths.ReadFile(log, maxHeadLog)
	lines := strings.Split(strings.TrimSpace(string(data)), "\n")
	return err == nil && strings.Contains(lines[len(lines)-1], "\tcheckout: ")
}

// packedRef returns the hash of a ref that a file of packed refs lists, or "".
func packedRef(path, ref string) string {
	data, err := paths.ReadFile(path, maxPackedRefs)
	if err != nil {
		return ""
	}
	for line := range strings.Lines(string(data)) {
		if hash, name, ok := strings.Cut(strings.TrimSpace(line), " "); ok && name == ref && isHash(hash) {
			return hash
		}
	}
	return ""
}

// firstLine returns the first line of a small file, or "".
func firstLine(path string) string {
	data, err := paths.ReadFile(path, maxRef)
	if err != nil {
		return ""
	}
	line, _, _ := strings.Cut(string(data), "\n")
	return strings.TrimSpace(line)
}

// isHash reports whether a text is a hash of SHA-1 or SHA-256 in hexadecimal.
func isHash(s string) bool {
	return (len(s) == 40 || len(s) == 64) && strings.Trim(s, "0123456789abcdef") == ""
}
