package git

import (
	"encoding/hex"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

const (
	maxPackedRefs = 32 << 20
	maxSymbolic   = 5 // refs that name refs, as git has it
)

// Head is what a work tree has checked out.
type Head struct {
	Ref    string // "refs/heads/main"; "" when detached
	Commit string // its hash; "" where there is no commit yet
}

// Branch returns the short name of the branch, "" when detached.
func (h Head) Branch() string {
	name, _ := strings.CutPrefix(h.Ref, "refs/heads/")
	return name
}

// Head reads what is checked out.
func (r *Repo) Head() (Head, error) {
	r.begin()
	return r.head()
}

func (r *Repo) head() (Head, error) {
	id, target, err := r.loose("HEAD")
	if errors.Is(err, fs.ErrNotExist) {
		return Head{}, damaged("HEAD")
	}
	if err != nil || target == "" {
		return Head{Commit: id}, err
	}
	id, err = r.resolve(target)
	if errors.Is(err, fs.ErrNotExist) {
		err = nil
	}
	return Head{Ref: target, Commit: id}, err
}

// Ref returns the hash that a full name of a ref stands for; fs.ErrNotExist
// where there is none.
func (r *Repo) Ref(name string) (string, error) {
	r.begin()
	return r.resolve(name)
}

// resolve follows a ref to its hash.
func (r *Repo) resolve(name string) (string, error) {
	for range maxSymbolic {
		id, target, err := r.loose(name)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			packed, err := r.packedRefs()
			if err != nil {
				return "", err
			}
			if id := packed.find(name); id != "" {
				return id, nil
			}
			return "", fs.ErrNotExist
		case err != nil:
			return "", err
		case target == "":
			return id, nil
		}
		name = target
	}
	return "", damaged(name)
}

// loose reads a ref from its own file: a hash, or the name of another ref.
func (r *Repo) loose(name string) (id, target string, err error) {
	if !refName(name) {
		return "", "", damaged("a ref")
	}
	dir := r.common
	if ownRef(name) {
		dir = r.dir
	}
	info, err := os.Lstat(filepath.Join(dir, filepath.FromSlash(name)))
	if missing(err) || err == nil && info.IsDir() {
		return "", "", fs.ErrNotExist
	}
	if err != nil || !info.Mode().IsRegular() {
		return "", "", damaged(name) // git once made links of refs
	}
	text, err := r.read(dir, name, maxSmall)
	if err != nil {
		return "", "", err
	}
	line := strings.TrimRight(string(text), " \t\r\n")
	if target, ok := strings.CutPrefix(line, "ref:"); ok {
		target = strings.TrimLeft(target, " \t")
		if !strings.HasPrefix(target, "refs/") || !refName(target) {
			return "", "", damaged(name)
		}
		return "", target, nil
	}
	if !r.isHash(line) {
		return "", "", damaged(name)
	}
	return line, "", nil
}

// ownRef reports whether each work tree has its own ref of that name.
func ownRef(name string) bool {
	return !strings.HasPrefix(name, "refs/") || strings.HasPrefix(name, "refs/bisect/") ||
		strings.HasPrefix(name, "refs/worktree/") || strings.HasPrefix(name, "refs/rewritten/")
}

// refName reports whether a full name leads to a file of its own below the
// repository.
func refName(name string) bool {
	if name == "" || len(name) > 1000 {
		return false
	}
	for part := range strings.SplitSeq(name, "/") {
		if part == "" || part[0] == '.' || strings.HasSuffix(part, ".lock") {
			return false
		}
	}
	for _, c := range []byte(name) {
		if c <= ' ' || c == 0x7f || strings.IndexByte(`~^:?*[\`, c) >= 0 {
			return false
		}
	}
	return !strings.Contains(name, "..") && !strings.Contains(name, "@{")
}

// hashLen returns the length of a hash in bytes.
func (r *Repo) hashLen() int {
	if r.sha256 {
		return 32
	}
	return 20
}

// isHash reports whether a text is a hash of this repository in hexadecimal.
func (r *Repo) isHash(s string) bool {
	return len(s) == 2*r.hashLen() && strings.Trim(s, "0123456789abcdef") == ""
}

// raw returns a hash as bytes in a string.
func raw(hash string) string {
	b, _ := hex.DecodeString(hash)
	return string(b)
}

// packedRefs is the file that lists refs without a file of their own.
type packedRefs struct {
	text  string
	valid func(string) bool
}

func (r *Repo) packedRefs() (*packedRefs, error) {
	if r.memo.packed != nil {
		return r.memo.packed, nil
	}
	text, err := r.read(r.common, "packed-refs", maxPackedRefs)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	r.memo.packed = &packedRefs{string(text), r.isHash}
	return r.memo.packed, nil
}

// find returns the hash of a ref, or "".
func (p *packedRefs) find(name string) string {
	for rest := p.text; ; {
		i := strings.Index(rest, " "+name+"\n")
		if i < 0 {
			return ""
		}
		start := strings.LastIndexByte(rest[:i], '\n') + 1
		if id := rest[start:i]; p.valid(id) {
			return id
		}
		rest = rest[i+1:]
	}
}
