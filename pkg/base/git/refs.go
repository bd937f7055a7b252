package git

import (
	"encoding/hex"
	"errors"
	"io/fs"
	"maps"
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/look"
	"github.com/ctxhook/ctxhook/pkg/base/order"
	"github.com/ctxhook/ctxhook/pkg/base/paths"
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
	if err := r.look(); err != nil {
		return Head{}, err
	}
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
			if id := packedRef(packed, name); id != "" {
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

// looseRef is what the file of a ref says.
type looseRef struct {
	id, target string
	err        error
}

// loose reads a ref from its own file, once: a hash, or the name of another ref.
func (r *Repo) loose(name string) (id, target string, err error) {
	ref, ok := r.memo.refs[name]
	if !ok {
		ref.id, ref.target, ref.err = r.readRef(name)
		if r.memo.refs == nil {
			r.memo.refs = make(map[string]looseRef)
		}
		r.memo.refs[name] = ref
	}
	return ref.id, ref.target, ref.err
}

func (r *Repo) readRef(name string) (id, target string, err error) {
	if !refName(name) {
		return "", "", damaged("a ref")
	}
	dir := r.common
	if ownRef(name) {
		dir = r.dir
	}
	st, err := look.Lstat(below(dir, name))
	if missing(err) || err == nil && st.Mode&modeType == modeDir {
		return "", "", fs.ErrNotExist
	}
	if err != nil || st.Mode&modeType != modeFile {
		return "", "", damaged(name) // git once made links of refs
	}
	text, err := r.readFound(dir, name, maxSmall)
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
	if !IsHash(line) {
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

// IsHash reports whether a text is a hash of git in hexadecimal.
func IsHash(s string) bool {
	return (len(s) == 40 || len(s) == 64) && strings.Trim(s, "0123456789abcdef") == ""
}

// raw returns a hash as bytes in a string.
func raw(hash string) string {
	b, _ := hex.DecodeString(hash)
	return string(b)
}

// unraw writes a hash in hexadecimal.
func unraw(id string) string { return hex.EncodeToString([]byte(id)) }

// packedRefs returns the file that lists refs without a file of their own.
func (r *Repo) packedRefs() (string, error) {
	if !r.memo.packedRead {
		text, err := r.read(r.common, "packed-refs", maxPackedRefs)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return "", err
		}
		r.memo.packed, r.memo.packedRead = string(text), true
	}
	return r.memo.packed, nil
}

// packedRef returns the hash of a ref in that file, or "".
func packedRef(text, name string) string {
	for {
		i := strings.Index(text, " "+name+"\n")
		if i < 0 {
			return ""
		}
		if id := text[strings.LastIndexByte(text[:i], '\n')+1 : i]; IsHash(id) {
			return id
		}
		text = text[i+1:]
	}
}

// Ref returns the hash of a ref by its full name; fs.ErrNotExist where there is
// none.
func (r *Repo) Ref(name string) (string, error) {
	if err := r.lookForRefs(); err != nil {
		return "", err
	}
	return r.resolve(name)
}

// lookForRefs is look for questions about refs, which may lie in a table.
func (r *Repo) lookForRefs() error {
	if err := r.look(); err != nil {
		return err
	}
	if !r.memo.refFiles && !isDir(below(r.common, "refs/heads")) {
		return unsupported("reftables")
	}
	r.memo.refFiles = true
	return nil
}

// Ref is a name for a commit, or for a tag of one.
type Ref struct {
	Name   string // in full: "refs/heads/main"
	ID     string // its hash
	Target string // the ref that it stands for, such as that of refs/remotes/origin/HEAD; or ""
}

// maxRefs bounds how many refs are listed.
const maxRefs = 20_000

// Refs lists the refs below a directory such as "refs/tags", sorted by name. The
// list stays as it is.
func (r *Repo) Refs(below string) ([]Ref, error) {
	if list, ok := r.memo.below[below]; ok {
		return list, nil
	}
	list, err := r.readRefs(below)
	if err != nil {
		return nil, err
	}
	if r.memo.below == nil {
		r.memo.below = make(map[string][]Ref)
	}
	r.memo.below[below] = list
	return list, nil
}

func (r *Repo) readRefs(below string) ([]Ref, error) {
	if err := r.lookForRefs(); err != nil {
		return nil, err
	}
	found := make(map[string]Ref)
	packed, err := r.packedRefs()
	if err != nil {
		return nil, err
	}
	for line := range strings.Lines(packed) {
		line = strings.TrimRight(line, "\n")
		if id, name, ok := strings.Cut(line, " "); ok && strings.HasPrefix(name, below+"/") && IsHash(id) && refName(name) {
			found[name] = Ref{Name: name, ID: id}
		}
	}
	if err := r.looseRefs(below, found, 0); err != nil {
		return nil, err
	}
	refs := slices.Collect(maps.Values(found))
	order.By(refs, func(a, b Ref) int { return strings.Compare(a.Name, b.Name) })
	return refs, nil
}

// looseRefs adds the refs with files of their own.
func (r *Repo) looseRefs(dir string, to map[string]Ref, depth int) error {
	if !isDir(below(r.common, dir)) {
		return nil
	}
	tree, err := r.tree(r.common)
	if err != nil {
		return err
	}
	f, err := paths.OpenDirIn(tree, dir)
	if err != nil {
		return damaged(dir)
	}
	entries, err := f.ReadDir(maxRefs + 1)
	f.Close()
	if err != nil && !ended(err) {
		return err
	}
	if len(entries)+len(to) > maxRefs || depth > maxDepth {
		return ErrBound
	}
	for _, e := range entries {
		name := dir + "/" + e.Name()
		if !refName(name) {
			continue
		}
		if e.IsDir() {
			if err := r.looseRefs(name, to, depth+1); err != nil {
				return err
			}
			continue
		}
		id, target, err := r.loose(name)
		if err == nil && target != "" {
			id, err = r.resolve(target)
		}
		if errors.Is(err, fs.ErrNotExist) {
			continue // gone since, or the ref it stands for is
		} else if err != nil {
			return err
		}
		to[name] = Ref{Name: name, ID: id, Target: target}
	}
	return nil
}
